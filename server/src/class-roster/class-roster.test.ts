import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  login,
  readClassRoster,
  readUserDetail,
  resetPupilPassword,
  type OwnProof,
} from "#contract";
import { makeClass } from "../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { codeAt, setUpAuthenticator } from "../../test/factors.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";

const OWN_PASSWORD = "my-own-password";
let at: TestApp;
let clock = Date.parse("2026-11-20T08:00:00Z");
const id: Record<string, string> = {};
const headersOf: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(clock) });
  const { db } = at;
  const school = await makeSchool(db, { id: "school", name: "启明小学" });
  const other = await makeSchool(db, { id: "other", name: "启明中学" });
  const district = await makeSchool(db, { id: "district", kind: "district" });
  const add = async (
    account: string,
    ...memberships: [string, "manager" | "teacher" | "student" | "parent" | "admin"][]
  ) => {
    id[account] = await makePerson(db, {
      account,
      memberships: memberships.map(([school, identity]) => ({ school, identity })),
    });
  };
  await add("manager", [school, "manager"]);
  await add("head", [school, "teacher"], [school, "parent"]);
  await add("teacher", [school, "teacher"]);
  await add("other-manager", [other, "manager"]);
  await add("admin", [district, "admin"], [district, "manager"]);
  await add("parent", [school, "parent"]);
  await add("other-parent", [school, "parent"]);
  await add("pupil", [school, "student"]);
  await add("classmate", [school, "student"]);
  await add("elsewhere", [other, "student"]);
  const agreed = await db.selectFrom("agreement").select(["type", "version"]).execute();
  const user_id = id["classmate"] ?? "";
  await db
    .insertInto("consent")
    .values(agreed.map((one) => ({ ...one, user_id })))
    .execute();
  await add("both", [school, "student"], [other, "teacher"]);
  await makeClass(db, school, {
    id: "p-3-2",
    grade_id: "3",
    students: [id["pupil"] ?? "", id["both"] ?? ""],
    teachers: [id["teacher"] ?? ""],
    heads: [id["head"] ?? ""],
  });
  await makeClass(db, school, { id: "p-4-1", grade_id: "4", students: [id["classmate"] ?? ""] });
  await makeClass(db, other, { id: "j-7-1", grade_id: "7", students: [id["elsewhere"] ?? ""] });
  await db
    .insertInto("guardian")
    .values({ child_id: id["pupil"] ?? "", user_id: id["parent"] ?? "", source: null })
    .execute();
});
afterAll(() => at.close());

const as = async (account: string) =>
  (headersOf[account] ??= (await signIn(at.app, account)).headers);
const roster = async (account: string, input: Record<string, unknown> = {}) =>
  (await send(at.app, readClassRoster, input, { headers: await as(account) })).body;
const reset = async (
  account: string,
  whom: string,
  { identity, ...proof }: { identity?: string } & OwnProof = {},
) => {
  const headers = { ...(await as(account)), ...(identity && { identity }) };
  const input = { user_id: id[whom] ?? whom, ...proof };
  return (await send(at.app, resetPupilPassword, input, { headers })).body;
};
const rowOf = (account: string) =>
  at.db
    .selectFrom("user")
    .select(["password_hash", "temporary_until"])
    .where("account", "=", account)
    .executeTakeFirstOrThrow();

