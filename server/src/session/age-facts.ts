import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";
import type { AgeFacts } from "#contract";

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
