import { randomUUID } from "node:crypto";
import { sql, type Selectable, type Updateable } from "kysely";
import type { Database, Queryable } from "../database/database.ts";
import { acrossSchools } from "../database/scope.ts";
import type { JobTable } from "../database/tables/job.ts";
import type { Background } from "./background.ts";
import { JobLease, LEASE_MS } from "./job-lease.ts";

declare module "fastify" {
  interface FastifyInstance {
    jobs: Jobs;
  }
}

/** How often a node looks for due jobs; `wake` looks at once. */
const POLL_MS = 1000;
/** After a poll that failed: a database that is away is asked less often. */
const POLLS_SKIPPED = 9;
const TRIES = 5;
const FIRST_WAIT_MS = 5000;
const LONGER_BY = 4;
const LONGEST_WAIT_MS = 3_600_000;
const KEPT_MS = 30 * 24 * 3_600_000;

export interface JobKind {
  /**
   * Does the work; may be called again for the same job after a failure or the end of a node, so what it has done must
   * be visible to it (`job.step`).
   */
  run: (job: RunningJob) => Promise<unknown>;
  /** For work that comes again: how long after its last run. Its one row is made by itself, and is never given up. */
  everyMs?: number;
  /** After this many attempts a job has failed. */
  tries?: number;
  /** How long after its nth failure in a row a job is tried again. */
  waitMs?: (failures: number) => number;
  /** How many of the kind a node does at once. */
  atOnce?: number;
}

export interface RunningJob {
  readonly id: string;
  readonly ref_id: string;
  readonly school_id: string | null;
  /** 1 for the first. */
  readonly attempt: number;
  /** Aborted when somebody stops the job, the node stops, or another node took the job over. */
  readonly signal: AbortSignal;
  /** Notes how far it is; written at most twice a second. */
  progress(done: number, total: number): void;
  /**
   * Does a step in one transaction with the note that it is done.
   *
   * @returns false when an earlier attempt has done it
   */
  step(name: string, work: (trx: Queryable) => Promise<unknown>): Promise<boolean>;
}

/** Its message is for people: it becomes the job's `error`. Of any other error only name and code are kept. */
export class JobFailed extends Error {
  override name = "JobFailed";
}

export interface NewJob {
  kind: string;
  ref_id: string;
  school_id?: string;
  created_by?: string;
  run_at?: Date;
}

type Row = Selectable<JobTable>;

/**
 * Work that no answer waits for, kept in the database: any node does it, one at a time, and another goes on when a node
 * ends. Runs across schools.
 */
export class Jobs {
  readonly #db: Database;
  readonly #now: () => Date;
  readonly #background: Background;
  readonly #node = randomUUID();
  readonly #kinds = new Map<string, JobKind>();
  readonly #running = new Map<string, { row: Row; abort: AbortController; ended: Promise<void> }>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #skip = 0;
  #stopping = false;
  #recurringPut = false;

