import { hash } from "node:crypto";
import type { Queryable } from "../../database/database.ts";

/**
 * Marks something that may be shown only once as shown; false when it has been before, on whichever node. It need not be
 * remembered for longer than it is valid. What is refused as out of date is marked, too: it stays so when the clock is put
 * back (SE-14).
 */
export async function spend(db: Queryable, what: string, expiresAt: Date): Promise<boolean> {
  const spent = await db
    .insertInto("spent_check")
    .values({ id: hash("sha256", what, "hex"), expires_at: expiresAt })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return spent !== undefined;
}

/** Kept for longer than it is valid: the clock may be put back. */
const KEEP_MS = 7 * 86_400_000;

export async function dropSpent(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEEP_MS);
  await db.deleteFrom("spent_check").where("expires_at", "<", before).execute();
}
