import type { FastifyInstance } from "fastify";
import { JobFailed, type RunningJob } from "../platform/job-attempt.ts";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../http/refusal.ts";
import { mailPerson, notifyPeople } from "../person-notice/api.ts";
import { platformAddress } from "../platform/platform-address.ts";
import { makerOf } from "./operator.ts";
import { plan, planRowsOf, scopeFor } from "./plans.ts";
import {
  asPlanned,
  findSet,
  jobOwner,
  readInput,
  readRows,
  type SetRow,
  transition,
} from "./queries.ts";
import { isAdditive, newestLabels, type PlannedRow } from "./rules.ts";

/** More rows no change that waits for its hour has. */
const MAX_ROWS = 20_000;

/**
 * Applies an approved change at its hour (YR-02). It is planned anew with the same decisions: where only people have come
 * or gone since, that plan is applied in its stead; where anything else differs, nothing is, and the set is outdated.
 */
export async function runDue(app: FastifyInstance, job: RunningJob): Promise<void> {
  const set = await findSet(app.db, job.ref_id);
  if (set === undefined || set.state !== "scheduled") return;
  const by = await jobOwner(app.db, job.id);
  const maker = await makerOf(app, set);
  if ((await scopeFor(app, maker, set.right_name)) === undefined) {
    return stop(app, set, "提出这次变更的人现在没有这项权限", "，没有应用");
  }
  const input = await readInput(app.db, set.id);
  if (input === null) return stop(app, set, "计划已经不在", "，没有应用");
  let rows: PlannedRow[];
  try {
    rows = [...(await planRowsOf(app, maker, input)).rows];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return stop(app, set, "到生效的时刻不能再按计划应用", `：${error.message}`);
  }
  const stored = (await readRows(app.db, set.id, { limit: MAX_ROWS })).map(asPlanned);
  const differing = differ(stored, rows);
  if (differing.length === 0) return apply(app, set, by);
  if (!isAdditive(differing, set.person_count)) {
    const those = differing.map((row) => ({
      of: textOf({ ...row, ...NO_VALUES }),
      label: row.label,
    }));
    const names = newestLabels(those).slice(0, 5).join("、");
    return stop(app, set, "批准之后有人改过", `：${names}，没有应用，请重新核对后提交`);
  }
  const id = await plan(app, maker, input);
  const instead = await findSet(app.db, id);
  if (instead === undefined) throw new JobFailed("没有能重新计划");
  await apply(app, instead, by, set);
}

/** Starts to apply a set, in place of the former one where there is one. */
async function apply(
  app: FastifyInstance,
  set: SetRow,
  by: string | null,
  former?: SetRow,
): Promise<void> {
  const approved = former ?? set;
  await app.db.transaction().execute(async (trx) => {
    if (former !== undefined) {
      const left = { replaced_by: set.id };
      if (!(await transition(trx, former.id, "discard", left))) return;
    }
    const { approved_by, reason } = approved;
    if (!(await transition(trx, set.id, "apply", { approved_by, reason }))) return;
    const { school_id } = set;
    await app.jobs.enqueue(trx, {
      ...{ kind: "change-apply", ref_id: set.id },
      ...(by !== null && { created_by: by }),
      ...(school_id !== null && { school_id }),
    });
  });
  app.jobs.wake();
}

/**
 * Stops a change at its hour, and tells who submitted and who approved it. `why` names nobody, since notices and mail last
 * longer than a right; `more` of it is read in the change itself.
 */
async function stop(app: FastifyInstance, set: SetRow, why: string, more = ""): Promise<never> {
  await app.db.transaction().execute(async (trx) => {
    if (!(await transition(trx, set.id, "fail"))) return;
    await tellOfStop(app, trx, set, why);
    const { id, kind, school_id, made_by, row_count } = set;
    await app.audit.record(
      null,
      {
        ...{ action: "change-set", object: { kind: "change-set", id } },
        actor: { user_id: made_by ?? undefined, school_id },
        detail: { step: "outdated", kind, rows: row_count },
      },
      trx,
    );
  });
  throw new JobFailed(why + more, { isFinal: true });
}

async function tellOfStop(
  app: FastifyInstance,
  trx: Queryable,
  { id, school_id, made_by, approved_by, apply_at }: SetRow,
  why: string,
): Promise<void> {
  const told = [...new Set([made_by, approved_by])].filter((person) => person !== null);
  const until = apply_at?.toISOString() ?? null;
  const detail = { school_id, until, reason: `${why}。` };
  await notifyPeople(
    trx,
    { by: null, now: app.now() },
    told.map((user_id) => ({ user_id, kind: "change-stopped" as const, detail })),
  );
  const place = school_id === null ? "" : `?at=${encodeURIComponent(school_id)}`;
  for (const user_id of told) {
    await mailPerson(app, trx, user_id, {
      subject: "已批准的变更没有生效",
      body: `您提交或批准的一次变更到了生效的时刻，没有应用：${why}。请登录后核对，需要时重新提交。\n\n${platformAddress(app.config)}/#/module/admin/changes/${id}${place}`,
    });
  }
}

/** Returns the rows that only one of two plans has, those of the stored one first. */
function differ(stored: readonly PlannedRow[], made: readonly PlannedRow[]): PlannedRow[] {
  const keyed = (rows: readonly PlannedRow[]) =>
    new Map(rows.map((row) => [textOf(row), row] as const));
  const [old, fresh] = [keyed(stored), keyed(made)];
  return [
    ...[...old].filter(([key]) => !fresh.has(key)).map(([, row]) => row),
    ...[...fresh].filter(([key]) => !old.has(key)).map(([, row]) => row),
  ];
}

const NO_VALUES = { before: null, after: null };

function textOf({ table, key, before, after }: PlannedRow): string {
  const sorted = (values: Readonly<Record<string, unknown>> | null) =>
    values && Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([table, sorted(key), sorted(before), sorted(after)]);
}
