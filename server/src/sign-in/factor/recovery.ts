import { randomInt } from "node:crypto";
import type { Queryable } from "../../database/database.ts";
import { hashSecret } from "../../platform/secret.ts";
import { recoveryCodeOf } from "./rules.ts";

const CODES = 10;
/** Letters and digits without those that are mistaken for one another on paper. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const LETTERS = 16;

/**
 * Replaces a person's recovery codes and returns the new ones; only their hashes are stored. Each has about 79 random
 * bits.
 */
export async function renewCodes(trx: Queryable, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await dropCodes(trx, userId);
  await trx
    .insertInto("recovery_code")
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashSecret(code), used_at: null })))
    .execute();
  return codes;
}

export async function dropCodes(trx: Queryable, userId: string): Promise<void> {
  await trx.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
}

/** Uses a recovery code up; true once for each. */
export async function spendCode(
  trx: Queryable,
  userId: string,
  typed: string,
  now: Date,
): Promise<boolean> {
  const spent = await trx
    .updateTable("recovery_code")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashSecret(recoveryCodeOf(typed)))
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return spent !== undefined;
}

function newCode(): string {
  const letters = Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return recoveryCodeOf(letters.join(""));
}
