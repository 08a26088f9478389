import { sql } from "kysely";
import type { ClassDecision, NewClass, PupilDecision, YearDecisions, YearTimes } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { SchoolYearPlanTable } from "../database/tables/school-year.ts";
import type { Selectable } from "kysely";
import type { TeacherBefore } from "./teachers.ts";
import type { PupilBefore } from "./pupils.ts";
import type { ClassBefore } from "./classes.ts";
import type { YearSchool } from "./plan.ts";

export type PlanRow = Selectable<SchoolYearPlanTable>;

/** Reads a school as the planner sees it: in an order that is always the same. */
export async function readSchool(
  db: Queryable,
  { school_id, stage_ids }: { school_id: string; stage_ids: readonly string[] },
): Promise<YearSchool> {
  const { rows: classes } = await sql<ClassBefore>`
    select id, name, grade_id, stage_id from class where school_id = ${school_id} and is_abled`.execute(
    db,
  );
  const { rows: pupils } = await sql<PupilBefore>`
    select m.user_id, u.name, u.account, u.gender, coalesce(
      (select json_agg(json_build_object('class_id', cs.class_id, 'source', cs.source) order by cs.class_id)
        from class_student cs join class k on k.school_id = cs.school_id and k.id = cs.class_id and k.is_abled
        where cs.school_id = m.school_id and cs.user_id = m.user_id), '[]') as classes
    from membership m join "user" u on u.id = m.user_id
    where m.school_id = ${school_id} and m.identity = 'student' and m.is_abled
    order by u.name, m.user_id`.execute(db);
  const { rows: teachers } = await sql<TeacherBefore>`
    select ct.class_id, ct.user_id, u.name, ct.subject_id, ct.is_head, ct.source
    from class_teacher ct join class k on k.school_id = ct.school_id and k.id = ct.class_id and k.is_abled
    join "user" u on u.id = ct.user_id
    where ct.school_id = ${school_id} order by ct.class_id, ct.subject_id, u.name, ct.user_id`.execute(
    db,
  );
  const { rows: staff } = await sql<{ user_id: string; name: string }>`
    select distinct m.user_id, u.name from membership m join "user" u on u.id = m.user_id
    where m.school_id = ${school_id} and m.identity in ('teacher', 'manager') and m.is_abled`.execute(
    db,
  );
  return {
    ...{ school_id, pupils, teachers },
    stage_ids:
      stage_ids.length > 0 ? stage_ids : [...new Set(classes.map(({ stage_id }) => stage_id))],
    classes: classes.toSorted(byGradeAndName),
    staff: new Map(staff.map(({ user_id, name }) => [user_id, name])),
  };
}

const collator = new Intl.Collator("zh-CN", { numeric: true });

function byGradeAndName(a: ClassBefore, b: ClassBefore): number {
  return (
    collator.compare(a.grade_id, b.grade_id) ||
    collator.compare(a.name, b.name) ||
    (a.id < b.id ? -1 : 1)
  );
}

