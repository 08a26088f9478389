/** Matches Unicode control characters (Cc) that no text needs: all but tab and line ends. */
const MEANINGLESS = /[^\P{Cc}\t\n\r]/gu;
const CONTROL = /\p{Cc}/u;

/** A text without the control characters that say nothing; XML cannot hold them, and PostgreSQL no NUL. */
export function withoutControls(text: string): string {
  return text.replace(MEANINGLESS, "");
}

/** Returns whether a one-line value holds a control character; tab and line ends count too. */
export function hasControl(value: string): boolean {
  return CONTROL.test(value);
}
