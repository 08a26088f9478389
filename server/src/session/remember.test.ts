import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { login } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";

const DAY_MS = 86_400_000;
let time = Date.parse("2026-11-20T00:00:00Z");
let at: TestApp;
let people = 0;
let account: string;
let credential: string;

beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(time) });
});
afterAll(() => at.close());
beforeEach(async () => {
  account = `person${(people += 1)}`;
  await makePerson(at.db, { account });
  await signIn(at.app, account);
  const answer = await send(at.app, login, {
    account,
    password: TEST_PASSWORD,
    need_remember: true,
  });
  credential = answer.body.data.credential ?? "";
});

const use = (text: string, more: object = {}) =>
  send(at.app, login, { account, credential: text, ...more });
const WRONG = { code: 40002, data: null, msg: "账号或密码不正确" };

describe("a remembered device (SE-02)", () => {
  test("signs in without the password, and goes away with another credential each time", async () => {
    expect(credential).toMatch(/^[\w-]{43}\.[\w-]{43}$/);
    const seen = new Set([credential]);
    for (let times = 0; times < 3; times += 1) {
      const answer = await use(credential);
      expect(answer.status).toBe(200);
      credential = answer.body.data.credential ?? "";
      expect(seen.has(credential)).toBe(false);
      seen.add(credential);
    }
  });

  test("one used before opens nothing, and ends the newest too: somebody has copied it", async () => {
    const next = (await use(credential)).body.data.credential ?? "";
    expect((await use(credential)).body).toEqual(WRONG);
    expect((await use(next)).body).toEqual(WRONG);
  });

  test("two pages that use it at once do not both get in", async () => {
    const answers = await Promise.all([use(credential), use(credential)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test("of 200 who show it at once one gets in, and all that came of it is over", async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => use(credential)));
    const [inside, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect((await use(inside?.body.data.credential ?? "")).body).toEqual(WRONG);
  });

  test("is worth nothing for another account, and stays good for its own", async () => {
    const other = `${account}other`;
    await makePerson(at.db, { account: other });
    expect((await use(credential, { account: other })).body).toEqual(WRONG);
    expect((await use(credential)).status).toBe(200);
  });

  test.each(["nonsense", ".", "a.b", "a.b.c"])("%s is worth nothing", async (text) => {
    expect((await use(text)).body).toEqual(WRONG);
  });

  test("ends when the person no longer wants to be remembered", async () => {
    const answer = await use(credential, { need_remember: false });
    expect([answer.status, answer.body.data.credential]).toEqual([200, undefined]);
    expect((await use(credential)).body).toEqual(WRONG);
  });

  test("ends after half a year without use, not before", async () => {
    time += 179 * DAY_MS;
    credential = (await use(credential)).body.data.credential ?? "";
    time += 179 * DAY_MS;
    credential = (await use(credential)).body.data.credential ?? "";
    time += 180 * DAY_MS;
    expect((await use(credential)).body).toEqual(WRONG);
  });

  test("ends with the person's account", async () => {
    await at.db
      .updateTable("user")
      .set({ is_abled: false })
      .where("account", "=", account)
      .execute();
    expect((await use(credential)).body).toEqual(WRONG);
  });

  test("is kept as a hash", async () => {
    const rows = await at.db.selectFrom("device_credential").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(credential.split(".")[1]);
  });

  test("is not used up by being asked for consent first", async () => {
    await at.db.deleteFrom("consent").execute();
    const asked = await use(credential);
    expect(asked.body).toMatchObject({ code: 40004, data: { check: "consent" } });
    const { agreements } = asked.body.data as unknown as {
      agreements: { type: string; version: number }[];
    };
    const consents = agreements.map(({ type, version }) => ({ type, version }));
    expect((await use(credential, { check: { consents } })).status).toBe(200);
  });
});
