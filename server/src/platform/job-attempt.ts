import type { Selectable, Updateable } from "kysely";
import type { Database, Queryable } from "../database/database.ts";
import type { JobTable } from "../database/tables/job.ts";

/** Milliseconds of a lease: a node that dies keeps its jobs from the others for this long. */
export const LEASE_MS = 60_000;
const RENEW_EVERY_MS = LEASE_MS / 3;
const PROGRESS_EVERY_MS = 500;
const MAX_ATTEMPTS = 5;
const FIRST_BACKOFF_MS = 5000;
const BACKOFF_FACTOR = 4;
const MAX_BACKOFF_MS = 3_600_000;

export type JobRow = Selectable<JobTable>;

export interface JobKind {
  /**
   * Does the work. It is called again for the same job after a failure or the death of a node, so it must find out what it
   * has already done (`job.step`).
   */
  run: (job: RunningJob) => Promise<unknown>;
  /** Milliseconds between two runs of recurring work. Its one job is enqueued at the first poll, and never fails for good. */
  everyMs?: number;
  /** Attempts after which a job has failed. */
  tries?: number;
  /** Returns the milliseconds until the next attempt after this many failures in a row. */
  waitMs?: (failures: number) => number;
  /** The most jobs of this kind that a node runs at once. */
  atOnce?: number;
}

export interface RunningJob {
  readonly id: string;
  readonly ref_id: string;
  readonly school_id: string | null;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  /** Aborted when somebody stops the job, the node stops, or another node took the job over. */
  readonly signal: AbortSignal;
  /** Reports the progress; written at most twice a second. */
  progress(done: number, total: number): void;
  /**
   * Runs a step in one transaction together with the record that it is done.
   *
   * @returns false when an earlier attempt has done it
   */
  step(name: string, work: (trx: Queryable) => Promise<unknown>): Promise<boolean>;
  /** Returns whether this or an earlier attempt has done a step. */
  isDone(name: string): Promise<boolean>;
}

/**
 * Thrown by a job with a message for people, which becomes the job's `error`. Of any other error only name and code are
 * kept.
 */
export class JobFailed extends Error {
  override name = "JobFailed";
  /** True where another attempt would end alike: the job has failed for good. */
  readonly isFinal: boolean;
  constructor(message: string, { isFinal = false } = {}) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** One attempt at a job that this node has leased: does its work, and writes the outcome while it holds the lease. */
export class JobAttempt {
  readonly row: JobRow;
  readonly #db: Database;
  readonly #now: () => Date;
  readonly #work: JobKind;
  readonly #abort = new AbortController();
  #released = false;

  constructor(db: Database, now: () => Date, row: JobRow, work: JobKind) {
    this.row = row;
    this.#db = db;
    this.#now = now;
    this.#work = work;
  }

  /** Does the work to its end; throws its error, unless it was stopped. */
  async run(): Promise<void> {
    const { signal } = this.#abort;
    const lease = new JobLease(async (values) => {
      const lease_until = new Date(this.#now().getTime() + LEASE_MS);
      if (!(await this.#update({ ...values, lease_until }))) this.#abort.abort();
    });
    const { id, ref_id, school_id, attempts: attempt } = this.row;
    try {
      await this.#work.run({
        ...{ id, ref_id, school_id, attempt, signal },
        progress: (progress, total) => lease.note({ progress, total }),
        step: (name, does) => this.#step(name, does),
        isDone: (name) => this.#isDone(name),
      });
      await lease.end();
      await this.#end(this.#afterSuccess());
    } catch (error) {
      await lease.end();
      const again = { state: "waiting", run_at: this.#now(), attempts: attempt - 1 } as const;
      const isFinal = error instanceof JobFailed && error.isFinal;
      await this.#end(this.#released ? again : this.#afterFailure(describe(error), isFinal));
      if (!signal.aborted) throw error;
    }
  }

  /**
   * Aborts the work and releases the lease, so that another node, or this one after its next start, resumes the job. The
   * attempt does not count.
   */
  release(): void {
    this.#released = true;
    this.#abort.abort();
  }

  /** Fails an attempt whose node has died, with this error. */
  async fail(error: string): Promise<void> {
    await this.#end(this.#afterFailure(error));
  }

  async #step(step: string, work: (trx: Queryable) => Promise<unknown>): Promise<boolean> {
    const { id, leased_by, attempts } = this.row;
    return this.#db.transaction().execute(async (trx) => {
      const held = await trx
        .selectFrom("job")
        .select("id")
        .where("id", "=", id)
        .where("state", "=", "running")
        .where("leased_by", "=", leased_by)
        .where("attempts", "=", attempts)
        .executeTakeFirst();
      if (held === undefined) throw new JobFailed("任务已停止");
      const { numInsertedOrUpdatedRows: noted } = await trx
        .insertInto("job_step")
        .values({ job_id: id, step })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (noted === 0n) return false;
      await work(trx);
      return true;
    });
  }

