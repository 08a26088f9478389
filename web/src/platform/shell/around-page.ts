import { openBridge, type Bridge } from "./bridge.ts";
import type { ShellCallback } from "./messages.ts";
import { scannedPath } from "./scanned.ts";
import { findTransport } from "./transports.ts";

/** Returns the bridge to the shell around this page; null where there is no way to send to it. */
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

/** Performs the shell's callback; also used by hand, from the debug page. */
export function fireShellCallback(callback: ShellCallback): void {
  window.dispatchEvent(new CustomEvent(callback));
}
