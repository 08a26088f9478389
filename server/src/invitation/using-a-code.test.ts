import { describe, expect, test } from "vitest";
import { INVITATION_KINDS, login, readInvitations, readUserDetail } from "#contract";
import { send } from "../../test/send.ts";
import { openTestApp, WRONG } from "./invitation.fixture.ts";
import { redeem } from "./redeem.ts";

/** The app for the use of codes, with an account and without one. */
const testApp = openTestApp();
const { as, bind, codeFor, enrol, join, person, usedOf } = testApp;

const NOTHING_KNOWN = {
  avatar: null,
  mobile: null,
  email: null,
  gender: null,
  birth_date: null,
  admission_time: null,
  password_hash: null,
  identity: null,
  school_id: null,
  source: null,
  sourced_id: null,
};

/** Returns by which way a person's rows came (AD-02). */
const originsOf = (user_id: string) =>
  testApp.at.db
    .selectFrom("row_origin")
    .select(["table_key", "how"])
    .where("person_id", "=", user_id)
    .orderBy("table_key")
    .execute();

describe("registering", () => {
  test("by a code of somebody who has left the school since is nobody's way in", async () => {
    const { db, app } = testApp.at;
    await person("leaving", [{ school: "one", identity: "manager" }]);
    const codes = [
      await codeFor({ kind: "staff", identity: "manager", max_uses: 2 }, "leaving"),
      await codeFor({ kind: "class", class_id: "a", identity: "teacher" }, "leaving"),
      await codeFor({ kind: "child", child_id: "pupil" }, "leaving"),
    ];
    const works = (is_abled: boolean) =>
      db.updateTable("membership").set({ is_abled }).where("user_id", "=", "leaving").execute();
    const states = async () => {
      const asked = { headers: as["manager"] ?? {} };
      const { body } = await send(app, readInvitations, {}, asked);
      return body.data.filter((one) => one.created_by === "leaving名").map(({ state }) => state);
    };
    expect(await states()).toEqual(["active", "active", "active"]);
    await works(false);
    for (const code of codes) {
      expect((await enrol(code)).body).toEqual(WRONG);
      expect((await testApp.preview(code)).body).toEqual(WRONG);
    }
    expect((await bind("mother", codes[2] ?? "")).body).toEqual(WRONG);
    expect(await states()).toEqual(["revoked", "revoked", "revoked"]);
    await works(true);
    expect((await testApp.preview(codes[0] ?? "")).body.code).toBe(200);
  });

  test("a pupil comes into the class, signed in, and the consents are kept", async () => {
    const code = await codeFor({ kind: "class", class_id: "a", max_uses: 5 });
    const { status, body, headers } = await enrol(` ${code.toLowerCase()} `, {
      account: " ZhouMingyu ",
      mobile: "13800001234",
    });
    expect(status).toBe(200);
    expect(body.data.auth_data).toMatchObject({ account: "zhoumingyu", identity: "student" });
    expect(String(headers["set-cookie"])).toContain("token=");
    const detail = await send(
      testApp.at.app,
      readUserDetail,
      {},
      { headers: { authorization: `Bearer ${body.data.token}` } },
    );
    expect(detail.body.data).toMatchObject({
      name: "周明宇",
      identity: "student",
      mobile: "138****1234",
      school: { id: "one" },
      classes: [{ id: "a" }],
    });
    const consents = await testApp.at.db
      .selectFrom("consent")
      .select("type")
      .where("user_id", "=", body.data.auth_data.user_id)
      .execute();
    expect(consents).toHaveLength(3);
    expect(await originsOf(body.data.auth_data.user_id)).toEqual([
      { table_key: "class_student", how: "code" },
      { table_key: "membership", how: "code" },
      { table_key: "user", how: "self" },
    ]);
    expect(await usedOf(code)).toBe(1);
    const again = await send(testApp.at.app, login, {
      account: "zhoumingyu",
      password: "rivers-and-hills",
    });
    expect(again.status).toBe(200);
  });

  test("a teacher into the class, staff into the school, a parent to the child", async () => {
    const teacher = await enrol(
      await codeFor({ kind: "class", class_id: "b", identity: "teacher" }),
    );
    const staff = await enrol(await codeFor({ kind: "staff", identity: "manager" }));
    const parent = await enrol(await codeFor({ kind: "child", child_id: "pupil" }), {
      relation: "母亲",
    });
    const detailOf = async ({ body }: typeof teacher) => {
      const headers = { authorization: `Bearer ${body.data.token}` };
      const fields = "identity,classes,charge_classes,children,school";
      return (await send(testApp.at.app, readUserDetail, { fields }, { headers })).body.data;
    };
    expect(await detailOf(teacher)).toMatchObject({
      identity: "teacher",
      classes: [{ id: "b" }],
      charge_classes: [],
    });
    expect(await detailOf(staff)).toMatchObject({ identity: "manager", school: { id: "one" } });
    expect(await originsOf("pupil")).toEqual([{ table_key: "guardian", how: "code" }]);
    expect((await originsOf(teacher.body.data.auth_data.user_id))[0]).toEqual({
      ...{ table_key: "class_teacher", how: "code" },
    });
    expect(await detailOf(parent)).toMatchObject({
      identity: "parent",
      children: [{ id: "pupil" }],
      school: { id: "one" },
    });
    const { relation } = await testApp.at.db
      .selectFrom("guardian")
      .select("relation")
      .where("user_id", "=", parent.body.data.auth_data.user_id)
      .executeTakeFirstOrThrow();
    expect(relation).toBe("母亲");
  });

  test("an account that is taken is said to be, and the code is not used up", async () => {
    const code = await codeFor({ kind: "staff" });
    const { status, body } = await enrol(code, { account: "HEAD" });
    expect([status, body]).toEqual([
      409,
      { code: 40900, data: { field: "account" }, msg: "这个账号已经有人用了，请换一个" },
    ]);
    expect(await usedOf(code)).toBe(0);
    expect((await enrol(code)).status).toBe(200);
  });

  test.each([
    [{ account: "abc" }, "account"],
    [{ account: "20260001" }, "account"],
    [{ name: "  " }, "name"],
    [{ password: "short" }, "password"],
    [{ account: "samesame", password: "SameSame" }, "password"],
    [{ mobile: "12345" }, "mobile"],
  ])("%j is told at %s, and nothing is used or made", async (input, path) => {
    const code = await codeFor({ kind: "staff" });
    const { body } = await enrol(code, input);
    expect(body).toMatchObject({ code: 40001, data: { errors: [{ path }] } });
    expect(await usedOf(code)).toBe(0);
  });

  test("without the agreements in force it is not done (SE-08)", async () => {
    const code = await codeFor({ kind: "staff" });
    const { body } = await enrol(code, { consents: [{ type: "user", version: 1 }] });
    expect(body).toMatchObject({
      code: 40004,
      data: { check: "consent", agreements: [{ type: "user" }, { type: "privacy" }] },
    });
    expect(await usedOf(code)).toBe(0);
  });

  test("of 50 who try at once as many get in as the code says", async () => {
    const code = await codeFor({ kind: "class", class_id: "b", max_uses: 3 });
    const tries = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => enrol(code, { account: `race${turn}` })),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(3);
    // who would have waited for a hash longer than a browser does was told so
    const others = new Set(tries.map(({ body }) => body.code).filter((one) => one !== 200));
    expect([...others].filter((one) => one !== 40003 && one !== 50300)).toEqual([]);
    expect(await usedOf(code)).toBe(3);
    const made = await testApp.at.db
      .selectFrom("user")
      .select("id")
      .where("account", "like", "race%")
      .execute();
    expect(made).toHaveLength(3);
  });

  test("of 20 who want the same account at once one gets it", async () => {
    const code = await codeFor({ kind: "class", class_id: "b" });
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => enrol(code, { account: "wanted" })),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await usedOf(code)).toBe(1);
  });
});

