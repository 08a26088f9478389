import { hash, verify, type Options } from "@node-rs/argon2";
import { newSecret } from "../http/secret.ts";

/** Argon2id, which is the library's default algorithm. */
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type CheckPassword = (stored: string | null, given: string) => Promise<boolean>;

/** Checks passwords so that a missing one takes as long as a wrong one (SE-09). */
export async function passwordCheck(): Promise<CheckPassword> {
  const nobodys = await hash(newSecret(), COST);
  return async (stored, given) => (await verify(stored ?? nobodys, given)) && stored !== null;
}
