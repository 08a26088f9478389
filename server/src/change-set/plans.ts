import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Change, isIdentity, type Right } from "#contract";
import { planned } from "../database/planned.ts";
import { codeOf } from "../database/unavailable.ts";
import { Refusal } from "../http/refusal.ts";
import { groupWithin } from "../group/api.ts";
import { type Scope, schoolsOf, scopeOf } from "../rights/rules.ts";
import type { MemberCaller } from "../session/caller.ts";
import { wantGivable, wantNoneAbove } from "./kinds/kind.ts";
import { planRows, rightOf } from "./kinds/kinds.ts";
import {
  dropPlan,
  insertPlan,
  labelsThatDiffer,
  membershipsApplied,
  peopleApplied,
  populationsOf,
} from "./plan-rows.ts";
import {
  asPlanned,
  readInput,
  readRows,
  type SetRow,
  type StoredRow,
  takeStep,
} from "./queries.ts";
import { guardsOf } from "./rules.ts";

/** Labels of rows that differ, in a refusal. */
const LABELS_TOLD = 100;
/** More schools no change by hand moves or makes. */
const SCHOOL_ROWS = 10_000;

/** Plans a change with what its maker may do now, and answers the set's id. */
export async function plan(
  app: FastifyInstance,
  caller: MemberCaller,
  change: Change,
  request: FastifyRequest,
): Promise<string> {
  const right = rightOf(change.kind);
  const scope = await scopeFor(app, caller, right);
  if (scope === undefined) throw new Refusal("notAllowed");
  const { user_id, held } = caller;
  const now = app.now();
  const organisations = await app.organisations.tree();
  return app.db.transaction().execute(async (trx) => {
    const planning = { db: trx, actor: { user_id, held }, scope, organisations, now };
    const found = await planRows(planning, change);
    const guards = guardsOf(found.rows, await populationsOf(trx, found.rows), user_id);
    const made = { change, right, guards, made_by: user_id, now };
    const { id, row_count } = await insertPlan(trx, found, made);
    if (guards.length > 0) await takeStep(trx, id, "hold");
    const object = { kind: "change-set", id };
    const detail = { step: "plan", kind: change.kind, rows: row_count };
    await app.audit.record(request, { action: "change-set", object, detail }, trx);
    return id;
  });
}

/** Plans again with the caller's present rights, and refuses where the rows are no longer the same (CS-02). */
export async function wantCurrent(
  app: FastifyInstance,
  set: SetRow,
  caller: MemberCaller,
  request: FastifyRequest,
): Promise<void> {
  if (!["planned", "held", "waiting"].includes(set.state)) throw stateChanged();
  const input = await readInput(app.db, set.id);
  if (input === null) throw stateChanged();
  const again = await plan(app, caller, input, request);
  const labels = isMade(set)
    ? []
    : await planned(app.db, (trx) => labelsThatDiffer(trx, set.id, again, LABELS_TOLD));
  if (labels.length === 0) return dropPlan(app.db, again);
  await app.db.transaction().execute((trx) => takeStep(trx, set.id, "discard"));
  throw new Refusal("conflict", {
    msg: `计划之后有人改过：${labels.slice(0, 5).join("、")}${labels.length > 5 ? "等" : ""}，已按现在的情况重新计划`,
    data: { change_id: again, rows: labels },
  });
}

/** Refuses an undo that does what the caller may not do: none hands out what its maker may not give. */
export async function wantUndoable(
  app: FastifyInstance,
  set: SetRow,
  caller: MemberCaller,
): Promise<void> {
  const scope = await scopeFor(app, caller, set.right_name);
  if (scope === undefined) throw new Refusal("notAllowed");
  const organisations = await app.organisations.tree();
  const { user_id, held } = caller;
  const planning = { db: app.db, actor: { user_id, held }, scope, organisations, now: app.now() };
  const of = { limit: SCHOOL_ROWS, state: "applied", table: "school" } as const;
  const schools = await readRows(app.db, set.id, of);
  if (!reaches(scope, organisationsOf(set, schools))) throw new Refusal("notAllowed");
  if (set.kind === "school-make" || set.kind === "district-make") await wantUnused(app, schools);
  if (set.kind === "group-members") await wantGroup(app, scope, set);
  for (const { identity, school_id } of await membershipsApplied(app.db, set.id)) {
    if (isIdentity(identity)) wantGivable(planning, identity, school_id);
  }
  for await (const people of peopleApplied(app.db, set.id)) await wantNoneAbove(planning, people);
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

/** Tells whether something of each of these lies in a scope: who made a change may have lost the place since. */
function reaches(scope: Scope, ids: readonly (string | null)[]): boolean {
  const schools = schoolsOf(scope);
  return schools === "all" || ids.every((id) => id === null || schools.includes(id));
}

/** Refuses to put people back into a group that has been removed since. */
async function wantGroup(app: FastifyInstance, scope: Scope, set: SetRow): Promise<void> {
  const [row] = await readRows(app.db, set.id, { limit: 1 });
  const id = row && asPlanned(row).key["group_id"];
  if (id === undefined || (await groupWithin(app.db, scope, id)) !== undefined) return;
  throw new Refusal("conflict", { msg: "这个群组已经删除，不能再撤销", data: {} });
}

const STILL_REFERRED_TO = "23503";

/** Refuses to take a school back that something belongs to by now: its removal is tried, and taken back. */
async function wantUnused(app: FastifyInstance, made: readonly StoredRow[]): Promise<void> {
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
    if (codeOf(error) !== STILL_REFERRED_TO) throw error;
    const msg = "它已经有人、学校、班级或使用记录，不能撤销新建；可以停用它";
    throw new Refusal("conflict", { msg, data: {}, cause: error });
  }
}

/** Returns where the caller has a right now; undefined where nowhere. */
export async function scopeFor(
  app: FastifyInstance,
  caller: MemberCaller,
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
