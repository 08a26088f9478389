import type { Insertable } from "kysely";
import { sql } from "kysely";
import type { Identity } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { EventReportTable } from "../database/tables/telemetry.ts";

export async function writeEvents(
  db: Queryable,
  events: Insertable<EventReportTable>[],
): Promise<void> {
  await db.insertInto("event_report").values(events).execute();
}

export async function dropEvents(db: Queryable, createdBefore: Date): Promise<void> {
  await db.deleteFrom("event_report").where("created_at", "<", createdBefore).execute();
}

/** Notes that a person opened an app under an identity, once more. */
export async function writeAppUse(
  db: Queryable,
  use: { user_id: string; identity: Identity; app_id: string; used_at: Date },
): Promise<void> {
  await db
    .insertInto("app_use")
    .values(use)
    .onConflict((conflict) =>
      conflict.columns(["user_id", "identity", "app_id"]).doUpdateSet({
        used_at: use.used_at,
        times: sql<number>`app_use.times + 1`,
      }),
    )
    .execute();
}
