import { verify } from "@node-rs/argon2";
import { dummyHash, hashPassword } from "../platform/password-hash.ts";
import type { Registry } from "prom-client";
import { addCounter, addGauge } from "../platform/metrics.ts";
import type { HashQueue } from "./hash-queue.ts";

/** Returns whether a password matches the stored hash; never where there is none. */
type CheckPassword = (stored: string | null, given: string) => Promise<boolean>;
type Compare = (stored: string, given: string) => Promise<boolean>;
/** Runs a piece of work once a core is free for it. */
type OnCore = <T>(work: () => Promise<T>) => Promise<T>;

/** Checks and hashes passwords, each on a core of its own. The caller holds a turn in the queue already. */
export interface PasswordWork {
  checkPassword: CheckPassword;
  /** Returns the hash that the database keeps of a password. */
  hashPassword: (password: string) => Promise<string>;
}

/** Checks passwords so that a missing one takes as long as a wrong one (SE-09), and hashes new ones. */
export function passwordWork(onCore: OnCore, compare: Compare = verify): PasswordWork {
  const dummy = dummyHash();
  return {
    checkPassword: async (stored, given) =>
      (await onCore(() => compare(stored ?? dummy, given))) && stored !== null,
    hashPassword: (password) => onCore(() => hashPassword(password)),
  };
}

/** Measures the queue before the password check: the first thing to fill up in a sign-in storm. */
export function measurePasswordQueue(registry: Registry, queue: HashQueue): void {
  addGauge({
    registry,
    name: "schoolgate_password_queue_running",
    help: "Passwords being hashed now.",
    read: () => queue.running,
  });
  addGauge({
    registry,
    name: "schoolgate_password_queue_waiting",
    help: "Passwords that wait for it.",
    read: () => queue.waiting,
  });
  addCounter({
    registry,
    name: "schoolgate_password_hashes_total",
    help: "Passwords hashed.",
    read: () => queue.finished,
  });
  addCounter({
    registry,
    name: "schoolgate_password_turned_away_total",
    help: "Sign-ins told to come back later because the queue was too long.",
    read: () => queue.turnedAway,
  });
}
