import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { withoutRole } from "../database/wall.ts";
import { DECLARED } from "./tables.ts";

/**
 * Makes the embedded database's own files forget what was erased: a row that is deleted stands in its page, and in the
 * write-ahead log, until something is written over it. Tables that can hold something of a person are written anew, and
 * the log is begun anew with what came before removed. A database server does so in its own time.
 */
export async function wipeDeleted(db: Database): Promise<void> {
  for (const [table, { name, shares }] of DECLARED) {
    if (name === undefined && shares.length === 0) continue;
    // one at a time, so that calls get their turn in between
    await sql`vacuum (full, analyze) ${sql.table(table)}`.execute(db);
  }
  await db.transaction().execute(async (trx) => {
    await withoutRole(trx);
    // else its old files are kept, and used again from their beginning only
    await sql`set local wal_recycle = off`.execute(trx);
    await sql`select pg_switch_wal()`.execute(trx);
    await sql`checkpoint`.execute(trx);
  });
}
