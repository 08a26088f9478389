import type { Queryable } from "../database/database.ts";

/** Returns whether a public picture exists. */
export async function hasPicture(db: Queryable, id: string): Promise<boolean> {
  const found = await db.selectFrom("picture").select("id").where("id", "=", id).executeTakeFirst();
  return found !== undefined;
}
