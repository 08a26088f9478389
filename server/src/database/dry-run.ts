import type { Transaction } from "kysely";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

/**
 * Does the work in one transaction and answers what it answers. A dry run finds everything as the work itself would,
 * and leaves nothing of it. An error undoes it either way, and is thrown on.
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

/** Has the database undo a dry run. */
class Undone extends Error {
  override name = "Undone";
  constructor() {
    super("A dry run is undone");
  }
}
