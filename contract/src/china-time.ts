/** China's clock, where the schools are: eight hours before UTC, all year. Pure. */

export type Moment = string | number | Date;

const AHEAD_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;

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

/** Returns the time of day of a moment in China, `08:05`. */
export function chinaTime(moment: Moment): string {
  return inChina(moment).toISOString().slice(11, 16);
}

/** Formats the day of a moment in China: 12月5日. */
export function monthDayText(moment: Moment): string {
  const day = inChina(moment);
  return `${day.getUTCMonth() + 1}月${day.getUTCDate()}日`;
}

/** Formats the day of a moment in China with its year: 2026年12月5日. */
export function yearDayText(moment: Moment): string {
  return `${inChina(moment).getUTCFullYear()}年${monthDayText(moment)}`;
}

/** Formats a moment in China as seen from now: 今天 08:12, 昨天 08:12, 11月19日 08:12, 2025年11月19日 08:12. */
export function recentText(moment: Moment, now: Date): string {
  const time = chinaTime(moment);
  const [day, today] = [chinaDay(moment), chinaDay(now)];
  if (day >= today) return `今天 ${time}`;
  if (day === chinaDay(now.getTime() - DAY_MS)) return `昨天 ${time}`;
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return `${(isThisYear ? monthDayText : yearDayText)(moment)} ${time}`;
}
