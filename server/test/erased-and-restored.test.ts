import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ERASURE_GRACE_DAYS } from "#contract";
import { buildTestApp, type TestApp } from "./build.ts";
import { makePerson, makeSchool, signIn } from "./people.ts";
import { backupsAt } from "./put-back.ts";
import type { Database } from "../src/database/database.ts";
import { acrossSchools } from "../src/database/scope.ts";
import { entryOf, writeEntries } from "../src/audit/audit-entry.ts";
import { eraseDue } from "../src/privacy/due.ts";
import { takeBack } from "../src/privacy/requests.ts";
import { describeErasures } from "../src/backup/erasures-text.ts";
import type { Restored } from "../src/backup/restore.ts";

const DAY_MS = 86_400_000;
const start = new Date("2026-09-01T08:00:00+08:00");
const day = (days: number) => new Date(start.getTime() + days * DAY_MS);

let now = start;
let at: TestApp;
let older: string;
let newer: string;
const ids: Record<string, string> = {};
const { emptyPlace, backUp, putBack } = backupsAt(() => now);

const requestErasure = (account: string, requested_at: Date, db: Database = at.db) => {
  const user_id = ids[account] ?? "";
  const due_at = new Date(requested_at.getTime() + ERASURE_GRACE_DAYS * DAY_MS);
  return db
    .insertInto("erasure")
    .values({ user_id, requested_by: user_id, requested_at, due_at, erased_at: null })
    .execute();
};
/** Cancels an erasure as the call does: the row is deleted, and the audit says why. */
const cancelErasure = async (account: string, db: Database = at.db) => {
  const subject_id = ids[account] ?? "";
  expect(await takeBack(db, subject_id, now)).toBe(true);
  const event = { action: "erase", subject_id, detail: { step: "cancelled" } } as const;
  await writeEntries(db, [entryOf(null, event, now)]);
};
/** Runs both turns of the sweep, as the platform does. */
async function sweep(): Promise<void> {
  for (const _ of [1, 2]) await acrossSchools("sweep", () => eraseDue(at.app, async () => {}));
}
const names = async (db: Database) =>
  Object.fromEntries(
    (await db.selectFrom("user").select(["id", "name"]).execute()).map(({ id, name }) => [
      id,
      name,
    ]),
  );
const requests = async (db: Database) =>
  (await db.selectFrom("erasure").select("user_id").where("erased_at", "is", null).execute())
    .map(({ user_id }) => user_id)
    .toSorted();
const idsOf = (...accounts: string[]) => accounts.map((one) => ids[one] ?? "").toSorted();

beforeAll(async () => {
  at = await buildTestApp({ now: () => now, rowSecurity: false });
  const school = await makeSchool(at.db);
  const make = async (account: string, identity: "teacher" | "manager" = "teacher") => {
    const memberships = [{ school, identity }];
    // rows of a backup are read as text
    const avatar = 'a "quoted", (bracketed)\\\n one';
    ids[account] = await makePerson(at.db, { account, name: account, avatar, memberships });
  };
  for (const account of ["stays", "wished", "takes-back", "later", "waits"]) await make(account);
  await make("head", "manager");
  await requestErasure("wished", day(-1));
  await requestErasure("takes-back", day(-1));
  older = await backUp(at.db);

  // since then: one request is followed, one taken back, two people are erased, one waits
  now = day(2);
  await cancelErasure("takes-back");
  await make("successor", "manager");
  for (const account of ["later", "head"]) await requestErasure(account, day(2));
  now = day(20);
  await sweep();
  await requestErasure("waits", day(19));
  newer = await backUp(at.db);
});
afterAll(() => at.close());

const FOLLOWED = { again: 3, waiting: 1, takenBack: 1, isKnown: true };
const STILL_WANTED = () => idsOf("wished", "later", "head", "waits");

