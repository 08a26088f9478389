import type { Queryable } from "../database/database.ts";
import { acrossSchools } from "../database/scope.ts";
import type { SelfCaller } from "../session/caller.ts";
import { decisionScopeOf } from "./policy.ts";
import { countWaiting } from "./queries.ts";

/** Counts the requests that wait for the caller's decision (ID-11). */
export async function countWaitingFor(db: Queryable, caller: SelfCaller): Promise<number> {
  const scope = decisionScopeOf(caller);
  if (scope === undefined) return 0;
  return acrossSchools("school-request", () => countWaiting(db, scope));
}
