import {
  USER_FIELDS,
  USER_FIELDS_ON_REQUEST,
  type Identity,
  type School,
  type User,
} from "#contract";
import type { Membership } from "../session/acting.ts";

export type UserField = keyof User;

/**
 * Returns the fields that `fields` asks for; without it all but those given on request. Unknown names are ignored
 * (contract.md).
 */
export function askedFields(fields: string | undefined): ReadonlySet<UserField> {
  const names = (fields ?? "").split(",").map((name) => name.trim());
  if (names.every((name) => name === "")) {
    return new Set(USER_FIELDS.filter((field) => !USER_FIELDS_ON_REQUEST.includes(field)));
  }
  return new Set(USER_FIELDS.filter((field) => names.includes(field)));
}

/** Returns whether `fields` names the field itself: only then is a contact shown whole. */
export function isNamed(fields: string | undefined, field: UserField): boolean {
  return (fields ?? "").split(",").some((name) => name.trim() === field);
}

/** Returns an entry for each identity held, disabled ones too: the page without a school must show them. */
export function identitiesOf(
  userId: string,
  memberships: readonly Membership[],
): { id: string; type: Identity }[] {
  const types = new Set(memberships.map(({ identity }) => identity));
  return [...types].map((type) => ({ id: `${userId}:${type}`, type }));
}

export function schoolOf(membership: Membership): School {
  const { id, name, logo, is_abled, identity } = membership;
  return { id, name, logo, is_abled, identity };
}

/** The school that a switch of identity or school makes active, or the reason why there is none. */
export type Switch = { school_id: string } | { refused: "notAllowed" | "notFound" };

/**
 * Returns the school to make active under an identity (ID-02, ID-08): the named one, else the stored one, else the
 * first enabled. A school of which the person is no member does not exist.
 */
export function switchTo(
  memberships: readonly Membership[],
  identity: Identity | null,
  named: string | undefined,
  stored: string | null,
): Switch {
  const held = memberships.filter((membership) => membership.identity === identity);
  if (named !== undefined) {
    const wanted = held.find(({ id }) => id === named);
    if (held.length > 0 && wanted === undefined) return { refused: "notFound" };
    return wanted?.is_abled === true ? { school_id: wanted.id } : { refused: "notAllowed" };
  }
  const enabled = held.filter(({ is_abled }) => is_abled);
  const school = enabled.find(({ id }) => id === stored) ?? enabled[0];
  return school === undefined ? { refused: "notAllowed" } : { school_id: school.id };
}
