import { verify } from "@node-rs/argon2";
import { hashPassword } from "../platform/password-hash.ts";
import type { Metrics } from "../platform/metrics.ts";
import { newSecret } from "../platform/secret.ts";
import type { HashQueue } from "./hash-queue.ts";

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

/** How long the line before the password check is: the first thing to fill up in a sign-in storm. */
export function measurePasswordQueue(metrics: Metrics, queue: HashQueue): void {
  metrics.add(
    "gauge",
    "schoolgate_password_queue_running",
    "Passwords being hashed now.",
    () => queue.running,
  );
  metrics.add(
    "gauge",
    "schoolgate_password_queue_waiting",
    "Passwords that wait for it.",
    () => queue.waiting,
  );
  metrics.add(
    "counter",
    "schoolgate_password_hashes_total",
    "Passwords hashed.",
    () => queue.finished,
  );
  metrics.add(
    "counter",
    "schoolgate_password_turned_away_total",
    "Sign-ins told to come back later because the line was too long.",
    () => queue.turnedAway,
  );
}
