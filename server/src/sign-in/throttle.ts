import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { hashSecret } from "../platform/secret.ts";
import type { PersonToSignIn } from "./sign-in.ts";
import { countUnder, isBlocked, refuseUntil, stillCounted } from "./rate-limit.ts";
import { networkOf } from "../platform/networks.ts";
import { ACCOUNT_LIMIT, ADDRESS_LIMIT, type Limit } from "./rules.ts";

/** The keys that wrong passwords are counted under: the account tried, known or not, and the address (SE-09). */
export interface Tried {
  account: string;
  address: string;
}

/** Refuses a try before its time, with the seconds to wait. */
export async function refuseBlocked(db: Database, tried: Tried, now: Date): Promise<void> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(blocked_until) filter (where ${blockedOf(tried, now)}) as until
    from login_throttle where key in (${accountKey(tried)}, ${addressKey(tried)})`.execute(db);
  refuseUntil(rows[0]?.until ?? null, now);
}

/** The person who signs in, read together with the failures before. */
export interface Candidate {
  /** The person; undefined for an account that nobody can sign in to. */
  person: PersonToSignIn | undefined;
  /** True while wrong passwords of this account are counted. */
  counted: boolean;
  /** True when the free failures of the account or the address are used up: a machine may be guessing. */
  suspect: boolean;
}

/** Returns the candidate of an account; refuses a try before its time. */
export async function findCandidate(db: Database, tried: Tried, now: Date): Promise<Candidate> {
  const ofAccount = accountKey(tried);
  const failures = stillCounted(
    sql`failures`,
    sql`last_failure_at`,
    now,
    limitOf(tried, "forgetSeconds"),
  );
  const { rows } = await sql<Row>`
    select u.id, u.account, u.password_hash, u.birth_date, u.must_change_password, before.*
    from (
      select max(blocked_until) filter (where ${blockedOf(tried, now)}) as until,
        coalesce(bool_or(key = ${ofAccount}), false) as counted,
        coalesce(bool_or(${failures} > ${limitOf(tried, "free")}), false) as suspect
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
  const { password_hash, birth_date, must_change_password } = row;
  const person = { id, account, password_hash, birth_date, must_change_password };
  return { person, counted, suspect };
}

interface Row {
  id: string | null;
  account: string | null;
  password_hash: string | null;
  birth_date: string | null;
  must_change_password: boolean;
  until: Date | null;
  counted: boolean;
  suspect: boolean;
}

/** Compiles to a value of the limit for a row of `login_throttle`: the account's or the address's. */
function limitOf(tried: Tried, name: keyof Limit) {
  return sql`case key when ${accountKey(tried)}
    then ${sql.lit(ACCOUNT_LIMIT[name])} else ${sql.lit(ADDRESS_LIMIT[name])} end`;
}

function blockedOf(tried: Tried, now: Date) {
  return isBlocked(sql`blocked_until`, now, limitOf(tried, "maxWaitSeconds"));
}

export async function countFailure(db: Database, tried: Tried, now: Date): Promise<void> {
  await countUnder(db, accountKey(tried), ACCOUNT_LIMIT, now);
  await countUnder(db, addressKey(tried), ADDRESS_LIMIT, now);
}

/**
 * Clears the failures of an account after the right password; the address goes on counting, or one known account would
 * open the rest.
 */
export async function clearFailures(db: Database, tried: Tried): Promise<void> {
  await db.deleteFrom("login_throttle").where("key", "=", accountKey(tried)).execute();
}

/** Returns the hashed key of an account, because people type passwords into the wrong field. */
function accountKey({ account }: Tried): string {
  return `account:${hashSecret(account)}`;
}

function addressKey({ address }: Tried): string {
  return `address:${networkOf(address)}`;
}
