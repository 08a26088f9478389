import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll } from "vitest";
import { makeApps, makeClass } from "../../test/apps.ts";
import { makePerson, makeSchool } from "../../test/people.ts";
import { temporaryDirectory } from "../../test/process.ts";
import type { Database } from "../database/database.ts";
import { backupLines } from "./backup.ts";
import { restore } from "./restore.ts";
import { writeSafely } from "./write-archive.ts";

export const KEY = "aaaaaaaaaaaaaaaaaaaaaa";
export const NOW = new Date();

/** Returns each table's row count and hash, computed by the database itself: nothing here is the product's own. */
export async function tableHashes(db: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`.execute(
    db,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of rows) {
    const table = sql.id(name);
    const found = await sql<{ hash: string }>`
      select count(*) || ' ' || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as hash
      from ${table} t`.execute(db);
    hashes[name] = found.rows[0]?.hash ?? "";
  }
  return hashes;
}

/** Fills the database with rows of every awkward kind, and the data directory with two files. */
export async function fill(db: Database, dataDir: string): Promise<void> {
  const school = await makeSchool(db, { name: '引号"逗号,反斜杠\\与\n换行' });
  const child = await makeSchool(db, {
    kind: "school",
    parent_id: school,
    stage_ids: ["primary", ""],
  });
  const id = await makePerson(db, {
    account: "lin",
    name: "林岚 😀 O'Brien",
    birth_date: "2015-02-28",
    memberships: [{ school: child, identity: "teacher" }],
  });
  await makeClass(db, child, { id: "c1", grade_id: "3", students: [id] });
  await makeApps(db, [{ id: "app", description: "NULL", school_ids: [child], secret: "s" }]);
  await sql`insert into event_report (id, event, detail, created_at)
    values ('e', 'x', '{"a": [null, 1.50, "\\u0041"], "b": "{}"}', '2026-02-03 04:05:06.789012+08')`.execute(
    db,
  );
  await sql`insert into audit_pending (entry_id, digest) values ('x', ''), ('y', '')`.execute(db);
  await mkdir(join(dataDir, "files", "kept", "aa"), { recursive: true });
  await writeFile(join(dataDir, "files", "kept", "aa", KEY), Buffer.alloc(300_000, 7));
  await writeFile(join(dataDir, "files", "kept", "aa", "half.part"), "not yet");
  await writeFile(join(dataDir, "secrets.key"), "the key\n", { mode: 0o600 });
}

export async function backUp(db: Database, dataDir: string, path: string): Promise<void> {
  const lines = backupLines(db, { config: { dataDir }, version: "test", now: NOW });
  await writeSafely(path, lines);
}

export const put = (db: Database, path: string, dataDir: string, more: object = {}) =>
  restore(db, path, { config: { dataDir }, now: NOW, replace: false, signOut: false, ...more });

/** Removes from hashes the tables that a restore itself writes to. */
export const without = (hashes: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(hashes).filter(
      ([name]) => !/^(audit_(entry|pending)|schema_migration)$/.test(name),
    ),
  );

/** Returns a function that makes folders; they are removed when all tests of the file are over, as several use them. */
export function folders(): () => Promise<string> {
  const removals: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const remove of removals) await remove();
  });
  return () => temporaryDirectory((remove) => void removals.push(remove));
}
