import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";
import { daysBefore } from "../platform/days.ts";

/** The time for which an object that has gone is still told to apps that ask what has changed. */
const GONE_KEPT_DAYS = 180;

/** Deletes expired tokens, objects long gone, and the rosters of apps that may read none any more. */
export async function sweepRosters(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom("one_roster_token").where("expires_at", "<", daysBefore(now, 1)).execute();
  await db
    .deleteFrom("one_roster_record")
    .where("is_deleted", "=", true)
    .where("modified_at", "<", daysBefore(now, GONE_KEPT_DAYS))
    .execute();
  const closed = sql<boolean>`app_id in (select a.id from app a where a.roster is null)`;
  await db.deleteFrom("one_roster_record").where(closed).execute();
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
