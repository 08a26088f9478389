import { sql } from "kysely";
import type { Database, Queryable } from "../database/database.ts";
import { DECLARED } from "./tables.ts";
import { daysBefore } from "../platform/days.ts";

/** Tables whose rows refer to files, as `file_id`. */
const ATTACHED: readonly string[] = ["feedback_attachment", "notice_file"];

/** Deletes rows past their declared retention, where no other sweep does it. */
export async function sweepOld(db: Database, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const [table, { retention }] of DECLARED) {
      if (typeof retention === "string" || !("old" in retention)) continue;
      const old = retention.old(daysBefore(now, retention.days));
      if (ATTACHED.includes(table)) await releaseFiles(trx, table, old, now);
      await sql`delete from ${sql.table(table)} where ${old}`.execute(trx);
    }
  });
}

/** Releases files attached to what is old, so that the files' sweep deletes them. */
async function releaseFiles(
  trx: Queryable,
  table: string,
  old: ReturnType<typeof sql<boolean>>,
  now: Date,
) {
  await sql`
    update file set is_held = false, released_at = ${now}
    where is_held and id in (select file_id from ${sql.table(table)} where ${old})`.execute(trx);
}
