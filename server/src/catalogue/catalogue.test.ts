import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readApps, readUserDetail, reportAppLogin, saveQuickApps } from "#contract";
import { makeApps } from "../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { fillCatalogue } from "./catalogue.fixture.ts";

/** Milliseconds after which every cache of a node has expired. */
const A_WHILE_MS = 2001;

let test: TestApp;
let now = new Date("2026-09-01T08:00:00+08:00");
const people: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  test = await buildTestApp({ now: () => now });
  await fillCatalogue(test.db);
  for (const account of ["lin", "sun", "third", "sixth", "mother"]) {
    people[account] = (await signIn(test.app, account)).headers;
  }
});
afterAll(() => test.close());
beforeEach(() => {
  now = new Date(now.getTime() + A_WHILE_MS);
});

const as = (account: string, headers: Record<string, string> = {}) => ({
  ...people[account],
  ...headers,
});
async function appsOf(headers: Record<string, string>): Promise<string[]> {
  const { status, body } = await send(test.app, readApps, {}, { headers });
  expect(status).toBe(200);
  return body.data.apps.map(({ id }) => id).sort();
}

describe("readApps", () => {
  const EVERYONE = ["everyone", "hidden"];
  it.each<[string, string, Record<string, string>, string[]]>([
    [
      "a teacher who is a head-teacher",
      "lin",
      { identity: "teacher" },
      ["class-3-2", "heads", "primary-stage", "teachers"],
    ],
    ["the same person as manager", "lin", { identity: "manager" }, ["heads", "primary-stage"]],
    ["a teacher of another school", "sun", {}, ["junior-school-only", "junior-stage", "teachers"]],
    ["a pupil", "third", {}, ["class-3-2", "primary-stage", "pupils"]],
    ["a pupil of another class", "sixth", {}, ["grade-6", "primary-stage", "pupils"]],
    [
      "a parent: what is for the children who are at the school, and for parents",
      "mother",
      {},
      ["class-3-2", "grade-6", "parents", "primary-stage"],
    ],
    [
      "a pupil at a desktop client",
      "third",
      { client: "pc" },
      ["class-3-2", "desktop", "primary-stage", "pupils"],
    ],
  ])("%s", async (_who, account, headers, wanted) => {
    expect(await appsOf(as(account, headers))).toEqual([...EVERYONE, ...wanted].sort());
  });

  it("sends what a hidden app is, its category too, and no category that holds nothing (AP-02)", async () => {
    const { body } = await send(test.app, readApps, {}, { headers: as("third") });
    expect(body.data.apps.find(({ id }) => id === "hidden")).toMatchObject({
      display_status: "not_display",
    });
    expect(body.data.category.map(({ id }) => id)).toEqual(["study", "hidden-only"]);
  });

  it("tells nothing of an app beyond its entry", async () => {
    const { body } = await send(test.app, readApps, {}, { headers: as("third") });
    expect(body.data.apps.find(({ id }) => id === "everyone")).toEqual({
      id: "everyone",
      category_id: "study",
      name: "everyone",
      description: "",
      icon: "icons/a.svg",
      icon_mono: "icons/a-mono.svg",
      launch: "link",
      url: "https://app.example/everyone",
      opens_in: "tab",
      display_status: "display",
      roles: [],
      clients: [],
      sort: 1,
      badge: "",
      pinyin: "everyone",
    });
  });

  it("answers the person's theme", async () => {
    const theme = async () =>
      (await send(test.app, readApps, {}, { headers: as("third") })).body.data.theme;
    expect(await theme()).toBe("color");
    await test.db
      .updateTable("user")
      .set({ theme: "monochrome" })
      .where("account", "=", "third")
      .execute();
    now = new Date(now.getTime() + A_WHILE_MS);
    expect(await theme()).toBe("monochrome");
  });

  it("opens and closes apps by their dates", async () => {
    expect(await appsOf(as("third"))).not.toContain("later");
    const before = now;
    now = new Date("2026-10-01T00:00:00+08:00");
    const { headers } = await signIn(test.app, "third");
    people["third"] = headers;
    expect(await appsOf(headers)).toContain("later");
    now = before;
  });

  it.each([
    ["teacher,all", 200, 200],
    ["all,teacher", 200, 200],
    ["teacher", 200, 200],
    ["all", 200, 200],
    ["", 200, 200],
    ["manager,all", 400, 40005],
    ["student,all", 400, 40005],
    ["teacher,manager,all", 400, 40005],
    ["principal,all", 400, 40001],
  ])("identity=%s under teacher answers %i %i", async (identity, status, code) => {
    const answer = await send(
      test.app,
      readApps,
      { identity },
      { headers: as("lin", { identity: "teacher" }) },
    );
    expect(answer.status).toBe(status);
    expect(answer.body.code).toBe(code);
  });

  it("answers 401 to nobody", async () => {
    const { status, body } = await send(test.app, readApps, {});
    expect([status, body.code]).toEqual([401, 401]);
  });

  it("answers 304 until something changes", async () => {
    const first = await send(test.app, readApps, {}, { headers: as("sun") });
    const etag = String(first.headers["etag"]);
    const again = () =>
      send(test.app, readApps, {}, { headers: as("sun", { "if-none-match": etag }) });
    expect((await again()).status).toBe(304);
    now = new Date(now.getTime() + A_WHILE_MS);
    expect((await again()).status).toBe(304);
    await makeApps(test.db, [{ id: "everyone", badge: "3", sort: 1 }]);
    now = new Date(now.getTime() + A_WHILE_MS);
    const changed = await again();
    expect(changed.status).toBe(200);
    expect(changed.body.data.apps.find(({ id }) => id === "everyone")?.badge).toBe("3");
    await makeApps(test.db, [{ id: "everyone", sort: 1 }]);
  });
});

