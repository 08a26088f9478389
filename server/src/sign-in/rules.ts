import { isChild } from "#contract";

/** Decisions of signing in, without I/O (SE-08, SE-09). */

/**
 * Returns whether a person may have to agree before going on: everybody but a child, for whom a guardian does (SE-08).
 * Without a day of birth (`YYYY-MM-DD`) the answer is true here; the person's classes decide later.
 */
export function mayBeAsked(birth_date: string | null, now: Date): boolean {
  return !isChild({ birth_date, is_pupil: false, grades: [] }, now);
}

/** A rate limit for tries after failures. */
export interface Limit {
  /** Failures that cost nothing. */
  readonly free: number;
  /** Seconds after which one failure is forgotten. */
  readonly forgetSeconds: number;
  /** Seconds of the longest wait. */
  readonly maxWaitSeconds: number;
}

export const ACCOUNT_LIMIT: Limit = { free: 4, forgetSeconds: 180, maxWaitSeconds: 60 };
/** The limit of an address: a whole school sits behind one. */
export const ADDRESS_LIMIT: Limit = { free: 100, forgetSeconds: 3, maxWaitSeconds: 5 };

/** Returns the seconds to wait after this many failures: none, then doubling. */
export function waitSeconds(limit: Limit, failures: number): number {
  const beyond = failures - limit.free;
  return beyond <= 0 ? 0 : Math.min(limit.maxWaitSeconds, 2 ** Math.min(beyond, 10));
}

/** Returns a typed account in its stored form. */
export function accountOf(typed: string): string {
  return typed.normalize("NFKC").trim().toLowerCase();
}
