import type { LessonWeeks } from "#contract";

/** Reading of the values that stand alone in a cell: a weekday, a period, weeks, a time. Pure. */

const DIGITS = "一二三四五六七八九十";
export const MAX_PERIODS = 20;

/** Reads 星期一, 周一, 一 and 1; 7 is Sunday. */
export function weekdayIn(text: string): number | undefined {
  const word = text.normalize("NFKC").replace(/^(星期|礼拜|周)/, "");
  if (/^[日天七7]$/.test(word)) return 7;
  const number = /^[1-6]$/.test(word) ? Number(word) : DIGITS.indexOf(word) + 1;
  return word !== "" && number >= 1 && number <= 6 ? number : undefined;
}

/** Reads 第1节, 第一节, 1 and 一. */
export function periodIn(text: string): number | undefined {
  const plain = text.normalize("NFKC").replaceAll(/\s/g, "");
  const [, word = ""] = /^第?(\d{1,2}|[一二三四五六七八九十])节?课?$/.exec(plain) ?? [];
  const number = /^\d/.test(word) ? Number(word) : DIGITS.indexOf(word) + 1;
  return word !== "" && number >= 1 && number <= MAX_PERIODS ? number : undefined;
}

/** Reads 单周, 双周 and, for every week, nothing. */
export function weeksIn(text: string): LessonWeeks | undefined {
  if (["", "全", "每周", "全周", "单双周"].includes(text)) return "all";
  if (["单", "单周"].includes(text)) return "odd";
  return ["双", "双周"].includes(text) ? "even" : undefined;
}

/** Reads 08:00, 8：00 and, as a spreadsheet keeps a time, a part of the day. */
export function timeIn(text: string): string | undefined {
  const plain = text.normalize("NFKC").replaceAll(/\s/g, "");
  const [, hour, minute] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(plain) ?? [];
  if (hour !== undefined && minute !== undefined) {
    return Number(hour) < 24 && Number(minute) < 60
      ? `${hour.padStart(2, "0")}:${minute}`
      : undefined;
  }
  const part = /^0?\.\d+$/.test(plain) ? Number(plain) : Number.NaN;
  if (Number.isNaN(part)) return undefined;
  const minutes = Math.round(part * 24 * 60);
  if (minutes >= 24 * 60) return undefined;
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
