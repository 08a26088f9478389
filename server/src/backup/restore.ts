import { sql, type Transaction } from "kysely";
import type { Config } from "../platform/config.ts";
import type { Database } from "../database/database.ts";
import { analyze } from "../database/analyze.ts";
import {
  hashOf,
  haveRun,
  migrateWithin,
  readMigrations,
  type Migration,
} from "../database/migrate.ts";
import type { Tables } from "../database/tables.ts";
import { recordOperator } from "../audit/audit-entry.ts";
import type { Header, Summary } from "./archive.ts";
import { countOf } from "./backup.ts";
import { BackupRefused } from "./backup-refused.ts";
import { eraseAgain, type Followed } from "./erase-again.ts";
import { emptyTables, setGuards, takeGuardsAway } from "./guards.ts";
import { hasLocalFiles, IncomingFiles } from "./local-files.ts";
import { assertLater, knownToBackup, knownToDatabase, knownToReplaced } from "./later-erasures.ts";
import { checkArchive, readArchive } from "./read-archive.ts";
import { dropEverything, hasContents, otherNodes } from "./target.ts";
import { fixTextForms, insertRows, readTables, type Table } from "./tables.ts";

export interface RestoreOptions {
  config: Pick<Config, "dataDir" | "s3">;
  now: Date;
  /** True lets the restore replace what is there. */
  replace: boolean;
  /** True ends every session and remembered device that the backup holds. */
  signOut: boolean;
  /** The path of a later backup, which knows who has been erased since. */
  erasuresOf?: string;
}

export interface Restored {
  header: Header;
  summary: Summary;
  erasures: Followed;
}

/**
 * Restores a backup: the database in one transaction, which at its end compares every table with what was read when the
 * backup was made; then the files. Faults are found before anything is changed. People erased since, as far as the
 * replaced database or a later backup knows, are erased again.
 */
export async function restore(
  db: Database,
  path: string,
  { config, now, replace, signOut, erasuresOf }: RestoreOptions,
): Promise<Restored> {
  const { header, summary } = await checkArchive(path);
  if (erasuresOf !== undefined) await assertLater(erasuresOf, header.made_at);
  const migrations = readMigrations();
  const then = migrationsOf(header, migrations);
  if (!replace && ((await hasContents(db)) || (await hasLocalFiles(config.dataDir)))) {
    throw new BackupRefused(
      "这里已经有数据，没有恢复任何内容。确定要用备份替换它们时，请加上 --replace。",
    );
  }
  const others = await otherNodes(db);
  if (others.length > 0) {
    throw new BackupRefused(
      `还有节点或命令在使用这个数据库：${others.join("、")}。请先停止所有节点，再恢复。`,
    );
  }
  const files = new IncomingFiles(config.dataDir);
  try {
    await files.begin();
    const erasures = await db.transaction().execute(async (trx) => {
      const before = await knownToReplaced(trx, now);
      // tables that are the backup's already are emptied by the load, which takes a third of making them anew
      if (!(await haveRun(trx, then))) {
        await dropEverything(trx);
        await migrateWithin(trx, then);
      }
      await load(trx, path, { files, summary });
      await migrateWithin(trx, migrations);
      const restored = await knownToDatabase(trx, new Date(header.made_at));
      const after = erasuresOf === undefined ? undefined : await knownToBackup(trx, erasuresOf);
      const later = [before, after].filter((state) => state !== undefined);
      const erasures = await eraseAgain(trx, restored, later, now);
      if (signOut) await endAllSessions(trx, now);
      const rows = Object.values(summary.tables).reduce((sum, table) => sum + table.rows, 0);
      const detail = {
        made_at: header.made_at,
        rows,
        files: summary.fileCount,
        erased_again: erasures.again,
      };
      await recordOperator(trx, { action: "restore", detail }, now);
      return erasures;
    });
    await files.putInPlace();
    await analyze(db);
    return { header, summary, erasures };
  } finally {
    await files.drop();
  }
}

/** Returns the migrations that had run on the backed-up database; they must be the beginning of this program's. */
function migrationsOf(header: Header, migrations: readonly Migration[]): Migration[] {
  if (header.migrations.length > migrations.length) {
    throw new BackupRefused("备份来自更新的版本，请用那个版本或更新的程序恢复。");
  }
  return header.migrations.map(({ name, hash }, index) => {
    const migration = migrations[index];
    if (migration !== undefined && migration.name === name && hashOf(migration) === hash) {
      return migration;
    }
    throw new BackupRefused(`备份时的升级脚本 ${name} 与这个程序的不同，不能在这里恢复。`);
  });
}

async function load(
  trx: Transaction<Tables>,
  path: string,
  { files, summary }: { files: IncomingFiles; summary: Summary },
): Promise<void> {
  await fixTextForms(trx);
  const tables = new Map((await readTables(trx)).map((table) => [table.name, table]));
  const guards = await takeGuardsAway(trx, [...tables.values()]);
  await emptyTables(trx, [...tables.values()]);
  let into: Table | undefined;
  for await (const line of readArchive(path)) {
    if ("table" in line) into = known(tables, line.table, line.columns);
    else if ("rows" in line && into !== undefined) await insertRows(trx, into, line.rows);
    else if ("file" in line) await files.file(line);
    else if ("base64" in line) await files.bytes(line);
  }
  await setGuards(trx, guards);
  await assertSame(trx, tables, summary);
  if (files.count !== summary.fileCount) {
    throw new BackupRefused("备份里的文件数与它的清单不符，没有恢复任何内容。");
  }
}

function known(tables: Map<string, Table>, name: string, columns: readonly string[]): Table {
  const table = tables.get(name);
  if (table !== undefined && table.columns.join() === columns.join()) return table;
  throw new BackupRefused(`备份里的表 ${name} 与这个程序的不同，不能在这里恢复。`);
}

/** Throws unless every table holds just what was read of it when the backup was made. */
async function assertSame(
  trx: Transaction<Tables>,
  tables: Map<string, Table>,
  summary: Summary,
): Promise<void> {
  for (const table of tables.values()) {
    const wanted = summary.tables[table.name] ?? { rows: 0, hash: "0".repeat(64) };
    const found = await countOf(trx, table);
    if (found.rows === wanted.rows && found.hash === wanted.hash) continue;
    throw new BackupRefused(
      `表 ${table.name} 恢复后与备份不一致（${found.rows} 行，应为 ${wanted.rows} 行），没有恢复任何内容。`,
    );
  }
}

async function endAllSessions(trx: Transaction<Tables>, now: Date): Promise<void> {
  await trx
    .updateTable("session")
    .set({ ended_at: now, end_reason: "revoked" })
    .where("ended_at", "is", null)
    .execute();
  await trx
    .updateTable("device_credential")
    .set({ revoked_at: now })
    .where("revoked_at", "is", null)
    .execute();
  await sql`delete from oidc_payload`.execute(trx);
}
