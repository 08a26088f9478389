import { sql, type KyselyPlugin } from "kysely";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson } from "../../test/people.ts";
import { acrossSchools } from "../database/scope.ts";
import { eraseDue } from "./due.ts";
import { startSweeping } from "./sweep.ts";
import { oweWipe, wiper } from "./wipe.ts";

const A_SWEEP_MS = 60_000;
const AN_HOUR_MS = 3_600_000;

let now: Date;
beforeEach(() => {
  now = new Date("2026-11-20T08:00:00Z");
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
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

async function makeDue({ db, app }: TestApp, account: string): Promise<void> {
  const user_id = await makePerson(db, { account });
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

/** The file that the people are in; another one after every wipe. */
async function file({ db }: TestApp): Promise<number> {
  const { rows } = await sql<{ file: number }>`
    select pg_relation_filenode('"user"')::integer as file`.execute(db);
  return rows[0]?.file ?? 0;
}

async function sweep({ app }: TestApp): Promise<void> {
  vi.advanceTimersByTime(A_SWEEP_MS);
  await app.background.settle();
}

/** Sweeps at the last moment before so many hours after the last failure, and at that hour; answers the failures so far. */
async function failedAfter(hours: number, at: TestApp): Promise<number[]> {
  const failed: number[] = [];
  for (const ms of [hours * AN_HOUR_MS - 1, 1]) {
    now = new Date(now.getTime() + ms);
    await sweep(at);
    failed.push(at.app.background.failed);
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
  onTestFinished(startSweeping(at.app, async () => {}));
  await sweep(at);
  expect(at.app.background.failed).toBe(1);
  let failures = 1;
  for (const hours of [1, 2, 4, 8, 16, 24, 24]) {
    expect(await failedAfter(hours, at), `${hours} h`).toEqual([failures, failures + 1]);
    failures += 1;
  }
  expect(await owed(at)).toBe(1);

  await back();
  expect(await failedAfter(24, at)).toEqual([failures, failures]);
  expect(await owed(at)).toBe(0);

  // one that was paid counts for nothing any more
  await oweWipe(at.db);
  await away();
  await sweep(at);
  failures += 1;
  expect(at.app.background.failed).toBe(failures);
  expect(await failedAfter(1, at)).toEqual([failures, failures + 1]);
  await back();
});

test("what was owed when the platform stopped is paid after its start, not by it", async () => {
  const at = await build();
  await makeDue(at, "leaves");
  await erase(at);
  const before = await file(at);
  onTestFinished(startSweeping(at.app, async () => {}));
  vi.advanceTimersByTime(A_SWEEP_MS - 1);
  await at.app.background.settle();
  expect(await owed(at)).toBe(1);
  expect(await file(at)).toBe(before);
  vi.advanceTimersByTime(1);
  await at.app.background.settle();
  expect(await owed(at)).toBe(0);
  expect(await file(at)).not.toBe(before);
});

test("nothing is wiped where nothing is owed", async () => {
  const at = await build();
  const before = await file(at);
  onTestFinished(startSweeping(at.app, async () => {}));
  await sweep(at);
  expect(await file(at)).toBe(before);
});

test("two wipes never overlap, and one that does not know of the last erased leaves it owed", async () => {
  const at = await build();
  await oweWipe(at.db);
  let vacuums = 0;
  let erased: Promise<void> | undefined;
  const watched: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind !== "RawNode" || !node.sqlFragments[0]?.startsWith("vacuum")) return node;
      vacuums += 1;
      erased ??= oweWipe(at.db);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const wipe = wiper(at.db.withPlugin(watched), () => now);
  await wipe();
  await erased;
  const once = vacuums;
  expect(once).toBeGreaterThan(1);
  expect(await owed(at)).toBe(1);

  await Promise.all([wipe(), wipe(), wipe()]);
  expect(vacuums).toBe(2 * once);
  expect(await owed(at)).toBe(0);
});

test("on a database server nothing is owed and nothing wiped", async () => {
  const at = await build("postgres://elsewhere/schoolgate");
  await makeDue(at, "leaves");
  expect(await erase(at)).toBe(1);
  expect(await owed(at)).toBe(0);

  // of a backup of the embedded database
  await oweWipe(at.db);
  const before = await file(at);
  onTestFinished(startSweeping(at.app, async () => {}));
  await sweep(at);
  expect(await file(at)).toBe(before);
});
