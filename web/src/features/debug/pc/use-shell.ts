import { useEffect, useState, useSyncExternalStore } from "react";
import { openShell, pageClient } from "../../../platform/shell.ts";
import type { Bridge } from "../../../platform/shell/bridge.ts";
import { openTransports } from "../../../platform/shell/transports.ts";
import type { ShellSight } from "./shell-words.ts";

/** Returns the bridge, if there is a shell, and its state, followed live. */
export function useShell(): { bridge: Bridge | null; sight: ShellSight } {
  const [bridge, setBridge] = useState<Bridge | null>(null);
  useEffect(() => {
    let here = true;
    void openShell().then((opened) => {
      if (here) setBridge(opened);
    });
    return () => {
      here = false;
    };
  }, []);
  const snapshot = useSyncExternalStore(
    (notify) => bridge?.subscribe(notify) ?? (() => {}),
    () => bridge?.snapshot() ?? null,
  );
  const sight: ShellSight = {
    kind: window.schoolgateShell?.kind,
    client: pageClient(),
    framed: window.top !== window,
    open: openTransports(window),
    bridge: bridge === null || snapshot === null ? null : { transport: bridge.transport, snapshot },
  };
  return { bridge, sight };
}
