import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { sql, type Transaction } from "kysely";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";
import { DatabaseUnavailable } from "./unavailable.ts";
import { allowAppRole, ownerOf, whoConnects, withoutRole } from "./row-security.ts";

/** A numbered SQL file. It is never changed once it has run anywhere; a change is a further file. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly script: string;
}

interface Applied {
  number: number;
  name: string;
  hash: string;
}

/**
 * The number of the advisory lock that a migrating node holds while the others wait; any number, the same on every
 * node.
 */
const MIGRATION_LOCK = 7_100_001;

/**
 * Applies all missing migrations, or none. Nodes that start at the same moment take turns.
 *
 * @returns the names of the migrations applied now
 */
export async function migrate(
  db: Database,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string[]> {
  const connecting = await whoConnects(db);
  return ownerOf(db)
    .transaction()
    .execute(async (trx) => {
      await withoutRole(trx);
      const applied = await migrateWithin(trx, migrations);
      await allowAppRole(trx, connecting);
      return applied;
    });
}

/** Applies all missing migrations inside a transaction that does more. */
export async function migrateWithin(
  trx: Transaction<Tables>,
  migrations: readonly Migration[],
): Promise<string[]> {
  // the comment lets it wait as long as another node takes
  await sql`-- one after the other\nselect pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx);
  await sql`create table if not exists schema_migration (
    number integer primary key,
    name text not null,
    hash text not null,
    applied_at timestamptz not null default now()
  )`.execute(trx);
  const { rows: applied } = await sql<Applied>`
    select number, name, hash from schema_migration order by number`.execute(trx);
  assertContinues(applied, migrations);
  const missing = migrations.slice(applied.length);
  for (const migration of missing) await apply(trx, migration);
  return missing.map(({ name }) => name);
}

/** Returns whether just these migrations have run, so that the tables are those that they make. */
export async function haveRun(
  trx: Transaction<Tables>,
  migrations: readonly Migration[],
): Promise<boolean> {
  const { rows: own } = await sql<{ is: boolean }>`
    select to_regclass('public.schema_migration') is not null as is`.execute(trx);
  if (own[0]?.is !== true) return false;
  const { rows } = await sql<Pick<Applied, "name" | "hash">>`
    select name, hash from schema_migration order by number`.execute(trx);
  const wanted = migrations.map((one) => ({ name: one.name, hash: hashOf(one) }));
  return JSON.stringify(rows) === JSON.stringify(wanted);
}

async function apply(trx: Transaction<Tables>, migration: Migration): Promise<void> {
  // many statements in one text; the comment keeps it from being taken for a single one
  await sql.raw(`-- ${migration.name}\n${migration.script}`).execute(trx);
  await sql`insert into schema_migration (number, name, hash)
    values (${migration.number}, ${migration.name}, ${hashOf(migration)})`.execute(trx);
}

/** Throws unless the database's migrations are the beginning of the code's. */
function assertContinues(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const beyond = applied.at(migrations.length);
  if (beyond && applied.length > migrations.length) {
    throw new DatabaseUnavailable(
      `数据库已经升级到 ${beyond.name}，比这个程序认识的版本新，请使用更新的程序启动。`,
    );
  }
  applied.forEach((row, index) => {
    const migration = migrations[index];
    if (migration && migration.number === row.number && hashOf(migration) === row.hash) return;
    throw new DatabaseUnavailable(
      `数据库升级脚本 ${row.name} 在执行之后被改动过，与这个数据库不符，请恢复原来的脚本，或换一个数据库。`,
    );
  });
}

/** Returns the SHA-256 of a migration's script, in hex, by which it is recognized once it has run. */
export function hashOf(migration: Migration): string {
  return createHash("sha256").update(migration.script).digest("hex");
}

/** Reads the migrations of this version, `server/migrations/NNN-word.sql`, numbered without a gap. */
export function readMigrations(): Migration[] {
  const directory = new URL("../../migrations/", import.meta.url);
  const files = readdirSync(directory)
    .filter((file) => file.endsWith(".sql"))
    .sort();
  return files.map((name, index) => {
    const number = Number.parseInt(name, 10);
    if (number !== index + 1) throw new Error(`migration ${name} should have number ${index + 1}`);
    // the same on every system, whatever line ends it was checked out with
    const script = readFileSync(new URL(name, directory), "utf8").replaceAll("\r\n", "\n");
    return { number, name, script };
  });
}
