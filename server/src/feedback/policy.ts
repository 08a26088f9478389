import type { FeedbackSide, Identity } from "#contract";
import type { Membership } from "../session/acting.ts";
import type { MemberCaller } from "../session/caller.ts";

/** Who answers feedback: a school's managers for their school, the district's administrators for the district. */
const STAFF: readonly Identity[] = ["manager", "admin", "inner_admin"];
/** Whose feedback goes to the institution above the school. */
const ASKS_ABOVE: readonly Identity[] = ["manager", "admin", "inner_admin"];

interface Thread {
  user_id: string;
  assigned_school_id: string;
}

/** Returns the institution whose feedback a person answers under the active identity; undefined for who answers none. */
export function answersFor({ identity, school }: Pick<MemberCaller, "identity" | "school">) {
  return STAFF.includes(identity) ? school.id : undefined;
}

/** Returns every institution whose feedback a person answers under any identity held. */
export function answersForAny(memberships: readonly Membership[]): string[] {
  return memberships
    .filter(({ is_abled, identity }) => is_abled && STAFF.includes(identity))
    .map(({ id }) => id);
}

export function asksAbove(identity: Identity): boolean {
  return ASKS_ABOVE.includes(identity);
}

/**
 * Which side of a thread a person is on: their own, whatever identity is active now, or the staff's of the institution
 * that answers it. Undefined for everybody else, for whom there is no such thread.
 */
export function sideOf(
  caller: Pick<MemberCaller, "user_id" | "identity" | "school">,
  thread: Thread,
): FeedbackSide | undefined {
  if (thread.user_id === caller.user_id) return "person";
  return thread.assigned_school_id === answersFor(caller) ? "staff" : undefined;
}
