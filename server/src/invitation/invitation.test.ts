import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  bindChild,
  createInvitation,
  INVITATION_KINDS,
  joinByInvitation,
  login,
  previewInvitation,
  readInvitations,
  readUserDetail,
  register,
  revokeInvitation,
  type Identity,
} from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { redeem } from "./redeem.ts";

const MS_PER_DAY = 86_400_000;
let now = new Date("2026-11-20T00:00:00Z");
let at: TestApp;
/** Headers of people, by what they are. */
const as: Record<string, Record<string, string>> = {};
let turn = 0;
/** Each caller from a network of its own, so that no test slows down another. */
const nextAddress = () => `10.1.${Math.floor(turn / 250)}.${(turn++ % 250) + 1}`;

const CONSENTS = ["user", "privacy", "child"].map((type) => ({ type, version: 1 }));
const WRONG = { code: 40003, data: null, msg: "邀请码不正确，或者已经失效" };

async function person(
  account: string,
  memberships: { school: string; identity: Identity; is_abled?: boolean }[],
  identity = memberships[0]?.identity,
) {
  await makePerson(at.db, { account, id: account, name: `${account}名`, memberships });
  const { headers } = await signIn(at.app, account);
  as[account] = identity === undefined ? headers : { ...headers, identity };
}

beforeAll(async () => {
  at = await buildTestApp({ now: () => now });
  for (const id of ["one", "two", "shut"]) await makeSchool(at.db, { id, name: `${id}学校` });
  await at.db
    .insertInto("class")
    .values(
      [
        ["one", "a"],
        ["one", "b"],
        ["two", "a"],
        ["shut", "a"],
      ].map(([school_id = "", id = ""]) => ({
        school_id,
        id,
        name: `${id}班`,
        grade_id: "3",
        stage_id: "primary",
        source: null,
        sourced_id: null,
      })),
    )
    .execute();
  await person("head", [{ school: "one", identity: "teacher" }]);
  await person("plain", [{ school: "one", identity: "teacher" }]);
  await person("manager", [{ school: "one", identity: "manager" }]);
  await person("foreign", [{ school: "two", identity: "manager" }]);
  await person("pupil", [{ school: "one", identity: "student" }]);
  await person("mother", [{ school: "two", identity: "parent" }]);
  await person("nobody", []);
  await at.db
    .insertInto("class_teacher")
    .values([
      { school_id: "one", class_id: "a", user_id: "head", is_head: true, source: null },
      { school_id: "one", class_id: "b", user_id: "head", source: null },
    ])
    .execute();
  await at.db
    .insertInto("class_student")
    .values({ school_id: "one", class_id: "a", user_id: "pupil", source: null })
    .execute();
});
afterAll(() => at.close());

const make = (who: string, input: Record<string, unknown>) =>
  send(at.app, createInvitation, input, { headers: as[who] ?? {} });
async function codeFor(input: Record<string, unknown>, who = "manager"): Promise<string> {
  const { status, body } = await make(who, input);
  expect([status, body.msg]).toEqual([200, "ok"]);
  return body.data.code ?? "";
}
const preview = (invitation: string, address = nextAddress()) =>
  send(at.app, previewInvitation, { invitation }, { address });
const enrol = (invitation: string, input: Record<string, unknown> = {}) =>
  send(
    at.app,
    register,
    {
      invitation,
      account: `new${turn}`,
      password: "rivers-and-hills",
      name: "周明宇",
      consents: CONSENTS,
      ...input,
    },
    { address: nextAddress(), headers: { client: "browser" } },
  );
const join = (who: string, invitation: string) =>
  send(
    at.app,
    joinByInvitation,
    { invitation },
    { headers: as[who] ?? {}, address: nextAddress() },
  );
const bind = (who: string, invitation: string, more = {}) =>
  send(
    at.app,
    bindChild,
    { invitation, ...more },
    { headers: as[who] ?? {}, address: nextAddress() },
  );
const list = async (who: string) =>
  (await send(at.app, readInvitations, {}, { headers: as[who] ?? {} })).body.data;
const usedOf = async (code: string) => {
  const { used } = await at.db
    .selectFrom("invitation")
    .select("used")
    .where("code", "=", code.replace("-", ""))
    .executeTakeFirstOrThrow();
  return used;
};

