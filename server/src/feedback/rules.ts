import type { FeedbackSide, FeedbackStatus } from "#contract";

const PREVIEW_AT_MOST = 80;

/** Controls, private and lone code points, and what turns the direction of writing; joiners of emoji stay. */
const UNSEEN =
  /(?![\n\t])\p{Cc}|\p{Co}|\p{Cs}|[\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu;

/** A text as a person meant it: lines and words, and nothing that is not seen. It is shown as text, never as markup. */
export function plainText(given: string): string {
  return given
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(UNSEEN, "")
    .replace(/\t/g, "  ")
    .replace(/[^\S\n]+\n/g, "\n")
    .replace(/\n{4,}/g, "\n\n\n")
    .trim();
}

/** The same on one line. */
export function oneLine(given: string): string {
  return plainText(given).replace(/\s+/g, " ");
}

/** The beginning of a message, for a list. */
export function previewOf(content: string): string {
  const line = oneLine(content);
  const cut = [...line].slice(0, PREVIEW_AT_MOST).join("");
  return cut === line ? line : `${cut}…`;
}

/** Returns the status of a thread after a message of this side. */
export function statusAfter(side: FeedbackSide): FeedbackStatus {
  return side === "staff" ? "answered" : "open";
}
