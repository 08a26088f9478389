import { verify } from "@node-rs/argon2";
import { hashPassword } from "../http/password-hash.ts";
import { newSecret } from "../http/secret.ts";

/** Whether a password is the one of this hash, or of none. */
type CheckPassword = (stored: string | null, given: string) => Promise<boolean>;
type Compare = (stored: string, given: string) => Promise<boolean>;
/** Lets a piece of work begin once a core is free for it. */
type OnCore = <T>(work: () => Promise<T>) => Promise<T>;

/** What is done with passwords, each on a core of its own. Whoever calls has a turn in the line already. */
export interface PasswordWork {
  checkPassword: CheckPassword;
  /** What the database keeps of a password. */
  hashPassword: (password: string) => Promise<string>;
}

/** Checks passwords so that a missing one takes as long as a wrong one (SE-09), and hashes new ones. */
export async function passwordWork(
  onCore: OnCore,
  compare: Compare = verify,
): Promise<PasswordWork> {
  const nobodys = await hashPassword(newSecret());
  return {
    checkPassword: async (stored, given) =>
      (await onCore(() => compare(stored ?? nobodys, given))) && stored !== null,
    hashPassword: (password) => onCore(() => hashPassword(password)),
  };
}
