import { hash, randomBytes, randomInt } from "node:crypto";
import type { Queryable } from "../database/database.ts";

const SECRET_BYTES = 32;

/** A new opaque secret of 256 random bits, safe in an address and a header. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** What the database keeps of a token, credential, ticket or app secret: its SHA-256, in hex. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** A code to be read aloud: so many random letters of an alphabet. */
export function newReadableCode(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/**
 * A secret of 256 bits that the deployment keeps for itself under this name: made once, by whichever node comes first,
 * and the same for all.
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
