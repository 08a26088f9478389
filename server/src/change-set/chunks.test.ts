import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningJob } from "../platform/job-attempt.ts";
import { runApply, runUndo, type Sizes } from "./apply.ts";
import { allRows } from "../../test/all-rows.ts";
import { ChangeTestApp } from "./change-set.fixture.ts";
import { labelsThatDiffer } from "./plan-rows.ts";

/** Twelve pupils locked are 24 rows: five chunks, the last of them not full. */
const SIZES: Sizes = { wholeUpTo: 10, chunk: 5 };
const PUPILS = Array.from({ length: 12 }, (_one, index) => `pupil${index + 10}`);
const LOCK = {
  kind: "account-state",
  user_ids: PUPILS,
  is_abled: false,
  reason: "试一试",
} as const;
/** Longer than any job waits for its next attempt. */
const WAITED_MS = 2 * 3_600_000;

class NodeGone extends Error {}

let on: ChangeTestApp;
/** Steps after which the node is gone, for the attempts to come; the rest of them are not disturbed. */
let ends: number[] = [];
beforeAll(async () => {
  on = await ChangeTestApp.open();
  const { app } = on.at;
  const small = (run: typeof runApply) => (job: RunningJob) => {
    let left = ends.shift() ?? Number.POSITIVE_INFINITY;
    const step: RunningJob["step"] = (name, work) => {
      if (left === 0) throw new NodeGone();
      left -= 1;
      return job.step(name, work);
    };
    return run(app, { ...job, progress: job.progress.bind(job), step }, SIZES);
  };
  app.jobs.handle("small-apply", { run: small(runApply) });
  app.jobs.handle("small-undo", { run: small(runUndo) });
});
afterAll(() => on.at.close());

/** Does what the change's job does, a few rows at a time, over as many attempts as it takes. */
async function inSmallChunks(kind: "apply" | "undo"): Promise<void> {
  await sql`update job set kind = ${`small-${kind}`}
    where kind = ${`change-${kind}`} and state = 'waiting'`.execute(on.at.db);
  for (let attempt = ends.length; attempt >= 0; attempt -= 1) {
    await on.at.app.jobs.runDue();
    on.clock += WAITED_MS;
  }
}

async function begin(): Promise<string> {
  const planned = await on.plan("manager", LOCK);
  const { id } = planned.data;
  expect((await on.apply("manager", id)).code).toBe(200);
  return id;
}

const locked = async () =>
  (
    await sql<{ id: string }>`select user_id as id from person_lock order by 1`.execute(on.at.db)
  ).rows.map(({ id }) => id);

/** Undoes without doing it: the calls' own undo runs the job at once. */
async function beginUndo(id: string): Promise<void> {
  await sql`update change_set set state = 'undoing' where id = ${id}`.execute(on.at.db);
  const job = { kind: "change-undo", ref_id: id, created_by: "manager" };
  await on.at.app.jobs.enqueue(on.at.db, job);
}

describe("a change of many rows goes in chunks (CS-04)", () => {
  test("it goes on where a node ended, is not called done before, and its undo puts back every row", async () => {
    const before = await allRows(on.at.db);
    const id = await begin();
    ends = [2];
    await sql`update job set kind = 'small-apply' where kind = 'change-apply' and state = 'waiting'`.execute(
      on.at.db,
    );
    await on.at.app.jobs.runDue();
    // ten accounts, and no lock yet
    expect(await on.read("manager", id)).toMatchObject({
      ...{ state: "applying", counts: { rows: 24, people: 12, applied: 10 } },
    });
    expect(await locked()).toEqual([]);
    on.clock += WAITED_MS;
    await on.at.app.jobs.runDue();
    expect(await on.read("manager", id)).toMatchObject({
      ...{ state: "applied", counts: { applied: 24, outdated: 0 } },
    });
    expect(await locked()).toEqual(PUPILS);
    await beginUndo(id);
    ends = [1, 3, 0];
    await inSmallChunks("undo");
    expect(await on.read("manager", id)).toMatchObject({
      ...{ state: "undone", counts: { undone: 24 } },
    });
    expect(await allRows(on.at.db)).toEqual(before);
  });

  test("a row that somebody changed is named and left, the others are written", async () => {
    const id = await begin();
    await on.at.db
      .updateTable("user")
      .set({ is_abled: false })
      .where("id", "=", "pupil17")
      .execute();
    await inSmallChunks("apply");
    expect(await on.read("manager", id)).toMatchObject({
      ...{ state: "applied", counts: { applied: 23, outdated: 1 } },
    });
    const rows = await on.rows("manager", id);
    expect(rows.filter(({ state }) => state === "outdated")).toMatchObject([
      { person_id: "pupil17", note: "后来被改过" },
    ]);
    await beginUndo(id);
    await inSmallChunks("undo");
    const left = await on.at.db
      .selectFrom("user")
      .select("id")
      .where("is_abled", "=", false)
      .execute();
    // what was done by another hand stays
    expect(left).toEqual([{ id: "pupil17" }]);
    expect(await locked()).toEqual([]);
    await on.at.db
      .updateTable("user")
      .set({ is_abled: true })
      .where("id", "=", "pupil17")
      .execute();
  });
});

describe("plans of the same change (CS-02)", () => {
  test("differ in the rows that differ, and not in the moment that they were made", async () => {
    const first = (await on.plan("manager", LOCK)).data.id;
    on.clock += 1000;
    const same = (await on.plan("manager", LOCK)).data.id;
    const differing = (other: string, atMost = 100) =>
      labelsThatDiffer(on.at.db, first, other, atMost);
    expect(await differing(same)).toEqual([]);
    const fewer = { ...LOCK, user_ids: PUPILS.slice(0, 9) };
    expect(await differing((await on.plan("manager", fewer)).data.id)).toEqual(PUPILS.slice(9));
    const later = (await on.plan("manager", { ...LOCK, until: "2027-01-31" })).data.id;
    expect(await differing(later)).toEqual(PUPILS);
    expect(await differing(later, 3)).toHaveLength(3);
  });
});

test("five thousand people with ids as the platform makes them are no too long a question", async () => {
  const user_ids = Array.from(
    { length: 5000 },
    (_one, index) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
  );
  const planned = await on.plan("manager", { ...LOCK, user_ids });
  // none of them is anybody
  expect(planned.code).toBe(40400);
});
