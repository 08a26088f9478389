import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  readApps,
  readChildApps,
  readChildren,
  readUserDetail,
  saveChildEyes,
  saveSetting,
} from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";

const NOW = new Date("2026-11-20T00:00:00Z");
let at: TestApp;
const id: Record<string, string> = {};
const headersOf: Record<string, Record<string, string>> = {};

/** Makes a mother at one school whose child learns at another. */
beforeAll(async () => {
  at = await buildTestApp({ now: () => NOW });
  const { db } = at;
  const [near, far] = [await makeSchool(db), await makeSchool(db, { name: "乙校" })];
  const [student, parent] = [{ identity: "student" as const }, { identity: "parent" as const }];
  const people = {
    child: { name: "小满", birth_date: "2018-03-01", memberships: [{ school: far, ...student }] },
    foreign: { birth_date: "2018-03-01", memberships: [{ school: near, ...student }] },
    grown: { birth_date: "2008-03-01", memberships: [{ school: near, ...student }] },
    orphan: { memberships: [{ school: near, identity: "student" as const, is_abled: false }] },
    mother: { memberships: [{ school: near, ...parent }] },
    father: { memberships: [{ school: far, ...parent }] },
    teacher: { memberships: [{ school: far, identity: "teacher" as const }] },
  };
  for (const [account, person] of Object.entries(people)) {
    id[account] = await makePerson(db, { account, ...person });
    headersOf[account] = (await signIn(at.app, account)).headers;
  }
  for (const [child, user] of [
    ["child", "mother"],
    ["child", "father"],
    ["grown", "mother"],
    ["orphan", "mother"],
  ]) {
    await db
      .insertInto("guardian")
      .values({ child_id: id[child ?? ""] ?? "", user_id: id[user ?? ""] ?? "" })
      .execute();
  }
  await db
    .insertInto("class")
    .values({ school_id: far, id: "k", name: "三（2）班", grade_id: "3", stage_id: "primary" })
    .execute();
  await db
    .insertInto("class_student")
    .values({ school_id: far, class_id: "k", user_id: id["child"] ?? "" })
    .execute();
  await db
    .insertInto("app_category")
    .values([
      { id: "c", name: "学习" },
      { id: "empty", name: "空" },
    ])
    .execute();
  const app = {
    category_id: "c",
    icon: "i",
    icon_mono: "i",
    launch: "link",
    url: "https://a.example",
  } as const;
  await db
    .insertInto("app")
    .values([
      { ...app, id: "all", name: "大家的" },
      { ...app, id: "grade-3", name: "三年级的", grade_ids: ["3"], school_ids: [far] },
      { ...app, id: "grade-4", name: "四年级的", grade_ids: ["4"] },
      { ...app, id: "parents", name: "家长的", roles: ["parent"] },
    ])
    .execute();
});
afterAll(() => at.close());
beforeEach(async () => {
  await at.db
    .updateTable("user")
    .set({ eye_mode: true, eye_interval: 30, eye_fixed: false })
    .execute();
});

const as = (account: string) => ({ headers: headersOf[account] ?? {} });
const eyes = async (account: string, input: object) =>
  (await send(at.app, saveChildEyes, { child_id: id["child"], ...input }, as(account))).body;
const settingOfChild = async () =>
  (await send(at.app, readUserDetail, { fields: "setting" }, as("child"))).body.data.setting;
const byChild = async (input: object) =>
  (await send(at.app, saveSetting, { ...input }, as("child"))).body;

describe("a parent sees the own children (ID-10)", () => {
  test("under 18, wherever they learn, with what has been set for them", async () => {
    const { body } = await send(at.app, readChildren, {}, as("mother"));
    expect(body.data).toEqual([
      {
        id: id["child"],
        name: "小满",
        avatar: null,
        school: { id: expect.any(String), name: "乙校" },
        classes: [{ id: "k", name: "三（2）班", grade_id: "3", stage_id: "primary" }],
        eye_protection: { mode: true, interval: 30, fixed: false },
        needs_consent: true,
      },
      expect.objectContaining({ id: id["orphan"], school: null, classes: [] }),
    ]);
  });

  test.each(["teacher", "child"])("%s has none", async (account) => {
    expect((await send(at.app, readChildren, {}, as(account))).body.data).toEqual([]);
  });

  test("nobody sees any without a session", async () => {
    expect((await send(at.app, readChildren)).status).toBe(401);
    expect((await send(at.app, readChildApps, { child_id: id["child"] })).status).toBe(401);
    expect((await send(at.app, saveChildEyes, { child_id: id["child"], mode: false })).status).toBe(
      401,
    );
  });
});

