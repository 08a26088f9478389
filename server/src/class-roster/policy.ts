import type { MemberCaller } from "../session/caller.ts";

/** A ground on which somebody may set a pupil's password; checked in the database (SE-11). */
export type Ground =
  /** A head-teacher of a class of this school that the pupil is in. */
  | { by: "head-teacher"; user_id: string; school_id: string }
  /** A manager of a school that the pupil is in. */
  | { by: "manager"; school_id: string }
  /** A parent who is bound to the child. */
  | { by: "parent"; user_id: string };

/**
 * Returns the caller's grounds to set a pupil's password: a head-teacher for the classes headed, a manager for the
 * school, a parent for the own children (SE-11), always under the active identity at the active school. Others have
 * none.
 */
export function groundsOf({ identity, school, user_id }: MemberCaller): Ground[] {
  const school_id = school.id;
  if (identity === "parent") return [{ by: "parent", user_id }];
  const heads: Ground = { by: "head-teacher", user_id, school_id };
  if (identity === "teacher") return [heads];
  return identity === "manager" && school.kind === "school"
    ? [{ by: "manager", school_id }, heads]
    : [];
}

/** Returns whether the caller sees every class of the school, as a manager does; a teacher sees those headed. */
export function seesEveryClass({ identity, school }: MemberCaller): boolean {
  return identity === "manager" && school.kind === "school";
}
