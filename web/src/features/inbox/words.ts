const ZONE = { timeZone: "Asia/Shanghai", hour12: false } as const;
const CLOCK = { ...ZONE, hour: "2-digit", minute: "2-digit" } as const;
const DAY = { ...ZONE, month: "long", day: "numeric" } as const;

const dayOf = (moment: Date) => new Intl.DateTimeFormat("sv-SE", ZONE).format(moment);

/** Formats a moment as seen from now: 08:05, 11月3日 08:05, 2025年11月3日 08:05. */
export function momentText(time: string, now: Date): string {
  const at = new Date(time);
  const say = (form: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("zh-CN", form).format(at);
  const [day, today] = [dayOf(at), dayOf(now)];
  if (day === today) return say(CLOCK);
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: "numeric" } as const);
  return `${say({ ...DAY, ...year })} ${say(CLOCK)}`;
}
