import type { Transaction } from "kysely";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

/**
 * Runs the work in one transaction and returns its result. A dry run finds everything as the work itself would and is
 * rolled back. An error rolls back either way, and is thrown on.
 */
export async function inTransaction<T>(
  db: Database,
  { dryRun }: { dryRun: boolean },
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  let answer: { of: T } | undefined;
  try {
    return await db.transaction().execute(async (trx) => {
      const done = await work(trx);
      if (!dryRun) return done;
      answer = { of: done };
      throw new Undone();
    });
  } catch (error) {
    if (error instanceof Undone && answer !== undefined) return answer.of;
    throw error;
  }
}

/** Thrown inside the transaction to roll a dry run back. */
class Undone extends Error {
  override name = "Undone";
  constructor() {
    super("A dry run is undone");
  }
}
