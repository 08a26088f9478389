import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  applyChange,
  approveChange,
  type ChangeRow,
  type ChangeSet,
  discardChange,
  exportChange,
  planChange,
  readChange,
  readChangeRows,
  readChanges,
  undoChange,
} from "#contract";
import { acrossSchools } from "../database/scope.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { decide, type Scope, schoolsOf, spotOf } from "../rights/rules.ts";
import type { MemberCaller } from "../session/caller.ts";
import { runDue } from "./scheduled.ts";
import { CHANGE_TRIES, runApply, runUndo } from "./apply.ts";
import { endWhatIsOver, sweepChangeSets } from "./expire.ts";
import { refuse } from "./kinds/kind.ts";
import { CHANGE_RIGHTS } from "./kinds/kinds.ts";
import { plan, scopeFor, stateChanged, wantCurrent, wantUndoable } from "./plans.ts";
import {
  accountsOf,
  findSet,
  listSets,
  readRows,
  type SetRow,
  takeStep,
  withWholePeople,
} from "./queries.ts";
import { wantsOf, WHOLE_UP_TO } from "./rules.ts";
import { viewsOf } from "./view.ts";
import { rowInWords } from "./words.ts";

/** Lets handlers see people who may be at several schools; each kind's statements name the scope that bounds them. */
const ACROSS = { across: "administration" } as const;

/** Five thousand ids of the length that the platform makes, and room for what else is said. */
const PLAN_BYTES = 512 * 1024;
const ROWS_LISTED = 200;
const ROWS_EXPORTED = 1000;
const SWEEP_EVERY_MS = 3_600_000;
const LOOK_EVERY_MS = 60_000;

