import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Change } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { RightsCaller } from "../session/caller.ts";
import { plan } from "./plans.ts";
import { findSet, type SetRow, transition } from "./queries.ts";

/** Parts of change sets that other rooms may call. */

/**
 * Plans a change and asks for approval at once; answers the set's id. `within` does more in the same transaction: where it
 * refuses, the set is discarded.
 */
export async function planForApproval(
  app: FastifyInstance,
  caller: RightsCaller,
  change: Change,
  {
    request,
    reason,
    within,
  }: {
    request: FastifyRequest;
    reason: string;
    within: (trx: Queryable, id: string) => Promise<void>;
  },
): Promise<string> {
  const id = await plan(app, caller, change, { request });
  const wait = app.db.transaction().execute(async (trx) => {
    await transition(trx, id, "wait", { reason });
    await within(trx, id);
    const object = { kind: "change-set", id };
    const detail = { step: "approval-wanted", kind: change.kind };
    await app.audit.record(request, { action: "change-set", object, detail }, trx);
  });
  await wait.catch(async (error: unknown) => {
    await transition(app.db, id, "discard");
    throw error;
  });
  return id;
}

/** Returns a set, or the one that was planned in its place. */
export async function currentSet(app: FastifyInstance, id: string): Promise<SetRow | undefined> {
  let set = await findSet(app.db, id);
  while (set !== undefined && set.replaced_by !== null) {
    const next = await findSet(app.db, set.replaced_by);
    if (next === undefined) break;
    set = next;
  }
  return set;
}

export { plan } from "./plans.ts";
export { type PersonSet, setsOfPerson, wordsOfSet } from "./person-sets.ts";
export { countWaitingSets } from "./set-list.ts";
export { lastError } from "./view.ts";
export {
  discardPlan,
  planChecked,
  planOneRoster,
  previewOneRoster,
  progressOf,
  startApplying,
} from "./one-roster.ts";
export { type Maker, OPERATOR } from "./operator.ts";
export { type PlacedSet, visibilityOf } from "./visible-sets.ts";