describe("the pupils of a class", () => {
  test("a head-teacher sees the classes headed, by the first one", async () => {
    const { data } = await roster("head");
    expect(data.classes.map((one) => one.id)).toEqual(["p-3-2"]);
    expect(data.class_id).toBe("p-3-2");
    expect(data.pupils.map(({ account }) => account)).toEqual(["both", "pupil"]);
  });

  test("they stand in the order of their names as these are read, whatever their accounts", async () => {
    const names = async () => (await roster("head")).data.pupils.map(({ name }) => name);
    const rename = (account: string, name: string) =>
      at.db.updateTable("user").set({ name }).where("account", "=", account).execute();
    await rename("both", "曾小明");
    await rename("pupil", "蔡小红");
    expect(await names()).toEqual(["蔡小红", "曾小明"]);
    await rename("both", "安小明");
    expect(await names()).toEqual(["安小明", "蔡小红"]);
    for (const account of ["both", "pupil"]) await rename(account, account);
  });

  test("a manager sees every class of the school", async () => {
    const { data } = await roster("manager", { class_id: "p-4-1" });
    expect(data.classes.map((one) => one.id)).toEqual(["p-3-2", "p-4-1"]);
    expect(data.pupils.map(({ account }) => account)).toEqual(["classmate"]);
  });

  test("who heads none has none", async () => {
    const { data } = await roster("teacher");
    expect(data).toEqual({ classes: [], class_id: null, pupils: [] });
  });

  test.each([
    ["head", "p-4-1"],
    ["manager", "j-7-1"],
    ["manager", "nowhere"],
  ])("to %s the class %s does not exist", async (account, class_id) => {
    expect(await roster(account, { class_id })).toMatchObject({ code: 40400, data: null });
  });

  test("is not for parents and pupils", async () => {
    expect((await roster("parent")).code).toBe(40005);
    expect((await roster("pupil")).code).toBe(40005);
  });
});

