import type { FastifyInstance } from "fastify";
import { UNDO_DAYS } from "#contract";
import type { Queryable } from "../database/database.ts";
import { JobFailed, type RunningJob } from "../platform/job-attempt.ts";
import { notifyPeople } from "../person-notice/api.ts";
import { endRestingGrants } from "../rights/queries.ts";
import { endSignInsOfAll } from "../sign-in/api.ts";
import { noticesOf } from "./notices.ts";
import {
  asPlanned,
  findSet,
  jobOwner,
  markRows,
  readRows,
  type SetRow,
  takeStep,
} from "./queries.ts";
import { reversed } from "./rules.ts";
import { type NumberedRow, writeRows } from "./write-rows.ts";

/** Sizes of what is written at once. */
export interface Sizes {
  /** Rows that are applied in one transaction; more go in chunks that resume (CS-04). */
  wholeUpTo: number;
  /** Rows of a chunk: few, since on the embedded engine nobody else is served while one is written. */
  chunk: number;
}
const SIZES: Sizes = { wholeUpTo: 5000, chunk: 2000 };
/** Attempts at a change: one that was begun is not given up because nodes end in the middle of it. */
export const CHANGE_TRIES = 100;
const MS_PER_DAY = 86_400_000;

/** Thrown when rows of a plan have changed meanwhile, to roll back what was written of it. */
class OutdatedError extends Error {
  override name = "OutdatedError";
  readonly seqs: readonly number[];
  constructor(seqs: readonly number[]) {
    super("rows have changed since the plan");
    this.seqs = seqs;
  }
}

const CHANGED_SINCE = "后来被改过";

/** Applies the change set of a job, or resumes it: whole or not at all up to 5,000 rows (CS-04). */
export async function runApply(
  app: FastifyInstance,
  job: RunningJob,
  sizes: Sizes = SIZES,
): Promise<void> {
  const set = await findSet(app.db, job.ref_id);
  if (set === undefined || set.state !== "applying") return;
  try {
    await inChunks(app, { job, set, sizes }, async (trx, rows, isLast) => {
      const written = await writeRows(trx, rows);
      const left = rows.map(({ seq }) => seq).filter((seq) => !written.has(seq));
      const isWhole = set.row_count <= sizes.wholeUpTo;
      if (isWhole && left.length > 0) throw new OutdatedError(left);
      const done = rows.filter(({ seq }) => written.has(seq));
      await followWrites(app, trx, done, set.made_by);
      await markRows(trx, set.id, [...written], "applied");
      await markRows(trx, set.id, left, "outdated", CHANGED_SINCE);
      if (!isLast) return;
      const now = app.now();
      const undo_until = new Date(now.getTime() + UNDO_DAYS * MS_PER_DAY);
      await takeStep(trx, set.id, "finish", { applied_at: now, undo_until });
      await record(app, trx, set, "applied");
    });
  } catch (error) {
    if (!(error instanceof OutdatedError)) throw error;
    await app.db.transaction().execute(async (trx) => {
      await markRows(trx, set.id, error.seqs, "outdated", CHANGED_SINCE);
      await takeStep(trx, set.id, "fail");
      await record(app, trx, set, "outdated");
    });
    throw new JobFailed("计划之后有人改过其中的内容，没有应用");
  }
}

/** Undoes a set, or the chosen rows of it; rows that were changed since stay, unless that is chosen (CS-05). */
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
    await followWrites(app, trx, reversed(those.filter(({ seq }) => written.has(seq))), by);
    await markRows(trx, set.id, [...written], "undone");
    await markRows(trx, set.id, left, "applied", CHANGED_SINCE);
    if (!isLast) return;
    const remaining = await readRows(trx, set.id, { limit: 1, state: "applied" });
    const values = { undo_rows: null, undo_overwrites: false, undone_at: app.now() };
    await takeStep(trx, set.id, remaining.length > 0 ? "undo-part" : "finish-undo", values);
    await record(app, trx, set, remaining.length > 0 ? "partly-undone" : "undone");
  });
}

type Work = (trx: Queryable, rows: NumberedRow[], isLast: boolean) => Promise<void>;

/**
 * Processes a set's rows in chunks, from the last to the first for an undo. Each chunk is one transaction with the note
 * that it is done, so that an attempt after a kill goes on behind it.
 */
async function inChunks(
  app: FastifyInstance,
  { job, set, sizes }: { job: RunningJob; set: SetRow; sizes: Sizes },
  work: Work,
): Promise<void> {
  const size = set.row_count <= sizes.wholeUpTo ? sizes.wholeUpTo : sizes.chunk;
  const chunks = Math.max(1, Math.ceil(set.row_count / size));
  const undoes = set.state === "undoing";
  const touched = new Set<string>();
  for (let turn = 0; turn < chunks; turn += 1) {
    if (job.signal.aborted) throw new JobFailed("任务已停止");
    const chunk = undoes ? chunks - 1 - turn : turn;
    // with the size: another version may cut otherwise
    await job.step(`${set.state}-${chunk}-of-${size}`, async (trx) => {
      const stored = await readRows(trx, set.id, { after: chunk * size - 1, limit: size });
      const wanted = undoes ? "applied" : "planned";
      const rows = stored.filter(({ state }) => state === wanted).map(asPlanned);
      await work(trx, rows, turn === chunks - 1);
      for (const { person_id } of rows) if (person_id !== null) touched.add(person_id);
    });
    job.progress(Math.min((turn + 1) * size, set.row_count), set.row_count);
  }
  app.organisations.forget();
  // this node at once, the others within a second
  for (const id of touched) app.sessionEnds.tell(id);
}

/**
 * Completes writes in the same transaction: sessions end with an account, grants with a membership; people are
 * notified.
 */
async function followWrites(
  app: FastifyInstance,
  trx: Queryable,
  rows: readonly NumberedRow[],
  by: string | null,
): Promise<void> {
  const now = app.now();
  const isOff = ({ after }: NumberedRow) => after === null || after["is_abled"] === false;
  const locked = rows.flatMap((row) =>
    row.table === "user" && row.before !== null && isOff(row) ? (row.person_id ?? []) : [],
  );
  await endSignInsOfAll(trx, locked, now);
  const ended = rows
    .filter((row) => row.table === "membership" && isOff(row))
    .map(({ key }) => key as { school_id: string; user_id: string; identity: string });
  await endRestingGrants(trx, ended, now);
  await notifyPeople(trx, { by, now }, noticesOf(rows));
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
