import type { FastifyInstance } from "fastify";
import type { ChangeSet } from "#contract";
import { Refusal } from "../http/refusal.ts";
import {
  decide,
  isSchoolWithin,
  type Organisations,
  reaches,
  type Scope,
  scopeOf,
  placePathOf,
} from "../rights/rules.ts";
import type { MemberCaller } from "../session/caller.ts";
import { findSet, type SetRow } from "./queries.ts";
import { viewsOf } from "./view.ts";

/**
 * Returns a set that the caller may see: one of a place at which the caller has its right or approves, or the own, while the
 * caller has its right at some of the place.
 */
export async function findVisible(
  app: FastifyInstance,
  id: string,
  caller: MemberCaller,
): Promise<SetRow> {
  const set = await findSet(app.db, id);
  if (set === undefined || !(await visibilityOf(app, caller))(set)) throw new Refusal("notFound");
  return set;
}

/** Returns whether the caller may see a set, as a question about any. */
export async function visibilityOf(
  app: FastifyInstance,
  caller: MemberCaller,
): Promise<(set: PlacedSet) => boolean> {
  const mayApprove = await approvalsOf(app, caller);
  const tree = await app.organisations.tree();
  return (set) => {
    if (mayApprove(set)) return true;
    const scope = scopeOf(caller.held, set.right_name, tree, app.now());
    if (scope === undefined) return false;
    return isWithin(set, scope) || (set.made_by === caller.user_id && touches(set, scope, tree));
  };
}

/** Fields of a set that decide who sees it. */
export type PlacedSet = Pick<SetRow, "school_id" | "made_by" | "right_name">;

/** Returns whether the caller may approve a set, as a question about any: nobody approves a change of their own. */
export async function approvalsOf(
  app: FastifyInstance,
  { held, user_id }: MemberCaller,
): Promise<(set: Pick<PlacedSet, "school_id" | "made_by">) => boolean> {
  const tree = await app.organisations.tree();
  return ({ school_id, made_by }) => {
    const placePath = placePathOf({ kind: "school", school_id, part_id: "" }, tree);
    return made_by !== user_id && decide(held, "roster.approve", placePath, app.now()).may;
  };
}

/** Reads a set as the caller sees it now. */
export async function readView(
  app: FastifyInstance,
  id: string,
  caller: MemberCaller,
): Promise<ChangeSet> {
  const set = await findSet(app.db, id);
  if (set === undefined) throw new Refusal("notFound");
  return viewFor(app, set, caller);
}

/** Returns a set as the caller sees it now. */
export async function viewFor(
  app: FastifyInstance,
  set: SetRow,
  caller: MemberCaller,
): Promise<ChangeSet> {
  const [view] = await viewsFor(app, [set], caller);
  if (view === undefined) throw new Refusal("notFound");
  return view;
}

/** Returns sets as the caller sees them now, with the steps that the caller may take. */
export async function viewsFor(
  app: FastifyInstance,
  sets: readonly SetRow[],
  caller: MemberCaller,
): Promise<ChangeSet[]> {
  const mayApprove = await approvalsOf(app, caller);
  return viewsOf(app.db, sets, { now: app.now(), mayApprove });
}

/** Returns whether a set's place lies in the scope as a whole; what touches several districts lies in all only. */
function isWithin({ school_id }: PlacedSet, scope: Scope): boolean {
  return school_id === null ? scope.kind === "all" : isSchoolWithin(scope, school_id);
}

/** Returns whether something of a set's place lies in the scope: who made a change may have lost the place since. */
function touches({ school_id }: PlacedSet, scope: Scope, tree: Organisations): boolean {
  return school_id === null || reaches(scope, school_id, tree);
}
