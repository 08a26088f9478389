import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "../src/database/database.ts";

/** Returns the tables that hold one of these texts in any column, whatever its type. */
export async function tablesWith(db: Database, canaries: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const found: string[] = [];
  for (const { name } of rows) {
    for (const canary of canaries) {
      const hits = await sql`
        select 1 from ${sql.table(name)} as x where strpos(x::text, ${canary}) > 0 limit 1`.execute(
        db,
      );
      if (hits.rows.length > 0) found.push(`${name}: ${canary}`);
    }
  }
  return found;
}

/** Returns the files below a folder that hold one of these texts, in their name or bytes. */
export async function filesWith(folder: string, canaries: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    if (canaries.some((one) => path.includes(one) || bytes.includes(one))) found.push(path);
  }
  return found;
}
