/** Parts of rights that other rooms may call, beside what decides. */
export { hasDuty, holdersByDuty, peopleInConflict } from "./duty-queries.ts";
export { heldOf } from "./queries.ts";
export { endRestingGrants, insertGrant, markGrantEnded } from "./grants.ts";
export { wantSchool } from "./want-school.ts";
