import type { SchoolSystem } from "#contract";
import type { Queryable } from "../database/database.ts";
import { planYear, type YearPlanned } from "./plan.ts";
import { findPlan, type PlanRow, planById, readDecisions, readSchool } from "./queries.ts";

export { guardsOf } from "./expected.ts";

/** Returns whether the school year turns: imports by night change nothing then (YR-03). */
export function isTurning(plan: Pick<PlanRow, "pause_from" | "pause_until">, now: Date): boolean {
  return plan.pause_from <= now && now < plan.pause_until;
}

/** States of a change that is not given up. */
const IN_FORCE = ["waiting", "scheduled", "applying", "applied"] as const;

/** Returns until when the school year of one of these schools turns; null: of none (YR-03). */
export async function turningUntil(
  db: Queryable,
  school_ids: readonly string[],
  now: Date,
): Promise<Date | null> {
  const plans = await db
    .selectFrom("school_year_plan as p")
    .innerJoin("change_set as c", "c.id", "p.change_set_id")
    .select(["p.pause_from", "p.pause_until"])
    .where("p.school_id", "in", school_ids)
    .where("c.state", "in", IN_FORCE)
    .orderBy("p.pause_until", "desc")
    .execute();
  return plans.find((plan) => isTurning(plan, now))?.pause_until ?? null;
}

/**
 * Returns the years that a school's stages take: as its last plan says, or as its sixth grade stands; undefined where
 * neither says it.
 */
export async function systemOf(
  db: Queryable,
  school_id: string,
): Promise<SchoolSystem | undefined> {
  const plan = await findPlan(db, school_id);
  if (plan !== undefined) return plan.school_system;
  const sixth = await db
    .selectFrom("class")
    .select("stage_id")
    .where("school_id", "=", school_id)
    .where("grade_id", "=", "6")
    .where("is_abled", "=", true)
    .limit(1)
    .executeTakeFirst();
  if (sixth === undefined) return undefined;
  return sixth.stage_id === "junior" ? "5-4" : "6-3";
}

/** Plans a school's turn by what its plan decides; undefined where the school has no such plan. */
export async function planOf(
  db: Queryable,
  {
    school_id,
    plan_id,
    stage_ids,
  }: { school_id: string; plan_id: string; stage_ids: readonly string[] },
): Promise<
  { plan: PlanRow; planned: YearPlanned; staff: ReadonlyMap<string, string> } | undefined
> {
  const plan = await planById(db, school_id, plan_id);
  if (plan === undefined) return undefined;
  const decisions = await readDecisions(db, plan);
  const school = await readSchool(db, { school_id, stage_ids });
  return { plan, planned: planYear({ plan_id, school, decisions }), staff: school.staff };
}