/** Serves change sets: planned, previewed, applied as a job, and undone (CS-01…07). */
export async function changeSetRoutes(app: FastifyInstance): Promise<void> {
  const change = { atOnce: 2, tries: CHANGE_TRIES };
  app.jobs.handle("change-apply", { ...change, run: (job) => runApply(app, job) });
  app.jobs.handle("change-undo", { ...change, run: (job) => runUndo(app, job) });
  app.jobs.handle("change-due", { ...change, run: (job) => runDue(app, job) });
  app.jobs.handle("until-over", { everyMs: LOOK_EVERY_MS, run: () => endWhatIsOver(app) });
  app.jobs.handle("change-sweep", {
    everyMs: SWEEP_EVERY_MS,
    run: () => sweepChangeSets(app.db, app.now()),
  });

  serve(
    app,
    planChange,
    async ({ input: { change, source }, caller, request }) => {
      // its draft is closed and its approval asked for in one step
      if (change.kind === "school-year") refuse("change", "请在“新学年”里提交");
      return one(await plan(app, caller, change, { request, ...(source && { source }) }), caller);
    },
    { ...ACROSS, bodyLimit: PLAN_BYTES },
  );

  serve(
    app,
    readChanges,
    async ({ input: { state, after }, caller }) => {
      const { user_id } = caller;
      const reach = [];
      for (const right of CHANGE_RIGHTS) {
        const scope = await scopeFor(app, caller, right);
        if (scope !== undefined) reach.push({ right, schools: wholeSchools(scope) });
      }
      const approving = await scopeFor(app, caller, "roster.approve");
      const approves = approving === undefined ? [] : wholeSchools(approving);
      const { sets, next } = await listSets(app.db, { user_id, reach, approves, state, after });
      return { changes: await views(sets, caller), next };
    },
    ACROSS,
  );

  serve(
    app,
    readChange,
    async ({ input, caller }) => view(await found(input.change_id, caller), caller),
    ACROSS,
  );

  serve(
    app,
    readChangeRows,
    async ({ input: { change_id, after = -1, state }, caller }) => {
      const set = await found(change_id, caller);
      return page(set, { after, state, limit: ROWS_LISTED });
    },
    ACROSS,
  );

  serve(
    app,
    exportChange,
    async ({ input: { change_id, after = -1 }, caller, request }) => {
      const set = await found(change_id, caller);
      const answer = await page(set, { after, limit: ROWS_EXPORTED });
      const object = { kind: "change-set", id: set.id };
      const detail = { rows: answer.rows.length, continues: answer.next !== null };
      await app.audit.record(request, { action: "export", object, detail });
      return answer;
    },
    ACROSS,
  );

  serve(
    app,
    applyChange,
    async ({ input: { change_id, reason }, caller, request }) => {
      const set = await found(change_id, caller);
      if (!["planned", "held", "waiting"].includes(set.state)) throw stateChanged();
      // a larger one is compared by its job
      if (set.row_count <= WHOLE_UP_TO) await wantCurrent(app, set, caller, request);
      const why = reason?.trim() || set.reason;
      const wants = wantsOf(set.guards, set.row_count);
      if (wants !== "nothing" && !why) {
        const message = "请写明为什么要这样改";
        throw new Refusal("badInput", {
          msg: message,
          data: { errors: [{ path: "reason", message }] },
        });
      }
      await app.db.transaction().execute(async (trx) => {
        const isWaiting = wants === "approval" && set.approved_by === null;
        const step = isWaiting ? "wait" : "apply";
        if (!(await takeStep(trx, set.id, step, { reason: why ?? null }))) throw stateChanged();
        if (!isWaiting) await enqueue(trx, { kind: "change-apply" }, set, caller.user_id);
        await recordStep(request, set, isWaiting ? "approval-wanted" : "apply", trx);
      });
      app.jobs.wake();
      return one(set.id, caller);
    },
    ACROSS,
  );

  serve(
    app,
    approveChange,
    async ({ input: { change_id }, caller, request }) => {
      const set = await found(change_id, caller);
      if (set.state !== "waiting" || !mayApprove(set, caller, await app.organisations.tree())) {
        throw new Refusal("notAllowed", {
          msg:
            set.made_by === caller.user_id ? "自己的变更要由另一个人审批" : "这次变更不在等您审批",
        });
      }
      await app.db.transaction().execute(async (trx) => {
        const approved = { approved_by: caller.user_id };
        const { apply_at } = set;
        const isLater = apply_at !== null && apply_at > app.now();
        const step = isLater ? "schedule" : "apply";
        if (!(await takeStep(trx, set.id, step, approved))) throw stateChanged();
        const job = isLater ? { kind: "change-due", run_at: apply_at } : { kind: "change-apply" };
        await enqueue(trx, job, set, caller.user_id);
        await recordStep(request, set, "approve", trx);
      });
      app.jobs.wake();
      return one(set.id, caller);
    },
    ACROSS,
  );

  serve(
    app,
    undoChange,
    async ({ input: { change_id, rows, overwrite = false }, caller, request }) => {
      const set = await found(change_id, caller);
      if (set.undo_until !== null && set.undo_until <= app.now()) {
        throw new Refusal("notAllowed", { msg: "已经过了可以撤销的日子" });
      }
      await wantUndoable(app, set, caller);
      await app.db.transaction().execute(async (trx) => {
        const undo_rows = rows === undefined ? null : await withWholePeople(trx, set.id, rows);
        const wanted = { undo_rows, undo_overwrites: overwrite };
        if (!(await takeStep(trx, set.id, "undo", wanted))) throw stateChanged();
        await enqueue(trx, { kind: "change-undo" }, set, caller.user_id);
        await recordStep(request, set, "undo", trx);
      });
      app.jobs.wake();
      return one(set.id, caller);
    },
    ACROSS,
  );

  serve(
    app,
    discardChange,
    async ({ input: { change_id, reason }, caller, request }) => {
      const set = await found(change_id, caller);
      const isRefusal =
        set.state === "waiting" && mayApprove(set, caller, await app.organisations.tree());
      const refused = { refused_by: caller.user_id, refusal: reason?.trim() || null };
      await app.db.transaction().execute(async (trx) => {
        const values = isRefusal ? refused : {};
        if (!(await takeStep(trx, set.id, "discard", values))) throw stateChanged();
        await recordStep(request, set, isRefusal ? "refuse" : "discard", trx);
      });
      return {};
    },
    ACROSS,
  );

  /** Returns a set that the caller may see: the own, or one of a place at which the caller has its right. */
  async function found(id: string, caller: MemberCaller): Promise<SetRow> {
    const set = await acrossSchools("administration", () => findSet(app.db, id));
    const scope = set && (await scopeFor(app, caller, set.right_name));
    const approves = set && mayApprove(set, caller, await app.organisations.tree());
    if (set === undefined || (scope === undefined && approves !== true))
      throw new Refusal("notFound");
    const isWhole = scope !== undefined && isWithin(set, scope);
    if (set.made_by !== caller.user_id && !isWhole && approves !== true) {
      throw new Refusal("notFound");
    }
    return set;
  }

  async function page(
    { id, school_id }: SetRow,
    { limit, ...asked }: Parameters<typeof readRows>[2],
  ): Promise<{ rows: ChangeRow[]; next: number | null }> {
    const rows = await readRows(app.db, id, { ...asked, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const next = rows.length > limit ? (shown.at(-1)?.seq ?? null) : null;
    const accounts = await accountsOf(app.db, shown, school_id);
    const words = shown.map((row) => {
      const person_id =
        row.person_id !== null && accounts.has(row.person_id) ? row.person_id : null;
      return rowInWords({ ...row, person_id }, accounts.get(person_id ?? "") ?? null);
    });
    return { rows: words, next };
  }

  function mayApprove(
    { school_id, made_by }: SetRow,
    { held, user_id }: MemberCaller,
    tree: Parameters<typeof spotOf>[1],
  ): boolean {
    const spot = spotOf({ kind: "school", school_id, part_id: "" }, tree);
    return made_by !== user_id && decide(held, "roster.approve", spot, app.now()).may;
  }

  async function one(id: string, caller: MemberCaller): Promise<ChangeSet> {
    const set = await findSet(app.db, id);
    if (set === undefined) throw new Refusal("notFound");
    return view(set, caller);
  }

  async function view(set: SetRow, caller: MemberCaller): Promise<ChangeSet> {
    const [shown] = await views([set], caller);
    if (shown === undefined) throw new Refusal("notFound");
    return shown;
  }

  async function views(sets: readonly SetRow[], caller: MemberCaller): Promise<ChangeSet[]> {
    const tree = await app.organisations.tree();
    return viewsOf(app.db, sets, {
      now: app.now(),
      mayApprove: (set) => mayApprove(set, caller, tree),
    });
  }

  async function enqueue(
    trx: Parameters<typeof app.jobs.enqueue>[0],
    job: { kind: string; run_at?: Date },
    { id, school_id }: SetRow,
    created_by: string,
  ): Promise<void> {
    const school = school_id === null ? {} : { school_id };
    await app.jobs.enqueue(trx, { ...job, ref_id: id, created_by, ...school });
  }

  function recordStep(
    request: FastifyRequest,
    { id, kind, row_count }: SetRow,
    step: string,
    trx: Parameters<typeof app.jobs.enqueue>[0],
  ): Promise<void> {
    const object = { kind: "change-set", id };
    const detail = { step, kind, rows: row_count };
    return app.audit.record(request, { action: "change-set", object, detail }, trx);
  }
}

function isWithin({ school_id }: SetRow, scope: Scope): boolean {
  if (scope.kind === "all") return true;
  return school_id !== null && scope.schools.includes(school_id);
}

function wholeSchools(scope: Scope): "all" | readonly string[] {
  return scope.kind === "all" ? schoolsOf(scope) : scope.schools;
}
