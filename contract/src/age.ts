import { chinaDay } from "./china-time.ts";

/** The ages that the law asks for: below 14, and of age. Pure. */

/** The facts that an age is derived from: the date of birth or, where it is not stored, being a pupil and the grades. */
export interface AgeFacts {
  /** `YYYY-MM-DD` */
  birth_date: string | null;
  is_pupil: boolean;
  grades: readonly string[];
}

/** The age below which a guardian consents for a child (PIPL, article 31). */
export const CHILD_BELOW_YEARS = 14;
const ADULT_FROM_YEARS = 18;
/** The grade from which pupils count as 14 where no date of birth is stored. */
export const FIRST_GRADE_OF_TEENS = 9;

/** Returns whether a person is under 14: by the date of birth in China; without one, a pupil below grade 9 or in no class. */
export function isChild({ birth_date, is_pupil, grades }: AgeFacts, now: Date): boolean {
  if (birth_date !== null) return isBelow(CHILD_BELOW_YEARS, birth_date, now);
  return is_pupil && !grades.some((grade) => Number(grade) >= FIRST_GRADE_OF_TEENS);
}

/** Returns whether a person is under 18; without a date of birth, every pupil is. */
export function isMinor({ birth_date, is_pupil }: AgeFacts, now: Date): boolean {
  return birth_date === null ? is_pupil : isBelow(ADULT_FROM_YEARS, birth_date, now);
}

function isBelow(years: number, birthDate: string, now: Date): boolean {
  const [year = "", ...rest] = birthDate.split("-");
  return chinaDay(now) < [String(Number(year) + years).padStart(4, "0"), ...rest].join("-");
}
