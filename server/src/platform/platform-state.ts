import { sql, type RawBuilder } from "kysely";
import type { Queryable } from "../database/database.ts";
import { newSecret } from "./secret.ts";

/**
 * Returns a secret of 256 bits that the deployment keeps under this name: made once, by the first node, and the same
 * for all.
 */
export async function platformSecret(db: Queryable, key: string): Promise<string> {
  const kept = await readState(db, key);
  if (kept !== undefined) return kept;
  await db
    .insertInto("platform_state")
    .values({ key, value: newSecret() })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const made = await readState(db, key);
  if (made === undefined) throw new Error(`the platform's secret ${key} could not be kept`);
  return made;
}

/** Returns the value of a key; undefined when it has none. */
export async function readState(db: Queryable, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("platform_state")
    .select("value")
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.value;
}

/** Replaces a key's value if it still is `before` (undefined: none); false otherwise. */
export async function exchangeState(
  db: Queryable,
  key: string,
  before: string | undefined,
  value: string,
): Promise<boolean> {
  if (before === undefined) {
    const made = await db
      .insertInto("platform_state")
      .values({ key, value })
      .onConflict((conflict) => conflict.doNothing())
      .returning("key")
      .executeTakeFirst();
    return made !== undefined;
  }
  const changed = await db
    .updateTable("platform_state")
    .set({ value })
    .where("key", "=", key)
    .where("value", "=", before)
    .returning("key")
    .executeTakeFirst();
  return changed !== undefined;
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
