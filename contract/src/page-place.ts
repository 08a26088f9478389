/** The place after which a page of a list begins: the moment and the id of the last one before. */
export interface PagePlace {
  at: Date;
  id: string;
}

const MOMENT = /^(?!0000)(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,6})?Z$/;

/**
 * Returns whether a text is a moment as it is written into places, in UTC. A Date also reads moments that a database cannot
 * hold, and days that no calendar has.
 */
export function isWrittenMoment(text: string | undefined): text is string {
  const [, seconds] = MOMENT.exec(text ?? "") ?? [];
  if (text === undefined || seconds === undefined || Number.isNaN(Date.parse(text))) return false;
  // a Date reads the 30th of February as the 2nd of March
  return new Date(text).toISOString().startsWith(seconds);
}

/** Writes a place for the page, which brings it back. */
export function writtenPlace({ at, id }: PagePlace): string {
  return `${at.toISOString()} ${id}`;
}

/** Reads a place that `writtenPlace` wrote; undefined for any other text. */
export function readPagePlace(text: string): PagePlace | undefined {
  const [moment, id = ""] = text.split(" ");
  return isWrittenMoment(moment) ? { at: new Date(moment), id } : undefined;
}
