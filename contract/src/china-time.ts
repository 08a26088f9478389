/** China's clock, where the schools are: eight hours ahead of UTC, all year. Pure. */

export type Moment = string | number | Date;

const AHEAD_MS = 8 * 3_600_000;

/**
 * Returns a date whose UTC fields are what calendar and clock in China show at a moment, whatever zone the device is set
 * to.
 */
export function inChina(moment: Moment): Date {
  return new Date(new Date(moment).getTime() + AHEAD_MS);
}

/** Returns the calendar day of a moment in China, `2026-09-01`. */
export function chinaDay(moment: Moment): string {
  return inChina(moment).toISOString().slice(0, 10);
}

/** Returns the moment of a time of day in China, of a calendar day's first moment where none is given. */
export function chinaMoment(day: string, time = "00:00"): Date {
  return new Date(`${day}T${time}+08:00`);
}

/** Returns the time of day of a moment in China, `08:05`. */
export function chinaTime(moment: Moment): string {
  return inChina(moment).toISOString().slice(11, 16);
}

/** Returns what a clock with a calendar shows in China, `2026-09-01 08:05:09`. */
export function chinaClock(moment: Moment): string {
  return inChina(moment).toISOString().slice(0, 19).replace("T", " ");
}

/** Formats the day of a moment in China: 12月5日. */
export function monthDayText(moment: Moment): string {
  const day = inChina(moment);
  return `${day.getUTCMonth() + 1}月${day.getUTCDate()}日`;
}
