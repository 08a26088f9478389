import { sql } from "kysely";
import { LEDGER_DAYS } from "#contract";
import type { Queryable } from "../database/database.ts";
import { daysBefore } from "../platform/days.ts";

/** The time for which an object that has gone is still told to apps that ask what has changed. */
const GONE_KEPT_DAYS = 180;

/**
 * Deletes expired tokens, objects long gone, and the rosters of apps that may read none any more. Of whom such an app has
 * read, that it has stays for as long as guardians are told of it (IN-07), and nothing else.
 */
export async function sweepRosters(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom("one_roster_token").where("expires_at", "<", daysBefore(now, 1)).execute();
  await db
    .deleteFrom("one_roster_record")
    .where("is_deleted", "=", true)
    .where("modified_at", "<", daysBefore(now, GONE_KEPT_DAYS))
    .execute();
  const closed = sql<boolean>`app_id in (select a.id from app a where a.roster is null)`;
  // asked once for each app, and not for each of its rows
  const isTold = sql<boolean>`(kind = 'user' and not is_deleted and app_id in (
    select a.id from app a where a.roster is null and exists (select from audit_entry e
      where e.app_id = a.id and e.subject_id is null and e.action = 'roster-read' and e.outcome = 'ok'
        and e.at >= ${daysBefore(now, LEDGER_DAYS)})))`;
  await db
    .deleteFrom("one_roster_record")
    .where(closed)
    .where(({ not }) => not(isTold))
    .execute();
  await db
    .updateTable("one_roster_record")
    .set({ body: {}, tags: [], part: "", digest: "" })
    .where(closed)
    .where("digest", "!=", "")
    .execute();
  await db.deleteFrom("one_roster_feed").where(closed).execute();
}

/** Removes an app's tokens, with which nothing was read yet: a roster that was holds the app, by its records. */
export async function forgetTokens(trx: Queryable, app_id: string): Promise<void> {
  await trx.deleteFrom("one_roster_token").where("app_id", "=", app_id).execute();
  await trx
    .deleteFrom("one_roster_feed")
    .where("app_id", "=", app_id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("one_roster_record").where("app_id", "=", app_id).select("kind"))),
    )
    .execute();
}
