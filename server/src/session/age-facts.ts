import { sql, type RawBuilder } from "kysely";
import type { Queryable } from "../database/database.ts";
import { CHILD_BELOW_YEARS, FIRST_GRADE_OF_TEENS, type AgeFacts } from "#contract";
import { dayInChina } from "../platform/china-day.ts";

/** Whether a person is a pupil anywhere, as a column; `id` is the SQL of the person's id. */
export const IS_PUPIL = (id: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from membership m where m.user_id = ${id} and m.identity = 'student')`;

/** The grades of a person's classes, as a column. */
export const GRADES = (id: ReturnType<typeof sql>) => sql<string[]>`array(
  select k.grade_id from class_student cs
  join class k on k.school_id = cs.school_id and k.id = cs.class_id and k.is_abled
  where cs.user_id = ${id})`;

/** Reads the facts that tell a person's age. Schools of all kinds count, so it is asked across them. */
export async function readAgeFacts(db: Queryable, userId: string): Promise<AgeFacts | undefined> {
  const { rows } = await sql<AgeFacts>`
    select u.birth_date, ${IS_PUPIL(sql`u.id`)} as is_pupil, ${GRADES(sql`u.id`)} as grades
    from "user" u where u.id = ${userId}`.execute(db);
  return rows[0];
}

/** What `isChild` says of "user" `u`, for a list; pupils and grades are those of the schools that the statement sees. */
export function isChildInSql(now: Date): RawBuilder<boolean> {
  const [year = "", ...rest] = dayInChina(now).split("-");
  const born = [String(Number(year) - CHILD_BELOW_YEARS).padStart(4, "0"), ...rest].join("-");
  // as text, since there may be no such day in that year
  return sql<boolean>`case when u.birth_date is not null then to_char(u.birth_date, 'YYYY-MM-DD') > ${born}
    else ${IS_PUPIL(sql`u.id`)} and not exists (
      select from unnest(${GRADES(sql`u.id`)}) as g (id)
      where g.id ~ '^[0-9]+$' and g.id::int >= ${FIRST_GRADE_OF_TEENS}::int) end`;
}
