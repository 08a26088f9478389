import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Change } from "#contract";
import type { RunningJob } from "../platform/job-attempt.ts";
import { runApply, runUndo, type Sizes } from "./apply.ts";
import { allRows } from "../../test/all-rows.ts";
import { acrossSchools } from "../database/scope.ts";
import { readTables } from "../roster/roster.ts";
import { bytesOf, smallBundle } from "../roster/small-bundle.fixture.ts";
import { OPERATOR, planOneRoster, startApplying } from "./api.ts";
import { heldOf } from "../rights/queries.ts";
import { ChangeTestApp } from "./change-set.fixture.ts";
import { planRows } from "./kinds/kinds.ts";
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

async function asSmall(kind: "apply" | "undo"): Promise<void> {
  await sql`update job set kind = ${`small-${kind}`}
    where kind = ${`change-${kind}`} and state = 'waiting'`.execute(on.at.db);
}

async function setAbled(id: string, is_abled: boolean): Promise<void> {
  await on.at.db.updateTable("user").set({ is_abled }).where("id", "=", id).execute();
}

/** Does what the change's job does, a few rows at a time, over as many attempts as it takes. */
async function inSmallChunks(kind: "apply" | "undo"): Promise<void> {
  await asSmall(kind);
  for (let attempt = ends.length; attempt >= 0; attempt -= 1) {
    await on.at.app.jobs.runDue();
    on.clock += WAITED_MS;
  }
  await sql`update job set kind = ${`change-${kind}`} where kind = ${`small-${kind}`}`.execute(
    on.at.db,
  );
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
    // what compares, and two chunks
    ends = [3];
    await asSmall("apply");
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

  test("so does a OneRoster roster with its organisations, classes, guardians and bundle (RO-01)", async () => {
    const rows = async () => {
      const { roster_bundle: _bundles, roster_file: _files, ...all } = await allRows(on.at.db);
      return all;
    };
    const before = await rows();
    const notices = async () =>
      (await on.at.db.selectFrom("person_notice").select("id").execute()).length;
    const told = await notices();
    const bundle = readTables(bytesOf(smallBundle()), ({ message }) => {
      throw new Error(message);
    });
    const id = await acrossSchools("job", async () => {
      const set = await planOneRoster(on.at.app, OPERATOR, { source: "small", bundle });
      if (set === null) throw new Error("nothing was planned");
      await startApplying(on.at.app, set, { by: null });
      return set.id;
    });
    // what compares, then a chunk before each end
    ends = [2, 1, 1];
    await inSmallChunks("apply");
    const { counts, state } = await on.read("platform", id);
    expect([state, counts.applied, counts.outdated]).toEqual(["applied", counts.rows, 0]);
    expect(await notices()).toBe(told);
    expect(counts.rows).toBeGreaterThan(3 * SIZES.chunk);
    await beginUndo(id);
    ends = [1, 1];
    await inSmallChunks("undo");
    expect(await on.read("platform", id)).toMatchObject({ state: "undone" });
    expect(await rows()).toEqual(before);
    // to whom the change itself gave an account nothing was done that they must be told
    expect(await notices()).toBe(told);
  });

  test("a row that somebody changed while it ran is named and left, the others are written", async () => {
    const id = await begin();
    ends = [1];
    await asSmall("apply");
    await on.at.app.jobs.runDue();
    on.clock += WAITED_MS;
    await setAbled("pupil17", false);
    await on.at.app.jobs.runDue();
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
    await setAbled("pupil17", true);
  });

  test("one that was changed before it ran stops it, and is planned anew", async () => {
    const id = await begin();
    await setAbled("pupil17", false);
    await inSmallChunks("apply");
    const set = await on.read("manager", id);
    expect(set).toMatchObject({ state: "outdated", counts: { applied: 0 }, may: { apply: false } });
    expect(set.error).toBe("计划之后有人改过：pupil17，已按现在的情况重新计划");
    expect(await locked()).toEqual([]);
    expect(await on.read("manager", set.replaced_by ?? "")).toMatchObject({
      ...{ state: "planned", counts: { rows: 22, people: 11 } },
    });
    await setAbled("pupil17", true);
  });

  test("a right that ended before it ran stops it", async () => {
    const id = await begin();
    const right = (is_abled: boolean) =>
      sql`update membership set is_abled = ${is_abled} where user_id = 'manager'`.execute(on.at.db);
    await right(false);
    await inSmallChunks("apply");
    await right(true);
    expect(await on.read("manager", id)).toMatchObject({
      ...{
        state: "outdated",
        error: "提出这次变更的人现在没有这项权限，没有应用",
        replaced_by: null,
      },
    });
    expect(await locked()).toEqual([]);
  });
});

describe("plans of the same change (CS-02)", () => {
  test("differ in the rows that differ, and not in the moment that they were made", async () => {
    const first = (await on.plan("manager", LOCK)).data.id;
    const differing = async (change: Change, limit = 100) => {
      const separation = { isSeparate: false, now: new Date(on.clock) };
      const [holder] = await heldOf(on.at.db, ["manager"], separation);
      const actor = { user_id: "manager", held: holder?.held ?? [] };
      const organisations = await on.at.app.organisations.tree();
      const scope = { kind: "parts", schools: ["a"], grades: [], classes: [] } as const;
      const planning = { db: on.at.db, actor, scope, organisations, ...separation };
      const { rows } = await planRows(planning, change);
      return labelsThatDiffer(on.at.db, first, rows, limit);
    };
    on.clock += 1000;
    expect(await differing(LOCK)).toEqual([]);
    // the first are gone, and all others in other places
    expect(await differing({ ...LOCK, user_ids: PUPILS.slice(3) })).toEqual(PUPILS.slice(0, 3));
    expect(await differing({ ...LOCK, user_ids: PUPILS.slice(0, 9) })).toEqual(PUPILS.slice(9));
    expect(await differing({ ...LOCK, user_ids: [...PUPILS, "pupil-b"] })).toEqual([]);
    const later = { ...LOCK, until: "2027-01-31" };
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
