import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database, Queryable } from "../database/database.ts";
import { withoutRole } from "../database/row-security.ts";
import { DECLARED } from "./tables.ts";

/** The key of the state that a wipe is owed: erased data is still in the files. Each erasure sets another value. */
const PENDING = "unwiped";

/** Stores that a wipe is owed, in the transaction that erases, so that neither a failure nor a stop loses it. */
export async function scheduleWipe(trx: Queryable): Promise<void> {
  const value = randomUUID();
  await trx
    .insertInto("platform_state")
    .values({ key: PENDING, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

const HOUR_MS = 3_600_000;

/**
 * The timing of the wipe in milliseconds. After a failure the next try waits an hour, then twice as long each time, at
 * most a day: the cause may last, as a full disk does, and each try writes the tables anew.
 */
export const WIPE = {
  everyMs: 60_000,
  waitMs: (failures: number) => Math.min(HOUR_MS * 2 ** (failures - 1), 24 * HOUR_MS),
};

/** Wipes if a wipe is owed. */
export async function runScheduledWipe(db: Database): Promise<void> {
  const owed = await db
    .selectFrom("platform_state")
    .select("value")
    .where("key", "=", PENDING)
    .executeTakeFirst();
  if (owed === undefined) return;
  await wipeDeleted(db);
  await db
    .deleteFrom("platform_state")
    .where("key", "=", PENDING)
    // who was erased meanwhile may stand in a table that had its turn before
    .where("value", "=", owed.value)
    .execute();
}

/**
 * Removes erased data from the embedded database's files: a deleted row stays in its page and in the write-ahead log
 * until it is overwritten. Tables that can hold personal data are rewritten, and the log is begun anew. A database
 * server does so in its own time.
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