describe("who may invite, and where to (SE-12)", () => {
  test.each([
    ["head", { kind: "class", class_id: "a" }, 200],
    ["head", { kind: "class", class_id: "a", identity: "teacher" }, 200],
    ["head", { kind: "class", class_id: "b" }, 404],
    ["head", { kind: "child", child_id: "pupil" }, 200],
    ["head", { kind: "staff" }, 400],
    ["plain", { kind: "class", class_id: "a" }, 404],
    ["plain", { kind: "child", child_id: "pupil" }, 404],
    ["manager", { kind: "class", class_id: "b" }, 200],
    ["manager", { kind: "child", child_id: "pupil" }, 200],
    ["manager", { kind: "staff" }, 200],
    ["manager", { kind: "staff", identity: "manager" }, 200],
    ["manager", { kind: "staff", identity: "inner_admin" }, 400],
    ["manager", { kind: "class", class_id: "none" }, 404],
    ["manager", { kind: "class" }, 404],
    ["manager", { kind: "child", child_id: "mother" }, 404],
    ["foreign", { kind: "class", class_id: "b" }, 404],
    ["foreign", { kind: "child", child_id: "pupil" }, 404],
    ["pupil", { kind: "class", class_id: "a" }, 400],
    ["mother", { kind: "child", child_id: "pupil" }, 400],
  ])("%s makes %j: %i", async (who, input, status) => {
    const before = (await at.db.selectFrom("invitation").selectAll().execute()).length;
    const answer = await make(who, input);
    expect(answer.status).toBe(status);
    const after = (await at.db.selectFrom("invitation").selectAll().execute()).length;
    expect(after - before).toBe(status === 200 ? 1 : 0);
  });

  test("what is another school's answers as what does not exist", async () => {
    const foreign = await make("foreign", { kind: "class", class_id: "b" });
    const absent = await make("foreign", { kind: "class", class_id: "none" });
    expect(foreign.body).toEqual(absent.body);
  });

  test("each sees and revokes their own", async () => {
    const code = await codeFor({ kind: "class", class_id: "b" });
    const mine = (await list("manager")).find((one) => one.code === code);
    expect(mine).toMatchObject({
      kind: "class",
      identity: "student",
      class: { id: "b", name: "b班" },
      max_uses: 60,
      used: 0,
      state: "active",
      created_by: "manager名",
    });
    const seen = (await list("head")).map((one) => one.class?.id);
    expect(new Set(seen)).toEqual(new Set(["a"]));
    expect(await list("foreign")).toEqual([]);
    const id = mine?.id ?? "";
    const revoke = (who: string, id: string) =>
      send(at.app, revokeInvitation, { id }, { headers: as[who] ?? {} });
    for (const who of ["head", "plain", "foreign"]) {
      expect((await revoke(who, id)).body).toEqual((await revoke(who, "none")).body);
    }
    expect((await preview(code)).status).toBe(200);
    const revoked = await revoke("manager", id);
    expect(revoked.body.data).toMatchObject({ state: "revoked", code: null });
    expect((await revoke("manager", id)).status).toBe(200);
    expect((await preview(code)).body).toEqual(WRONG);
  });
});

describe("what a code would open", () => {
  test("school, class and identity, with the agreements", async () => {
    const code = await codeFor({ kind: "class", class_id: "a" });
    expect((await preview(code.toLowerCase())).body.data).toMatchObject({
      kind: "class",
      identity: "student",
      school_name: "one学校",
      class_name: "a班",
      child_name: null,
      agreements: [{ type: "user" }, { type: "privacy" }, { type: "child" }],
    });
    const child = await codeFor({ kind: "child", child_id: "pupil" });
    expect((await preview(child)).body.data).toMatchObject({
      identity: "parent",
      child_name: "p＊名",
    });
    expect(await usedOf(code)).toBe(0);
  });

  test("wrong, used, expired and closed codes are all alike", async () => {
    const used = await codeFor({ kind: "staff" });
    expect((await enrol(used)).status).toBe(200);
    const late = await codeFor({ kind: "staff", days: 1 });
    const shut = "SHUTSHUT22";
    await at.db
      .insertInto("invitation")
      .values({
        school_id: "shut",
        id: "shut",
        code: shut,
        kind: "staff",
        identity: "teacher",
        class_id: null,
        child_id: null,
        max_uses: 1,
        created_by: null,
        created_at: now,
        expires_at: new Date(now.getTime() + 9 * MS_PER_DAY),
        revoked_at: null,
      })
      .execute();
    expect((await preview(shut)).status).toBe(200);
    await at.db.updateTable("school").set({ is_abled: false }).where("id", "=", "shut").execute();
    now = new Date(now.getTime() + MS_PER_DAY);
    for (const code of [used, late, shut, "ABCDE-FGHJK", "short", "ABCDE-FGHI0"]) {
      expect((await preview(code)).body).toEqual(WRONG);
      expect((await enrol(code)).body).toEqual(WRONG);
      expect((await join("mother", code)).body).toEqual(WRONG);
      expect((await bind("mother", code)).body).toEqual(WRONG);
    }
  });

  test("guessing slows down, for the network that guesses", async () => {
    const code = await codeFor({ kind: "class", class_id: "a" });
    const address = "192.0.2.40";
    let tries = 0;
    while ((await preview("ABCDE-FGHJK", address)).body.code === 40003) tries += 1;
    expect(tries).toBe(31);
    const blocked = await preview(code, address);
    expect(blocked.body.code).toBe(42900);
    expect(Number(blocked.headers["retry-after"])).toBeLessThanOrEqual(20);
    expect((await preview(code)).status).toBe(200);
    now = new Date(now.getTime() + 20_000);
    expect((await preview(code, address)).status).toBe(200);
  });
});

