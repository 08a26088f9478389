import { sql } from "kysely";
import type { Database } from "./database.ts";

/**
 * Refreshes the planner's statistics. After an import it would plan for empty tables until autovacuum comes round, and
 * with row-level security such a plan takes seconds. A role that may not do it is passed over. Pending entries of the
 * lessons' text index are merged first, or the planner would avoid it.
 */
export async function analyze(db: Database): Promise<void> {
  await sql`select content_words_sorted_in()`.execute(db);
  await sql`analyze`.execute(db);
}