  async #isDone(step: string): Promise<boolean> {
    const done = this.#db.selectFrom("job_step").select("step").where("job_id", "=", this.row.id);
    return (await done.where("step", "=", step).executeTakeFirst()) !== undefined;
  }

  #afterSuccess(): Updateable<JobTable> {
    const { everyMs } = this.#work;
    const now = this.#now();
    if (everyMs === undefined) return { state: "done", error: null, finished_at: now };
    const run_at = new Date(now.getTime() + everyMs);
    return { state: "waiting", run_at, attempts: 0, error: null };
  }

  #afterFailure(error: string, isFinal = false): Updateable<JobTable> {
    const { everyMs, tries = MAX_ATTEMPTS, waitMs } = this.#work;
    const { attempts } = this.row;
    const now = this.#now();
    if (everyMs === undefined && (isFinal || attempts >= tries)) {
      return { state: "failed", error, finished_at: now };
    }
    const ms = waitMs?.(attempts) ?? everyMs ?? backoffMs(attempts);
    return { state: "waiting", error, run_at: new Date(now.getTime() + ms) };
  }

  async #end(values: Updateable<JobTable>): Promise<void> {
    const ended = await this.#update({ ...values, lease_until: null, leased_by: null });
    if (!ended || values.finished_at === undefined) return;
    await this.#db.deleteFrom("job_step").where("job_id", "=", this.row.id).execute();
  }

  /**
   * Writes values to the job's row.
   *
   * @returns false when the job is no longer this attempt's
   */
  async #update(values: Updateable<JobTable>): Promise<boolean> {
    const { id, leased_by, attempts } = this.row;
    const { numUpdatedRows } = await this.#db
      .updateTable("job")
      .set(values)
      .where("id", "=", id)
      .where("state", "=", "running")
      .where("leased_by", "=", leased_by)
      .where("attempts", "=", attempts)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}

/** Renews the lease of a running job and writes the job's progress with it, one write after the other. */
class JobLease {
  readonly #write: (values: { progress?: number; total?: number }) => Promise<void>;
  readonly #renewal: NodeJS.Timeout;
  #unwritten: { progress: number; total: number } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(write: (values: { progress?: number; total?: number }) => Promise<void>) {
    this.#write = write;
    this.#renewal = setInterval(() => this.#flush(), RENEW_EVERY_MS);
  }

  /** Stores the progress for the next write. */
  note(progress: { progress: number; total: number }): void {
    this.#unwritten = progress;
    this.#timer ??= setTimeout(() => this.#flush(), PROGRESS_EVERY_MS);
  }

  /** Writes the last progress and stops renewing. */
  async end(): Promise<void> {
    clearInterval(this.#renewal);
    if (this.#unwritten !== undefined) this.#flush();
    clearTimeout(this.#timer);
    await this.#writing;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const values = this.#unwritten ?? {};
    this.#unwritten = undefined;
    // a renewal that failed is made good by the next; the lease outlasts two
    this.#writing = this.#writing.then(() => this.#write(values)).catch(() => {});
  }
}

function backoffMs(failures: number): number {
  return Math.min(FIRST_BACKOFF_MS * BACKOFF_FACTOR ** (failures - 1), MAX_BACKOFF_MS);
}

function describe(error: unknown): string {
  if (error instanceof JobFailed) return error.message;
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? `${error.name} ${code}` : error.name;
}
