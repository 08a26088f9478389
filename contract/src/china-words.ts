/** Longer words for moments of China's clock, apart from china-time.ts, which is in the first load. Pure. */
import { chinaDay, chinaTime, inChina, type Moment, monthDayText } from "./china-time.ts";

const DAY_MS = 86_400_000;

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
  const said = day.slice(0, 4) === today.slice(0, 4) ? monthDayText : yearDayText;
  return `${said(moment)} ${time}`;
}
