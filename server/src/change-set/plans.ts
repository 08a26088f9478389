import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Change, type ChangeSource, isIdentity, type Right } from "#contract";
import { planned } from "../database/planned.ts";
import { isReferredTo } from "../database/unavailable.ts";
import { Refusal } from "../http/refusal.ts";
import { groupWithin } from "../group/api.ts";
import { separationOf } from "../rights/duties.ts";
import { type Scope, schoolsOf, scopeOf } from "../rights/rules.ts";
import type { MemberCaller } from "../session/caller.ts";
import { type Planning, requireGivable, requireNoneAbove } from "./kinds/kind.ts";
import { planRows, rightOf } from "./kinds/kinds.ts";
import { isOperator, type Maker } from "./operator.ts";
import {
  finishPlan,
  holdersApplied,
  insertPlan,
  labelsThatDiffer,
  membershipsApplied,
} from "./plan-rows.ts";
import {
  asPlanned,
  findSet,
  nameTwiceUndone,
  readInput,
  readRows,
  type SetRow,
  type StoredRow,
  transition,
} from "./queries.ts";

/** Labels of rows that differ, in a refusal. */
const LABELS_TOLD = 100;
/** More schools no change by hand moves or makes. */
const SCHOOL_ROWS = 10_000;

/** Plans a change with what its maker may do now, and answers the set's id. */
export async function plan(
  app: FastifyInstance,
  maker: Maker,
  change: Change,
  { request = null, source }: { request?: FastifyRequest | null; source?: ChangeSource } = {},
): Promise<string> {
  const planning = await planningOf(app, maker, rightOf(change.kind));
  const found = await planRows(planning, change);
  const { now } = planning;
  const made_by = maker.user_id;
  const right = rightOf(change.kind);
  const made = { change, right, made_by, by_operator: isOperator(maker), now, source };
  const written = await insertPlan(app.db, found, made);
  const { id, row_count } = written;
  const school_id = found.school_id;
  await app.db.transaction().execute(async (trx) => {
    await finishPlan(trx, written);
    const object = { kind: "change-set", id };
    const detail = { step: "plan", kind: change.kind, rows: row_count };
    const actor = { user_id: made_by ?? undefined, school_id };
    const event = { action: "change-set", object, detail } as const;
    await app.audit.record(request, request === null ? { ...event, actor } : event, trx);
  });
  return id;
}

/** Finds the rows of a change with what its maker may do now, and writes nothing. */
export async function planRowsOf(app: FastifyInstance, maker: Maker, change: Change) {
  return planRows(await planningOf(app, maker, rightOf(change.kind)), change);
}

async function planningOf(
  app: FastifyInstance,
  { user_id, held }: Maker,
  right: Right,
): Promise<Planning> {
  const separation = separationOf(app);
  const organisations = await app.organisations.tree();
  const scope = scopeOf(held, right, organisations, separation.now);
  if (scope === undefined) throw new Refusal("notAllowed");
  const actor = { user_id: user_id ?? "", held };
  return { db: app.db, actor, scope, organisations, ...separation };
}

/** The outcome of a plan whose rows were changed meanwhile. */
interface Replaced {
  /** The set that was planned instead. */
  id: string;
  /** Labels of rows that differ, up to a bound. */
  labels: string[];
  message: string;
}

/**
 * Plans again with what the maker may do now; where the rows are no longer the same, a set with the new ones is made and
 * returned (CS-02).
 */
export async function replan(
  app: FastifyInstance,
  set: SetRow,
  maker: Maker,
  request: FastifyRequest | null = null,
): Promise<Replaced | undefined> {
  const input = await readInput(app.db, set.id);
  if (input === null) throw stateChanged();
  const { rows } = await planRows(await planningOf(app, maker, rightOf(input.kind)), input);
  if (isMade(set)) return undefined;
  const labels = await labelsThatDiffer(app.db, set.id, rows, LABELS_TOLD);
  if (labels.length === 0) return undefined;
  const { source } = set;
  const id = await plan(app, maker, input, { request, ...(source !== null && { source }) });
  const named = `${labels.slice(0, 5).join("、")}${labels.length > 5 ? "等" : ""}`;
  return { id, labels, message: `计划之后有人改过：${named}，已按现在的情况重新计划` };
}

