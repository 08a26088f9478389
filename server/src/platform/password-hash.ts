import { randomBytes } from "node:crypto";
import { hash, type Options } from "@node-rs/argon2";

/** The cost of Argon2id, the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Returns the Argon2 hash that the database keeps of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Returns a hash of no password, as costly to check as any other. */
export function dummyHash(): string {
  const { memoryCost: m, timeCost: t, parallelism: p } = COST;
  const random = (bytes: number) => randomBytes(bytes).toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${m},t=${t},p=${p}$${random(SALT_BYTES)}$${random(HASH_BYTES)}`;
}
