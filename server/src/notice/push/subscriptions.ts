import { hash } from "node:crypto";
import { sql } from "kysely";
import type { Queryable } from "../../database/database.ts";
import type { PushKeys } from "./encrypt.ts";

export interface Subscription extends PushKeys {
  session_id: string;
  endpoint: string;
}

/**
 * Keeps the subscription of a session's browser; another that the browser had, whoever's, is gone by that. Of several that
 * come in the same moment the last one stays.
 */
export async function keepSubscription(
  db: Queryable,
  { session_id, endpoint, ...keys }: Subscription & { user_id: string },
  now: Date,
): Promise<void> {
  let isKept = false;
  while (!isKept) {
    await db
      .deleteFrom("push_subscription")
      .where((row) => row.or({ session_id, endpoint }))
      .execute();
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("push_subscription")
      .values({ session_id, endpoint, ...keys, created_at: now })
      // one that another has just committed is deleted by the next turn
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    isKept = numInsertedOrUpdatedRows === 1n;
  }
}

export async function dropSubscription(db: Queryable, session_id: string): Promise<void> {
  await db.deleteFrom("push_subscription").where("session_id", "=", session_id).execute();
}

/** Marks a subscription that the push service no longer knows, unless the browser has subscribed anew. */
export async function markGone(db: Queryable, endpoint: string): Promise<void> {
  await db
    .updateTable("push_subscription")
    .set({ is_gone: true })
    .where("endpoint", "=", endpoint)
    .execute();
}

/** Returns whether the browser of a session is subscribed, and the SHA-256 of the endpoint that it gave last. */
export async function subscriptionOf(
  db: Queryable,
  session_id: string,
): Promise<{ is_on: boolean; known: string | null }> {
  const found = await db
    .selectFrom("push_subscription")
    .select(["endpoint", "is_gone"])
    .where("session_id", "=", session_id)
    .executeTakeFirst();
  if (found === undefined) return { is_on: false, known: null };
  return { is_on: !found.is_gone, known: hash("sha256", found.endpoint, "hex") };
}

/** Deletes the subscriptions of sessions that have ended: of one person, or of all. */
export async function dropEnded(db: Queryable, now: Date, user_id?: string): Promise<void> {
  const ended = sql<boolean>`exists (select from session s where s.id = push_subscription.session_id
    and (s.ended_at is not null or s.expires_at <= ${now}))`;
  await db
    .deleteFrom("push_subscription")
    .where(ended)
    .$if(user_id !== undefined, (some) => some.where("user_id", "=", user_id ?? ""))
    .execute();
}
