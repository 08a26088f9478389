import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database, Queryable } from "../database/database.ts";
import { acrossSchools } from "../database/scope.ts";
import type { Background } from "./background.ts";
import { JobAttempt, LEASE_MS, type JobKind, type JobRow } from "./job-attempt.ts";

declare module "fastify" {
  interface FastifyInstance {
    jobs: Jobs;
  }
}

/** Milliseconds between two polls for due jobs; `wake` polls at once. */
const POLL_MS = 1000;
/** Polls skipped after one that failed: an unreachable database is asked less often. */
const POLLS_SKIPPED = 9;
const CLEANUP_EVERY_MS = 3_600_000;
const KEPT_MS = 30 * 24 * 3_600_000;

export interface NewJob {
  kind: string;
  ref_id: string;
  school_id?: string;
  created_by?: string;
  run_at?: Date;
}

/**
 * The queue of jobs in the database (CS-07). Any node runs a job, one node at a time under a lease; when a node dies,
 * another resumes its jobs. A job sees the rows of every school.
 */
export class Jobs {
  readonly #db: Database;
  readonly #now: () => Date;
  readonly #background: Background;
  readonly #node = randomUUID();
  readonly #kinds = new Map<string, JobKind>();
  readonly #running = new Map<string, { attempt: JobAttempt; ended: Promise<void> }>();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #skip = 0;
  #stopping = false;
  #recurringEnqueued = false;

