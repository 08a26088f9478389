/**
 * The boot script's work in index.html before this script arrived: calls that are under way, and a sign-in that the
 * person sent too early. Without a boot script (development) there is simply nothing.
 */
export interface Boot {
  startedAt: number;
  /** By `requestKey`; each is used once. */
  answers: Record<string, Promise<Response> | undefined>;
  /** The page that was drawn into the root already. */
  shell: string | null;
  /** The script has taken over: a form may be sent from now on. */
  started: boolean;
  submitWanted: boolean;
  /** The server drew the page that is wanted, for the session that this browser keeps. */
  mine?: boolean;
  /** The button that was pressed last before the script could take it, on a page that the server drew. */
  pressed?: HTMLElement | null;
  /** Draws the first page into the root; called once, from the body. */
  draw(): void;
}

declare global {
  interface Window {
    schoolgateBoot?: Boot;
  }
}

/** An early answer older than this may have been overtaken. */
const EARLY_ANSWER_LIFETIME_MS = 15_000;

export function takeEarlyAnswer(key: string): Promise<Response> | undefined {
  const boot = window.schoolgateBoot;
  const answer = boot?.answers[key];
  if (boot === undefined || answer === undefined) return undefined;
  delete boot.answers[key];
  return Date.now() - boot.startedAt < EARLY_ANSWER_LIFETIME_MS ? answer : undefined;
}

/** The page drawn before the script came, if any. */
export function drawnShell(): string | null {
  return window.schoolgateBoot?.shell ?? null;
}

export function drawnIsMine(): boolean {
  return window.schoolgateBoot?.mine === true;
}

/** Tells the boot script that forms work from now on. */
export function markStarted(): void {
  if (window.schoolgateBoot !== undefined) window.schoolgateBoot.started = true;
}

/** Presses again, once, what was pressed before the page lived. */
export function pressAgain(): void {
  const boot = window.schoolgateBoot;
  boot?.pressed?.click();
  if (boot !== undefined) boot.pressed = null;
}

/** True once, when a form was sent before the script could take it. */
export function takeWantedSubmit(): boolean {
  const boot = window.schoolgateBoot;
  const wanted = boot?.submitWanted === true;
  if (boot !== undefined) boot.submitWanted = false;
  return wanted;
}
