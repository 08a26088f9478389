import { sql } from "kysely";
import type { Queryable } from "../server/src/database/database.ts";

/**
 * Named pupils under 14 whose guardian has agreed that they use apps, so that their home has the day's homework; the
 * guardian of the others is still asked.
 */
export const DEMO_CONSENTS = ["linxiaoman"];

/** Writes these guardians' consents to what is in force; those that are there stay. */
export async function giveConsents(trx: Queryable, source: string, now: Date): Promise<void> {
  await sql`insert into consent (user_id, type, version, agreed_at, given_by)
    select c.id, a.type, a.version, ${now}, g.user_id
    from "user" c
    join lateral (select user_id from guardian where child_id = c.id order by user_id limit 1) g on true
    join agreement a on a.type = 'child' and a.effective_at <= ${now}
    where c.source = ${source} and c.account = any (${DEMO_CONSENTS})
    on conflict do nothing`.execute(trx);
}
