/** The time zone of days and times: an administrator reads them in China's. */
const ZONE = { timeZone: "Asia/Shanghai" } as const;
const DAY = new Intl.DateTimeFormat("zh-CN", {
  ...ZONE,
  year: "numeric",
  month: "long",
  day: "numeric",
});
const MOMENT = new Intl.DateTimeFormat("zh-CN", {
  ...ZONE,
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
});
const NUMBER = new Intl.NumberFormat("zh-CN");

/** Formats a day: 2026年9月1日. */
export function dayText(time: string): string {
  return DAY.format(new Date(time));
}

/** Formats a time: 2026/9/1 08:05. */
export function momentText(time: string): string {
  return MOMENT.format(new Date(time));
}

/** Formats a number: 12,345. */
export function numberText(count: number): string {
  return NUMBER.format(count);
}