/** Refuses to apply a set whose rows are no longer the same: it is discarded for one that is planned anew (CS-02). */
export async function requireCurrent(
  app: FastifyInstance,
  set: SetRow,
  maker: Maker,
  request: FastifyRequest,
): Promise<void> {
  const instead = await replan(app, set, maker, request);
  if (instead === undefined) return;
  const { id, labels: rows, message: msg } = instead;
  const change_id = await app.db.transaction().execute(async (trx) => {
    if (await transition(trx, set.id, "discard", { replaced_by: id })) return id;
    // somebody else has tried in this very moment: one new set is enough
    await transition(trx, id, "discard");
    return (await findSet(trx, set.id))?.replaced_by ?? null;
  });
  if (change_id === null) throw stateChanged();
  throw new Refusal("conflict", { msg, data: { change_id, rows } });
}

/**
 * Refuses an undo that does what the caller may not do, none hands out what its maker may not give, or what nobody may;
 * of `rows` alone, by their numbers, else of all.
 */
export async function requireUndoable(
  app: FastifyInstance,
  set: SetRow,
  caller: MemberCaller,
  rows: readonly number[] | null,
): Promise<void> {
  const planning = await planningOf(app, caller, set.right_name);
  const { scope } = planning;
  const of = { limit: SCHOOL_ROWS, state: "applied", table: "school" } as const;
  const schools = await readRows(app.db, set.id, of);
  if (!reaches(scope, organisationsOf(set, schools))) throw new Refusal("notAllowed");
  if (set.kind === "school-make" || set.kind === "district-make") await requireUnused(app, schools);
  if (set.kind === "group-members") await requireGroup(app, scope, set);
  const twice = await nameTwiceUndone(app.db, set.id, rows);
  if (twice !== undefined) {
    const msg = `撤销以后会有两个班都叫“${twice}”，请先把现在的这个改名或归档`;
    throw new Refusal("conflict", { msg, data: {} });
  }
  for (const { identity, school_id } of await membershipsApplied(app.db, set.id)) {
    if (isIdentity(identity)) requireGivable(planning, identity, school_id);
  }
  await requireNoneAbove(planning, await planned(app.db, (trx) => holdersApplied(trx, set.id)));
}

/** The school of a set, and all schools and districts that its rows change or move between. */
function organisationsOf({ school_id }: SetRow, moved: readonly StoredRow[]): (string | null)[] {
  const ids = moved.flatMap((row) => {
    const { key, before, after } = asPlanned(row);
    // what is new is nobody's yet
    const own = before === null ? [] : [key["id"]];
    return [...own, before?.["parent_id"], after?.["parent_id"]];
  });
  return [school_id, ...ids.map((id) => (typeof id === "string" ? id : null))];
}

/** Returns whether something of each of these lies in a scope: who made a change may have lost the place since. */
function reaches(scope: Scope, ids: readonly (string | null)[]): boolean {
  const schools = schoolsOf(scope);
  return schools === "all" || ids.every((id) => id === null || schools.includes(id));
}

/** Refuses to put people back into a group that has been removed since. */
async function requireGroup(app: FastifyInstance, scope: Scope, set: SetRow): Promise<void> {
  const [row] = await readRows(app.db, set.id, { limit: 1 });
  const id = row && asPlanned(row).key["group_id"];
  if (id === undefined || (await groupWithin(app.db, scope, id)) !== undefined) return;
  throw new Refusal("conflict", { msg: "这个群组已经删除，不能再撤销", data: {} });
}

/** Refuses to take a school back that something belongs to by now: its removal is tried, and taken back. */
async function requireUnused(app: FastifyInstance, made: readonly StoredRow[]): Promise<void> {
  const tried = new Error("only tried");
  if (made.length === 0) return;
  try {
    await app.db.transaction().execute(async (trx) => {
      const ids = made.map((row) => asPlanned(row).key["id"] ?? "");
      await trx.deleteFrom("school").where("id", "in", ids).execute();
      throw tried;
    });
  } catch (error) {
    if (error === tried) return;
    if (!isReferredTo(error)) throw error;
    const msg = "它已经有人、学校、班级或使用记录，不能撤销新建；可以停用它";
    throw new Refusal("conflict", { msg, data: {}, cause: error });
  }
}

/** Returns where a person has a right now; undefined where nowhere. */
export async function scopeFor(
  app: FastifyInstance,
  caller: Pick<Maker, "held">,
  right: Right,
): Promise<Scope | undefined> {
  return scopeOf(caller.held, right, await app.organisations.tree(), app.now());
}

/** Something new has an id of its own in each plan: there is nothing to compare. */
function isMade({ kind }: SetRow): boolean {
  return ["class-make", "school-make", "district-make", "person-make"].includes(kind);
}

/** Refuses a step that the set's state no longer lets happen. */
export function stateChanged(): Refusal {
  return new Refusal("conflict", { msg: "这次变更已经在进行，或已经结束", data: {} });
}
