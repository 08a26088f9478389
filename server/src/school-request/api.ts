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

/** Counts, for each of the classes that a teacher heads, the requests that wait for the teacher's decision (ID-11). */
export async function countWaitingByClass(
  db: Queryable,
  caller: SelfCaller,
  classes: readonly string[],
): Promise<Map<string, number>> {
  const scope = decisionScopeOf(caller);
  if (scope?.by !== "head-teacher") return new Map();
  return acrossSchools("school-request", async () => {
    const counts = classes.map(async (class_id): Promise<[string, number]> => {
      return [class_id, await countWaiting(db, { ...scope, class_id })];
    });
    return new Map(await Promise.all(counts));
  });
}
