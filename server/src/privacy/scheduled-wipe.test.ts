import { sql, type KyselyPlugin } from "kysely";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool } from "../../test/people.ts";
import { acrossSchools } from "../database/scope.ts";
import { Jobs } from "../platform/jobs.ts";
import { eraseDue } from "./due.ts";
import { scheduleWipe, WIPE, runScheduledWipe } from "./wipe.ts";

const A_SWEEP_MS = 60_000;
const AN_HOUR_MS = 3_600_000;

let now: Date;
beforeEach(() => {
  now = new Date("2026-11-20T08:00:00Z");
});

async function build(databaseUrl?: string): Promise<TestApp> {
  // a wipe fails here because the owner has taken a table away
  const at = await buildTestApp({
    now: () => now,
    rowSecurity: false,
    ...(databaseUrl && { config: { databaseUrl } }),
  });
  onTestFinished(() => at.close());
  return at;
}

async function makeDue({ db, app }: TestApp, account: string, school?: string): Promise<void> {
  const memberships = school === undefined ? [] : [{ school, identity: "manager" as const }];
  const user_id = await makePerson(db, { account, memberships });
  await db.updateTable("user").set({ is_abled: false }).where("id", "=", user_id).execute();
  const times = { requested_at: app.now(), due_at: app.now(), erased_at: null };
  await db
    .insertInto("erasure")
    .values({ user_id, requested_by: user_id, ...times })
    .execute();
}

const erase = ({ app }: TestApp) => acrossSchools("sweep", () => eraseDue(app, async () => {}));

async function owed({ db }: TestApp): Promise<number> {
  const kept = db.selectFrom("platform_state").where("key", "=", "unwiped").selectAll();
  return (await kept.execute()).length;
}

/** Returns the number of the file that holds the people; every wipe makes another one. */
async function file({ db }: TestApp): Promise<number> {
  const { rows } = await sql<{ file: number }>`
    select pg_relation_filenode('"user"')::integer as file`.execute(db);
  return rows[0]?.file ?? 0;
}

async function sweep({ app }: TestApp): Promise<void> {
  now = new Date(now.getTime() + A_SWEEP_MS);
  await app.jobs.runDue();
}

/** Returns the number of failures of the wipe in a row. */
async function failures({ db }: TestApp): Promise<number> {
  const jobs = db.selectFrom("job").select("attempts").where("kind", "=", "wipe");
  return (await jobs.executeTakeFirstOrThrow()).attempts;
}

/** Sweeps just before this many hours after the last failure, and at that hour; returns the failures so far. */
async function failedAfter(hours: number, at: TestApp): Promise<number[]> {
  const failed: number[] = [];
  for (const ms of [hours * AN_HOUR_MS - 1, 1]) {
    now = new Date(now.getTime() + ms);
    await at.app.jobs.runDue();
    failed.push(await failures(at));
  }
  return failed;
}

test("a wipe that fails stays owed; a later sweep pays it, each failure putting it off for longer", async () => {
  const at = await build();
  await makeDue(at, "leaves");
  expect(await erase(at)).toBe(1);
  expect(await owed(at)).toBe(1);

  const away = () => sql`alter table consent rename to consent_away`.execute(at.db);
  const back = () => sql`alter table consent_away rename to consent`.execute(at.db);
  await away();
  await at.app.jobs.runDue();
  await sweep(at);
  expect(await failures(at)).toBe(1);
  for (const [n, hours] of [1, 2, 4, 8, 16, 24, 24].entries()) {
    expect(await failedAfter(hours, at), `${hours} h`).toEqual([n + 1, n + 2]);
  }
  expect(await owed(at)).toBe(1);

  await back();
  expect(await failedAfter(24, at)).toEqual([8, 0]);
  expect(await owed(at)).toBe(0);

  // one that was paid counts for nothing any more
  await scheduleWipe(at.db);
  await away();
  await sweep(at);
  expect(await failedAfter(1, at)).toEqual([1, 2]);
  await back();
});

test("what was owed when the platform stopped is paid after its start, not by it", async () => {
  const at = await build();
  await makeDue(at, "leaves");
  await erase(at);
  const before = await file(at);
  await at.app.jobs.runDue();
  expect(await owed(at)).toBe(1);
  expect(await file(at)).toBe(before);
  await sweep(at);
  expect(await owed(at)).toBe(0);
  expect(await file(at)).not.toBe(before);
});

test("a wipe that ended the process is put off as one that failed", async () => {
  const at = await build();
  await scheduleWipe(at.db);
  await at.app.jobs.runDue();
  const lease_until = new Date(now.getTime() + A_SWEEP_MS);
  const running = { state: "running", attempts: 1, leased_by: "gone", lease_until } as const;
  await at.db.updateTable("job").set(running).where("kind", "=", "wipe").execute();
  await sweep(at);
  expect(await failedAfter(1, at)).toEqual([1, 0]);
  expect(await owed(at)).toBe(0);
});

test("nothing is wiped where nothing is owed", async () => {
  const at = await build();
  const before = await file(at);
  await at.app.jobs.runDue();
  await sweep(at);
  expect(await file(at)).toBe(before);
});

test("two wipes never overlap, and one that does not know of the last erased leaves it owed", async () => {
  const at = await build();
  await scheduleWipe(at.db);
  let vacuums = 0;
  let erased: Promise<void> | undefined;
  const watched: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind !== "RawNode" || !node.sqlFragments[0]?.startsWith("vacuum")) return node;
      vacuums += 1;
      erased ??= scheduleWipe(at.db);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const db = at.db.withPlugin(watched);
  const nodes = [1, 2].map(() => {
    const jobs = new Jobs(at.db, () => now, at.app.background);
    jobs.handle("wipe", { ...WIPE, run: () => runScheduledWipe(db) });
    return jobs;
  });
  const all = () => Promise.all(nodes.map((jobs) => jobs.runNow("wipe")));
  await nodes[0]?.runNow("wipe");
  await erased;
  const once = vacuums;
  expect(once).toBeGreaterThan(1);
  expect(await owed(at)).toBe(1);

  await all();
  expect(vacuums).toBe(2 * once);
  expect(await owed(at)).toBe(0);
});

test("on a database server nothing is owed and nothing wiped", async () => {
  const at = await build("postgres://elsewhere/schoolgate");
  await makeDue(at, "leaves");
  expect(await erase(at)).toBe(1);
  expect(await owed(at)).toBe(0);

  // of a backup of the embedded database
  await scheduleWipe(at.db);
  const before = await file(at);
  await at.app.jobs.runDue();
  await sweep(at);
  expect(await file(at)).toBe(before);
});

test("many who must stay, as nobody else runs their schools, keep nobody from being erased", async () => {
  const at = await build();
  for (let n = 0; n < 51; n += 1) await makeDue(at, `stays${n}`, await makeSchool(at.db));
  now = new Date(now.getTime() + A_SWEEP_MS);
  await makeDue(at, "leaves");
  expect(await erase(at)).toBe(1);
  const left = at.db.selectFrom("erasure").select("user_id").where("erased_at", "is", null);
  expect(await left.execute()).toHaveLength(51);
});
