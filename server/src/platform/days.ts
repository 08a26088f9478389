/** Milliseconds of a day, which has 24 hours: China, where the schools are, keeps one time all year. */
export const DAY_MS = 86_400_000;

/** Returns the moment so many days after another. */
export function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS);
}

/** Returns the moment so many days before another. */
export function daysBefore(moment: Date, days: number): Date {
  return daysAfter(moment, -days);
}
