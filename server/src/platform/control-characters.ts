/** Of Unicode's control characters (Cc) those that no text of ours needs: all but tab and the ends of lines. */
const MEANINGLESS = /[^\P{Cc}\t\n\r]/gu;
const CONTROL = /\p{Cc}/u;

/** A text without the control characters that say nothing; XML cannot hold them, and PostgreSQL no NUL. */
export function withoutControls(text: string): string {
  return text.replace(MEANINGLESS, "");
}

/** Whether a value of one line holds what it must not. */
export function hasControl(value: string): boolean {
  return CONTROL.test(value);
}
