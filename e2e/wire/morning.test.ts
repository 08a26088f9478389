import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPlatform } from "../harness/platform.ts";
import type { Platform } from "../harness/run-server.ts";
import { call, DEMO_PASSWORD, signIn } from "../harness/wire.ts";

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

describe("signing in", () => {
  test("answers a token and auth data (SE-01)", async () => {
    const token = await signIn(platform.origin, "linlan");
    const { body } = await call(platform.origin, "readUserDetail", {}, { token });
    expect(body.data).toMatchObject({ name: "林岚", account: "linlan" });
    expect(body.data.identities?.map(({ type }) => type).toSorted()).toEqual([
      "manager",
      "parent",
      "teacher",
    ]);
  });

  test("never tells whether the account exists", async () => {
    const known = await call(platform.origin, "login", { account: "sunhao", password: "wrong" });
    const unknown = await call(platform.origin, "login", { account: "nobody0", password: "wrong" });
    expect(known.status).toBe(400);
    expect(known.body).toEqual({ code: 40002, data: null, msg: "账号或密码不正确" });
    expect(unknown.body).toEqual(known.body);
  });

  test("a second sign-in ends the first, which is told why (SE-05)", async () => {
    const first = await signIn(platform.origin, "zhaoyifan");
    const second = await signIn(platform.origin, "zhaoyifan");
    const answer = await call(platform.origin, "readUserDetail", {}, { token: first });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({
      code: 401,
      data: { reason: "replaced" },
      msg: "账号已在其他地方登录，请重新登录",
    });
    const alive = await call(platform.origin, "readUserDetail", {}, { token: second });
    expect(alive.status).toBe(200);
  });

  test("another client kind is another session", async () => {
    const web = await signIn(platform.origin, "chenjing", { client: "browser" });
    await signIn(platform.origin, "chenjing", { client: "pc" });
    const answer = await call(platform.origin, "readUserDetail", {}, { token: web });
    expect(answer.status).toBe(200);
  });

  test("wrong passwords slow down, and say for how long (SE-09)", async () => {
    const account = "hezhi";
    let slowed;
    for (let tries = 0; tries < 12 && slowed?.status !== 429; tries += 1) {
      slowed = await call(platform.origin, "login", { account, password: `wrong ${tries}` });
    }
    expect(slowed?.status).toBe(429);
    expect(Number(slowed?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(slowed?.body).toMatchObject({ code: 42900, data: { retry_after: expect.any(Number) } });
    const evenRight = await call(platform.origin, "login", { account, password: DEMO_PASSWORD });
    expect(evenRight.status).toBe(429);
  });
});

describe("the people of the demo district", () => {
  test.each([
    ["jiucheng", "teacher", false],
    ["liangdi", "teacher", false],
    ["sunhao", "teacher", true],
    ["wangfang", "admin", true],
    ["linxiaoman", "student", true],
  ])("%s signs in as %s; school enabled: %s", async (account, identity, abled) => {
    const token = await signIn(platform.origin, account);
    const { body } = await call(platform.origin, "readUserDetail", {}, { token });
    expect(body.data.identity).toBe(identity);
    expect(body.data.school?.is_abled).toBe(abled);
  });

  test("吴归书 has no school, and can still ask who he is and sign out", async () => {
    const token = await signIn(platform.origin, "wuguishu");
    const { body } = await call(platform.origin, "readUserDetail", { identity: "all" }, { token });
    expect(body.data).toMatchObject({ identity: null, school: null, schools: [], identities: [] });
    const refused = await call(platform.origin, "readApps", {}, { token });
    expect(refused.body.code).toBe(40005);
    expect((await call(platform.origin, "logout", {}, { token })).status).toBe(200);
  });
});

describe("acting under an identity", () => {
  test("switching changes the apps and the setting travels (ID-02, AP-03)", async () => {
    const token = await signIn(platform.origin, "linlan");
    const asTeacher = await call(
      platform.origin,
      "readApps",
      { identity: "teacher,all" },
      { token, headers: { identity: "teacher" } },
    );
    const asParent = await call(
      platform.origin,
      "readApps",
      { identity: "parent,all" },
      { token, headers: { identity: "parent" } },
    );
    const names = (answer: typeof asTeacher) => answer.body.data.apps.map(({ name }) => name);
    expect(names(asTeacher).length).toBeGreaterThan(5);
    expect(names(asParent)).not.toEqual(names(asTeacher));
    await call(platform.origin, "saveSetting", { theme: "monochrome" }, { token });
    const after = await call(
      platform.origin,
      "readApps",
      {},
      { token, headers: { identity: "teacher" } },
    );
    expect(after.body.data.theme).toBe("monochrome");
  });

  test("an identity that is not held is refused", async () => {
    const token = await signIn(platform.origin, "linxiaoman");
    const { body } = await call(
      platform.origin,
      "readApps",
      {},
      { token, headers: { identity: "teacher" } },
    );
    expect(body).toEqual({ code: 40005, data: null, msg: "当前身份不能进行此操作" });
  });

  test("quick apps keep their order, per identity (AP-04)", async () => {
    const token = await signIn(platform.origin, "linlan");
    const headers = { identity: "teacher" };
    const { body } = await call(platform.origin, "readApps", {}, { token, headers });
    const wanted = body.data.apps
      .slice(0, 4)
      .map(({ id }) => id)
      .toReversed();
    await call(platform.origin, "saveQuickApps", { app_ids: wanted }, { token, headers });
    const mine = await call(platform.origin, "readUserDetail", {}, { token, headers });
    expect(mine.body.data.app_ids).toEqual(wanted);
    const asParent = { identity: "parent" };
    const other = await call(platform.origin, "readUserDetail", {}, { token, headers: asParent });
    expect(other.body.data.app_ids).not.toEqual(wanted);
  });
});

describe("opening an app", () => {
  test("a ticket app greets the person by name and identity, once", async () => {
    const token = await signIn(platform.origin, "linlan");
    const headers = { identity: "teacher" };
    const { body } = await call(platform.origin, "readApps", {}, { token, headers });
    const app = body.data.apps.find(({ launch }) => launch === "ticket");
    const launch = await call(
      platform.origin,
      "launchApp",
      { app_id: app?.id },
      { token, headers },
    );
    expect(launch.body.data).toMatchObject({ kind: "ticket", method: "GET", expires_in: 60 });
    expect(launch.body.data.url).not.toContain(token);
    const page = await fetch(launch.body.data.url);
    const text = await page.text();
    expect(text).toContain("林岚");
    expect(text).toContain("教师");
    const again = await (await fetch(launch.body.data.url)).text();
    expect(again).not.toContain("林岚");
    expect(again).toContain("已经用过或已过期");
  });
});

describe("signing out", () => {
  test("ends the session at once, and a second time is fine (SE-06)", async () => {
    const token = await signIn(platform.origin, "sunhao");
    expect((await call(platform.origin, "logout", {}, { token })).status).toBe(200);
    const answer = await call(platform.origin, "readUserDetail", {}, { token });
    expect(answer.body).toMatchObject({ code: 401, data: { reason: "revoked" } });
    expect((await call(platform.origin, "logout", {}, { token })).status).toBe(200);
  });
});

test("no secret is in what the server printed", async () => {
  const token = await signIn(platform.origin, "sunhao");
  const address = `${platform.origin}/dt-platform/v1/user/user/detail?jwt=${token}&t=1`;
  expect((await fetch(address)).status).toBe(200);
  expect(platform.output()).not.toContain(token);
  expect(platform.output()).not.toMatch(/ticket=[\w-]{20}/);
  const beforeDemoTable = platform.output().split("xuemen-2026").length - 1;
  expect(beforeDemoTable).toBeLessThanOrEqual(1);
});
