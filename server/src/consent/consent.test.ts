import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { giveConsent, login, readPendingConsents, readUploadPermission } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";

const NOW = new Date("2026-11-20T00:00:00Z");
const CHILD_1 = [{ type: "child", version: 1 }];
let at: TestApp;
const id: Record<string, string> = {};
const headersOf: Record<string, Record<string, string>> = {};

/** Makes a mother at another school than her child's. */
beforeAll(async () => {
  at = await buildTestApp({ now: () => NOW });
  const { db } = at;
  const [near, far] = [await makeSchool(db), await makeSchool(db)];
  const pupil = (school: string) => [{ school, identity: "student" as const }];
  const parent = [{ school: near, identity: "parent" as const }];
  id["child"] = await makePerson(db, { account: "child", name: "小满", memberships: pupil(far) });
  id["teen"] = await makePerson(db, {
    account: "teen",
    birth_date: "2012-01-01",
    memberships: pupil(near),
  });
  id["foreign"] = await makePerson(db, { account: "foreign", memberships: pupil(near) });
  id["mother"] = await makePerson(db, { account: "mother", memberships: parent });
  id["father"] = await makePerson(db, { account: "father", memberships: parent });
  await db
    .insertInto("class")
    .values({ school_id: far, id: "k", name: "三（1）", grade_id: "3", stage_id: "primary" })
    .execute();
  await db
    .insertInto("class_student")
    .values({ school_id: far, class_id: "k", user_id: id["child"] })
    .execute();
  for (const [child_id, user_id] of [
    [id["child"], id["mother"]],
    [id["child"], id["father"]],
    [id["teen"], id["mother"]],
  ] as const) {
    await db
      .insertInto("guardian")
      .values({ child_id: child_id ?? "", user_id: user_id ?? "" })
      .execute();
  }
  for (const account of ["child", "teen", "mother", "father"]) {
    headersOf[account] = (await signIn(at.app, account)).headers;
  }
});
afterAll(() => at.close());

const as = (account: string) => ({ headers: headersOf[account] ?? {} });
const pending = async (account: string) =>
  (await send(at.app, readPendingConsents, {}, as(account))).body.data;
const give = async (account: string, agreements: object[], child_id?: string) => {
  const input = { agreements, ...(child_id !== undefined && { child_id }) };
  return (await send(at.app, giveConsent, input, as(account))).body;
};
const permit = async (account: string) => {
  const input = { purpose: "avatar", filename: "a.png", size: 100, mime: "image/png" };
  return (await send(at.app, readUploadPermission, input, as(account))).body;
};

describe("a guardian consents for a child under 14 (SE-08)", () => {
  test("the child of grade 3 signs in without being asked", async () => {
    const { body } = await send(at.app, login, { account: "child", password: TEST_PASSWORD });
    expect(body.code).toBe(200);
    headersOf["child"] = { authorization: `Bearer ${body.data.token}` };
    expect(await pending("child")).toEqual({ own: [], children: [] });
  });

  test("until then a picture is refused, and why is said", async () => {
    const refused = await permit("child");
    expect(refused).toMatchObject({ code: 40005, data: { reason: "guardian_consent" } });
    expect(refused.msg).toMatch(/爸爸妈妈/);
    expect((await permit("teen")).code).toBe(200);
    expect((await permit("mother")).code).toBe(200);
  });

  test("each guardian is asked for the child, and for nobody else", async () => {
    const title = "儿童个人信息保护规则";
    const children = [
      { id: id["child"], name: "小满", agreements: [{ type: "child", version: 1, title }] },
    ];
    expect(await pending("mother")).toEqual({ own: [], children });
    expect(await pending("father")).toEqual({ own: [], children });
  });

  test("a child does not agree in the guardian's place", async () => {
    expect((await give("child", [{ type: "user", version: 1 }])).code).toBe(40005);
    expect((await give("child", CHILD_1)).code).toBe(40005);
    await at.db
      .insertInto("consent")
      .values({ user_id: id["child"] ?? "", type: "child", version: 1 })
      .execute();
    expect((await pending("mother")).children).toHaveLength(1);
    expect((await permit("child")).code).toBe(40005);
  });

  test.each([
    ["a child of others", "foreign"],
    ["somebody absent", "absent"],
    ["oneself", "mother"],
  ])("%s is no child of the mother's", async (_name, whose) => {
    const before = await at.db.selectFrom("consent").selectAll().execute();
    expect(await give("mother", CHILD_1, id[whose] ?? whose)).toEqual({
      code: 40400,
      data: null,
      msg: "内容不存在",
    });
    expect(await at.db.selectFrom("consent").selectAll().execute()).toEqual(before);
  });

  test.each([
    ["one of 14 and more", () => ["mother", CHILD_1, id["teen"]] as const, 40005],
    [
      "a version of tomorrow",
      () => ["mother", [{ type: "child", version: 2 }], id["child"]] as const,
      40900,
    ],
    [
      "another kind",
      () => ["mother", [{ type: "cookies", version: 1 }], id["child"]] as const,
      40001,
    ],
    ["the child agreement for oneself", () => ["mother", CHILD_1, undefined] as const, 40001],
    ["nothing", () => ["mother", [], id["child"]] as const, 40001],
  ])("%s is refused", async (_name, what, code) => {
    const [who, agreements, child] = what();
    expect((await give(who, [...agreements], child)).code).toBe(code);
  });

  test("of a version that is no longer in force: told which are", async () => {
    const { data } = await give("mother", [{ type: "child", version: 2 }], id["child"]);
    expect(data).toMatchObject({
      agreements: expect.arrayContaining([expect.objectContaining({ type: "child", version: 1 })]),
    });
  });

  test("one guardian is enough; it is recorded by whom, and audited", async () => {
    expect((await give("mother", CHILD_1, id["child"])).code).toBe(200);
    expect((await pending("father")).children).toEqual([]);
    expect((await give("father", CHILD_1, id["child"])).code).toBe(200);
    const kept = await at.db
      .selectFrom("consent")
      .select("given_by")
      .where("user_id", "=", id["child"] ?? "")
      .execute();
    expect(kept).toEqual([{ given_by: id["mother"] }]);
    expect((await permit("child")).code).toBe(200);
    const [entry] = await at.db
      .selectFrom("audit_entry")
      .select(["user_id", "subject_id", "detail"])
      .where("action", "=", "consent")
      .execute();
    expect(entry).toEqual({
      user_id: id["mother"],
      subject_id: id["child"],
      detail: { agreements: ["child@1"] },
    });
  });
});

test("a newer version is agreed to outside of sign-in", async () => {
  await at.db
    .insertInto("agreement")
    .values({
      id: "50",
      type: "user",
      version: 2,
      title: "新",
      content: "<p>新</p>",
      effective_at: NOW,
    })
    .execute();
  expect((await pending("father")).own).toEqual([{ type: "user", version: 2, title: "新" }]);
  expect((await give("father", [{ type: "user", version: 1 }])).code).toBe(40900);
  expect((await give("father", [{ type: "user", version: 2 }])).code).toBe(200);
  expect((await pending("father")).own).toEqual([]);
});

test("who is not signed in consents to nothing", async () => {
  expect((await send(at.app, giveConsent, { agreements: CHILD_1 })).status).toBe(401);
  expect((await send(at.app, readPendingConsents)).status).toBe(401);
});
