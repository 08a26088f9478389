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
  readonly waitAtMostSeconds: number;
}

export const ACCOUNT_LIMIT: Limit = { free: 4, forgetSeconds: 180, waitAtMostSeconds: 60 };
/** The limit of an address: a whole school sits behind one. */
export const ADDRESS_LIMIT: Limit = { free: 100, forgetSeconds: 3, waitAtMostSeconds: 5 };

/** Returns the seconds to wait after this many failures: none, then doubling. */
export function waitSeconds(limit: Limit, failures: number): number {
  const beyond = failures - limit.free;
  return beyond <= 0 ? 0 : Math.min(limit.waitAtMostSeconds, 2 ** Math.min(beyond, 10));
}

/** Returns a typed account in its stored form. */
export function accountOf(typed: string): string {
  return typed.normalize("NFKC").trim().toLowerCase();
}

/** Returns the key that a client is counted under: the address, or the /64 network of an IPv6 subscriber. */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 !== undefined) return v4;
  const [head = "", tail] = address.toLowerCase().split("%")[0]?.split("::") ?? [];
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill("0"), ...right];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
