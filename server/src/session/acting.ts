import type { Identity, School } from "#contract";

/** A membership (person × school × identity) as a session record carries it, in the person's own order. */
export interface Membership extends School {
  kind: "district" | "school";
  /** The enabled classes of this school that a teacher or manager heads. */
  headed_classes: readonly string[];
}

/** Returns the memberships under one identity, in order. */
function under(memberships: readonly Membership[], identity: Identity): Membership[] {
  return memberships.filter((membership) => membership.identity === identity);
}

/**
 * Returns the identity of a call that names none: the stored one while it is held, else the first membership's, even a
 * disabled one; null for a person without a membership.
 */
export function currentIdentity(
  memberships: readonly Membership[],
  stored: Identity | null,
): Identity | null {
  const held = memberships.find(({ identity }) => identity === stored) ?? memberships[0];
  return held?.identity ?? null;
}

/**
 * Returns the active school under an identity: the stored one while enabled, else the first enabled, else the first
 * (contract.md, User).
 */
export function schoolUnder(
  memberships: readonly Membership[],
  identity: Identity,
  storedSchoolId: string | null,
): Membership | null {
  const held = under(memberships, identity);
  const enabled = held.filter(({ is_abled }) => is_abled);
  return enabled.find(({ id }) => id === storedSchoolId) ?? enabled[0] ?? held[0] ?? null;
}
