import { hash, type Options } from "@node-rs/argon2";

/** The cost of Argon2id, the library's default algorithm. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Returns the Argon2 hash that the database keeps of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}
