import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";
import type { Subject } from "./declare.ts";
import { DECLARED } from "./tables.ts";

/**
 * Erases all data of a person in one transaction, by each table's declaration; only the emptied row of the account
 * stays, so that other people's rows still refer to something. Files are erased by their feature.
 */
export async function eraseRows(trx: Queryable, subject: Subject): Promise<void> {
  await releaseForeignFiles(trx, subject);
  for (const [table, { shares }] of DECLARED) {
    for (const { rows, erase } of shares) {
      const target = sql.table(table);
      const own = rows(subject);
      if (erase === "delete") {
        await sql`delete from ${target} where ${own}`.execute(trx);
        continue;
      }
      const values = Object.entries(erase(subject));
      if (values.length === 0) continue;
      const set = sql.join(values.map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
      await sql`update ${target} set ${set} where ${own}`.execute(trx);
    }
  }
}

/** Releases files that staff attached in the person's threads, so that the files' sweep deletes them. */
async function releaseForeignFiles(trx: Queryable, { id }: Subject): Promise<void> {
  await sql`
    update file set is_held = false, released_at = now()
    where user_id <> ${id} and is_held and id in (
      select a.file_id from feedback_attachment a
      join feedback_thread t on t.school_id = a.school_id and t.id = a.thread_id
      where t.user_id = ${id})`.execute(trx);
}
