import { chinaMoment } from "#contract";

/** Returns the first moment in China of a calendar day, `2026-09-01`; undefined for anything else. */
export function chinaDayStart(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  // the calendar has no 30th of February, which a Date reads as the 2nd of March
  const isThere = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
  return isThere ? chinaMoment(text) : undefined;
}

/** Parses a time with its zone, `2026-09-01T08:00+08:00`; undefined for anything else. */
export function zonedTime(text: string): Date | undefined {
  // without a zone it would mean another moment on another machine
  const [, day] = /^(\d{4}-\d{2}-\d{2})[T ].*(?:Z|[+-]\d{2}:?\d{2})$/.exec(text) ?? [];
  if (day === undefined || chinaDayStart(day) === undefined) return undefined;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
