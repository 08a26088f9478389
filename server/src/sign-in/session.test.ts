import { afterAll, beforeEach, beforeAll, describe, expect, test } from "vitest";
import { login, logout, readUserDetail, type Client } from "#contract";
import { buildApp } from "../app.ts";
import { readConfig } from "../platform/config.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";

const START = Date.parse("2026-11-20T00:00:00Z");
const DAY_MS = 86_400_000;
let time = START;
let at: TestApp;
let school: string;
let people = 0;
let account: string;

beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(time) });
  school = await makeSchool(at.db);
});
afterAll(() => at.close());
beforeEach(async () => {
  account = `person${(people += 1)}`;
  await makePerson(at.db, { account, memberships: [{ school, identity: "teacher" }] });
});

const detail = (token: string) =>
  send(at.app, readUserDetail, {}, { headers: { authorization: `Bearer ${token}` } });
const ended = (reason: string, msg: string) => ({ code: 401, data: { reason }, msg });
const REPLACED = ended("replaced", "账号已在其他地方登录，请重新登录");

describe("signing in", () => {
  test("answers a token and auth data, and sets the cookie (SE-01)", async () => {
    await signIn(at.app, account);
    const input = { account: account.toUpperCase(), password: TEST_PASSWORD };
    for (const form of [false, true]) {
      const answer = await send(at.app, login, input, { form });
      const { token, auth_data, credential } = answer.body.data;
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(auth_data).toMatchObject({
        account,
        identity: "teacher",
        expires_at: new Date(time + 30 * DAY_MS).toISOString(),
        permissions: [],
      });
      expect(credential).toBeUndefined();
      expect(answer.headers["set-cookie"]).toMatch(
        new RegExp(`^token=${token}; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax$`),
      );
      expect((await detail(token)).body.data.account).toBe(account);
    }
  });

  test("keeps only the token's hash", async () => {
    const { token } = await signIn(at.app, account);
    const rows = await at.db.selectFrom("session").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("permissions come from enabled memberships alone", async () => {
    const district = await makeSchool(at.db, { kind: "district" });
    const admin = {
      account: `${account}a`,
      memberships: [{ school: district, identity: "admin" as const }],
    };
    const former = { ...admin, account: `${account}b` };
    await makePerson(at.db, admin);
    await makePerson(at.db, {
      ...former,
      memberships: [{ school: district, identity: "admin", is_abled: false }],
    });
    expect((await signIn(at.app, admin.account)).answer.auth_data.permissions).toContain("debug");
    expect((await signIn(at.app, former.account)).answer.auth_data.permissions).toEqual([]);
  });

  test("one answer for a wrong password, an unknown account and a disabled person", async () => {
    const disabled = `${account}off`;
    await makePerson(at.db, { account: disabled, is_abled: false });
    const answers = await Promise.all([
      send(at.app, login, { account, password: "wrong" }),
      send(at.app, login, { account: `${account}none`, password: "wrong" }),
      send(at.app, login, { account: disabled, password: TEST_PASSWORD }),
    ]);
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([400, { code: 40002, data: null, msg: "账号或密码不正确" }]);
    }
  });

  test("wants a password or a credential", async () => {
    const answer = await send(at.app, login, { account });
    expect(answer.body).toMatchObject({ code: 40001, data: { errors: [{ path: "password" }] } });
  });

  test("a person who is disabled later is out", async () => {
    const { token } = await signIn(at.app, account);
    await at.db
      .updateTable("user")
      .set({ is_abled: false })
      .where("account", "=", account)
      .execute();
    time += 1000;
    expect((await detail(token)).body).toMatchObject({ code: 401, data: { reason: "revoked" } });
  });
});

describe("one live session per person and client kind (SE-05)", () => {
  test("a second sign-in ends the first at once, and says why", async () => {
    const first = await signIn(at.app, account);
    expect((await detail(first.token)).status).toBe(200);
    const second = await signIn(at.app, account, { client: "browser" });
    const answer = await detail(first.token);
    expect([answer.status, answer.body]).toEqual([401, REPLACED]);
    expect((await detail(second.token)).status).toBe(200);
  });

  test("another kind of client is another session", async () => {
    const clients: Client[] = ["web", "pc", "mobile"];
    const tokens = [];
    for (const client of clients) tokens.push((await signIn(at.app, account, { client })).token);
    for (const token of tokens) expect((await detail(token)).status).toBe(200);
  });

  test("fifty at the same moment leave exactly one", async () => {
    const { answer } = await signIn(at.app, account);
    const input = { account, password: TEST_PASSWORD };
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(at.app, login, input)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const alive = await Promise.all(answers.map(({ body }) => detail(body.data.token)));
    expect(alive.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of alive) if (status !== 200) expect(body).toEqual(REPLACED);
    const live = await at.db
      .selectFrom("session")
      .select("id")
      .where("user_id", "=", answer.auth_data.user_id)
      .where("ended_at", "is", null)
      .execute();
    expect(live).toHaveLength(1);
  });

  test("on another node the end is known within a second", async () => {
    const config = { ...readConfig({ DEMO: "off" }), logLevel: "silent" as const };
    const other = await buildApp({ db: at.db, config, now: () => new Date(time) });
    const { headers } = await signIn(at.app, account);
    const there = () => send(other, readUserDetail, {}, { headers });
    expect((await there()).status).toBe(200);
    await signIn(at.app, account);
    time += 999;
    await there();
    time += 1;
    expect((await there()).body).toEqual(REPLACED);
    await other.close();
  });
});

describe("how a session ends", () => {
  test("signing out ends it at once, clears the cookie, and a second time is fine (SE-06)", async () => {
    const { token, headers } = await signIn(at.app, account);
    for (let times = 0; times < 2; times += 1) {
      const answer = await send(at.app, logout, {}, { headers });
      expect([answer.status, answer.body]).toEqual([200, { code: 200, data: {}, msg: "ok" }]);
      expect(answer.headers["set-cookie"]).toMatch(/^token=; .*Max-Age=0/);
      expect((await detail(token)).body).toEqual(ended("revoked", "登录已失效，请重新登录"));
    }
    expect((await send(at.app, logout)).status).toBe(200);
  });

  test("a cookie alone signs nobody out: another site could have sent it", async () => {
    const { token } = await signIn(at.app, account);
    const answer = await send(at.app, logout, {}, { headers: { cookie: `token=${token}` } });
    expect(answer.status).toBe(200);
    expect((await detail(token)).status).toBe(200);
  });

  test("unused for so many days it expires; used, it goes on", async () => {
    const { token } = await signIn(at.app, account);
    time += 29 * DAY_MS;
    expect((await detail(token)).status).toBe(200);
    await at.app.sessions.settle();
    time += 29 * DAY_MS;
    expect((await detail(token)).status).toBe(200);
    await at.app.sessions.settle();
    time += 30 * DAY_MS;
    expect((await detail(token)).body).toEqual(ended("expired", "登录已过期，请重新登录"));
  });

  test("last_seen_at is written at most once a minute", async () => {
    const { token, answer } = await signIn(at.app, account);
    const signedInAt = time;
    const seen = async () => {
      await at.app.sessions.settle();
      const { last_seen_at } = await at.db
        .selectFrom("session")
        .select("last_seen_at")
        .where("id", "=", answer.auth_data.session_id)
        .executeTakeFirstOrThrow();
      return last_seen_at.getTime() - signedInAt;
    };
    const steps: number[] = [];
    for (const step of [30_000, 29_999, 1, 30_000, 30_000]) {
      time += step;
      await detail(token);
      steps.push(await seen());
    }
    expect(steps).toEqual([0, 0, 60_000, 60_000, 120_000]);
  });
});
