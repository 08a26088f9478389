import { chinaDay, chinaMoment, type YearRules, type YearTimes } from "#contract";
import { daysAfter } from "../platform/days.ts";
import type { YearSchool } from "./plan.ts";
import type { PlanRow } from "./queries.ts";

/** Rules and days that a new plan begins with. Pure. */

/** From this month on the turn of the next year is planned. */
const NEXT_FROM_MONTH = 11;
const PAUSED_BEFORE_DAYS = 3;
const PAUSED_AFTER_DAYS = 14;
const TAKE_ALONG_DAYS = 60;

/** Returns the rules of the school's former plan for the coming year, or what its classes say. */
export function defaultRules({
  now,
  year,
  former,
  school,
}: {
  now: Date;
  year?: number | undefined;
  former?: PlanRow | undefined;
  school: Pick<YearSchool, "classes" | "stage_ids">;
}): YearRules {
  const next = year ?? (former === undefined ? nextTurn(now) : former.year + 1);
  if (former !== undefined) {
    const { school_system: system, names, continues } = former;
    return { year: next, system, names, continues };
  }
  const { classes, stage_ids } = school;
  const hasSixth = classes.some(({ grade_id }) => grade_id === "6");
  const isFive =
    classes.some(({ grade_id, stage_id }) => grade_id === "6" && stage_id === "junior") ||
    (!hasSixth && classes.some(({ grade_id }) => grade_id === "5"));
  const hasCohorts = classes.some(({ name }) => /20[0-9]{2}级/.test(name));
  return {
    ...{ year: next, system: isFive ? "5-4" : "6-3", names: hasCohorts ? "cohort" : "grade" },
    continues: stage_ids.includes("primary") && stage_ids.includes("junior"),
  };
}

/** Returns the year of the turn that is planned now. */
function nextTurn(now: Date): number {
  const [year = 0, month = 1] = chinaDay(now).split("-").map(Number);
  return month < NEXT_FROM_MONTH ? year : year + 1;
}

/** Returns the days of a turn: the first of September at midnight, or tomorrow where that is over. */
export function defaultTimes(year: number, now: Date): YearTimes {
  const first = chinaMoment(`${year}-09-01`);
  const tomorrow = chinaMoment(chinaDay(daysAfter(now, 1)));
  const at = first > now ? first : tomorrow;
  const days = (count: number) => daysAfter(at, count).toISOString();
  return {
    effective_at: at.toISOString(),
    pause_from: days(-PAUSED_BEFORE_DAYS),
    pause_until: days(PAUSED_AFTER_DAYS),
    take_along_days: TAKE_ALONG_DAYS,
  };
}
