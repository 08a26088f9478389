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

/**
 * Reads as `planned` does, and keeps the planner to hashing whole tables in one process: behind row-level security it takes
 * tables of thousands for a few, and would join them row by row, or sort them.
 */
export function hashed<T>(db: Database, work: (trx: Queryable) => Promise<T>): Promise<T> {
  return planned(db, async (trx) => {
    await hashAll(trx);
    return work(trx);
  });
}

/** Keeps the planner of a transaction to hashing whole tables in one process. */
export async function hashAll(trx: Queryable): Promise<void> {
  await sql`select set_config(name, value, true) from (values ('enable_nestloop', 'off'), ('enable_mergejoin', 'off'),
    ('enable_sort', 'off'), ('max_parallel_workers_per_gather', '0')) as setting (name, value)`.execute(
    trx,
  );
}
