import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { login, readUserDetail } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makeSchool, OWN_PASSWORD, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { createStaff, newPassword, resetPassword } from "./people.ts";

test("no two passwords are alike, none has a letter that is misread", () => {
  const made = Array.from({ length: 200 }, newPassword);
  expect(new Set(made).size).toBe(200);
  for (const password of made)
    expect(password).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/);
});

describe("on the database", () => {
  let platform: TestApp;
  const first = {
    account: "first",
    name: "王芳",
    identity: "admin",
    school: "晨曦区教育局",
    makeSchool: true,
  } as const;
  let password: string;
  beforeAll(async () => {
    platform = await buildTestApp();
    ({ password = "" } = await createStaff(platform.db, first, new Date()));
  });
  afterAll(() => platform.close());

  test("the first administrator of an empty deployment signs in and acts (OP-03)", async () => {
    const { headers } = await signIn(platform.app, "first", { password });
    const { body } = await send(platform.app, readUserDetail, {}, { headers });
    expect(body.data).toMatchObject({
      name: "王芳",
      identity: "admin",
      school: { name: "晨曦区教育局", is_abled: true },
    });
    const written = await platform.db
      .selectFrom("row_origin")
      .select(["table_key", "how"])
      .orderBy("table_key")
      .execute();
    expect(written).toEqual([
      { table_key: "membership", how: "command" },
      { table_key: "user", how: "command" },
    ]);
  });

  test("an account that is another's is refused, and nothing is written", async () => {
    const again = createStaff(
      platform.db,
      { ...first, name: "王方", school: "另一个教育局" },
      new Date(),
    );
    await expect(again).rejects.toThrow("账号“first”已经是“王芳”的，不是“王方”的。");
    const schools = await platform.db.selectFrom("school").select("name").execute();
    expect(schools).toEqual([{ name: "晨曦区教育局" }]);
  });

  test("a reset ends every session; only the new password opens", async () => {
    const { headers } = await signIn(platform.app, "first", { password: OWN_PASSWORD });
    const renewed = await resetPassword(platform.db, "first", new Date());
    platform.app.sessions.forget(
      (await platform.db.selectFrom("user").select("id").executeTakeFirstOrThrow()).id,
    );
    const ended = await send(platform.app, readUserDetail, {}, { headers });
    expect(ended.body).toMatchObject({ code: 401, data: { reason: "revoked" } });
    const old = await send(platform.app, login, { account: "first", password: OWN_PASSWORD });
    expect(old.body.code).toBe(40002);
    const { headers: now } = await signIn(platform.app, "first", { password: renewed });
    expect((await send(platform.app, readUserDetail, {}, { headers: now })).status).toBe(200);
  });

  test("an unknown account is said to be unknown", async () => {
    await expect(resetPassword(platform.db, "nobody", new Date())).rejects.toThrow("没有账号");
  });

  test("who runs a school is none of a district's, nor the other way round", async () => {
    await makeSchool(platform.db, { name: "启明小学" });
    const asked = { account: "second", name: "王雪", school: "启明小学" };
    const made = createStaff(platform.db, { ...asked, identity: "admin" }, new Date());
    await expect(made).rejects.toThrow("“启明小学”是一所学校，区域管理员的身份要在一个区域里。");
    const there = { ...asked, identity: "manager", school: "晨曦区教育局" } as const;
    const other = createStaff(platform.db, there, new Date());
    await expect(other).rejects.toThrow(
      "“晨曦区教育局”是一个区域，学校管理员的身份要在一所学校里。",
    );
    const whole = await createStaff(platform.db, { ...asked, identity: "inner_admin" }, new Date());
    expect(whole.place).toMatchObject({ name: "启明小学", isNew: false });
  });
});
