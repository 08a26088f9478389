import { sql } from "kysely";
import type { Database } from "./database.ts";

/**
 * Refreshes the planner's statistics. After an import it would plan for empty tables until autovacuum comes round, and
 * with row-level security such a plan takes seconds. A role that may not do it is passed over. Pending entries of the
 * lessons' text index are merged first, or the planner would avoid it. PostgreSQL's own tables are left alone: they do
 * not change with an import, and in the embedded database they take five times as long as an import's.
 */
export async function analyze(db: Database): Promise<void> {
  await sql`select content_words_sorted_in()`.execute(db);
  const { rows } = await sql<{ tables: string }>`
    select string_agg(oid::regclass::text, ', ') as tables from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace`.execute(
    db,
  );
  await sql.raw(`analyze ${rows[0]?.tables}`).execute(db);
}
