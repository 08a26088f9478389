/** The position after which a page of a list begins: the moment and the id of the last row of the page before. */
export interface PageCursor {
  at: Date;
  id: string;
}

const MOMENT = /^(?!0000)(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,6})?Z$/;

/**
 * Returns whether a text is a moment as cursors hold it: ISO 8601 in UTC. Stricter than `Date`, which also accepts moments
 * that a database cannot store, and days that no calendar has.
 */
export function isCursorMoment(text: string | undefined): text is string {
  const [, seconds] = MOMENT.exec(text ?? "") ?? [];
  if (text === undefined || seconds === undefined || Number.isNaN(Date.parse(text))) return false;
  // a Date reads the 30th of February as the 2nd of March
  return new Date(text).toISOString().startsWith(seconds);
}

/** Formats a cursor as the text that a page receives as `next` and sends back as `after`. */
export function formatCursor({ at, id }: PageCursor): string {
  return `${at.toISOString()} ${id}`;
}

/** Parses the text of `formatCursor`; returns undefined for any other text. */
export function parseCursor(text: string): PageCursor | undefined {
  const [moment, id = ""] = text.split(" ");
  return isCursorMoment(moment) ? { at: new Date(moment), id } : undefined;
}
