import {
  type Client,
  type Identity,
  type Permission,
  PERMISSIONS,
  type Right,
  type Role,
  rolesOf,
  type Who,
} from "#contract";
import { Refusal } from "../http/refusal.ts";
import { acrossSchools, inSchools, type PlatformWork } from "../database/scope.ts";
import type { Separation } from "../rights/duties.ts";
import { type Held, heldBy, placesOf, type Scope, schoolsOf } from "../rights/rules.ts";
import { currentIdentity, type Membership, schoolUnder } from "./acting.ts";
import type { Person, SessionAndPerson } from "./session-record.ts";

/** The kind of client that a session belongs to; `browser` is `web` (RQ-03). */
export type ClientKind = Exclude<Client, "browser">;

/** A signed-in person in a call about the person: the identity may be in a disabled membership, or absent. */
export interface SelfCaller {
  readonly user_id: string;
  readonly session_id: string;
  readonly account: string;
  readonly name: string;
  readonly client: ClientKind;
  readonly identity: Identity | null;
  readonly school: Membership | null;
  /** The person's rights with their places, whatever the active identity. */
  readonly held: readonly Held[];
  /** Permissions that are held anywhere, at the moment that the session was read. */
  readonly permissions: readonly Permission[];
  readonly person: Person;
}

/** A person acting under an identity held in an enabled membership of an enabled school. */
export interface MemberCaller extends SelfCaller {
  readonly identity: Identity;
  readonly school: Membership;
  /** The identity, and `head-teacher` for a person who heads a class of this school (ID-07). */
  readonly roles: readonly Role[];
}

/** A member who has the call's right somewhere (GR-05). */
export interface RightsCaller extends MemberCaller {
  /** Returns the places at which the caller has a right now; undefined where nowhere. */
  readonly scopeOf: (right: Right) => Scope | undefined;
  /** The places at which the caller has the call's right. */
  readonly scope: Scope;
}

/** An app of the catalogue, calling server to server. */
export interface AppCaller {
  readonly app_id: string;
}

export type Caller = SelfCaller | MemberCaller | RightsCaller | AppCaller;

/** The caller that a handler gets, by the `who` of its call. */
export type CallerOf<W extends Who> = W extends "anyone"
  ? null
  : W extends "self"
    ? SelfCaller
    : W extends "app"
      ? AppCaller
      : W extends { right: Right }
        ? RightsCaller
        : MemberCaller;

export function clientKind(header: unknown): ClientKind {
  return header === "pc" || header === "mobile" ? header : "web";
}

/**
 * Returns the person acting under `identity`, or under the current one when undefined. Refuses an identity that the
 * person does not hold.
 */
export function selfCaller(
  { session, person }: SessionAndPerson,
  client: ClientKind,
  named: string | undefined,
  separation: Separation,
): SelfCaller {
  const { memberships } = person;
  const held = heldBy(memberships, person.grants, separation);
  const identity =
    named === undefined
      ? currentIdentity(memberships, person.identity)
      : (memberships.find((held) => held.identity === named)?.identity ?? null);
  if (named !== undefined && identity === null) throw new Refusal("notAllowed");
  return {
    user_id: person.id,
    session_id: session.id,
    account: person.account,
    name: person.name,
    client,
    identity,
    school: identity === null ? null : schoolUnder(memberships, identity, person.school_id),
    held,
    permissions: PERMISSIONS.filter((right) => placesOf(held, right, separation.now).length > 0),
    person,
  };
}

/** Returns the person as a member; refuses one without an enabled membership under the active identity. */
export function memberCaller(caller: SelfCaller): MemberCaller {
  const { identity, school } = caller;
  if (identity === null || school === null || !school.is_abled) throw new Refusal("notAllowed");
  return { ...caller, identity, school, roles: rolesIn(identity, school) };
}

/** Returns the roles held under an identity at a school; only staff can head a class. */
export function rolesIn(identity: Identity, school: Membership): Role[] {
  const heads =
    (identity === "teacher" || identity === "manager") && school.headed_classes.length > 0;
  return rolesOf(identity, heads ? [school.id] : []);
}

/**
 * Runs work that sees the rows of the caller's own schools; of a caller by right the schools of the scope; of an app
 * every school, as it proves whom it asks about; none for an unknown caller. `across` gives the reason to see more.
 */
export function inScopeOf<T>(
  caller: Caller | null,
  across: PlatformWork | undefined,
  work: () => T,
): T {
  if (across !== undefined) return acrossSchools(across, work);
  if (caller === null) return inSchools([], work);
  if ("app_id" in caller) return acrossSchools("app-call", work);
  if ("scope" in caller) {
    const schools = schoolsOf(caller.scope);
    if (schools === "all") return acrossSchools("administration", work);
    return inSchools(schools, work);
  }
  return inSchools(
    caller.person.memberships.map(({ id }) => id),
    work,
  );
}
