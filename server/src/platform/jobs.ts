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

/** Milliseconds between two looks for due jobs; `wake` looks at once. */
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
 * Jobs, kept in the database (CS-07): any node runs them, each on one node at a time, and another goes on when a node
 * dies. Runs across schools.
 */
export class Jobs {
  readonly #db: Database;
  readonly #now: () => Date;
  readonly #background: Background;
  readonly #node = randomUUID();
  readonly #kinds = new Map<string, JobKind>();
  readonly #running = new Map<string, { attempt: JobAttempt; ended: Promise<void> }>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #skip = 0;
  #stopping = false;
  #recurringPut = false;

  constructor(db: Database, now: () => Date, background: Background) {
    this.#db = db;
    this.#now = now;
    this.#background = background;
    this.handle("job-cleanup", { everyMs: CLEANUP_EVERY_MS, run: () => this.#dropOld() });
  }

  /** Declares a kind of job. */
  handle(kind: string, work: JobKind): void {
    if (this.#kinds.has(kind)) throw new Error(`a second kind of job ${kind}`);
    this.#kinds.set(kind, work);
  }

  /** Enqueues a job in the caller's transaction; does nothing where one for the same thing is open. */
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

  /** Makes recurring work due at once, in the caller's transaction; `wake` after its commit. */
  async hasten(trx: Queryable, kind: string): Promise<void> {
    const now = this.#now();
    await trx
      .updateTable("job")
      .set({ run_at: now })
      .where("kind", "=", kind)
      .where("state", "=", "waiting")
      .where("run_at", ">", now)
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

  /** Looks for due jobs now; to be called after the commit of an `enqueue`. */
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

  /** Runs the due jobs to their end. */
  async runDue(): Promise<void> {
    await this.#look();
    while (this.#running.size > 0) {
      await Promise.all([...this.#running.values()].map(({ ended }) => ended));
      await this.#look();
    }
  }

  /** Runs a due job of one thing to its end, as a command does that leaves all other work to the nodes. */
  async runFor(kind: string, ref_id: string): Promise<void> {
    await acrossSchools("job", async () => {
      for (const row of await this.#claim(kind, this.#now(), ref_id)) this.#begin(row);
    });
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** Makes recurring work due at once, and runs it. */
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
   * Takes no more jobs and asks running ones to end; another node, or this one after its next start, takes them over.
   */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#stopping = true;
    await this.#looking?.catch(() => {});
    for (const { attempt } of this.#running.values()) attempt.handOn();
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** Looks for due jobs, one look at a time: two would take more than there is room for. */
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
    const { rows: due } = await sql<Pick<JobRow, "kind" | "state">>`
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
    const running = [...this.#running.values()].filter(({ attempt }) => attempt.row.kind === kind);
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

  /** Leases due jobs of a kind, as many as there is room for; a job goes to one node only. */
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
          .limit(this.#room(kind))
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .execute();
  }

  /**
   * Frees jobs whose lease has run out. The lost attempt counts as a failure, so that a job that kills nodes is not
   * tried for ever.
   */
  async #giveBackLost(kind: string, now: Date): Promise<void> {
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

  async #dropOld(): Promise<void> {
    const before = new Date(this.#now().getTime() - KEPT_MS);
    await this.#db.deleteFrom("job").where("finished_at", "<", before).execute();
  }
}