describe("a temporary password (SE-11)", () => {
  test.each([
    ["teacher", "pupil", undefined, "teaches the class but does not head it"],
    ["head", "classmate", undefined, "heads another class"],
    ["head", "pupil", "parent", "is head-teacher, but acts as a parent of others"],
    ["manager", "elsewhere", undefined, "manages another school"],
    ["other-manager", "pupil", undefined, "manages another school"],
    ["manager", "teacher", undefined, "of somebody who is no pupil"],
    ["manager", "both", undefined, "of a pupil who is a teacher elsewhere"],
    ["other-parent", "pupil", undefined, "is another child's parent"],
    ["admin", "pupil", "manager", "manages the district, which has no pupils"],
    ["manager", "nobody", undefined, "of nobody"],
  ])("%s cannot for %s (as %s): %s", async (account, whom, identity, _why) => {
    const before = await at.db
      .selectFrom("user")
      .select(["id", "password_hash"])
      .orderBy("id")
      .execute();
    const refused = await reset(account, whom, identity === undefined ? {} : { identity });
    expect(refused).toEqual({ code: 40400, data: null, msg: "内容不存在" });
    const after = await at.db
      .selectFrom("user")
      .select(["id", "password_hash"])
      .orderBy("id")
      .execute();
    expect(after).toEqual(before);
  });

  test("a pupil cannot for anybody", async () => {
    expect((await reset("pupil", "classmate")).code).toBe(40005);
  });

  test.each([
    ["head", "head-teacher"],
    ["manager", "manager"],
    ["parent", "parent"],
  ])("%s can: everything of the pupil ends, and it is on record", async (account, by) => {
    const { headers } = await signIn(at.app, "pupil").catch(() =>
      signIn(at.app, "pupil", { password: OWN_PASSWORD }),
    );
    const { data } = await reset(account, "pupil");
    expect(data).toMatchObject({ name: "pupil", account: "pupil" });
    expect(data.password).toMatch(/^[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4}$/);
    const ended = await send(at.app, readUserDetail, {}, { headers });
    expect([ended.status, ended.body.data]).toEqual([401, { reason: "revoked" }]);
    const entry = await at.db
      .selectFrom("audit_entry")
      .select(["user_id", "subject_id", "detail"])
      .where("action", "=", "password-reset")
      .orderBy("at", "desc")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ user_id: id[account], subject_id: id["pupil"], detail: { by } });
    clock += 1000;
    const chosen = { account: "pupil", password: data.password };
    const wanted = await send(at.app, login, chosen);
    expect(wanted.body).toMatchObject({ code: 40004, data: { check: "new_password" } });
    const own = by === "head-teacher" ? OWN_PASSWORD : `${OWN_PASSWORD}-${by}`;
    const done = await send(at.app, login, { ...chosen, check: { new_password: own } });
    expect(done.body.data.auth_data.account).toBe("pupil");
    expect((await send(at.app, login, chosen)).body.code).toBe(40002);
    await at.db
      .updateTable("user")
      .set({
        must_change_password: false,
        temporary_until: null,
        password_hash: (await rowOf("head")).password_hash,
      })
      .where("account", "=", "pupil")
      .execute();
  });

  test("a parent can for a child at a school of which the parent is no member", async () => {
    const bound = { child_id: id["elsewhere"] ?? "", user_id: id["parent"] ?? "", source: null };
    await at.db.insertInto("guardian").values(bound).execute();
    expect((await reset("parent", "elsewhere")).data.account).toBe("elsewhere");
  });

  test("is the roster's to show until it is replaced", async () => {
    const { data } = await reset("manager", "classmate");
    const listed = (await roster("manager", { class_id: "p-4-1" })).data.pupils[0];
    expect(listed?.temporary_until).toBe(data.valid_until);
    const chosen = { account: "classmate", password: data.password };
    for (const new_password of ["classmate", data.password]) {
      const refused = await send(at.app, login, { ...chosen, check: { new_password } });
      expect(refused.body).toMatchObject({
        code: 40001,
        data: { errors: [{ path: "check.new_password" }] },
      });
    }
    const remember = { ...chosen, need_remember: true, check: { new_password: OWN_PASSWORD } };
    expect((await send(at.app, login, remember)).body.data.credential).toBeDefined();
    const after = (await roster("manager", { class_id: "p-4-1" })).data.pupils[0];
    expect(after?.temporary_until).toBeNull();
  });

  test("of many who use it at once, one chooses the password", async () => {
    const { data } = await reset("manager", "classmate");
    const chosen = { account: "classmate", password: data.password };
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        send(at.app, login, { ...chosen, check: { new_password: `${OWN_PASSWORD}-${n}` } }),
      ),
    );
    expect(tries.filter(({ body }) => body.code === 200)).toHaveLength(1);
  });

  test("a page left open wants the password of who sits at it", async () => {
    clock += 301_000;
    const wanted = await reset("head", "pupil");
    expect(wanted).toMatchObject({ code: 40004, data: { check: "password" } });
    expect((await reset("head", "pupil", { password: "wrong" })).code).toBe(40002);
    expect((await rowOf("pupil")).temporary_until).toBeNull();
    expect((await reset("head", "pupil", { password: TEST_PASSWORD })).code).toBe(200);
    expect((await reset("head", "pupil")).code).toBe(200);
  });

  test("or the second factor of who has one, once", async () => {
    const { secret } = await setUpAuthenticator(at.app, await as("head"), clock);
    clock += 301_000;
    const wanted = await reset("head", "pupil");
    expect(wanted.data).toEqual({ check: "password", ways: ["totp", "recovery"] });
    const totp = codeAt(secret, clock);
    expect((await reset("head", "pupil", { check: { totp: "000000" } })).code).toBe(40003);
    expect((await reset("head", "pupil", { check: { totp } })).code).toBe(200);
    expect((await reset("head", "pupil")).code).toBe(200);
    clock += 301_000;
    expect((await reset("head", "pupil", { check: { totp } })).code).toBe(40003);
  });

  test("opens nothing after a week, and says not why", async () => {
    const { data } = await reset("manager", "classmate", { password: TEST_PASSWORD });
    clock += 7 * 86_400_000;
    const late = await send(at.app, login, { account: "classmate", password: data.password });
    const never = await send(at.app, login, { account: "no-such-person", password: "x" });
    expect(late.text).toBe(never.text);
  });
});
