import { sql } from "kysely";
import { CODE_AGAIN_SECONDS } from "#contract";
import type { Database } from "../../database/database.ts";
import { Refusal } from "../../http/refusal.ts";
import { hashSecret } from "../../platform/secret.ts";
import { isBlocked, stillCounted } from "../rate-limit.ts";
import { networkOf } from "../../platform/networks.ts";

/** Limits on asking for a code. */
interface AskLimit {
  /** Seconds to wait after a request, before the `few`th. */
  readonly wait: number;
  /** Requests from which `longWait` holds. */
  readonly few: number;
  /** Seconds to wait after a request from the `few`th on. */
  readonly longWait: number;
  /** Seconds after which one request is forgotten. */
  readonly forget: number;
}

export const RECEIVER_LIMIT: AskLimit = {
  wait: CODE_AGAIN_SECONDS,
  few: 5,
  longWait: 1800,
  forget: 1800,
};
/** The limit of a network: a whole school sits behind one address. */
export const NETWORK_LIMIT: AskLimit = { wait: 0, few: 60, longWait: 20, forget: 10 };
/** The limit of a signed-in person's requests, to whatever receiver. */
export const PERSON_LIMIT: AskLimit = { wait: 0, few: 8, longWait: 600, forget: 600 };
/** Requests of a network from which each one costs proof of work (SE-09). */
const WORK_AFTER = 10;

/** Returns whether a network has asked for so many codes that proof of work is demanded. */
export async function isSuspect(db: Database, address: string, now: Date): Promise<boolean> {
  const taken = stillCounted(sql`taken`, sql`last_at`, now, NETWORK_LIMIT.forget);
  const { rows } = await sql<{ suspect: boolean }>`select exists (
    select from code_limit where key = ${networkKey(address)}
      and ${taken} >= ${sql.lit(WORK_AFTER)}) as suspect`.execute(db);
  return rows[0]?.suspect === true;
}

/** Counts a request under the key; refuses one before its time. Of several at once, one succeeds. */
export async function takeTurn(
  db: Database,
  key: string,
  { wait, few, longWait, forget }: AskLimit,
  now: Date,
): Promise<void> {
  const before = stillCounted(sql`code_limit.taken`, sql`code_limit.last_at`, now, forget);
  const taken = sql<number>`(1 + ${before})`;
  const longest = Math.max(wait, longWait);
  const { rows } = await sql<{ taken: number }>`
    insert into code_limit (key, taken, last_at, blocked_until)
    values (${key}, 1, ${now}, ${now}::timestamptz + ${seconds(wait)})
    on conflict (key) do update set taken = ${taken}, last_at = ${now},
      blocked_until = ${now}::timestamptz
        + case when ${taken} >= ${sql.lit(few)} then ${seconds(longWait)} else ${seconds(wait)} end
    where not ${isBlocked(sql`code_limit.blocked_until`, now, longest)}
    returning taken`.execute(db);
  if (rows.length > 0) return;
  const held = await db
    .selectFrom("code_limit")
    .select("blocked_until")
    .where("key", "=", key)
    .executeTakeFirst();
  const until = held?.blocked_until.getTime() ?? now.getTime();
  throw new Refusal("tooMany", {
    msg: "获取验证码过于频繁，请稍后再试",
    retryAfter: (until - now.getTime()) / 1000,
  });
}

export function receiverKey(receiver: string): string {
  return `receiver:${hashSecret(receiver)}`;
}

export function networkKey(address: string): string {
  return `network:${networkOf(address)}`;
}

export function personKey(userId: string): string {
  return `person:${userId}`;
}

function seconds(count: number) {
  return sql`${sql.lit(count)} * interval '1 second'`;
}
