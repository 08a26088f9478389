import { hash } from "node:crypto";
import { sql } from "kysely";
import type { Config } from "../platform/config.ts";
import type { Database, Queryable } from "../database/database.ts";
import { withoutRole } from "../database/row-security.ts";
import { recordOperator } from "../audit/audit-entry.ts";
import { BackupRefused } from "./backup-refused.ts";
import { FORMAT, type Count, type Header, type Line } from "./archive.ts";
import { localFiles } from "./local-files.ts";
import { fixTextForms, readTables, rowsOf, type Table } from "./tables.ts";

export interface BackupOptions {
  config: Pick<Config, "dataDir" | "s3">;
  /** The version of the program. */
  version: string;
  now: Date;
}

/**
 * Yields everything the platform keeps, line by line: the database as it was at one moment, while others go on writing,
 * then the files that it names.
 */
export async function* backupLines(
  db: Database,
  { config, version, now }: BackupOptions,
): AsyncGenerator<Line> {
  const tables: Record<string, Count> = {};
  const trx = await db
    .startTransaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute();
  try {
    // the rows of every school, also where the running node has enabled row-level security
    await withoutRole(trx);
    await fixTextForms(trx);
    yield await headerOf(trx, { config, version, now });
    for (const table of await readTables(trx)) {
      yield { table: table.name, columns: table.columns };
      const total = new RowHash();
      for await (const rows of rowsOf(trx, table)) {
        for (const row of rows) total.add(row);
        yield { rows };
      }
      tables[table.name] = total.count();
    }
  } finally {
    await trx.rollback().execute();
  }
  let fileCount = 0;
  if (config.s3 === undefined) {
    for await (const line of localFiles(config.dataDir)) {
      if ("file" in line) fileCount += 1;
      yield line;
    }
  }
  await recordOperator(db, { action: "backup", detail: { files: fileCount } }, now);
  yield { tables, fileCount };
}

async function headerOf(trx: Queryable, { config, version, now }: BackupOptions): Promise<Header> {
  const { rows: own } = await sql<{ is: boolean }>`
    select to_regclass('public.schema_migration') is not null as is`.execute(trx);
  if (own[0]?.is !== true) {
    throw new BackupRefused("这个数据库里没有平台的表，没有可以备份的内容，请核对 DATABASE_URL。");
  }
  const { rows: migrations } = await sql<{ name: string; hash: string }>`
    select name, hash from schema_migration order by number`.execute(trx);
  return {
    schoolgate: "backup",
    format: FORMAT,
    version,
    made_at: now.toISOString(),
    migrations,
    files: config.s3 === undefined ? "here" : "s3",
  };
}

/** Returns the count and hash of a table as it is now. */
export async function countOf(trx: Queryable, table: Table): Promise<Count> {
  const total = new RowHash();
  for await (const rows of rowsOf(trx, table)) for (const row of rows) total.add(row);
  return total.count();
}

const MODULUS = 1n << 256n;

/** Counts rows and adds up their SHA-256: the same for the same rows, in whatever order they come. */
class RowHash {
  #rows = 0;
  #sum = 0n;

  add(row: string): void {
    this.#rows += 1;
    this.#sum = (this.#sum + BigInt(`0x${hash("sha256", row, "hex")}`)) % MODULUS;
  }

  count(): Count {
    return { rows: this.#rows, hash: this.#sum.toString(16).padStart(64, "0") };
  }
}
