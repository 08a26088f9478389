import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  endPersonSessions,
  login,
  openPasswordSheet,
  readClassRoster,
  readPasswordSheets,
  resetPasswords,
  resetPersonFactors,
} from "#contract";
import { makeClass } from "../../test/apps.ts";
import { setUpAuthenticator } from "../../test/factors.ts";
import { TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { ChangeTestApp } from "../change-set/change-set.fixture.ts";

let on: ChangeTestApp;
beforeAll(async () => {
  on = await ChangeTestApp.open();
});
afterAll(() => on.at.close());

const DAY = 86_400_000;
const password = TEST_PASSWORD;
const reset = async (by: string, user_ids: string[], proof: object = { password }) =>
  (await send(on.at.app, resetPasswords, { user_ids, ...proof }, await on.as(by))).body;
const open = async (by: string, sheet_id: string) =>
  (await send(on.at.app, openPasswordSheet, { sheet_id, password }, await on.as(by))).body;

describe("new passwords (AD-11)", () => {
  test("each opens only the way to an own password, and the former ways end", async () => {
    const { data } = await reset("manager", ["pupil10", "pupil11", "pupil-b", "nobody", "manager"]);
    expect(data.rows.map(({ id, class_name }) => [id, class_name])).toEqual([
      ["pupil10", "三年级（1）班"],
      ["pupil11", "三年级（1）班"],
    ]);
    expect(data.left_out).toBe(3);
    const [first] = data.rows;
    const signIn = { account: "pupil10", password: first?.password ?? "" };
    const { body } = await send(on.at.app, login, signIn);
    expect(body).toMatchObject({ code: 40004, data: { check: "new_password" } });
    const former = await send(on.at.app, login, { account: "pupil11", password });
    expect(former.body.code).toBe(40002);
  });

  test("guardians come after the pupils, by class, and with the children that the caller may see", async () => {
    for (const child_id of ["pupil16", "pupil-b"]) {
      await on.at.db
        .insertInto("guardian")
        .values({ child_id, user_id: "parent", source: null })
        .execute();
    }
    await on.add("parent2", ["a", "parent"]);
    const only = { child_id: "pupil11", user_id: "parent2", source: null };
    await on.at.db.insertInto("guardian").values(only).execute();
    const { data } = await reset("manager", ["parent", "parent2", "pupil16", "pupil10"]);
    expect(data.rows.map(({ id, children }) => [id, children])).toEqual([
      ["pupil10", undefined],
      ["pupil16", undefined],
      ["parent", "三年级（1）班 pupil10、三年级（2）班 pupil16"],
      ["parent2", "三年级（1）班 pupil11"],
    ]);
  });

  test("a child at two schools stands there with its class of the caller's school", async () => {
    await on.add("twofold", ["a", "student"], ["b", "student"]);
    await on.add("parent3", ["a", "parent"]);
    const { db } = on.at;
    await makeClass(db, "b", { id: "0-of-b", grade_id: "3", students: ["twofold"] });
    const seat = { school_id: "a", class_id: "31", user_id: "twofold", source: null };
    await db.insertInto("class_student").values(seat).execute();
    const bond = { child_id: "twofold", user_id: "parent3", source: null };
    await db.insertInto("guardian").values(bond).execute();
    const { data } = await reset("manager", ["parent3"]);
    expect(data.rows.map(({ children }) => children)).toEqual(["三年级（1）班 twofold"]);
    expect((await reset("manager", ["twofold"])).code).toBe(40400);
  });

  test("who went from one school of a district to another stands there with the present one", async () => {
    await on.add("gone", ["a", "student"], ["b", "student"]);
    const { db } = on.at;
    await makeClass(db, "b", { id: "z-of-b", grade_id: "3", students: ["gone"] });
    const seat = { school_id: "a", class_id: "31", user_id: "gone", source: null };
    await db.insertInto("class_student").values(seat).execute();
    await db
      .updateTable("membership")
      .set({ is_abled: false })
      .where("user_id", "=", "gone")
      .where("school_id", "=", "a")
      .execute();
    const [row] = (await reset("district", ["gone"])).data.rows;
    const { name } = await db
      .selectFrom("school")
      .select("name")
      .where("id", "=", "b")
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ school_name: name, class_name: "z-of-b 班" });
  });

  test("a head-teacher sets those of the own class, not of another", async () => {
    expect((await reset("head", ["pupil10", "pupil20"])).data.rows.map(({ id }) => id)).toEqual([
      "pupil10",
    ]);
    expect((await reset("head", ["pupil20"])).code).toBe(40400);
    expect((await reset("teacher", ["pupil10"])).code).toBe(40005);
  });

  test("nobody gets at an account that may do more, or that is of other schools as well", async () => {
    expect((await reset("manager", ["district"])).code).toBe(40400);
    expect((await reset("manager", ["both"])).code).toBe(40400);
    expect((await reset("head", ["manager"])).code).toBe(40400);
    expect((await reset("district", ["both"])).data.rows).toHaveLength(1);
  });

  test("an attempt that is sent again because no answer came sets one password, also at once", async () => {
    const asked = { user_ids: ["pupil10", "nobody"], password, attempt: randomUUID() };
    const again = async (input: object) =>
      (await send(on.at.app, resetPasswords, { ...asked, ...input }, await on.as("manager"))).body;
    const first = await again({});
    expect(first.data.left_out).toBe(1);
    expect(await again({})).toEqual(first);
    const attempt = randomUUID();
    const both = await Promise.all([1, 2, 3].map(() => again({ attempt })));
    expect(both.map(({ code }) => code)).toEqual([200, 200, 200]);
    expect(new Set(both.map(({ data }) => data.rows[0]?.password)).size).toBe(1);
    expect(both[0]?.data.sheet_id).not.toBe(first.data.sheet_id);
    const other = await send(on.at.app, resetPasswords, asked, await on.as("head"));
    expect(other.body.data.sheet_id).not.toBe(first.data.sheet_id);
    on.clock += 600_000;
    const stale = await again({ attempt, password: undefined });
    expect(stale).toMatchObject({ code: 40004, data: { check: "password" } });
  });

  test("wants a fresh proof", async () => {
    on.clock += DAY;
    expect(await reset("manager", ["pupil10"], {})).toMatchObject({
      ...{ code: 40004, data: { check: "password" } },
    });
  });

  test("the sheet is opened again for a day by who made it, without who has an own password", async () => {
    const made = (await reset("manager", ["pupil12", "pupil13"])).data;
    const { body } = await send(on.at.app, readPasswordSheets, {}, await on.as("manager"));
    expect(body.data.sheets[0]).toMatchObject({ sheet_id: made.sheet_id, people: 2 });
    expect((await open("manager", made.sheet_id)).data.rows).toEqual(made.rows);
    expect((await open("manager2", made.sheet_id)).code).toBe(40400);
    await on.at.db
      .updateTable("user")
      .set({ must_change_password: false, temporary_until: null })
      .where("id", "=", "pupil12")
      .execute();
    const left = (await open("manager", made.sheet_id)).data.rows;
    expect(left.map(({ id }) => id)).toEqual(["pupil13"]);
    const { sealed } = await on.at.db
      .selectFrom("password_sheet")
      .select("sealed")
      .where("id", "=", made.sheet_id)
      .executeTakeFirstOrThrow();
    expect(sealed).not.toContain(made.rows[0]?.password);
    on.clock += DAY;
    expect((await open("manager", made.sheet_id)).code).toBe(40400);
    await on.at.app.jobs.runNow("password-sheet-sweep");
    expect(await on.at.db.selectFrom("password_sheet").select("id").execute()).toEqual([]);
  });
});

describe("other ways to sign in (AD-12)", () => {
  test("second factors are taken away, sign-ins end", async () => {
    const headers = await on.as("head");
    await setUpAuthenticator(on.at.app, headers.headers, on.clock);
    const input = { user_id: "head", password };
    const { body } = await send(on.at.app, resetPersonFactors, input, await on.as("manager"));
    expect(body.data).toEqual({ had: true });
    expect((await send(on.at.app, readClassRoster, {}, headers)).body.code).toBe(401);
    expect(await on.at.db.selectFrom("totp").select("user_id").execute()).toEqual([]);
  });

  test("sessions end on every device", async () => {
    const headers = await on.as("teacher");
    const input = { user_id: "teacher", password };
    const { body } = await send(on.at.app, endPersonSessions, input, await on.as("manager"));
    expect(body.data.last_seen).not.toBeNull();
    expect((await send(on.at.app, readPasswordSheets, {}, headers)).body.code).toBe(401);
    const beside = await send(on.at.app, endPersonSessions, input, await on.as("manager-b"));
    expect(beside.body.code).toBe(40400);
  });
});
