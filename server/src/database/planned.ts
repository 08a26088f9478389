import { sql } from "kysely";
import type { Database, Queryable } from "./database.ts";

/**
 * Reads with plans of their own for what is asked, since no plan fits a school as well as the platform, with memory to
 * compare whole tables in, and without compiling what is done before the compiler is.
 */
export function planned<T>(db: Database, work: (trx: Queryable) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('work_mem', '32MB', true),
      set_config('jit', 'off', true)`.execute(trx);
    return work(trx);
  });
}