describe("the rules of eye protection", () => {
  test("arrive with the child's detail; fixed ones the child cannot change", async () => {
    expect((await eyes("mother", { interval: 20, fixed: true })).data).toEqual({
      mode: true,
      interval: 20,
      fixed: true,
    });
    expect(await settingOfChild()).toMatchObject({
      eye_protection: { mode: true, interval: 20, fixed: true },
    });
    for (const eye_protection of [{ mode: false }, { interval: 60 }, {}]) {
      const refused = await byChild({ eye_protection });
      expect([refused.code, refused.msg]).toEqual([40005, expect.stringMatching(/爸爸妈妈/)]);
    }
    expect((await byChild({ theme: "monochrome" })).data).toMatchObject({
      theme: "monochrome",
      eye_protection: { mode: true, interval: 20, fixed: true },
    });
  });

  test("not fixed they are the child's as before", async () => {
    await eyes("mother", { interval: 20 });
    expect((await byChild({ eye_protection: { mode: false } })).data).toMatchObject({
      eye_protection: { mode: false, interval: 20 },
    });
    expect(await settingOfChild()).not.toHaveProperty("eye_protection.fixed");
  });

  test("of two guardians the last one wins", async () => {
    await eyes("mother", { mode: true, interval: 20, fixed: true });
    await eyes("father", { mode: false, fixed: false });
    expect(await settingOfChild()).toMatchObject({ eye_protection: { mode: false, interval: 20 } });
    expect((await byChild({ eye_protection: { mode: true } })).code).toBe(200);
  });

  test("a child whose guardians are gone is free", async () => {
    await eyes("mother", { fixed: true });
    const child = id["child"] ?? "";
    const kept = await at.db
      .deleteFrom("guardian")
      .where("child_id", "=", child)
      .returningAll()
      .execute();
    expect((await byChild({ eye_protection: { interval: 45 } })).code).toBe(200);
    await at.db.insertInto("guardian").values(kept).execute();
  });

  test.each([{ interval: 4 }, { interval: 121 }, { mode: "off" }, { theme: "color" }])(
    "%j is refused",
    async (input) => {
      expect((await eyes("mother", input)).code).toBe(40001);
    },
  );

  test.each([
    ["mother", "foreign"],
    ["mother", "grown"],
    ["mother", "mother"],
    ["mother", "nobody"],
    ["teacher", "child"],
    ["child", "child"],
  ])("%s does not set those of %s, who does not exist", async (account, whose) => {
    const child_id = id[whose] ?? whose;
    const absent = { code: 40400, data: null, msg: "内容不存在" };
    expect(await eyes(account, { child_id, mode: false, fixed: true })).toEqual(absent);
    expect((await send(at.app, readChildApps, { child_id }, as(account))).body).toEqual(absent);
    const left = await at.db
      .selectFrom("user")
      .select("id")
      .where("eye_fixed", "=", true)
      .execute();
    expect(left).toEqual([]);
  });

  test("are in the audit, with whose they are", async () => {
    const [entry] = await at.db
      .selectFrom("audit_entry")
      .select(["user_id", "subject_id", "detail"])
      .where("action", "=", "profile-change")
      .execute();
    expect(entry).toEqual({
      user_id: id["mother"],
      subject_id: id["child"],
      detail: { fields: ["eye_protection"], fixed: true },
    });
  });
});

describe("the child's apps", () => {
  test("are what the child reads", async () => {
    const { body } = await send(at.app, readChildApps, { child_id: id["child"] }, as("mother"));
    const own = await send(at.app, readApps, {}, as("child"));
    expect(body.data.apps).toEqual(own.body.data.apps);
    expect(body.data.apps.map((app) => app.id)).toEqual(["all", "grade-3"]);
    expect(body.data.category).toEqual([{ id: "c", name: "学习", sort: 0 }]);
  });

  test("are none where the child has no enabled school", async () => {
    const { body } = await send(at.app, readChildApps, { child_id: id["orphan"] }, as("mother"));
    expect(body.data).toEqual({ apps: [], category: [] });
  });
});
