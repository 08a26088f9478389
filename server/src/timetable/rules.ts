import type { LessonWeeks } from "#contract";
import { chinaMoment } from "#contract/plain";

/** Rules for the lessons that are held on a day, and the next one. Days are those in China, as `2026-09-01`. Pure. */

const DAY_MS = 86_400_000;
/** Days that are looked through for the next lesson: a week of each kind. */
const LOOKED_AHEAD_DAYS = 14;

/** The days between which lessons are held; both are included. */
export interface Term {
  first_day: string;
  last_day: string;
}

export interface HeldLesson {
  weekday: number;
  weeks: LessonWeeks;
  starts: string;
  ends: string;
}

/** Returns the day so many days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the weekday of a day; 1: Monday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay() || 7;
}

/** Returns the number of a day's week in the term, from 1, weeks beginning on Monday; null outside of the term. */
export function weekOf(day: string, { first_day, last_day }: Term): number | null {
  if (day < first_day || day > last_day) return null;
  const monday = Date.parse(first_day) - (weekdayOf(first_day) - 1) * DAY_MS;
  return Math.floor((Date.parse(day) - monday) / (7 * DAY_MS)) + 1;
}

/** Returns the lessons of a day, the earliest first. */
export function lessonsOn<L extends HeldLesson>(
  lessons: readonly L[],
  day: string,
  term: Term,
): L[] {
  const week = weekOf(day, term);
  if (week === null) return [];
  const kind: LessonWeeks = week % 2 === 1 ? "odd" : "even";
  const weekday = weekdayOf(day);
  return lessons
    .filter((one) => one.weekday === weekday && (one.weeks === "all" || one.weeks === kind))
    .toSorted((a, b) => (a.starts < b.starts ? -1 : a.starts > b.starts ? 1 : 0));
}

/** Returns the lesson that goes on, or the next within two weeks; `today` is the day of `now` in China. */
export function nextLesson<L extends HeldLesson>(
  lessons: readonly L[],
  term: Term,
  { today, now }: { today: string; now: Date },
): { day: string; lesson: L } | undefined {
  for (let ahead = 0; ahead < LOOKED_AHEAD_DAYS; ahead += 1) {
    const day = dayAfter(today, ahead);
    const lesson = lessonsOn(lessons, day, term).find(({ ends }) => chinaMoment(day, ends) > now);
    if (lesson !== undefined) return { day, lesson };
  }
  return undefined;
}
