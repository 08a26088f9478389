import type { Right } from "#contract";
import { type Organisations, placesOf, type Scope } from "../rights/rules.ts";
import type { SelfCaller } from "../session/caller.ts";

/** The apps that a person may change: those of these districts, or all there are, the platform's own included. */
export interface AppScope {
  everything: boolean;
  district_ids: readonly string[];
}

/** The scope of an operator at the command line. */
export const ALL_SCHOOLS: AppScope = { everything: true, district_ids: [] };

/**
 * Returns the apps that a right reaches: everything where it is held on the platform, else those of the districts at
 * which it is held. The platform's own apps are seen there, and not changed.
 */
export function appScopeOf(
  { held }: Pick<SelfCaller, "held">,
  now: Date,
  right: Right = "app.manage",
): AppScope {
  const places = placesOf(held, right, now);
  const districts = places.filter(({ kind }) => kind === "district");
  return {
    everything: places.some(({ kind }) => kind === "platform"),
    district_ids: districts.flatMap(({ school_id }) => school_id ?? []),
  };
}

/** Returns whether the scope has the app: by its district, or everything; the platform's own apps have none. */
export function mayEdit(
  appScope: AppScope,
  { district_id }: { district_id: string | null },
): boolean {
  return (
    appScope.everything || (district_id !== null && appScope.district_ids.includes(district_id))
  );
}

/** Returns whether an app exists for this person: another district's does not. */
export function mayKnow(appScope: AppScope, app: { district_id: string | null }): boolean {
  return app.district_id === null || mayEdit(appScope, app);
}

/**
 * Returns whether an app is offered to a school of a scope, by its district and the schools it is limited to: those who
 * look after apps there see it. `mayEdit` decides what they may change.
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
