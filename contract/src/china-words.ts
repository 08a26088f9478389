/**
 * Longer words for moments of China's clock. They stand apart from china-time.ts, which is in the first load, and import
 * nothing of it: the page takes over only files of the contract that import nothing. Pure.
 */
import type { Moment } from "./china-time.ts";

const AHEAD_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;

/** Returns a moment as China's clock has it: 2026-12-05T08:12… */
function isoInChina(moment: Moment): string {
  return new Date(new Date(moment).getTime() + AHEAD_MS).toISOString();
}

/** Formats the day of a moment in China with its year: 2026年12月5日. */
export function yearDayText(moment: Moment): string {
  const [year, month, day] = isoInChina(moment).slice(0, 10).split("-").map(Number);
  return `${year}年${month}月${day}日`;
}

/** Formats a moment in China as seen from now: 今天 08:12, 昨天 08:12, 11月19日 08:12, 2025年11月19日 08:12. */
export function recentText(moment: Moment, now: Date): string {
  const at = isoInChina(moment);
  const [day, time] = [at.slice(0, 10), at.slice(11, 16)];
  const today = isoInChina(now);
  if (day >= today.slice(0, 10)) return `今天 ${time}`;
  if (day === isoInChina(now.getTime() - DAY_MS).slice(0, 10)) return `昨天 ${time}`;
  const whole = yearDayText(moment);
  return `${day.slice(0, 4) === today.slice(0, 4) ? whole.slice(5) : whole} ${time}`;
}