describe("recently used (AP-08)", () => {
  it("lists what was opened under the identity, the latest first, at once", async () => {
    const teacher = as("lin", { identity: "teacher" });
    const recent = async (headers: Record<string, string>) =>
      (await send(test.app, readApps, {}, { headers })).body.data.recent_app_ids;
    expect(await recent(teacher)).toEqual([]);
    for (const app_id of ["everyone", "teachers", "class-3-2", "everyone"]) {
      now = new Date(now.getTime() + 1);
      expect((await send(test.app, reportAppLogin, { app_id }, { headers: teacher })).status).toBe(
        200,
      );
    }
    expect(await recent(teacher)).toEqual(["everyone", "class-3-2", "teachers"]);
    expect(await recent(as("lin", { identity: "manager" }))).toEqual([]);
    const uses = await test.db.selectFrom("app_use").select(["app_id", "times"]).execute();
    expect(uses.find(({ app_id }) => app_id === "everyone")?.times).toBe(2);
  });
});

describe("saveQuickApps (AP-04)", () => {
  const kept = (account: string, identity: string) =>
    test.db
      .selectFrom("quick_app")
      .innerJoin("user", "user.id", "quick_app.user_id")
      .where("user.account", "=", account)
      .where("quick_app.identity", "=", identity as "teacher")
      .select("app_ids")
      .executeTakeFirst();

  it("keeps the order, per identity, and the last word counts", async () => {
    const teacher = as("lin", { identity: "teacher" });
    for (const app_ids of [
      ["teachers", "everyone"],
      ["everyone", "class-3-2", "teachers"],
    ]) {
      const { body } = await send(test.app, saveQuickApps, { app_ids }, { headers: teacher });
      expect(body.data).toEqual({ app_ids });
      expect(await kept("lin", "teacher")).toEqual({ app_ids });
    }
    expect(await kept("lin", "manager")).toBeUndefined();
    await send(test.app, saveQuickApps, { app_ids: [] }, { headers: teacher });
    expect(await kept("lin", "teacher")).toEqual({ app_ids: [] });
  });

  it("answers to an app of others exactly as to none, and writes nothing", async () => {
    const pupil = as("third");
    await send(test.app, saveQuickApps, { app_ids: ["everyone"] }, { headers: pupil });
    const absent = await send(
      test.app,
      saveQuickApps,
      { app_ids: ["pupils", "no-such"] },
      { headers: pupil },
    );
    expect([absent.status, absent.body.code]).toEqual([404, 40400]);
    for (const other of [
      "teachers",
      "junior-school-only",
      "grade-6",
      "later",
      "closed",
      "desktop",
    ]) {
      const answer = await send(
        test.app,
        saveQuickApps,
        { app_ids: ["pupils", other] },
        { headers: pupil },
      );
      expect(answer.body, other).toEqual(absent.body);
      expect(answer.status).toBe(absent.status);
    }
    expect(await kept("third", "student")).toEqual({ app_ids: ["everyone"] });
  });

  it("keeps in its place what is not seen just now, for when it is seen again", async () => {
    const pupil = as("third");
    const save = async (app_ids: string[]) =>
      (await send(test.app, saveQuickApps, { app_ids }, { headers: pupil })).body;
    await save(["pupils", "everyone"]);
    const switchTo = async (off_school_ids: string[]) => {
      await test.db.updateTable("app").set({ off_school_ids }).where("id", "=", "pupils").execute();
      now = new Date(now.getTime() + A_WHILE_MS);
    };
    await switchTo(["primary-school"]);
    const quick = async () =>
      (await send(test.app, readUserDetail, { fields: "app_ids" }, { headers: pupil })).body.data
        .app_ids;
    expect(await quick()).toEqual(["everyone"]);
    // the list was opened before the app went: it is saved like one that was opened after
    for (const app_ids of [
      ["class-3-2", "everyone"],
      ["pupils", "class-3-2", "everyone"],
    ]) {
      const { code, data } = await save(app_ids);
      expect([code, data.app_ids]).toEqual([200, ["class-3-2", "everyone"]]);
    }
    await switchTo([]);
    expect(await quick()).toEqual(["pupils", "class-3-2", "everyone"]);
    await save(["everyone"]);
    expect(await quick()).toEqual(["everyone"]);
  });

  it.each<[string, unknown]>([
    ["61 of them", Array.from({ length: 61 }, (_, index) => `a${index}`)],
    ["one twice", ["everyone", "everyone"]],
    ["what is no list", { a: 1 }],
    ["what is no id", [1]],
    ["nothing", undefined],
  ])("refuses %s as bad input", async (_what, app_ids) => {
    const { status, body } = await send(
      test.app,
      saveQuickApps,
      { app_ids },
      { headers: as("third") },
    );
    expect([status, body.code]).toEqual([400, 40001]);
  });

  it("takes a form as the page sends it", async () => {
    const app_ids = ["pupils", "everyone"];
    const answer = await send(
      test.app,
      saveQuickApps,
      { app_ids },
      { headers: as("third"), form: true },
    );
    expect(answer.body.data).toEqual({ app_ids });
  });
});
