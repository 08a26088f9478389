import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";

/** Keeps that an app was given a subject, so that the app can name the person by it (IN-06). */
export async function keepSubject(
  db: Queryable,
  subject: { app_id: string; sub: string; user_id: string },
): Promise<void> {
  await db
    .insertInto("app_subject")
    .values(subject)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Returns the people whom an app calls by these subjects, by subject: those of launches, and those of a roster with ids of
 * the app's own. Who cannot act any more is not among them.
 */
export async function findSubjects(
  db: Queryable,
  app_id: string,
  subs: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ sub: string; user_id: string }>`
    select s.sub, s.user_id from app_subject s join "user" u on u.id = s.user_id and u.is_abled
      where s.app_id = ${app_id} and s.sub = any (${subs}::text[])
    union all select r.sourced_id, r.user_id
      from app a join one_roster_record r on r.app_id = a.id and r.kind = 'user' and not r.is_deleted
        and r.sourced_id = any (${subs}::text[])
      join "user" u on u.id = r.user_id and u.is_abled
      where a.id = ${app_id} and (a.roster->>'pairwise')::boolean`.execute(db);
  return new Map(rows.map(({ sub, user_id }) => [sub, user_id]));
}
