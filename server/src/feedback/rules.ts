import type { FeedbackSide, FeedbackStatus } from "#contract";

const MAX_PREVIEW_LENGTH = 80;

/** Matches controls, private-use and lone code points, and direction marks; joiners of emoji stay. */
const UNSEEN =
  /(?![\n\t])\p{Cc}|\p{Co}|\p{Cs}|[\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu;

/** Returns a text without invisible characters and with plain line ends. It is shown as text, never as markup. */
export function plainText(given: string): string {
  return given
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(UNSEEN, "")
    .replace(/\t/g, "  ")
    .replace(/[^\S\n]+\n/g, "\n")
    .replace(/\n{4,}/g, "\n\n\n")
    .trim();
}

/** Returns a plain text on one line. */
export function oneLine(given: string): string {
  return plainText(given).replace(/\s+/g, " ");
}

/** Returns the beginning of a message, for a list. */
export function previewOf(content: string): string {
  const line = oneLine(content);
  const cut = [...line].slice(0, MAX_PREVIEW_LENGTH).join("");
  return cut === line ? line : `${cut}…`;
}

/** Returns the status of a thread after a message of this side. */
export function statusAfter(side: FeedbackSide): FeedbackStatus {
  return side === "staff" ? "answered" : "open";
}
