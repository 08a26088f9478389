import { chinaDay, chinaTime } from "#contract";
import { DAY_MS } from "./days.ts";

const WEEKDAYS = ["周日", "周一", "周二", "周三", "周四", "周五", "周六"];

/** Returns a day in words, as it stands to today: `今天`, `明天`, `周五`, `12月3日`. */
export function dayWords(day: string, today: string): string {
  const ahead = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
  if (ahead === 0) return "今天";
  if (ahead === 1) return "明天";
  if (ahead === -1) return "昨天";
  if (ahead > 1 && ahead < 7) return WEEKDAYS[new Date(day).getUTCDay()] ?? "";
  const [, month, date] = day.split("-").map(Number);
  return `${month}月${date}日`;
}

/** Returns in words until when something is to be done. What is due at midnight is due by the end of the day before. */
export function dueWords(due: Date, now: Date): string {
  const today = chinaDay(now);
  if (due < now) return `${dayWords(chinaDay(due), today)}已到期`;
  const time = chinaTime(due);
  if (time === "00:00") {
    return `${dayWords(chinaDay(due.getTime() - 1), today)}要完成`;
  }
  return `${dayWords(chinaDay(due), today)} ${time} 前`;
}