/** Returns a school's plan of a year, or without one named the last; undefined where there is none. */
export async function findPlan(
  db: Queryable,
  school_id: string,
  year?: number,
): Promise<PlanRow | undefined> {
  return db
    .selectFrom("school_year_plan")
    .selectAll()
    .where("school_id", "=", school_id)
    .$if(year !== undefined, (query) => query.where("year", "=", year ?? 0))
    .orderBy("year", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function planById(db: Queryable, school_id: string, id: string) {
  return db
    .selectFrom("school_year_plan")
    .selectAll()
    .where("school_id", "=", school_id)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns what is decided in a plan, in an order that is always the same. */
export async function readDecisions(db: Queryable, plan: PlanRow): Promise<YearDecisions> {
  const { id, year, school_system: system, names, continues } = plan;
  const classes = await db
    .selectFrom("school_year_class")
    .selectAll()
    .where("plan_id", "=", id)
    .orderBy("sort")
    .orderBy("class_id")
    .execute();
  const pupils = await db
    .selectFrom("school_year_pupil")
    .selectAll()
    .where("plan_id", "=", id)
    .orderBy("user_id")
    .execute();
  const said = <K extends string, V>(key: K, value: V | null) =>
    (value === null ? {} : { [key]: value }) as Partial<Record<K, V>>;
  return {
    rules: { year, system, names, continues },
    classes: classes
      .filter(({ is_new }) => !is_new)
      .map(({ class_id, act, into_class_id, name, sets_head, head_user_id, clears_teachers }) => ({
        ...{ class_id, ...said("act", act), ...said("into_class_id", into_class_id) },
        ...said("name", name),
        ...(sets_head && { head_user_id }),
        ...(clears_teachers && { clears_teachers }),
      })),
    new_classes: classes
      .filter(({ is_new }) => is_new)
      .map(({ class_id, name, grade_id, stage_id, head_user_id }) => ({
        ...{ class_id, name: name ?? "", grade_id: grade_id as NewClass["grade_id"] },
        stage_id: stage_id as NewClass["stage_id"],
        ...said("head_user_id", head_user_id),
      })),
    pupils: pupils.map(({ user_id, act, class_id, reason }): PupilDecision => ({
      ...{ user_id, act, ...said("class_id", class_id), ...said("reason", reason) },
    })),
  };
}

/** Writes the decisions of a plan in place of the former ones. */
export async function writeDecisions(
  trx: Queryable,
  { id: plan_id, school_id }: Pick<PlanRow, "id" | "school_id">,
  { classes, new_classes, pupils }: Omit<YearDecisions, "rules">,
): Promise<void> {
  const of = { plan_id, school_id };
  await trx.deleteFrom("school_year_class").where("plan_id", "=", plan_id).execute();
  await trx.deleteFrom("school_year_pupil").where("plan_id", "=", plan_id).execute();
  const rows = [
    ...classes.map((one: ClassDecision, sort) => ({
      ...{ ...of, sort, class_id: one.class_id, is_new: false, act: one.act ?? null },
      ...{ into_class_id: one.into_class_id ?? null, name: one.name ?? null },
      ...{ grade_id: null, stage_id: null, sets_head: one.head_user_id !== undefined },
      ...{ head_user_id: one.head_user_id ?? null, clears_teachers: one.clears_teachers ?? false },
    })),
    ...new_classes.map((one: NewClass, sort) => ({
      ...{ ...of, sort, class_id: one.class_id, is_new: true, act: null, into_class_id: null },
      ...{ name: one.name, grade_id: one.grade_id, stage_id: one.stage_id },
      ...{ sets_head: one.head_user_id !== undefined, head_user_id: one.head_user_id ?? null },
      clears_teachers: false,
    })),
  ];
  if (rows.length > 0) await trx.insertInto("school_year_class").values(rows).execute();
  if (pupils.length > 0) {
    const written = pupils.map(({ user_id, act, class_id, reason }) => ({
      ...{ ...of, user_id, act, class_id: class_id ?? null, reason: reason ?? null },
    }));
    // in one value: 6,000 rows have more columns than a statement takes
    await sql`insert into school_year_pupil (plan_id, school_id, user_id, act, class_id, reason)
      select r.plan_id, r.school_id, r.user_id, r.act, r.class_id, r.reason
      from jsonb_to_recordset(${JSON.stringify(written)}::text::jsonb)
        as r(plan_id text, school_id text, user_id text, act text, class_id text, reason text)`.execute(
      trx,
    );
  }
}

export function timesOf(plan: PlanRow): YearTimes {
  return {
    effective_at: plan.effective_at.toISOString(),
    pause_from: plan.pause_from.toISOString(),
    pause_until: plan.pause_until.toISOString(),
    take_along_days: plan.take_along_days,
  };
}
