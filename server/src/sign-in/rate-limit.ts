import { type RawBuilder, sql } from "kysely";
import type { Database, Queryable } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import { type Limit, waitSeconds } from "./rules.ts";

/** Seconds, as a number or as an SQL expression. */
type Seconds = number | RawBuilder<unknown>;

/**
 * Compiles to whether a block holds at `now`. One that would last longer than the longest wait was written before the
 * clock was put back, and holds no more: no wait is ever longer than its maximum (SE-14).
 */
export function isBlocked(until: RawBuilder<unknown>, now: Date, longest: Seconds) {
  return sql<boolean>`(${until} > ${now}::timestamptz
    and ${until} <= ${now}::timestamptz + ${literal(longest)} * interval '1 second')`;
}

/**
 * Compiles to the part of a count that is not forgotten yet. Where the clock was put back, nothing is forgotten and
 * nothing added.
 */
export function stillCounted(
  count: RawBuilder<unknown>,
  last: RawBuilder<unknown>,
  now: Date,
  forgetSeconds: Seconds,
) {
  const elapsed = sql`greatest(0, extract(epoch from ${now}::timestamptz - ${last}))`;
  return sql<number>`greatest(0, ${count} - floor(${elapsed} / ${literal(forgetSeconds)}))::integer`;
}

function literal(seconds: Seconds) {
  return typeof seconds === "number" ? sql.lit(seconds) : seconds;
}

/** Refuses with the seconds left until a moment; passes where there is nothing to wait for. */
export function refuseUntil(until: Date | null, now: Date): void {
  if (until === null) return;
  throw new Refusal("tooMany", { retryAfter: (until.getTime() - now.getTime()) / 1000 });
}

/** Counts one failure under a key, and blocks it for as long as the limit says. */
export async function countUnder(
  db: Database,
  key: string,
  limit: Limit,
  now: Date,
): Promise<void> {
  await count(key, limit, now).execute(db);
}

/**
 * Counts a try under a key before it is checked, so that many at once gain nothing; refuses one before its time. After
 * a right one the caller calls `forgetTries`.
 */
export async function claimTry(db: Database, key: string, limit: Limit, now: Date): Promise<void> {
  const blocked = isBlocked(sql`login_throttle.blocked_until`, now, limit.maxWaitSeconds);
  const { rows } = await count(key, limit, now, sql`where not ${blocked}`).execute(db);
  if (rows.length === 0) await refuseEarly(db, key, limit, now);
}

/** Refuses a try under a key that comes before its time. */
export async function refuseEarly(
  db: Database,
  key: string,
  limit: Limit,
  now: Date,
): Promise<void> {
  const blocked = await db
    .selectFrom("login_throttle")
    .select("blocked_until")
    .where("key", "=", key)
    .where(isBlocked(sql`blocked_until`, now, limit.maxWaitSeconds))
    .executeTakeFirst();
  refuseUntil(blocked?.blocked_until ?? null, now);
}

/** Compiles to one more failure under a key, and its wait, which doubles as `waitSeconds` does, in one statement. */
function count(key: string, limit: Limit, now: Date, where = sql``) {
  const { free, forgetSeconds, maxWaitSeconds } = limit;
  const before = stillCounted(
    sql`login_throttle.failures`,
    sql`login_throttle.last_failure_at`,
    now,
    forgetSeconds,
  );
  const beyond = sql`(${before} + 1 - ${sql.lit(free)})`;
  const wait = sql`case when ${beyond} > 0
    then least(${sql.lit(maxWaitSeconds)}, power(2, least(${beyond}, 10))) else 0 end`;
  const first = new Date(now.getTime() + waitSeconds(limit, 1) * 1000);
  return sql`
    insert into login_throttle (key, failures, last_failure_at, blocked_until)
    values (${key}, 1, ${now}, ${first})
    on conflict (key) do update set failures = ${before} + 1, last_failure_at = excluded.last_failure_at,
      blocked_until = excluded.last_failure_at + ${wait} * interval '1 second'
    ${where}
    returning key`;
}

export async function forgetTries(db: Queryable, key: string): Promise<void> {
  await db.deleteFrom("login_throttle").where("key", "=", key).execute();
}
