import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";

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

/** Tables of launches that tell of one person at one app. */
const OF_PERSON = [
  "lti_deep_link",
  "cas_logout",
  "oidc_grant",
  "app_disclosure",
  "app_subject",
  "app_ticket",
] as const satisfies readonly (keyof Tables)[];
/** Tables of the tokens by which a tool's server calls. */
const OF_APP = ["lti_access_token", "lti_assertion"] as const satisfies readonly (keyof Tables)[];

/** Removes a tool's tokens and the launches of the person who deletes the app: only those of others hold it. */
export async function forgetTries(trx: Queryable, app_id: string, user_id: string): Promise<void> {
  for (const table of OF_PERSON) {
    await sql`delete from ${sql.table(table)} where app_id = ${app_id} and user_id = ${user_id}`.execute(
      trx,
    );
  }
  for (const table of OF_APP) {
    await sql`delete from ${sql.table(table)} where app_id = ${app_id}`.execute(trx);
  }
  // a class's name at the tool, which the first launch from it gave: nothing was put under it
  const under = (table: "lti_item" | "lti_line_item") =>
    sql`exists (select 1 from ${sql.table(table)} t where t.school_id = c.school_id and t.context_id = c.id)`;
  await sql`delete from lti_context c
    where c.app_id = ${app_id} and not ${under("lti_item")} and not ${under("lti_line_item")}`.execute(
    trx,
  );
}
