import { sql } from "kysely";
import type { Database } from "./database.ts";

/**
 * Has the planner look at the tables now. After an import it would else plan for empty ones until somebody comes round
 * to it, and with row-level security such a plan takes seconds. A role that may not do it is passed over.
 */
export async function analyze(db: Database): Promise<void> {
  await sql`analyze`.execute(db);
}
