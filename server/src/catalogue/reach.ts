import type { SelfCaller } from "../session/caller.ts";

/** The apps that a person may change: those of these districts, or all there are, the platform's own included. */
export interface Reach {
  everything: boolean;
  district_ids: readonly string[];
}

/** An operator's, at the command line. */
export const ALL_SCHOOLS: Reach = { everything: true, district_ids: [] };

/**
 * The platform's administrators reach everything, a district's the apps of their own districts. What the platform
 * offers to everyone they see, and cannot change.
 */
export function reachOf({ person: { memberships } }: Pick<SelfCaller, "person">): Reach {
  const held = memberships.filter(({ is_abled }) => is_abled);
  return {
    everything: held.some(({ identity }) => identity === "inner_admin"),
    district_ids: held.filter(({ identity }) => identity === "admin").map(({ id }) => id),
  };
}

export function mayEdit(reach: Reach, { district_id }: { district_id: string | null }): boolean {
  return reach.everything || (district_id !== null && reach.district_ids.includes(district_id));
}

/** Tells whether an app exists for this person: that of another district does not. */
export function mayKnow(reach: Reach, app: { district_id: string | null }): boolean {
  return app.district_id === null || mayEdit(reach, app);
}
