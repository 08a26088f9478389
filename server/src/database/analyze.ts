import { sql } from "kysely";
import type { Database } from "./database.ts";

/**
 * Has the planner look at the tables now. After an import it would else plan for empty ones until somebody comes round
 * to it, and with row-level security such a plan takes seconds. A role that may not do it is passed over. New words of
 * lessons are sorted into their index first, or the planner would still shun it.
 */
export async function analyze(db: Database): Promise<void> {
  await sql`select content_words_sorted_in()`.execute(db);
  await sql`analyze`.execute(db);
}
