import { chinaDay, chinaTime, monthDayText } from "#contract";

/** Formats a moment as seen from now: 08:05, 11月3日 08:05, 2025年11月3日 08:05. */
export function momentText(time: string, now: Date): string {
  const [day, today] = [chinaDay(time), chinaDay(now)];
  if (day === today) return chinaTime(time);
  const year = day.slice(0, 4);
  const before = year === today.slice(0, 4) ? "" : `${year}年`;
  return `${before}${monthDayText(time)} ${chinaTime(time)}`;
}
