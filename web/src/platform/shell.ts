import type { Bridge } from "./shell/bridge.ts";

/**
 * The native client around the page, when there is one (docs/shell.md). Only what every page needs is here; the bridge
 * itself is loaded inside a shell only.
 */
declare global {
  interface Window {
    /** Set by the shell before the page runs; `kind` determines the `client` header (RQ-03). */
    schoolgateShell?: { kind?: unknown };
    schoolgateAndroid?: unknown;
    webkit?: { messageHandlers?: { schoolgate?: unknown } };
    __TAURI__?: unknown;
    __TAURI_INTERNALS__?: unknown;
  }
}

const SHELL_SIGN_OUT_EVENTS = ["need-authorize", "authorized-error"] as const;

let bridge: Promise<Bridge | null> | undefined;

/** Header `client`: `pc` inside a desktop shell, else `web` (RQ-03). */
export function pageClient(): "pc" | "web" {
  return window.schoolgateShell?.kind === "desktop" ? "pc" : "web";
}

/** Returns the bridge to the shell, opened on first use; null without one, and in a frame. */
export function openShell(): Promise<Bridge | null> {
  bridge ??= load();
  return bridge;
}

/** Notifies the shell, if there is one, and waits for nothing: a shell that fails never stops the page. */
export function notifyShell(type: "logout"): void {
  void openShell().then((shell) => shell?.notify(type));
}

/** Runs `signOut` when the shell says that the session is over. Returns the way to stop. */
export function onShellSignOut(signOut: () => void): () => void {
  for (const name of SHELL_SIGN_OUT_EVENTS) window.addEventListener(name, signOut);
  void openShell();
  return () => {
    for (const name of SHELL_SIGN_OUT_EVENTS) window.removeEventListener(name, signOut);
  };
}

async function load(): Promise<Bridge | null> {
  const { schoolgateShell, schoolgateAndroid, webkit, __TAURI__, __TAURI_INTERNALS__ } = window;
  const found =
    schoolgateShell ??
    schoolgateAndroid ??
    webkit?.messageHandlers?.schoolgate ??
    __TAURI__ ??
    __TAURI_INTERNALS__;
  if (found === undefined || window.top !== window) return null;
  try {
    return (await import("./shell/around-page.ts")).openBridgeAroundPage();
  } catch {
    // The chunk guard has reported it; the next use tries again.
    bridge = undefined;
    return null;
  }
}
