import { chinaDay } from "./china-day.ts";

/** The place after which a page of a list begins: the moment and the id of the last one before. */
export interface PagePlace {
  at: Date;
  id: string;
}

const MOMENT = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?Z$/;

/**
 * Returns whether a text is a moment as it is written into places, in UTC. A Date also reads moments that a database cannot
 * hold, and days that no calendar has.
 */
export function isWrittenMoment(text: string | undefined): text is string {
  const [, day = ""] = MOMENT.exec(text ?? "") ?? [];
  return chinaDay(day) !== undefined && !day.startsWith("0000");
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
