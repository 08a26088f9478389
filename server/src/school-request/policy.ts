import type { SelfCaller } from "../session/caller.ts";

/** The people whose requests somebody decides; resolved in the database (ID-11). */
export type DecisionScope =
  /** The pupils of the classes headed at this school, or of one of them. */
  | { by: "head-teacher"; user_id: string; school_id: string; class_id?: string }
  /** Everybody at the school. */
  | { by: "manager"; user_id: string; school_id: string }
  /** Those who run the schools of the district, and the district's other administrators. */
  | { by: "admin"; user_id: string; district_id: string };

/**
 * Returns whose requests the caller decides: a head-teacher's, a manager's and a district administrator's own people
 * (ID-11); undefined for others.
 */
export function decisionScopeOf({
  user_id,
  identity,
  school,
}: SelfCaller): DecisionScope | undefined {
  if (school === null || !school.is_abled) return undefined;
  if (identity === "teacher") return { by: "head-teacher", user_id, school_id: school.id };
  if (identity === "manager" && school.kind === "school") {
    return { by: "manager", user_id, school_id: school.id };
  }
  if (identity === "admin") return { by: "admin", user_id, district_id: school.id };
  return undefined;
}
