import { sql, type RawBuilder } from "kysely";
import type { Queryable } from "../database/database.ts";
import { newSecret } from "./secret.ts";

/**
 * Returns a secret of 256 bits that the deployment keeps under this name: made once, by the first node, and the same
 * for all.
 */
export async function platformSecret(db: Queryable, key: string): Promise<string> {
  const read = () =>
    db.selectFrom("platform_state").select("value").where("key", "=", key).executeTakeFirst();
  const kept = await read();
  if (kept !== undefined) return kept.value;
  await db
    .insertInto("platform_state")
    .values({ key, value: newSecret() })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const made = await read();
  if (made === undefined) throw new Error(`the platform's secret ${key} could not be kept`);
  return made.value;
}

/** Stores a value that a statement computes, in place of the key's former one. */
export async function keepState(
  db: Queryable,
  key: string,
  value: RawBuilder<string>,
): Promise<void> {
  await sql`insert into platform_state (key, value) values (${key}, ${value})
    on conflict (key) do update set value = excluded.value`.execute(db);
}
