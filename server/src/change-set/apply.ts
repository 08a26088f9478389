import type { FastifyInstance } from "fastify";
import { CHANGE_WHOLE_UP_TO, UNDO_DAYS } from "#contract";
import type { Queryable } from "../database/database.ts";
import { JobFailed, type RunningJob } from "../platform/job-attempt.ts";
import { daysAfter } from "../platform/days.ts";
import { notifyPeople } from "../person-notice/api.ts";
import { Refusal } from "../http/refusal.ts";
import { endRestingGrants } from "../rights/api.ts";
import { endSignInsOfAll } from "../sign-in/api.ts";
import { endReleases } from "../transfer/api.ts";
import { noticesOf } from "./notices.ts";
import { makerOf } from "./operator.ts";
import { replan, scopeFor } from "./plans.ts";
import {
  asPlanned,
  findSet,
  jobOwner,
  madeBy,
  markRows,
  readRows,
  type SetRow,
  transition,
} from "./queries.ts";
import { reversed } from "./rules.ts";
import { type NumberedRow, writeRows } from "./write-rows.ts";

/** Sizes of the transactions that apply a set. */
export interface Sizes {
  /** Rows that are applied in one transaction; more go in chunks that resume (CS-04). */
  wholeUpTo: number;
  /** Rows of a chunk: few, since on the embedded engine nobody else is served while one is written. */
  chunk: number;
}
/** Sizes of this node; a program of the tests sets smaller ones before it starts. */
export const SIZES: Sizes = { wholeUpTo: CHANGE_WHOLE_UP_TO, chunk: 2000 };
/** Attempts at a change: a set that is half applied is not abandoned because nodes crash. */
export const CHANGE_TRIES = 100;

/** Thrown when rows have changed since the plan, to roll the transaction back. */
class OutdatedError extends Error {
  override name = "OutdatedError";
  readonly seqs: readonly number[];
  constructor(seqs: readonly number[]) {
    super("rows have changed since the plan");
    this.seqs = seqs;
  }
}

const CHANGED_SINCE = "后来被改过";
/** The outcome of rows that somebody has changed since the plan. */
const LEFT = { from: "planned", to: "outdated", note: CHANGED_SINCE } as const;

/** Applies the change set of a job, or resumes it: whole or not at all up to 5,000 rows (CS-04). */
export async function runApply(
  app: FastifyInstance,
  job: RunningJob,
  sizes: Sizes = SIZES,
): Promise<void> {
  const set = await findSet(app.db, job.ref_id);
  if (set === undefined || set.state !== "applying") return;
  if (set.row_count > sizes.wholeUpTo) await checkLarge(app, job, set);
  try {
    await inChunks(app, { job, set, sizes }, async (trx, rows, isLast) => {
      const written = await writeRows(trx, rows);
      const left = rows.map(({ seq }) => seq).filter((seq) => !written.has(seq));
      const isWhole = set.row_count <= sizes.wholeUpTo;
      if (isWhole && left.length > 0) throw new OutdatedError(left);
      const done = rows.filter(({ seq }) => written.has(seq));
      const out = await applySideEffects(app, trx, { id: set.id, rows: done, by: set.made_by });
      await markRows(trx, set.id, [...written], { from: "planned", to: "applied" });
      await markRows(trx, set.id, left, LEFT);
      if (!isLast) return out;
      const now = app.now();
      const undo_until = daysAfter(now, UNDO_DAYS);
      await transition(trx, set.id, "finish", { applied_at: now, undo_until });
      await record(app, trx, set, "applied");
      return out;
    });
  } catch (error) {
    if (!(error instanceof OutdatedError)) throw error;
    await app.db.transaction().execute(async (trx) => {
      await markRows(trx, set.id, error.seqs, LEFT);
      await transition(trx, set.id, "fail");
      await record(app, trx, set, "outdated");
    });
    throw new JobFailed("计划之后有人改过其中的内容，没有应用", { isFinal: true });
  }
}

const CHECKED = "checked";

/**
 * Checks a large set against the present data before its first chunk, and fails the job where it is outdated; smaller sets
 * are checked in the request that applies them. The plan is repeated with the rights that its maker has now: an approval
 * does not replace them.
 */
async function checkLarge(app: FastifyInstance, job: RunningJob, set: SetRow): Promise<void> {
  if (await job.isDone(CHECKED)) return;
  const maker = await makerOf(app, set);
  const fail = async (message: string, values: { replaced_by?: string } = {}) => {
    await app.db.transaction().execute(async (trx) => {
      await transition(trx, set.id, "fail", values);
      await record(app, trx, set, "outdated");
    });
    throw new JobFailed(message, { isFinal: true });
  };
  if ((await scopeFor(app, maker, set.right_name)) === undefined) {
    await fail("提出这次变更的人现在没有这项权限，没有应用");
  }
  try {
    const instead = await replan(app, set, maker);
    if (instead !== undefined) await fail(instead.message, { replaced_by: instead.id });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await fail(error.message);
  }
  await job.step(CHECKED, async () => {});
}

