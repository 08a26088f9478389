import { sql, type RawBuilder } from "kysely";
import type { Queryable } from "../database/database.ts";
import { chinaDay, CHILD_BELOW_YEARS, FIRST_GRADE_OF_TEENS, type AgeFacts } from "#contract";
import { chinaDayStart } from "../platform/china-day.ts";

/** Returns the SQL of whether a person is a pupil anywhere; `id` is the SQL of the person's id. */
export const IS_PUPIL = (id: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from membership m where m.user_id = ${id} and m.identity = 'student')`;

/** Returns the SQL of the grades of a person's classes. */
export const GRADES = (id: ReturnType<typeof sql>) => sql<string[]>`array(
  select k.grade_id from class_student cs
  join class k on k.school_id = cs.school_id and k.id = cs.class_id and k.is_abled
  where cs.user_id = ${id})`;

/** Reads the facts that tell a person's age, from schools of all kinds. */
export async function readAgeFacts(db: Queryable, userId: string): Promise<AgeFacts | undefined> {
  const { rows } = await sql<AgeFacts>`
    select u.birth_date, ${IS_PUPIL(sql`u.id`)} as is_pupil, ${GRADES(sql`u.id`)} as grades
    from "user" u where u.id = ${userId}`.execute(db);
  return rows[0];
}

/**
 * Returns the SQL of `isChild` for "user" `u`, for lists; pupils and grades are those of the schools that the statement
 * sees. A `set` compares whole tables, a `probe` looks up the person's rows.
 */
export function isChildInSql(now: Date, use: "set" | "probe"): RawBuilder<boolean> {
  return sql<boolean>`case when u.birth_date is not null then u.birth_date > ${lastBornOfTeens(now)}::date
    else ${isYoungPupil(sql`u.id`, use)} end`;
}

/** Returns the last day on which somebody was born who is no child any more: whoever was born later is one. */
export function lastBornOfTeens(now: Date): string {
  const [year = "", ...rest] = chinaDay(now).split("-");
  const born = [String(Number(year) - CHILD_BELOW_YEARS).padStart(4, "0"), ...rest].join("-");
  // a year without this day: nobody was born on it, either
  return born.endsWith("-02-29") && chinaDayStart(born) === undefined
    ? `${born.slice(0, -1)}8`
    : born;
}

/** Returns the SQL of whether a person without a date of birth counts as a child: a pupil, and in no grade of teens. */
export function isYoungPupil(id: RawBuilder<unknown>, use: "set" | "probe"): RawBuilder<boolean> {
  const pupil = sql`from membership m where m.identity = 'student'`;
  const teen = sql`from class_student cs
    join class k on k.school_id = cs.school_id and k.id = cs.class_id and k.is_abled
    where k.grade_id ~ '^[0-9]+$' and k.grade_id::int >= ${FIRST_GRADE_OF_TEENS}::int`;
  return use === "set"
    ? sql<boolean>`(${id} in (select m.user_id ${pupil}) and ${id} not in (select cs.user_id ${teen}))`
    : sql<boolean>`(coalesce((select true ${pupil} and m.user_id = ${id} limit 1), false)
        and not coalesce((select true ${teen} and cs.user_id = ${id} limit 1), false))`;
}
