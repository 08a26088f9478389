/** Days and times in China, where the schools are. Pure. */

const DAY_MS = 86_400_000;
const WEEKDAYS = ["星期日", "星期一", "星期二", "星期三", "星期四", "星期五", "星期六"];

/** Returns the day so many days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns a day in words: `11月24日 星期二`. */
export function dayText(day: string): string {
  const [, month, date] = day.split("-").map(Number);
  return `${month}月${date}日 ${WEEKDAYS[new Date(day).getUTCDay()]}`;
}
