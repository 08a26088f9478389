/** Matches Unicode control characters (Cc) that no text needs: all but tab and line ends. */
const MEANINGLESS = /[^\P{Cc}\t\n\r]/gu;
const CONTROL = /\p{Cc}/u;

/** Returns a text without meaningless control characters; XML cannot hold them, and PostgreSQL no NUL. */
export function withoutControls(text: string): string {
  return text.replace(MEANINGLESS, "");
}

/** Returns whether a one-line value holds a control character; tab and line ends count too. */
export function hasControl(value: string): boolean {
  return CONTROL.test(value);
}
