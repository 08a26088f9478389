/** The time zone of days and times: an administrator reads them in China's. */
const ZONE = { timeZone: "Asia/Shanghai" } as const;
const DAY = { ...ZONE, year: "numeric", month: "long", day: "numeric" } as const;
const MOMENT = {
  ...DAY,
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
} as const;

// made when they are first wanted: on an old PC each takes as long as all of a list's rows
let day: Intl.DateTimeFormat | undefined;
let moment: Intl.DateTimeFormat | undefined;

/** Formats a day: 2026年9月1日. */
export function dayText(time: string): string {
  return (day ??= new Intl.DateTimeFormat("zh-CN", DAY)).format(new Date(time));
}

/** Formats a time: 2026年9月1日 08:05. */
export function momentText(time: string): string {
  return (moment ??= new Intl.DateTimeFormat("zh-CN", MOMENT)).format(new Date(time));
}

/** Formats a number: 12,345. */
export function numberText(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
