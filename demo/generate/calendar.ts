import type { Random } from "./random.ts";
import { SCHOOL_YEAR } from "./schools.ts";

const DAY_MS = 86_400_000;

/** Returns a random day from the first to the last, both included, as `YYYY-MM-DD`. */
export function dayBetween(random: Random, first: string, last: string): string {
  const from = Date.parse(first);
  const days = Math.round((Date.parse(last) - from) / DAY_MS);
  return new Date(from + random.integer(0, days) * DAY_MS).toISOString().slice(0, 10);
}

/** Returns a birthday for a pupil of that grade: six years old before the first grade begins. */
export function birthDateInGrade(random: Random, grade: number): string {
  const firstYear = SCHOOL_YEAR - 6 - grade;
  return dayBetween(random, `${firstYear}-09-01`, `${firstYear + 1}-08-31`);
}

/** Returns the day on which pupils who are in `grade` now entered the school's first grade. */
export function admissionDate(grade: number, firstGrade: number): string {
  return `${SCHOOL_YEAR - (grade - firstGrade)}-09-01`;
}
