import { yearDayText, type Near, type SearchSort } from "#contract";

export const SORT_NAMES: Readonly<Record<SearchSort, string>> = {
  relevance: "综合",
  newest: "最新",
  popular: "最多浏览",
};

/** Title above near matches. */
export const NEAR_NAMES: Readonly<Record<Near["reason"], string>> = {
  filters: "去掉筛选后的结果",
  sound: "读音相同的内容",
  part: "相近的内容",
  popular: "大家常看",
};

const MANY = 10_000;

/** 「1.2 万次浏览」 */
export function viewsText(views: number): string {
  return views < MANY ? `${views} 次浏览` : `${(views / MANY).toFixed(1)} 万次浏览`;
}

/** Formats a day in Chinese; empty where it is not known. */
export function dayText(time: string): string {
  return Number.isNaN(Date.parse(time)) ? "" : yearDayText(time);
}

const MINUTE_SECONDS = 60;

/** `312` → 「5:12」 */
export function lengthText(seconds: number): string {
  const whole = Math.round(seconds);
  const rest = String(whole % MINUTE_SECONDS).padStart(2, "0");
  return `${Math.floor(whole / MINUTE_SECONDS)}:${rest}`;
}
