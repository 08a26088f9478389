import { Refusal } from "../http/refusal.ts";
import { isSchoolWithin, type Scope } from "./rules.ts";

/** Parts of rights that other rooms may call, beside what decides. */

export { hasDuty, holdersByDuty, peopleInConflict } from "./duty-queries.ts";
export { heldOf } from "./queries.ts";
export { endRestingGrants, insertGrant, markGrantEnded } from "./grants.ts";

/** Refuses a school that does not lie in the scope as a whole, as absent. */
export function wantSchool(scope: Scope, school_id: string): void {
  if (!isSchoolWithin(scope, school_id)) throw new Refusal("notFound");
}
