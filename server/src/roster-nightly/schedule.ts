import { chinaDay } from "#contract";
import { chinaDayStart } from "../platform/china-day.ts";

/** The hours and days of a connection's runs, in China. */
export interface Schedule {
  is_on: boolean;
  hour: number;
  /** Monday is 1. */
  weekdays: readonly number[];
  days_without: readonly string[];
  /** The last day whose run was begun or is past. */
  last_day: string | null;
}

/** Hours after which a run is not begun any more: lessons would begin in its middle. */
const LATE_AFTER_HOURS = 4;
const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;
/** Days looked ahead for the next run: further than the days without can be named in a row. */
const AHEAD_DAYS = 100;

/** Returns whether a run is due, or its time is past; undefined: neither. */
export function dueOn(schedule: Schedule, now: Date): { day: string; isLate: boolean } | undefined {
  const day = chinaDay(now);
  if (!schedule.is_on || !isDayOf(schedule, day)) return undefined;
  if (schedule.last_day !== null && schedule.last_day >= day) return undefined;
  const late = (now.getTime() - beginOf(day, schedule.hour).getTime()) / MS_PER_HOUR;
  return late < 0 ? undefined : { day, isLate: late >= LATE_AFTER_HOURS };
}

/** Returns the beginning of the next run; undefined where none is to come. */
export function nextRun(schedule: Schedule, now: Date): Date | undefined {
  if (!schedule.is_on) return undefined;
  for (let ahead = 0; ahead < AHEAD_DAYS; ahead += 1) {
    const day = chinaDay(now.getTime() + ahead * MS_PER_DAY);
    const begin = beginOf(day, schedule.hour);
    const isPast = schedule.last_day !== null && schedule.last_day >= day;
    if (!isPast && begin > now && isDayOf(schedule, day)) return begin;
  }
  return undefined;
}

/** Returns the day that is past for a schedule which is saved now: its run begins on a later one. */
export function pastDay(hour: number, now: Date): string {
  const day = chinaDay(now);
  return beginOf(day, hour) <= now ? day : chinaDay(now.getTime() - MS_PER_DAY);
}

function isDayOf({ weekdays, days_without }: Schedule, day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return weekdays.includes(weekday) && !days_without.includes(day);
}

function beginOf(day: string, hour: number): Date {
  return new Date((chinaDayStart(day)?.getTime() ?? 0) + hour * MS_PER_HOUR);
}