  constructor(db: Database, now: () => Date, background: Background) {
    this.#db = db;
    this.#now = now;
    this.#background = background;
    this.handle("job-cleanup", { everyMs: CLEANUP_EVERY_MS, run: () => this.#deleteOld() });
  }

  /** Registers the work of a kind of job; throws for a second one of the same kind. */
  handle(kind: string, work: JobKind): void {
    if (this.#kinds.has(kind)) throw new Error(`a second kind of job ${kind}`);
    this.#kinds.set(kind, work);
  }

  /** Enqueues a job in the caller's transaction and returns its id; does nothing where one for the same thing is open. */
  async enqueue(
    trx: Queryable,
    { run_at, school_id, created_by, ...job }: NewJob,
  ): Promise<string | undefined> {
    const at = this.#now();
    const id = randomUUID();
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("job")
      .values({
        ...job,
        id,
        state: "waiting",
        run_at: run_at ?? at,
        school_id: school_id ?? null,
        created_by: created_by ?? null,
        created_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n ? id : undefined;
  }

  /** Makes recurring work due now, in the caller's transaction; call `wake` after its commit. */
  async makeDueNow(trx: Queryable, kind: string): Promise<void> {
    const now = this.#now();
    await trx
      .updateTable("job")
      .set({ run_at: now })
      .where("kind", "=", kind)
      .where("state", "=", "waiting")
      .where("run_at", ">", now)
      .execute();
  }

  /** Starts to poll for due jobs. */
  start(): void {
    this.#timer = setInterval(() => {
      if (this.#skip > 0) this.#skip -= 1;
      else this.wake();
    }, POLL_MS).unref();
    this.wake();
  }

  /** Polls for due jobs now; call it after the commit of an `enqueue`. */
  wake(): void {
    if (this.#timer === undefined) return; // a command, or a test that runs them itself
    this.#background.run("due jobs were not polled", async () => {
      try {
        await this.#poll();
        this.#skip = 0;
      } catch (error) {
        this.#skip = POLLS_SKIPPED;
        throw error;
      }
    });
  }

  /** Runs the due jobs to their end. */
  async runDue(): Promise<void> {
    await this.#poll();
    while (this.#running.size > 0) {
      await Promise.all([...this.#running.values()].map(({ ended }) => ended));
      await this.#poll();
    }
  }

  /** Runs the due job with this `ref_id` to its end, and no other: for commands, which leave other work to the nodes. */
  async runFor(kind: string, ref_id: string): Promise<void> {
    await acrossSchools("job", async () => {
      for (const row of await this.#claim(kind, this.#now(), ref_id)) this.#begin(row);
    });
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** Makes recurring work due now, and runs all due jobs to their end. */
  async runNow(kind: string): Promise<void> {
    await this.#enqueueRecurring();
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

  /** Stops a job for good; a running one is aborted when it next renews its lease or writes its progress. */
  async cancel(trx: Queryable, id: string): Promise<boolean> {
    const { numUpdatedRows } = await trx
      .updateTable("job")
      .set({ state: "stopped", finished_at: this.#now(), lease_until: null })
      .where("id", "=", id)
      .where("state", "in", ["waiting", "running"])
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Claims no more jobs and aborts the running ones; another node, or this one after its next start, resumes them.
   */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#stopping = true;
    await this.#polling?.catch(() => {});
    for (const { attempt } of this.#running.values()) attempt.release();
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** Polls for due jobs, one poll at a time: two at once would claim more than `atOnce`. */
  #poll(): Promise<void> {
    return (this.#polling ??= acrossSchools("job", () => this.#claimDue()).finally(
      () => (this.#polling = undefined),
    ));
  }

  async #claimDue(): Promise<void> {
    await this.#enqueueRecurring();
    const now = this.#now();
    const kinds = [...this.#kinds.keys()].filter((kind) => this.#freeSlots(kind) > 0);
    if (this.#stopping || kinds.length === 0) return;
    const { rows: due } = await sql<Pick<JobRow, "kind" | "state">>`
      select distinct kind, state from job where kind = any (${kinds}::text[])
        and (state = 'waiting' and run_at <= ${now} or state = 'running' and lease_until <= ${now})
    `.execute(this.#db);
    for (const { kind, state } of due) {
      if (this.#stopping) return;
      if (state === "running") await this.#failExpiredLeases(kind, now);
      else for (const row of await this.#claim(kind, now)) this.#begin(row);
    }
  }

  #freeSlots(kind: string): number {
    const running = [...this.#running.values()].filter(({ attempt }) => attempt.row.kind === kind);
    return (this.#kinds.get(kind)?.atOnce ?? 1) - running.length;
  }

  async #enqueueRecurring(): Promise<void> {
    if (this.#recurringEnqueued) return;
    const at = this.#now().getTime();
    for (const [kind, { everyMs }] of this.#kinds) {
      if (everyMs === undefined) continue;
      const first = { kind, ref_id: "", run_at: new Date(at + everyMs) };
      await acrossSchools("job", () => this.enqueue(this.#db, first));
    }
    this.#recurringEnqueued = true;
  }

  /** Leases due jobs of a kind, as many as have a free slot on this node; a job goes to one node only. */
  async #claim(kind: string, now: Date, ref_id?: string): Promise<JobRow[]> {
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
          .$if(ref_id !== undefined, (some) => some.where("ref_id", "=", ref_id ?? ""))
          .orderBy("run_at")
          .limit(this.#freeSlots(kind))
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .execute();
  }

  /**
   * Fails the attempts whose lease has expired. It counts as a failure, so that a job that crashes its node is not retried
   * for ever.
   */
  async #failExpiredLeases(kind: string, now: Date): Promise<void> {
    const lost = await this.#db
      .selectFrom("job")
      .selectAll()
      .where("kind", "=", kind)
      .where("state", "=", "running")
      .where("lease_until", "<=", now)
      .execute();
    for (const row of lost) await this.#attempt(row).fail("the node ended");
  }

  #begin(row: JobRow): void {
    const attempt = this.#attempt(row);
    const ended = new Promise<void>((resolve) => {
      this.#background.run(`the job ${row.kind} failed`, async () => {
        try {
          await acrossSchools("job", () => attempt.run());
        } finally {
          this.#running.delete(row.id);
          resolve();
          this.wake();
        }
      });
    });
    this.#running.set(row.id, { attempt, ended });
  }

  #attempt(row: JobRow): JobAttempt {
    const work = this.#kinds.get(row.kind);
    if (work === undefined) throw new Error(`no kind of job ${row.kind}`);
    return new JobAttempt(this.#db, this.#now, row, work);
  }

  async #deleteOld(): Promise<void> {
    const before = new Date(this.#now().getTime() - KEPT_MS);
    await this.#db.deleteFrom("job").where("finished_at", "<", before).execute();
  }
}
