import { verify } from "@node-rs/argon2";
import { hashPassword } from "../http/password-hash.ts";
import { newSecret } from "../http/secret.ts";

/** Whether a password is the one of this hash, or of none. */
export type CheckPassword = (stored: string | null, given: string) => Promise<boolean>;
type Compare = (stored: string, given: string) => Promise<boolean>;

/** Checks passwords so that a missing one takes as long as a wrong one (SE-09). */
export async function passwordCheck(compare: Compare = verify): Promise<CheckPassword> {
  const nobodys = await hashPassword(newSecret());
  return async (stored, given) => (await compare(stored ?? nobodys, given)) && stored !== null;
}
