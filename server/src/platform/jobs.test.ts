import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import type { ConnectedDatabase } from "../database/connect.ts";
import { acrossSchools } from "../database/scope.ts";
import { Background } from "./background.ts";
import { JobFailed, type JobKind, type RunningJob } from "./job-attempt.ts";
import { Jobs } from "./jobs.ts";

const A_LEASE_MS = 60_000;

let database: ConnectedDatabase;
let now: Date;
let failures: string[];
beforeEach(async () => {
  database = await openTestDatabase();
  now = new Date("2026-11-20T08:00:00Z");
  failures = [];
});
afterEach(() => database.close());

const later = (ms: number): void => void (now = new Date(now.getTime() + ms));

/** Makes the jobs of a node. */
function node(kinds: Record<string, JobKind>): Jobs {
  const background = new Background((what) => void failures.push(what));
  const jobs = new Jobs(database.db, () => now, background);
  for (const [kind, work] of Object.entries(kinds)) jobs.handle(kind, work);
  return jobs;
}

const enqueue = (jobs: Jobs, kind: string, ref_id: string) =>
  acrossSchools("job", () => jobs.enqueue(database.db, { kind, ref_id }));

const rows = (kind: string) =>
  acrossSchools("job", () =>
    database.db
      .selectFrom("job")
      .selectAll()
      .where("kind", "=", kind)
      .orderBy("created_at")
      .execute(),
  );

/** Makes a job that a test can hold in its middle. */
function held() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<RunningJob>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const run = async (job: RunningJob) => {
    begin(job);
    await released;
  };
  return { run, begun, release };
}

describe("a job", () => {
  test("is done once, by one of several nodes", async () => {
    const done: string[] = [];
    const run = async ({ ref_id }: RunningJob) => void done.push(ref_id);
    const nodes = [node({ send: { run, atOnce: 3 } }), node({ send: { run, atOnce: 3 } })];
    const refs = Array.from({ length: 20 }, (_, n) => `r${n}`);
    for (const ref of refs) await enqueue(nodes[0]!, "send", ref);
    await Promise.all(nodes.map((jobs) => jobs.runDue()));
    expect(done.toSorted()).toEqual(refs.toSorted());
    expect((await rows("send")).every(({ state }) => state === "done")).toBe(true);
    await Promise.all(nodes.map((jobs) => jobs.runDue()));
    expect(done).toHaveLength(20);
  });

  test("is not put in by a transaction that is rolled back, nor twice for one thing", async () => {
    const jobs = node({ send: { run: async () => {} } });
    const rolledBack = database.db.transaction().execute(async (trx) => {
      await acrossSchools("job", () => jobs.enqueue(trx, { kind: "send", ref_id: "a" }));
      throw new Error("no");
    });
    await expect(rolledBack).rejects.toThrow("no");
    expect(await rows("send")).toEqual([]);
    await enqueue(jobs, "send", "a");
    await enqueue(jobs, "send", "a");
    expect(await rows("send")).toHaveLength(1);
    await jobs.runDue();
    await enqueue(jobs, "send", "a");
    expect(await rows("send")).toHaveLength(2);
  });

  test("that fails is tried again with growing waits, and has failed after the last try", async () => {
    let tries = 0;
    const run = () => {
      tries += 1;
      throw Object.assign(new Error("the secret is 123456"), { code: "ECONNREFUSED" });
    };
    const jobs = node({ send: { run, tries: 3 } });
    await enqueue(jobs, "send", "a");
    await jobs.runDue();
    expect(tries).toBe(1);
    for (const [at, ms] of [5000, 20_000].entries()) {
      later(ms - 1);
      await jobs.runDue();
      expect(tries).toBe(at + 1);
      later(1);
      await jobs.runDue();
      expect(tries).toBe(at + 2);
    }
    const [row] = await rows("send");
    expect(row).toMatchObject({ state: "failed", attempts: 3, error: "Error ECONNREFUSED" });
    later(A_LEASE_MS * 60);
    await jobs.runDue();
    expect(tries).toBe(3);
    expect(failures).toEqual(Array(3).fill("the job send failed"));
  });

  test("keeps the sentence that is meant for people", async () => {
    const run = () => Promise.reject(new JobFailed("第 3 行没有姓名"));
    const jobs = node({ import: { run, tries: 1 } });
    await enqueue(jobs, "import", "a");
    await jobs.runDue();
    expect(await rows("import")).toMatchObject([{ state: "failed", error: "第 3 行没有姓名" }]);
  });

  test("of a node that ended is another's, which does not repeat the steps that were done", async () => {
    const steps: string[] = [];
    const { run: wait, begun, release } = held();
    const work = (then: (job: RunningJob) => Promise<void>): JobKind => ({
      run: async (job) => {
        await job.step("one", async () => void steps.push("one"));
        await then(job);
        await job.step("two", async () => void steps.push("two"));
      },
    });
    const first = node({ import: work(wait) });
    const second = node({ import: work(async () => {}) });
    await enqueue(first, "import", "a");
    const running = first.runDue();
    await begun;
    await second.runDue();
    expect(steps).toEqual(["one"]);

    later(A_LEASE_MS);
    await second.runDue(); // takes it back, and waits as after a failure
    later(5000);
    await second.runDue();
    expect(steps).toEqual(["one", "two"]);
    expect(await rows("import")).toMatchObject([{ state: "done", attempts: 2 }]);

    // the first was only slow: it may do nothing more
    release();
    await running;
    expect(steps).toEqual(["one", "two"]);
    expect(await rows("import")).toMatchObject([{ state: "done", attempts: 2 }]);
  });

  test("a step that fails leaves neither its rows nor the note that it was done", async () => {
    let broken = true;
    const jobs = node({
      import: {
        run: (job) =>
          job.step("one", async (trx) => {
            await trx.insertInto("school").values({ id: "s", name: "s", kind: "school" }).execute();
            if (broken) throw new Error("no");
          }),
      },
    });
    await enqueue(jobs, "import", "a");
    await jobs.runDue();
    const schools = () => database.everySchool.selectFrom("school").select("id").execute();
    expect(await schools()).toEqual([]);
    broken = false;
    later(5000);
    await jobs.runDue();
    expect(await schools()).toEqual([{ id: "s" }]);
    const notes = await sql`select from job_step`.execute(database.db);
    expect(notes.rows).toEqual([]);
  });

  test("says how far it is, at most twice a second, and at its end whole", async () => {
    const { run: wait, begun, release } = held();
    const jobs = node({
      import: {
        run: async (job) => {
          for (let n = 1; n <= 1000; n += 1) job.progress(n, 1000);
          await wait(job);
        },
      },
    });
    await enqueue(jobs, "import", "a");
    const running = jobs.runDue();
    await begun;
    expect(await rows("import")).toMatchObject([{ progress: 0, total: null }]);
    release();
    await running;
    expect(await rows("import")).toMatchObject([{ progress: 1000, total: 1000, state: "done" }]);
  });

  test("that is cancelled hears of it when it notes its progress, and stays stopped", async () => {
    const { run: wait, begun, release } = held();
    const jobs = node({ import: { run: wait } });
    await enqueue(jobs, "import", "a");
    const running = jobs.runDue();
    const job = await begun;
    expect(await acrossSchools("job", () => jobs.cancel(database.db, job.id))).toBe(true);
    job.progress(1, 2);
    await vi.waitFor(() => expect(job.signal.aborted).toBe(true));
    await expect(job.step("more", async () => {})).rejects.toThrow("任务已停止");
    release();
    await running;
    expect(await rows("import")).toMatchObject([{ state: "stopped" }]);
    expect(await acrossSchools("job", () => jobs.cancel(database.db, job.id))).toBe(false);
  });

  test("that a stop cuts short is not counted as tried", async () => {
    const jobs = node({
      import: {
        run: ({ signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener("abort", () => reject(new Error("stopping")));
            void jobs.stop();
          }),
      },
    });
    await enqueue(jobs, "import", "a");
    await jobs.runDue();
    expect(await rows("import")).toMatchObject([{ state: "waiting", attempts: 0, run_at: now }]);
    expect(failures).toEqual([]);
  });

  test("is kept for thirty days", async () => {
    const jobs = node({ send: { run: async () => {} } });
    await enqueue(jobs, "send", "a");
    await jobs.runDue();
    later(30 * 24 * 3_600_000 + 1);
    await jobs.runNow("job-cleanup");
    expect(await rows("send")).toEqual([]);
  });
});

