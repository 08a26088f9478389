import type { FeedbackSide, Identity } from "#contract";
import type { Membership } from "../session/acting.ts";
import type { MemberCaller } from "../session/caller.ts";

/** Identities that answer feedback: managers for their school, administrators for their district. */
const STAFF: readonly Identity[] = ["manager", "admin", "inner_admin"];
/** Identities whose own feedback goes to the institution above the school. */
const ASKS_ABOVE: readonly Identity[] = ["manager", "admin", "inner_admin"];

interface Thread {
  user_id: string;
  assigned_school_id: string;
}

/** Returns the institution whose feedback a person answers under the active identity; undefined when there is none. */
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
 * Returns the side of a thread that a person is on: `person` for the asker, whatever identity is active, `staff` for
 * the institution that answers. Undefined for everybody else: for them the thread does not exist.
 */
export function sideOf(
  caller: Pick<MemberCaller, "user_id" | "identity" | "school">,
  thread: Thread,
): FeedbackSide | undefined {
  if (thread.user_id === caller.user_id) return "person";
  return thread.assigned_school_id === answersFor(caller) ? "staff" : undefined;
}
