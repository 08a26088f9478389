import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  applyChange,
  approveChange,
  CHANGE_WHOLE_UP_TO,
  discardChange,
  undoChange,
} from "#contract";
import { badField, Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import type { MemberCaller } from "../session/caller.ts";
import { stateChanged, requireCurrent, requireUndoable } from "./plans.ts";
import { type SetRow, transition, withWholePeople } from "./queries.ts";
import { type Step, wantsOf } from "./rules.ts";
import { approvalsOf, findVisible, readView } from "./visible-sets.ts";

/** Lets handlers see people who may be at several schools; each kind's statements name the scope that bounds them. */
const ACROSS = { across: "administration" } as const;

/** Serves the steps of a planned change: applied, approved, undone or discarded; a job does the work (CS-03…06). */
export async function changeStepRoutes(app: FastifyInstance): Promise<void> {
  serve(
    app,
    applyChange,
    async ({ input: { change_id, reason }, caller, request }) => {
      const set = await findVisible(app, change_id, caller);
      if (!["planned", "held", "waiting"].includes(set.state)) throw stateChanged();
      // a larger one is compared by its job
      if (set.row_count <= CHANGE_WHOLE_UP_TO) await requireCurrent(app, set, caller, request);
      const why = reason?.trim() || set.reason;
      const wants = wantsOf(set.guards, set.row_count);
      if (wants !== "nothing" && !why) {
        throw badField("reason", "请写明为什么要这样改");
      }
      const values = { reason: why ?? null };
      const isWaiting = wants === "approval" && set.approved_by === null;
      await take(
        app,
        { set, caller, request },
        isWaiting
          ? { step: "wait", audited: "approval-wanted", values }
          : { step: "apply", values, job: { kind: "change-apply" } },
      );
      return readView(app, set.id, caller);
    },
    ACROSS,
  );

  serve(
    app,
    approveChange,
    async ({ input: { change_id }, caller, request }) => {
      const set = await findVisible(app, change_id, caller);
      const mayApprove = await approvalsOf(app, caller);
      if (set.state !== "waiting" || !mayApprove(set)) {
        throw new Refusal("notAllowed", {
          msg:
            set.made_by === caller.user_id ? "自己的变更要由另一个人审批" : "这次变更不在等您审批",
        });
      }
      const { apply_at } = set;
      const isLater = apply_at !== null && apply_at > app.now();
      await take(
        app,
        { set, caller, request },
        {
          step: isLater ? "schedule" : "apply",
          audited: "approve",
          values: { approved_by: caller.user_id },
          job: isLater ? { kind: "change-due", run_at: apply_at } : { kind: "change-apply" },
        },
      );
      return readView(app, set.id, caller);
    },
    ACROSS,
  );

  serve(
    app,
    undoChange,
    async ({ input: { change_id, rows, overwrite = false }, caller, request }) => {
      const set = await findVisible(app, change_id, caller);
      if (set.undo_until !== null && set.undo_until <= app.now()) {
        throw new Refusal("notAllowed", { msg: "已经过了可以撤销的日子" });
      }
      const undo_rows = rows === undefined ? null : await withWholePeople(app.db, set.id, rows);
      await requireUndoable(app, set, caller, undo_rows);
      await take(
        app,
        { set, caller, request },
        {
          step: "undo",
          values: { undo_rows, undo_overwrites: overwrite },
          job: { kind: "change-undo" },
        },
      );
      return readView(app, set.id, caller);
    },
    ACROSS,
  );

  serve(
    app,
    discardChange,
    async ({ input: { change_id, reason }, caller, request }) => {
      const set = await findVisible(app, change_id, caller);
      const mayApprove = await approvalsOf(app, caller);
      const isRefusal = set.state === "waiting" && mayApprove(set);
      const refused = { refused_by: caller.user_id, refusal: reason?.trim() || null };
      await take(
        app,
        { set, caller, request },
        isRefusal ? { step: "discard", audited: "refuse", values: refused } : { step: "discard" },
      );
      return {};
    },
    ACROSS,
  );
}

interface Taken {
  step: Step;
  /** The step's name in the audit, where that is another. */
  audited?: string;
  /** Values stored with the set. */
  values?: Parameters<typeof transition>[3];
  /** The job that does the step's work. */
  job?: { kind: string; run_at?: Date };
}

/** Takes a step of a set, with its job and audit entry in one transaction; refuses where the set's state no longer lets it. */
async function take(
  app: FastifyInstance,
  { set, caller, request }: { set: SetRow; caller: MemberCaller; request: FastifyRequest },
  { step, audited = step, values, job }: Taken,
): Promise<void> {
  const { id, school_id, kind, row_count } = set;
  await app.db.transaction().execute(async (trx) => {
    if (!(await transition(trx, id, step, values))) throw stateChanged();
    if (job !== undefined) {
      const at = school_id === null ? {} : { school_id };
      await app.jobs.enqueue(trx, { ...job, ref_id: id, created_by: caller.user_id, ...at });
    }
    const object = { kind: "change-set", id };
    const detail = { step: audited, kind, rows: row_count };
    await app.audit.record(request, { action: "change-set", object, detail }, trx);
  });
  if (job !== undefined) app.jobs.wake();
}
