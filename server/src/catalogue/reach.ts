import type { Right } from "#contract";
import { type Organisations, placesOf, type Scope } from "../rights/rules.ts";
import type { SelfCaller } from "../session/caller.ts";

/** The apps that a person may change: those of these districts, or all there are, the platform's own included. */
export interface Reach {
  everything: boolean;
  district_ids: readonly string[];
}

/** An operator's, at the command line. */
export const ALL_SCHOOLS: Reach = { everything: true, district_ids: [] };

/**
 * Returns the apps that a right reaches: with it on the platform everything, else those of the districts at which it is
 * held. What the platform offers to everyone is seen there, and not changed.
 */
export function reachOf(
  { held }: Pick<SelfCaller, "held">,
  now: Date,
  right: Right = "app.manage",
): Reach {
  const places = placesOf(held, right, now);
  const districts = places.filter(({ kind }) => kind === "district");
  return {
    everything: places.some(({ kind }) => kind === "platform"),
    district_ids: districts.flatMap(({ school_id }) => school_id ?? []),
  };
}

export function mayEdit(reach: Reach, { district_id }: { district_id: string | null }): boolean {
  return reach.everything || (district_id !== null && reach.district_ids.includes(district_id));
}

/** Tells whether an app exists for this person: that of another district does not. */
export function mayKnow(reach: Reach, app: { district_id: string | null }): boolean {
  return app.district_id === null || mayEdit(reach, app);
}

/**
 * Tells whether an app is offered to a school of a scope, by the district it is of and the schools it is limited to: who
 * looks after apps there knows of it. What they may change is `mayEdit`'s to say.
 */
export function isOfferedIn(
  scope: Scope,
  organisations: Organisations,
  { district_id, school_ids }: { district_id: string | null; school_ids: readonly string[] },
): boolean {
  if (scope.kind === "all") return true;
  return scope.schools.some((id) => {
    const above = organisations.get(id)?.parent_id ?? null;
    const isOfDistrict = district_id === null || district_id === id || district_id === above;
    return isOfDistrict && (school_ids.length === 0 || school_ids.includes(id));
  });
}
