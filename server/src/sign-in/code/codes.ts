import { createHmac, randomInt } from "node:crypto";
import { sql } from "kysely";
import { CODE_LENGTH, CODE_SECONDS, CODE_TRIES, type CodeUse } from "#contract";
import type { Queryable } from "../../database/database.ts";
import { platformSecret } from "../../platform/platform-state.ts";
import { hashSecret } from "../../platform/secret.ts";

/** The claim that a code proves: its person holds this receiver, for this use. */
export interface CodeFor {
  receiver: string;
  use: CodeUse;
  /** For `bind`: the person who adds the receiver. */
  user_id?: string | undefined;
}

export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");
}

/** Stores a code in place of any earlier one for the same claim; only the newest counts. */
export async function keepCode(
  trx: Queryable,
  what: CodeFor,
  code: string,
  now: Date,
): Promise<Date> {
  const expires_at = new Date(now.getTime() + CODE_SECONDS * 1000);
  const fresh = {
    code_hash: await hashOf(trx, what, code),
    wrong_tries: 0,
    created_at: now,
    expires_at,
    used_at: null,
  };
  await trx
    .insertInto("code")
    .values({ ...keyOf(what), ...fresh })
    .onConflict((conflict) =>
      conflict.columns(["receiver_key", "use", "user_id"]).doUpdateSet(fresh),
    )
    .execute();
  return expires_at;
}

/**
 * Returns whether this is the stored code and still valid. A wrong one is counted in the same statement, so that at
 * most `CODE_TRIES` are compared, however many come at once. An expired code stays dead, whatever the clock does
 * (SE-14).
 */
export async function tryCode(
  db: Queryable,
  what: CodeFor,
  code: string,
  now: Date,
): Promise<boolean> {
  const hash = await hashOf(db, what, code);
  const { receiver_key, use, user_id } = keyOf(what);
  const { rows } = await sql<{ is_right: boolean }>`
    update code set wrong_tries = case when expires_at <= ${now} then ${sql.lit(CODE_TRIES)}
      else wrong_tries + case when code_hash = ${hash} then 0 else 1 end end
    where receiver_key = ${receiver_key} and use = ${use} and user_id = ${user_id}
      and used_at is null and wrong_tries < ${sql.lit(CODE_TRIES)}
    returning code_hash = ${hash} and expires_at > ${now} as is_right`.execute(db);
  return rows[0]?.is_right === true;
}

/** Uses a code up in the caller's transaction; of several at once, one succeeds. */
export async function spendCode(
  trx: Queryable,
  what: CodeFor,
  code: string,
  now: Date,
): Promise<boolean> {
  const { receiver_key, use, user_id } = keyOf(what);
  const spent = await trx
    .updateTable("code")
    .set({ used_at: now })
    .where("receiver_key", "=", receiver_key)
    .where("use", "=", use)
    .where("user_id", "=", user_id)
    .where("code_hash", "=", await hashOf(trx, what, code))
    .where("used_at", "is", null)
    .where("wrong_tries", "<", CODE_TRIES)
    .where("expires_at", ">", now)
    .returning("use")
    .executeTakeFirst();
  return spent !== undefined;
}

/** Deletes expired codes, and counts that no longer matter. */
export async function sweepCodes(db: Queryable, now: Date, countsBefore: Date): Promise<void> {
  await db.deleteFrom("code").where("expires_at", "<", now).execute();
  await db
    .deleteFrom("code_limit")
    .where("last_at", "<", countsBefore)
    .where("blocked_until", "<", now)
    .execute();
}

function keyOf({ receiver, use, user_id = "" }: CodeFor) {
  return { receiver_key: hashSecret(receiver), use, user_id };
}

/** Returns the hash of a code under a key of the deployment: six digits alone are soon tried. */
async function hashOf(db: Queryable, what: CodeFor, code: string): Promise<string> {
  const { receiver_key, use, user_id } = keyOf(what);
  const key = await platformSecret(db, "code_key");
  return createHmac("sha256", Buffer.from(key, "base64url"))
    .update(JSON.stringify([receiver_key, use, user_id, code]))
    .digest("hex");
}