describe("work that comes again", () => {
  test("is done by one node each time, first after its interval", async () => {
    let times = 0;
    const kinds = { sweep: { everyMs: 60_000, run: async () => void (times += 1) } };
    const nodes = [node(kinds), node(kinds)];
    const all = () => Promise.all(nodes.map((jobs) => jobs.runDue()));
    await all();
    expect(times).toBe(0);
    for (let n = 1; n <= 3; n += 1) {
      later(60_000);
      await all();
      await all();
      expect(times).toBe(n);
    }
    expect(await rows("sweep")).toHaveLength(1);
  });

  test("goes on after failures, as late as its kind says, and never ends", async () => {
    let broken = true;
    let times = 0;
    const run = async () => {
      times += 1;
      if (broken) throw new Error("no");
    };
    const jobs = node({ sweep: { everyMs: 1000, waitMs: (failed) => failed * 10_000, run } });
    await jobs.runNow("sweep");
    for (let n = 1; n <= 8; n += 1) {
      later(n * 10_000 - 1);
      await jobs.runDue();
      expect(times).toBe(n);
      later(1);
      await jobs.runDue();
      expect(times).toBe(n + 1);
    }
    broken = false;
    later(90_000);
    await jobs.runDue();
    later(1000);
    await jobs.runDue();
    expect(times).toBe(11);
    expect(await rows("sweep")).toMatchObject([{ attempts: 0, error: null, state: "waiting" }]);
  });

  test("is begun by the clock once it is started, and at once when it is woken", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const jobs = node({ send: { run: async () => resolve() } });
    jobs.start();
    await enqueue(jobs, "send", "a");
    jobs.wake();
    await promise;
    await jobs.stop();
  });
});