  constructor(db: Database, now: () => Date, background: Background) {
    this.#db = db;
    this.#now = now;
    this.#background = background;
    this.handle("job-cleanup", { everyMs: LONGEST_WAIT_MS, run: () => this.#dropOld() });
  }

  /** Declares a kind of job. */
  handle(kind: string, work: JobKind): void {
    if (this.#kinds.has(kind)) throw new Error(`a second kind of job ${kind}`);
    this.#kinds.set(kind, work);
  }

  /** Puts a job in, in the transaction that wants it; does nothing where one for the same thing is open. */
  async enqueue(trx: Queryable, { run_at, school_id, created_by, ...job }: NewJob): Promise<void> {
    const at = this.#now();
    await trx
      .insertInto("job")
      .values({
        ...job,
        id: randomUUID(),
        state: "waiting",
        run_at: run_at ?? at,
        school_id: school_id ?? null,
        created_by: created_by ?? null,
        created_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** Begins to look for due jobs. */
  start(): void {
    this.#timer = setInterval(() => {
      if (this.#skip > 0) this.#skip -= 1;
      else this.wake();
    }, POLL_MS).unref();
    this.wake();
  }

  /** Looks for due jobs now: after the commit of an `enqueue`. */
  wake(): void {
    if (this.#timer === undefined) return; // a command, or a test that runs them itself
    this.#background.run("jobs were not looked for", async () => {
      try {
        await this.#look();
        this.#skip = 0;
      } catch (error) {
        this.#skip = POLLS_SKIPPED;
        throw error;
      }
    });
  }

  /** Does what is due, to its end. */
  async runDue(): Promise<void> {
    await this.#look();
    while (this.#running.size > 0) {
      await Promise.all([...this.#running.values()].map(({ ended }) => ended));
      await this.#look();
    }
  }

  /** Makes work that comes again due at once, and does it. */
  async runNow(kind: string): Promise<void> {
    await this.#putRecurring();
    const due = { run_at: this.#now() };
    await acrossSchools("job", () =>
      this.#db
        .updateTable("job")
        .set(due)
        .where("kind", "=", kind)
        .where("state", "=", "waiting")
        .execute(),
    );
    await this.runDue();
  }

  /** Stops a job for good; where it runs, it hears of it when it next renews its lease or notes its progress. */
  async cancel(trx: Queryable, id: string): Promise<boolean> {
    const { numUpdatedRows } = await trx
      .updateTable("job")
      .set({ state: "stopped", finished_at: this.#now(), lease_until: null })
      .where("id", "=", id)
      .where("state", "in", ["waiting", "running"])
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Takes no more jobs and asks those that run to end; they are another node's, or this one's after its next start. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#stopping = true;
    await this.#looking?.catch(() => {});
    for (const { abort } of this.#running.values()) abort.abort();
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** One at a time: two would take more than there is room for. */
  #look(): Promise<void> {
    return (this.#looking ??= acrossSchools("job", () => this.#takeDue()).finally(
      () => (this.#looking = undefined),
    ));
  }

  async #takeDue(): Promise<void> {
    await this.#putRecurring();
    const now = this.#now();
    const kinds = [...this.#kinds.keys()].filter((kind) => this.#room(kind) > 0);
    if (this.#stopping || kinds.length === 0) return;
    const { rows: due } = await sql<Pick<Row, "kind" | "state">>`
      select distinct kind, state from job where kind = any (${kinds}::text[])
        and (state = 'waiting' and run_at <= ${now} or state = 'running' and lease_until <= ${now})
    `.execute(this.#db);
    for (const { kind, state } of due) {
      if (this.#stopping) return;
      if (state === "running") await this.#giveBackLost(kind, now);
      else for (const row of await this.#claim(kind, now)) this.#begin(row);
    }
  }

  #room(kind: string): number {
    const running = [...this.#running.values()].filter(({ row }) => row.kind === kind);
    return (this.#kinds.get(kind)?.atOnce ?? 1) - running.length;
  }

  async #putRecurring(): Promise<void> {
    if (this.#recurringPut) return;
    const at = this.#now().getTime();
    for (const [kind, { everyMs }] of this.#kinds) {
      if (everyMs === undefined) continue;
      const first = { kind, ref_id: "", run_at: new Date(at + everyMs) };
      await acrossSchools("job", () => this.enqueue(this.#db, first));
    }
    this.#recurringPut = true;
  }

  /** Of several nodes one gets each. */
  async #claim(kind: string, now: Date): Promise<Row[]> {
    return this.#db
      .updateTable("job")
      .set((row) => ({
        state: "running",
        leased_by: this.#node,
        lease_until: new Date(now.getTime() + LEASE_MS),
        attempts: row("attempts", "+", 1),
        started_at: sql<Date>`coalesce(started_at, ${now})`,
      }))
      .where("id", "in", (query) =>
        query
          .selectFrom("job")
          .select("id")
          .where("kind", "=", kind)
          .where("state", "=", "waiting")
          .where("run_at", "<=", now)
          .orderBy("run_at")
          .limit(this.#room(kind))
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .execute();
  }

  /** A node that ended in the middle counts as a failure, so that a job that ends nodes is not tried for ever. */
  async #giveBackLost(kind: string, now: Date): Promise<void> {
    const lost = await this.#db
      .selectFrom("job")
      .selectAll()
      .where("kind", "=", kind)
      .where("state", "=", "running")
      .where("lease_until", "<=", now)
      .execute();
    for (const row of lost) await this.#end(row, this.#afterFailure(row, "the node ended"));
  }

  #begin(row: Row): void {
    const abort = new AbortController();
    const ended = new Promise<void>((resolve) => {
      this.#background.run(`the job ${row.kind} failed`, async () => {
        try {
          await acrossSchools("job", () => this.#run(row, abort));
        } finally {
          this.#running.delete(row.id);
          resolve();
          this.wake();
        }
      });
    });
    this.#running.set(row.id, { row, abort, ended });
  }

  async #run(row: Row, abort: AbortController): Promise<void> {
    const work = this.#kinds.get(row.kind);
    if (work === undefined) throw new Error(`no kind of job ${row.kind}`);
    const lease = new JobLease(async (values) => {
      const lease_until = new Date(this.#now().getTime() + LEASE_MS);
      if (!(await this.#update(row, { ...values, lease_until }))) abort.abort();
    });
    const { id, ref_id, school_id, attempts: attempt } = row;
    try {
      await work.run({
        ...{ id, ref_id, school_id, attempt, signal: abort.signal },
        progress: (progress, total) => lease.note({ progress, total }),
        step: (name, does) => this.#step(row, name, does),
      });
      await lease.end();
      await this.#end(row, this.#afterSuccess(work));
    } catch (error) {
      await lease.end();
      const isCutShort = this.#stopping && abort.signal.aborted;
      const now = this.#now();
      const handedOn = { state: "waiting", run_at: now, attempts: attempt - 1 } as const;
      await this.#end(row, isCutShort ? handedOn : this.#afterFailure(row, describe(error)));
      if (!abort.signal.aborted) throw error;
    }
  }

  async #step(
    { id, leased_by, attempts }: Row,
    step: string,
    work: (trx: Queryable) => Promise<unknown>,
  ): Promise<boolean> {
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

  #afterSuccess({ everyMs }: JobKind): Updateable<JobTable> {
    const now = this.#now();
    if (everyMs === undefined) return { state: "done", error: null, finished_at: now };
    const run_at = new Date(now.getTime() + everyMs);
    return { state: "waiting", run_at, attempts: 0, error: null };
  }

  #afterFailure({ kind, attempts }: Row, error: string): Updateable<JobTable> {
    const { everyMs, tries = TRIES, waitMs } = this.#kinds.get(kind) ?? {};
    const now = this.#now();
    if (everyMs === undefined && attempts >= tries) {
      return { state: "failed", error, finished_at: now };
    }
    const ms = waitMs?.(attempts) ?? everyMs ?? grow(attempts);
    return { state: "waiting", error, run_at: new Date(now.getTime() + ms) };
  }

  async #end(row: Row, values: Updateable<JobTable>): Promise<void> {
    const ended = await this.#update(row, { ...values, lease_until: null, leased_by: null });
    if (!ended || values.finished_at === undefined) return;
    await this.#db.deleteFrom("job_step").where("job_id", "=", row.id).execute();
  }

  /** @returns false when the job is no longer this attempt's */
  async #update({ id, leased_by, attempts }: Row, values: Updateable<JobTable>): Promise<boolean> {
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

  async #dropOld(): Promise<void> {
    const before = new Date(this.#now().getTime() - KEPT_MS);
    await this.#db.deleteFrom("job").where("finished_at", "<", before).execute();
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
