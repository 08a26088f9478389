import { openBridge, type Bridge } from "./bridge.ts";
import type { ShellCallback } from "./messages.ts";
import { scannedPath } from "./scanned.ts";
import { findTransport } from "./transports.ts";

/** The bridge to the shell around this page; null where nothing can be said to it. */
export function openBridgeAroundPage(): Bridge | null {
  const transport = findTransport(window);
  if (transport === null) return null;
  return openBridge(transport, {
    origin: window.location.origin,
    onWindowMessage(listen) {
      const receive = ({ data, origin, source }: MessageEvent<unknown>) =>
        listen({ data, origin, fromSelf: source === window });
      window.addEventListener("message", receive);
      return () => window.removeEventListener("message", receive);
    },
    deliver: fireShellCallback,
    openScanned(content) {
      const { origin, pathname } = window.location;
      const path = scannedPath(content, origin + pathname);
      if (path !== null) window.location.hash = path;
      return path !== null;
    },
    now: Date.now,
  });
}

/** Does what the shell's callback does; also by hand, from the debug page. */
export function fireShellCallback(callback: ShellCallback): void {
  window.dispatchEvent(new CustomEvent(callback));
}
