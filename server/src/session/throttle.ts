import { sql } from "kysely";
import type { Database, Queryable } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import { hashSecret } from "../http/secret.ts";
import type { PersonToSignIn } from "./queries.ts";
import { ACCOUNT_LIMIT, ADDRESS_LIMIT, networkOf, waitSeconds, type Limit } from "./rules.ts";

/** What wrong passwords are counted by: the account tried, known or not, and where the try came from (SE-09). */
export interface Tried {
  account: string;
  address: string;
}

/** Refuses a try that comes before its time; tells how long to wait. */
export async function refuseBlocked(db: Database, tried: Tried, now: Date): Promise<void> {
  const { rows } = await sql<{
    until: Date | null;
  }>`select ${blockedUntil(tried, now)} as until`.execute(db);
  refuseUntil(rows[0]?.until ?? null, now);
}

/** Who is signing in, read together with what has gone wrong before. */
export interface Candidate {
  /** Undefined for an account that nobody can sign in to. */
  person: PersonToSignIn | undefined;
  /** Wrong passwords of this account are still counted. */
  counted: boolean;
  /** There were more than cost nothing, of the account or the address: a machine may be guessing. */
  suspect: boolean;
}

/** The candidate for an account; refuses a try that comes before its time. */
export async function findCandidate(db: Database, tried: Tried, now: Date): Promise<Candidate> {
  const ofAccount = accountKey(tried);
  const limit = (name: keyof Limit) => sql`case key when ${ofAccount}
    then ${sql.lit(ACCOUNT_LIMIT[name])} else ${sql.lit(ADDRESS_LIMIT[name])} end`;
  const { rows } = await sql<Row>`
    select u.id, u.account, u.password_hash, u.birth_date, u.temporary_until, before.*
    from (
      select max(blocked_until) filter (where blocked_until > ${now}) as until,
        coalesce(bool_or(key = ${ofAccount}), false) as counted,
        coalesce(bool_or(failures - floor(extract(epoch from ${now}::timestamptz - last_failure_at)
          / ${limit("forgetSeconds")}) > ${limit("free")}), false) as suspect
      from login_throttle where key in (${ofAccount}, ${addressKey(tried)})
    ) as before
    left join "user" u on u.account = ${tried.account} and u.is_abled
      and (u.temporary_until is null or u.temporary_until > ${now})`.execute(db);
  const [row] = rows;
  refuseUntil(row?.until ?? null, now);
  const { id = null, account = null, suspect = false, counted = false } = row ?? {};
  if (row === undefined || id === null || account === null) {
    return { person: undefined, counted, suspect };
  }
  const { password_hash, birth_date, temporary_until } = row;
  const person = { id, account, password_hash, birth_date, temporary_until };
  return { person, counted, suspect };
}

interface Row {
  id: string | null;
  account: string | null;
  password_hash: string | null;
  birth_date: string | null;
  temporary_until: Date | null;
  until: Date | null;
  counted: boolean;
  suspect: boolean;
}

function blockedUntil(tried: Tried, now: Date) {
  return sql<Date | null>`(
    select max(blocked_until) from login_throttle
    where key in (${accountKey(tried)}, ${addressKey(tried)}) and blocked_until > ${now})`;
}

function refuseUntil(until: Date | null, now: Date): void {
  if (until === null) return;
  throw new Refusal("tooMany", { retryAfter: (until.getTime() - now.getTime()) / 1000 });
}

export async function countFailure(db: Database, tried: Tried, now: Date): Promise<void> {
  await countUnder(db, accountKey(tried), ACCOUNT_LIMIT, now);
  await countUnder(db, addressKey(tried), ADDRESS_LIMIT, now);
}

/** The right password clears the account; the address goes on counting, or one known account would open the rest. */
export async function clearFailures(db: Database, tried: Tried): Promise<void> {
  await db.deleteFrom("login_throttle").where("key", "=", accountKey(tried)).execute();
}

/** Counts one failure under a key, and blocks it for as long as the limit says. */
export async function countUnder(
  db: Database,
  key: string,
  limit: Limit,
  now: Date,
): Promise<void> {
  const { failures } = await db
    .insertInto("login_throttle")
    .values({ key, failures: 1, last_failure_at: now, blocked_until: now })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        failures: sql<number>`1 + greatest(0, login_throttle.failures
          - floor(extract(epoch from excluded.last_failure_at - login_throttle.last_failure_at)
            / ${sql.lit(limit.forgetSeconds)})::integer)`,
        last_failure_at: now,
      }),
    )
    .returning("failures")
    .executeTakeFirstOrThrow();
  const wait = waitSeconds(limit, failures);
  if (wait === 0) return;
  await db
    .updateTable("login_throttle")
    .set({ blocked_until: new Date(now.getTime() + wait * 1000) })
    .where("key", "=", key)
    .execute();
}

/**
 * Counts a try under a key before it is looked at, so that any number at once gain nothing; refuses one that comes before
 * its time. Who was right calls `forgetTries`.
 */
export async function claimTry(db: Database, key: string, limit: Limit, now: Date): Promise<void> {
  const { free, forgetSeconds, waitAtMostSeconds } = limit;
  const failures = sql<number>`1 + greatest(0, login_throttle.failures
    - floor(extract(epoch from excluded.last_failure_at - login_throttle.last_failure_at)
      / ${sql.lit(forgetSeconds)})::integer)`;
  const wait = sql`case when ${failures} > ${sql.lit(free)}
    then least(${sql.lit(waitAtMostSeconds)}, power(2, least(${failures} - ${sql.lit(free)}, 10))) else 0 end`;
  const { rows } = await sql`
    insert into login_throttle (key, failures, last_failure_at, blocked_until)
    values (${key}, 1, ${now}, ${now})
    on conflict (key) do update set failures = ${failures}, last_failure_at = excluded.last_failure_at,
      blocked_until = excluded.last_failure_at + ${wait} * interval '1 second'
    where login_throttle.blocked_until <= excluded.last_failure_at
    returning key`.execute(db);
  if (rows.length > 0) return;
  const blocked = await db
    .selectFrom("login_throttle")
    .select("blocked_until")
    .where("key", "=", key)
    .executeTakeFirst();
  refuseUntil(blocked?.blocked_until ?? null, now);
}

export async function forgetTries(db: Queryable, key: string): Promise<void> {
  await db.deleteFrom("login_throttle").where("key", "=", key).execute();
}

/** Hashed, because people type passwords into the wrong field. */
function accountKey({ account }: Tried): string {
  return `account:${hashSecret(account)}`;
}

function addressKey({ address }: Tried): string {
  return `address:${networkOf(address)}`;
}