describe("an older backup", () => {
  test("into an empty place, with a later backup that knows who was erased since", async () => {
    const db = await emptyPlace();
    const { erasures } = await putBack(db, older, { replace: false, erasuresOf: newer });
    expect(erasures).toEqual(FOLLOWED);
    expect(await requests(db)).toEqual(STILL_WANTED());
  });

  test("into an empty place without: nothing is known", async () => {
    const db = await emptyPlace();
    const { erasures } = await putBack(db, older, { replace: false });
    expect(erasures).toEqual({ again: 0, waiting: 0, takenBack: 0, isKnown: false });
    // a backup younger than the days of grace holds the request itself
    expect(await requests(db)).toEqual(idsOf("wished", "takes-back"));
  });

  test("over another platform: what that one knows of its own people is nothing here", async () => {
    const db = await emptyPlace();
    const other = await makePerson(db, { account: "other" });
    const of = { user_id: other, requested_by: other, requested_at: now, due_at: now };
    await db
      .insertInto("erasure")
      .values({ ...of, erased_at: now })
      .execute();
    expect((await putBack(db, older)).erasures.isKnown).toBe(false);
    expect(await requests(db)).toEqual(idsOf("wished", "takes-back"));
  });

  test.each([
    ["older than itself", () => older],
    ["missing", () => "/no/such.backup"],
  ])("with a later backup that is %s is refused before anything changes", async (_how, path) => {
    const db = await emptyPlace();
    const kept = await makeSchool(db, { id: "kept" });
    await expect(putBack(db, newer, { erasuresOf: path() })).rejects.toThrow(/不比|没有文件/);
    expect(await db.selectFrom("school").select("id").execute()).toEqual([{ id: kept }]);
  });

  // the last one: it changes the platform itself
  test("over the platform: who was erased since is shut out, and erased by the next sweep", async () => {
    const { erasures } = await putBack(at.db, older);
    expect(erasures).toEqual(FOLLOWED);
    expect(await requests(at.db)).toEqual(STILL_WANTED());
    expect(await names(at.db)).toMatchObject({ [ids["later"] ?? ""]: "later" });
    await signIn(at.app, "stays");
    await expect(signIn(at.app, "later")).rejects.toThrow("40002");

    await sweep();
    const after = await names(at.db);
    for (const account of ["wished", "later", "head"]) {
      expect(after[ids[account] ?? ""], account).not.toBe(account);
    }
    for (const account of ["stays", "takes-back", "waits"]) {
      expect(after[ids[account] ?? ""], account).toBe(account);
    }
    expect(await requests(at.db)).toEqual(idsOf("waits"));
  });
});

describe("a place where the older one was put back already, with nothing that knew of later", () => {
  const stateOf = async (db: Database, path: string, more: object = {}) => {
    const { erasures } = await putBack(db, path, more);
    return { erasures, requests: await requests(db) };
  };
  async function place(): Promise<Database> {
    const db = await emptyPlace();
    now = day(21);
    await putBack(db, older, { replace: false });
    now = day(22);
    return db;
  }

  const NO_NEWS = { again: 0, waiting: 0, takenBack: 0, isKnown: true };

  test("the later one over it: what it does not know of it cannot contradict", async () => {
    const found = await stateOf(await place(), newer);
    expect(found).toEqual({ erasures: NO_NEWS, requests: idsOf("waits") });
  });

  test("a backup of it does not know more either", async () => {
    const ofOlder = await backUp(await place());
    now = day(23);
    const found = await stateOf(await emptyPlace(), newer, { replace: false, erasuresOf: ofOlder });
    expect(found).toEqual({ erasures: NO_NEWS, requests: idsOf("waits") });
  });

  test("once more, with a later backup; and again, before anything was erased there: nobody is forgotten", async () => {
    const restored = await place();
    const followed = { erasures: FOLLOWED, requests: STILL_WANTED() };
    expect(await stateOf(restored, older, { erasuresOf: newer })).toEqual(followed);
    const marked = await backUp(restored);
    expect(await stateOf(restored, older)).toEqual(followed);

    // a backup of it has who is still to be erased
    now = day(23);
    const db = await emptyPlace();
    const { erasures } = await putBack(db, older, { replace: false, erasuresOf: marked });
    expect(erasures).toEqual(FOLLOWED);
    expect(await requests(db)).toEqual(STILL_WANTED());
    const open = await db.selectFrom("user").select("id").where("is_abled", "=", true).execute();
    expect(open.map(({ id }) => id).toSorted()).toEqual(idsOf("stays", "takes-back", "waits"));
  });

  test("what was requested there since counts, less what was taken back there", async () => {
    const db = await place();
    for (const account of ["stays", "waits"]) await requestErasure(account, now, db);
    now = day(22.5);
    await cancelErasure("stays", db);
    now = day(23);
    const found = await stateOf(db, older);
    expect(found).toEqual({
      erasures: { again: 0, waiting: 1, takenBack: 0, isKnown: true },
      requests: idsOf("takes-back", "waits", "wished"),
    });
  });
});

describe("the operator is told", () => {
  const told = (erasures: Partial<Restored["erasures"]>, days = 1) =>
    describeErasures(
      {
        header: { made_at: day(-days).toISOString() } as Restored["header"],
        erasures: { again: 0, waiting: 0, takenBack: 0, isKnown: false, ...erasures },
      },
      start,
    );

  test("what was followed, and nothing where there is nothing", () => {
    expect(told({})).toEqual([]);
    expect(told({ isKnown: true }, 300)).toEqual([]);
    const [again, waiting, back] = told({ again: 2, waiting: 1, takenBack: 3, isKnown: true });
    expect(again).toContain("已注销的 2 人");
    expect(waiting).toContain("1 个注销申请已保留");
    expect(back).toContain("撤回的 3 个");
  });

  test("when a backup may bring people back of whom nobody knows", () => {
    expect(told({}, ERASURE_GRACE_DAYS)).toEqual([]);
    expect(told({}, ERASURE_GRACE_DAYS + 1).join("")).toContain("--erasures-of");
  });
});