test("of 60 people who redeem at once exactly as many get in as the code says", async () => {
  const code = (
    await codeFor({ kind: "class", class_id: "b", identity: "teacher", max_uses: 40 })
  ).replace("-", "");
  const people = Array.from({ length: 60 }, (_, turn) => `crowd${turn}`);
  await testApp.at.db
    .insertInto("user")
    .values(people.map((id) => ({ id, account: id, name: id, ...NOTHING_KNOWN })))
    .execute();
  const results = await Promise.allSettled(
    people.map((user_id) =>
      testApp.at.db.transaction().execute((trx) =>
        redeem(trx, {
          code,
          kinds: INVITATION_KINDS,
          user_id,
          relation: undefined,
          now: testApp.now,
        }),
      ),
    ),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(40);
  const members = await testApp.at.db
    .selectFrom("membership")
    .select("user_id")
    .where("user_id", "in", people)
    .execute();
  expect(members).toHaveLength(40);
  expect(await usedOf(code)).toBe(40);
});

describe("a signed-in person uses a code (ID-10)", () => {
  test("a parent binds another child, once", async () => {
    const code = await codeFor({ kind: "child", child_id: "pupil" }, "head");
    expect((await bind("mother", code, { relation: "母亲" })).body.data).toEqual({
      child: { id: "pupil", name: "pupil名" },
    });
    const { body } = await send(
      testApp.at.app,
      readUserDetail,
      { fields: "children,schools", identity: "all" },
      { headers: as["mother"] ?? {} },
    );
    expect(body.data.children?.map(({ id }) => id)).toEqual(["pupil"]);
    expect(body.data.schools?.map(({ id }) => id)).toEqual(["two", "one"]);
    const again = await bind("mother", code);
    expect([again.status, again.body.msg]).toEqual([409, "您已经绑定了这个孩子"]);
    expect(await usedOf(code)).toBe(1);
    const entry = await testApp.at.db
      .selectFrom("audit_entry")
      .select(["user_id", "subject_id", "school_id", "object_kind"])
      .where("action", "=", "relation-change")
      .where("user_id", "=", "mother")
      .execute();
    expect(entry).toEqual([
      { user_id: "mother", subject_id: "pupil", school_id: "one", object_kind: "invitation" },
    ]);
  });

  test("a code of another kind is a wrong one", async () => {
    const staff = await codeFor({ kind: "staff" });
    expect((await bind("mother", staff)).body).toEqual(WRONG);
    const child = await codeFor({ kind: "child", child_id: "pupil" });
    expect((await join("plain", child)).body).toEqual(WRONG);
    expect([await usedOf(staff), await usedOf(child)]).toEqual([0, 0]);
  });

  test("a further membership is gained, also by who had none", async () => {
    const code = await codeFor({ kind: "staff", max_uses: 2 });
    expect((await join("nobody", code)).body.data).toEqual({
      school: { id: "one", name: "one学校" },
      identity: "teacher",
      class: null,
    });
    const { body } = await send(
      testApp.at.app,
      readUserDetail,
      {},
      { headers: as["nobody"] ?? {} },
    );
    expect(body.data).toMatchObject({ identity: "teacher", school: { id: "one", is_abled: true } });
    expect((await join("nobody", code)).status).toBe(409);
    expect((await join("mother", code)).status).toBe(200);
    const list = await codeFor({ kind: "class", class_id: "b", identity: "teacher" });
    expect((await join("nobody", list)).body.data).toMatchObject({ class: { id: "b" } });
    expect((await join("nobody", list)).status).toBe(409);
  });

  test.each([
    ["pupil", { kind: "staff" }, 400, 40005],
    ["plain", { kind: "class", class_id: "a" }, 400, 40005],
    ["pupil", { kind: "class", class_id: "a" }, 409, 40900],
    ["pupil", { kind: "class", class_id: "b" }, 409, 40900],
  ])("%s with %j: %i", async (who, input, status, wanted) => {
    const code = await codeFor(input);
    const { status: got, body } = await join(who, code);
    expect([got, body.code]).toEqual([status, wanted]);
    expect(await usedOf(code)).toBe(0);
  });

  test("a pupil binds no child, and a membership that was taken away does not come back", async () => {
    const child = await codeFor({ kind: "child", child_id: "pupil" });
    expect((await bind("pupil", child)).body.code).toBe(40005);
    await person("gone", [{ school: "one", identity: "teacher", is_abled: false }]);
    const staff = await codeFor({ kind: "staff" });
    const { body } = await join("gone", staff);
    expect(body).toMatchObject({ code: 40005, msg: "在这所学校的身份已停用，请联系学校管理员" });
    expect([await usedOf(child), await usedOf(staff)]).toEqual([0, 0]);
  });
});
