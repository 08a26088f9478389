import { sql } from "kysely";
import type { Database } from "../src/database/database.ts";

/** Tables that no undo puts back: what happened is on record, sign-ins that ended stay ended, rights are not given back. */
const NOT_PUT_BACK = [
  ...["audit_entry", "audit_pending", "audit_link", "audit_head", "change_set", "change_row"],
  ...["job", "job_step", "session", "right_grant", "person_search", "device_credential", "qr_code"],
  ...[
    "person_notice",
    "notice",
    "notice_recipient",
    "notice_file",
    "notice_alert",
    "push_subscription",
  ],
];

/** Returns these tables, each with whether anything was ever written there: most are empty in any one test, and not asked for rows. */
async function tablesPutBack(db: Database): Promise<{ name: string; is_written: boolean }[]> {
  const { rows } = await sql<{ name: string; is_written: boolean }>`
    select c.relname as name, c.relkind = 'p' or pg_relation_size(c.oid) > 0 as is_written from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`.execute(
    db,
  );
  return rows.filter(({ name }) => !NOT_PUT_BACK.includes(name));
}

/** A row without when the daily sweep found its file in use by nothing. */
const ROW = sql`(to_jsonb(t) - 'idle_since')::text`;

/** Every row of every other table, as text. */
export async function allRows(db: Database): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const { name, is_written } of await tablesPutBack(db)) {
    const rows = sql<{ row: string }>`select ${ROW} as row from ${sql.table(name)} t order by 1`;
    all[name] = is_written ? (await rows.execute(db)).rows.map(({ row }) => row) : [];
  }
  return all;
}

/** The number of rows of every such table with a digest of them all, for tables that are too long to be read. */
export async function digestsOfRows(db: Database): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const { name, is_written } of await tablesPutBack(db)) {
    const rows = sql<{ digest: string }>`
      select count(*) || ' ' || coalesce(sum(hashtextextended(${ROW}, 0)::numeric), 0) as digest
      from ${sql.table(name)} t`;
    all[name] = is_written ? ((await rows.execute(db)).rows[0]?.digest ?? "") : "0 0";
  }
  return all;
}
