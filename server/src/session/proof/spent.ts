import { hash } from "node:crypto";
import type { Queryable } from "../../database/database.ts";

/**
 * Marks something that may be shown only once as shown; false when it has been before, on whichever node. It need not be
 * remembered for longer than it is valid.
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

export async function dropSpent(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom("spent_check").where("expires_at", "<", now).execute();
}
