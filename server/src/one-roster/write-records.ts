import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";
import { digestOf, type RosterRecord } from "./record.ts";

/** Rows in one statement. */
const ROWS_AT_ONCE = 1000;

/**
 * Writes down a school's records as they are now: what has changed gets `stamp`, what is no longer there is marked as gone
 * and keeps nothing of a person. Returns the number of changes.
 */
export async function writeRecords(
  trx: Queryable,
  { app_id, school_id, stamp }: { app_id: string; school_id: string; stamp: Date },
  records: readonly RosterRecord[],
): Promise<number> {
  const kept = await trx
    .selectFrom("one_roster_record")
    .select(["kind", "sourced_id", "digest"])
    .where("app_id", "=", app_id)
    .where("school_id", "=", school_id)
    .where("is_deleted", "=", false)
    .execute();
  const before = new Map(kept.map((row) => [`${row.kind} ${row.sourced_id}`, row.digest]));
  const changed: object[] = [];
  for (const record of records) {
    const key = `${record.kind} ${record.sourced_id}`;
    const digest = digestOf(record);
    if (before.get(key) !== digest) changed.push({ ...record, digest });
    before.delete(key);
  }
  for (let from = 0; from < changed.length; from += ROWS_AT_ONCE) {
    await sql`
      insert into one_roster_record (app_id, kind, sourced_id, school_id, user_id, part, tags, body, digest, modified_at)
      select ${app_id}, kind, sourced_id, ${school_id}, user_id, part, tags, body, digest, ${stamp}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(changed.slice(from, from + ROWS_AT_ONCE))}::jsonb)
        as given (kind text, sourced_id text, user_id text, part text, tags text[], body jsonb, digest text)
      on conflict (app_id, kind, sourced_id) do update set school_id = excluded.school_id, user_id = excluded.user_id,
        part = excluded.part, tags = excluded.tags, body = excluded.body, digest = excluded.digest,
        modified_at = excluded.modified_at, is_deleted = false`.execute(trx);
  }
  const gone = [...before.keys()];
  for (let from = 0; from < gone.length; from += ROWS_AT_ONCE) {
    await trx
      .updateTable("one_roster_record")
      .set({ is_deleted: true, body: {}, digest: "", user_id: null, modified_at: stamp })
      .where("app_id", "=", app_id)
      .where("school_id", "=", school_id)
      .where(
        sql<boolean>`kind || ' ' || sourced_id = any (${gone.slice(from, from + ROWS_AT_ONCE)}::text[])`,
      )
      .execute();
  }
  return changed.length + gone.length;
}

/** Returns the schools that an app's records were written for, of which some may be gone. */
export async function schoolsWritten(db: Queryable, app_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom("one_roster_record")
    .select("school_id")
    .distinct()
    .where("app_id", "=", app_id)
    .where("is_deleted", "=", false)
    .execute();
  return rows.map(({ school_id }) => school_id);
}
