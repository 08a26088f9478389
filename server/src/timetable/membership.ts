import type { Identity } from "#contract";

/** A pupil's or a teacher's place at a school. */
export interface Membership {
  user_id: string;
  identity: Identity;
  school_id: string;
}

/** Returns the place by which somebody has lessons: one's own, or a parent's child's; undefined for a child without a school. */
export function membershipOf(
  { user_id, identity, school }: { user_id: string; identity: Identity; school: { id: string } },
  child: { id: string; school: { id: string } | null } | undefined,
): Membership | undefined {
  if (identity !== "parent") return { user_id, identity, school_id: school.id };
  if (child === undefined || child.school === null) return undefined;
  return { user_id: child.id, identity: "student", school_id: child.school.id };
}
