import type { Selectable, Updateable } from "kysely";
import type { Database, Queryable } from "../database/database.ts";
import type { JobTable } from "../database/tables/job.ts";

/** Milliseconds of a lease: a node that dies keeps its jobs from the others for this long. */
export const LEASE_MS = 60_000;
const RENEW_MS = LEASE_MS / 3;
const PROGRESS_MS = 500;
const TRIES = 5;
const FIRST_WAIT_MS = 5000;
const LONGER_BY = 4;
const LONGEST_WAIT_MS = 3_600_000;

export type JobRow = Selectable<JobTable>;

export interface JobKind {
  /**
   * Does the work; may be called again for the same job after a failure or the end of a node, so what it has done must
   * be visible to it (`job.step`).
   */
  run: (job: RunningJob) => Promise<unknown>;
  /** For recurring work: milliseconds after its last run. Its one row is made by itself, and is never given up. */
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
   * Does a step in one transaction with the note that it is done.
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
  #handedOn = false;

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
      await this.#end(this.#handedOn ? again : this.#afterFailure(describe(error), isFinal));
      if (!signal.aborted) throw error;
    }
  }

  /**
   * Asks the work to end, so that another node, or this one after its next start, takes the job over. The attempt does
   * not count.
   */
  handOn(): void {
    this.#handedOn = true;
    this.#abort.abort();
  }

  /** Ends an attempt whose node did not live to see it fail. */
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
    const { everyMs, tries = TRIES, waitMs } = this.#work;
    const { attempts } = this.row;
    const now = this.#now();
    if (everyMs === undefined && (isFinal || attempts >= tries)) {
      return { state: "failed", error, finished_at: now };
    }
    const ms = waitMs?.(attempts) ?? everyMs ?? grow(attempts);
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
  #taken: { progress: number; total: number } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(write: (values: { progress?: number; total?: number }) => Promise<void>) {
    this.#write = write;
    this.#renewal = setInterval(() => this.#flush(), RENEW_MS);
  }

  /** Stores the progress for the next write. */
  note(progress: { progress: number; total: number }): void {
    this.#taken = progress;
    this.#timer ??= setTimeout(() => this.#flush(), PROGRESS_MS);
  }

  /** Writes the last progress and stops renewing. */
  async end(): Promise<void> {
    clearInterval(this.#renewal);
    if (this.#taken !== undefined) this.#flush();
    clearTimeout(this.#timer);
    await this.#writing;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const values = this.#taken ?? {};
    this.#taken = undefined;
    // a renewal that failed is made good by the next; the lease outlasts two
    this.#writing = this.#writing.then(() => this.#write(values)).catch(() => {});
  }
}

function grow(failures: number): number {
  return Math.min(FIRST_WAIT_MS * LONGER_BY ** (failures - 1), LONGEST_WAIT_MS);
}

function describe(error: unknown): string {
  if (error instanceof JobFailed) return error.message;
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? `${error.name} ${code}` : error.name;
}
