import { afterAll, beforeAll, expect, test } from "vitest";
import { login, readApps, readUserDetail } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { setAccess } from "./access.ts";

let at: TestApp;
let now = new Date();
const secondsLater = () => {
  now = new Date(now.getTime() + 1001);
};

beforeAll(async () => {
  at = await buildTestApp({ now: () => now });
  const { db } = at;
  const first = await makeSchool(db, { id: "first", name: "启明小学" });
  const second = await makeSchool(db, { id: "second", name: "启明中学" });
  await makeSchool(db, { id: "third", name: "启明中学" });
  await makePerson(db, {
    id: "wang",
    account: "wang",
    name: "王芳",
    memberships: [
      { school: first, identity: "teacher" },
      { school: second, identity: "manager" },
    ],
  });
});
afterAll(() => at.close());

const ask = (access: Parameters<typeof setAccess>[1]) => setAccess(at.db, access, now);
const acting = async (headers: Record<string, string>, identity: string) =>
  (await send(at.app, readApps, {}, { headers: { ...headers, identity } })).body.code;

test("a disabled person is signed out within a second and cannot come back until enabled", async () => {
  const { headers } = await signIn(at.app, "wang");
  expect(await ask({ enabled: false, account: "wang" })).toBe(
    "已停用“王芳”的账号，他的登录都已结束。",
  );
  secondsLater();
  const ended = await send(at.app, readUserDetail, {}, { headers });
  expect(ended.body).toMatchObject({ code: 401, data: { reason: "revoked" } });
  const input = { account: "wang", password: TEST_PASSWORD };
  expect((await send(at.app, login, input)).body.code).toBe(40002);
  expect(await ask({ enabled: true, account: "wang" })).toBe("已启用“王芳”的账号。");
  expect((await send(at.app, readUserDetail, {}, { headers })).body.code).toBe(401);
  await signIn(at.app, "wang");
});

test("a disabled school narrows who is signed in within a second; the rest of what they have stays", async () => {
  const { headers } = await signIn(at.app, "wang");
  expect(await acting(headers, "teacher")).toBe(200);
  expect(await ask({ enabled: false, school: "启明小学" })).toBe("已停用机构“启明小学”。");
  secondsLater();
  expect(await acting(headers, "teacher")).toBe(40005);
  expect(await acting(headers, "manager")).toBe(200);
  await ask({ enabled: true, school: "first" });
  secondsLater();
  expect(await acting(headers, "teacher")).toBe(200);
});

test("a person disabled at one school only", async () => {
  const { headers } = await signIn(at.app, "wang");
  await ask({ enabled: false, account: "wang", school: "second" });
  secondsLater();
  expect(await acting(headers, "manager")).toBe(40005);
  expect(await acting(headers, "teacher")).toBe(200);
  await ask({ enabled: true, account: "wang", school: "second" });
  secondsLater();
  expect(await acting(headers, "manager")).toBe(200);
});

test("what cannot be is said, and nothing is written", async () => {
  const before = await at.db.selectFrom("audit_entry").select("id").execute();
  await expect(ask({ enabled: false, account: "nobody" })).rejects.toThrow("没有账号“nobody”");
  await expect(ask({ enabled: false, school: "无名小学" })).rejects.toThrow(
    "没有编号、代码或名称为“无名小学”的机构",
  );
  await expect(ask({ enabled: false, school: "启明中学" })).rejects.toThrow("second、third");
  await expect(ask({ enabled: false, account: "wang", school: "third" })).rejects.toThrow(
    "没有身份",
  );
  expect(await at.db.selectFrom("audit_entry").select("id").execute()).toHaveLength(before.length);
});

test("each is in the audit", async () => {
  const kept = await at.db
    .selectFrom("audit_entry")
    .select(["action", "object_id", "subject_id", "detail"])
    .where("action", "in", ["access-change", "membership-change"])
    .orderBy("id")
    .execute();
  expect(kept).toHaveLength(6);
  expect(kept).toContainEqual({
    action: "access-change",
    object_id: null,
    subject_id: "wang",
    detail: { by: "operator", enabled: false },
  });
  expect(kept).toContainEqual({
    action: "access-change",
    object_id: "first",
    subject_id: null,
    detail: { by: "operator", enabled: false },
  });
});
