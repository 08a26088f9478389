import type { Queryable } from "../database/database.ts";

/** Tells whether a picture that everybody may see is there. */
export async function hasPicture(db: Queryable, id: string): Promise<boolean> {
  const found = await db.selectFrom("picture").select("id").where("id", "=", id).executeTakeFirst();
  return found !== undefined;
}