describe("registering", () => {
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
      at.app,
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
    const consents = await at.db
      .selectFrom("consent")
      .select("type")
      .where("user_id", "=", body.data.auth_data.user_id)
      .execute();
    expect(consents).toHaveLength(3);
    expect(await usedOf(code)).toBe(1);
    const again = await send(at.app, login, {
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
      return (await send(at.app, readUserDetail, { fields }, { headers })).body.data;
    };
    expect(await detailOf(teacher)).toMatchObject({
      identity: "teacher",
      classes: [{ id: "b" }],
      charge_classes: [],
    });
    expect(await detailOf(staff)).toMatchObject({ identity: "manager", school: { id: "one" } });
    expect(await detailOf(parent)).toMatchObject({
      identity: "parent",
      children: [{ id: "pupil" }],
      school: { id: "one" },
    });
    const { relation } = await at.db
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

  test("of 200 who try at once as many get in as the code says", async () => {
    const code = await codeFor({ kind: "class", class_id: "b", max_uses: 3 });
    const tries = await Promise.all(
      Array.from({ length: 200 }, (_, turn) => enrol(code, { account: `race${turn}` })),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(3);
    // who would have waited for a hash longer than a browser does was told so
    const others = new Set(tries.map(({ body }) => body.code).filter((one) => one !== 200));
    expect([...others].filter((one) => one !== 40003 && one !== 50300)).toEqual([]);
    expect(await usedOf(code)).toBe(3);
    const made = await at.db
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

test("of 200 people who redeem at once exactly as many get in as the code says", async () => {
  const code = (
    await codeFor({ kind: "class", class_id: "b", identity: "teacher", max_uses: 40 })
  ).replace("-", "");
  const people = Array.from({ length: 200 }, (_, turn) => `crowd${turn}`);
  await at.db
    .insertInto("user")
    .values(people.map((id) => ({ id, account: id, name: id, ...NOTHING_KNOWN })))
    .execute();
  const results = await Promise.allSettled(
    people.map((user_id) =>
      at.db
        .transaction()
        .execute((trx) =>
          redeem(trx, { code, kinds: INVITATION_KINDS, user_id, relation: undefined, now }),
        ),
    ),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(40);
  const members = await at.db
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
      at.app,
      readUserDetail,
      { fields: "children,schools", identity: "all" },
      { headers: as["mother"] ?? {} },
    );
    expect(body.data.children?.map(({ id }) => id)).toEqual(["pupil"]);
    expect(body.data.schools?.map(({ id }) => id)).toEqual(["two", "one"]);
    const again = await bind("mother", code);
    expect([again.status, again.body.msg]).toEqual([409, "你已经绑定了这个孩子"]);
    expect(await usedOf(code)).toBe(1);
    const entry = await at.db
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
    const { body } = await send(at.app, readUserDetail, {}, { headers: as["nobody"] ?? {} });
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
    expect(body).toMatchObject({ code: 40005, msg: "你在这所学校的身份已停用，请联系学校管理员" });
    expect([await usedOf(child), await usedOf(staff)]).toEqual([0, 0]);
  });
});

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
