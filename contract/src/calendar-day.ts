/** Returns whether a text is a day of the calendar, as `2026-09-01`; neither the 30th of February nor the year 0 is one. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  // a Date reads a day that is not there as one of the next month
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
