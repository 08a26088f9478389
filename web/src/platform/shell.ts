/**
 * The native client around the page, when there is one. It puts `schoolgateShell` on the window before the page runs and
 * fires `need-authorize` and `authorized-error` as DOM events on the window (SE-07).
 */
export interface Shell {
  readonly kind: "desktop" | "mobile";
  send(event: string, detail?: Readonly<Record<string, unknown>>): void;
}

export const SHELL_SIGN_OUT_EVENTS = ["need-authorize", "authorized-error"] as const;

declare global {
  interface Window {
    schoolgateShell?: Shell;
  }
}

/** Header `client`: `pc` inside a desktop shell, else `web` (RQ-03). */
export function pageClient(): "pc" | "web" {
  return window.schoolgateShell?.kind === "desktop" ? "pc" : "web";
}

/** Tells the shell, if there is one. A shell that fails never stops the page. */
export function tellShell(event: string, detail?: Readonly<Record<string, unknown>>): void {
  try {
    window.schoolgateShell?.send(event, detail);
  } catch {
    // The shell's fault is not the page's.
  }
}

/** Runs `signOut` when the shell says that the session is over. Returns the way to stop. */
export function onShellSignOut(signOut: () => void): () => void {
  for (const name of SHELL_SIGN_OUT_EVENTS) window.addEventListener(name, signOut);
  return () => {
    for (const name of SHELL_SIGN_OUT_EVENTS) window.removeEventListener(name, signOut);
  };
}
