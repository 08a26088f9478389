import type { Queryable } from "../database/database.ts";
import { newSecret } from "../http/secret.ts";

const KEY = "pairwise_subject_key";

/**
 * The deployment's key behind every pairwise subject (LA-04): made once, by whichever node comes first, and never
 * changed, since with it every app would lose its people.
 */
export async function readSubjectKey(db: Queryable): Promise<string> {
  const read = () =>
    db.selectFrom("platform_state").select("value").where("key", "=", KEY).executeTakeFirst();
  const kept = await read();
  if (kept !== undefined) return kept.value;
  await db
    .insertInto("platform_state")
    .values({ key: KEY, value: newSecret() })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const made = await read();
  if (made === undefined) throw new Error("the pairwise subject key could not be kept");
  return made.value;
}