/** Undoes a set or the chosen rows of it; rows changed since are kept, unless `undo_overwrites` is set (CS-05). */
export async function runUndo(
  app: FastifyInstance,
  job: RunningJob,
  sizes: Sizes = SIZES,
): Promise<void> {
  const set = await findSet(app.db, job.ref_id);
  if (set === undefined || set.state !== "undoing") return;
  const chosen = set.undo_rows === null ? null : new Set(set.undo_rows);
  const overwrites = set.undo_overwrites;
  const by = await jobOwner(app.db, job.id);
  await inChunks(app, { job, set, sizes }, async (trx, rows, isLast) => {
    const those = chosen === null ? rows : rows.filter(({ seq }) => chosen.has(seq));
    const written = await writeRows(trx, reversed(those), { overwrites });
    const left = those.map(({ seq }) => seq).filter((seq) => !written.has(seq));
    const done = those.filter(({ seq }) => written.has(seq));
    const out = await applySideEffects(app, trx, { id: set.id, rows: reversed(done), by });
    await markRows(trx, set.id, [...written], { from: "applied", to: "undone" });
    await markRows(trx, set.id, left, { from: "applied", to: "applied", note: CHANGED_SINCE });
    if (!isLast) return out;
    const remaining = await readRows(trx, set.id, { limit: 1, state: "applied" });
    const values = { undo_rows: null, undo_overwrites: false, undone_at: app.now() };
    await transition(trx, set.id, remaining.length > 0 ? "undo-part" : "finish-undo", values);
    await record(app, trx, set, remaining.length > 0 ? "partly-undone" : "undone");
    return out;
  });
}

/** Writes the rows of one chunk; returns the ids of the people whose sessions it ended. */
type Work = (trx: Queryable, rows: NumberedRow[], isLast: boolean) => Promise<string[]>;

/**
 * Processes a set's rows in chunks, from the last to the first for an undo. Each chunk is one transaction that also
 * records it as done (`job.step`), so that an attempt after a crash continues with the next one.
 */
async function inChunks(
  app: FastifyInstance,
  { job, set, sizes }: { job: RunningJob; set: SetRow; sizes: Sizes },
  work: Work,
): Promise<void> {
  const size = set.row_count <= sizes.wholeUpTo ? sizes.wholeUpTo : sizes.chunk;
  const chunks = Math.max(1, Math.ceil(set.row_count / size));
  const undoes = set.state === "undoing";
  for (let turn = 0; turn < chunks; turn += 1) {
    if (job.signal.aborted) throw new JobFailed("任务已停止");
    const chunk = undoes ? chunks - 1 - turn : turn;
    const touched = new Set<string>();
    let out: string[] = [];
    // the name has the size, since another version may cut the set differently
    await job.step(`${set.state}-${chunk}-of-${size}`, async (trx) => {
      const stored = await readRows(trx, set.id, { after: chunk * size - 1, limit: size });
      const wanted = undoes ? "applied" : "planned";
      const rows = stored.filter(({ state }) => state === wanted).map(asPlanned);
      out = await work(trx, rows, turn === chunks - 1);
      for (const { person_id } of rows) if (person_id !== null) touched.add(person_id);
    });
    // this node at once, the others within a second
    for (const id of touched) app.sessions.forget(id);
    // each notification costs statements: only for people who had a session
    for (const id of out) app.sessionEnds.notify(id);
    job.progress(Math.min((turn + 1) * size, set.row_count), set.row_count);
  }
  app.organisations.forget();
}

/**
 * Applies what follows from written rows, in their transaction: a disabled account loses its sessions, an ended membership
 * its grants and releases, and people are notified. Returns the ids of those whose sessions ended.
 */
async function applySideEffects(
  app: FastifyInstance,
  trx: Queryable,
  { id, rows, by }: { id: string; rows: readonly NumberedRow[]; by: string | null },
): Promise<string[]> {
  const now = app.now();
  const isOff = ({ after }: NumberedRow) => after === null || after["is_abled"] === false;
  const locked = rows.flatMap((row) =>
    row.table === "user" && row.before !== null && isOff(row) ? (row.person_id ?? []) : [],
  );
  const out = await endSignInsOfAll(trx, locked, now);
  const ended = rows
    .filter((row) => row.table === "membership" && isOff(row))
    .map(({ key }) => key as { school_id: string; user_id: string; identity: string });
  await endRestingGrants(trx, ended, now);
  const pupils = ended.filter(({ identity }) => identity === "student");
  await endReleases(trx, pupils, now);
  const about = rows.flatMap(({ table, key, person_id }) =>
    table === "membership" || table === "guardian" || table === "user"
      ? [person_id ?? "", key["user_id"] ?? ""]
      : [],
  );
  const made = await madeBy(trx, id, about);
  await notifyPeople(trx, { by, now }, noticesOf(rows, made));
  return out;
}

function record(app: FastifyInstance, trx: Queryable, set: SetRow, step: string): Promise<void> {
  const { id, kind, school_id, made_by, row_count } = set;
  return app.audit.record(
    null,
    {
      action: "change-set",
      actor: { user_id: made_by ?? undefined, school_id },
      object: { kind: "change-set", id },
      detail: { step, kind, rows: row_count },
    },
    trx,
  );
}
