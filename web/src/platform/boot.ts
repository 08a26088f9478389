/**
 * The boot script's work in index.html before this script arrived: calls that are under way, and the button that the
 * person pressed too early. Without a boot script (development) there is simply nothing.
 */
export interface Boot {
  startedAt: number;
  /** Early answers by `requestKey`; each is used once. */
  answers: Record<string, Promise<Response> | undefined>;
  /** The name of the page that was rendered into the root already. */
  shell: string | null;
  /** True when the page's script has taken over and handles presses and forms. */
  started: boolean;
  /** True when the server rendered the wanted page for the session that this browser keeps. */
  mine?: boolean;
  /** The button pressed last, on a page drawn ahead of the script, before that handled presses. */
  pressed?: HTMLElement | null | undefined;
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

/**
 * Returns, once, the answers from which the server rendered home for the session that this browser keeps, whatever page
 * is wanted.
 */
export function takeDrawnAnswers(): unknown {
  const element = document.getElementById("drawn-answers");
  // nothing of it stays in the page when the person is gone
  element?.remove();
  return element === null ? undefined : JSON.parse(element.textContent);
}

/** Returns the name of the page rendered before the script came, if any. */
export function drawnShell(): string | null {
  return window.schoolgateBoot?.shell ?? null;
}

export function drawnIsMine(): boolean {
  return window.schoolgateBoot?.mine === true;
}

/** Marks that presses and forms are handled by the page's script from now on. */
export function markStarted(): void {
  if (window.schoolgateBoot !== undefined) window.schoolgateBoot.started = true;
}

/** Repeats, once, the last press from before the script took over; a form that was drawn anew has the same buttons. */
export function pressAgain(former?: HTMLElement | null, anew?: HTMLElement | null): void {
  const boot = window.schoolgateBoot;
  const pressed = boot?.pressed;
  const nth = [...(former?.querySelectorAll("button") ?? [])].findIndex((one) => one === pressed);
  (anew?.querySelectorAll("button")[nth] ?? pressed)?.click();
  if (boot !== undefined) boot.pressed = null;
}
