import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { login } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";

const NOW = new Date("2026-11-20T00:00:00Z");
let at: TestApp;
let people = 0;
let account: string;

beforeAll(async () => {
  at = await buildTestApp({ now: () => NOW });
});
afterAll(() => at.close());
beforeEach(async () => {
  account = `person${(people += 1)}`;
  await makePerson(at.db, { account });
});

const attempt = (consents?: { type: string; version: number }[], password = TEST_PASSWORD) =>
  send(at.app, login, { account, password, ...(consents && { check: { consents } }) });
const BOTH = [
  { type: "user", version: 1 },
  { type: "privacy", version: 1 },
];
const ASKED = {
  check: "consent",
  agreements: [
    { type: "user", version: 1, title: "学门用户服务协议" },
    { type: "privacy", version: 1, title: "学门隐私政策" },
  ],
};

describe("consent to the agreements in force (SE-08)", () => {
  test("is asked for once, and recorded", async () => {
    const asked = await attempt();
    expect([asked.status, asked.body.code, asked.body.data]).toEqual([400, 40004, ASKED]);
    expect(asked.headers["set-cookie"]).toBeUndefined();
    expect((await attempt(BOTH)).status).toBe(200);
    expect((await attempt()).status).toBe(200);
  });

  test("half of it is not enough, nor is another version", async () => {
    expect((await attempt(BOTH.slice(0, 1))).body.code).toBe(40004);
    expect((await attempt(BOTH.map(({ type }) => ({ type, version: 9 })))).body.code).toBe(40004);
    const { body } = await attempt();
    expect(body.data).toEqual(ASKED);
  });

  test("only who knows the password is asked", async () => {
    expect((await attempt(undefined, "wrong")).body.code).toBe(40002);
    expect((await attempt(BOTH, "wrong")).body.code).toBe(40002);
    expect((await attempt()).body.code).toBe(40004);
  });

  test("a child under 14 is not asked; one of 14 is", async () => {
    await makePerson(at.db, { account: `${account}child`, birth_date: "2012-11-21" });
    await makePerson(at.db, { account: `${account}teen`, birth_date: "2012-11-20" });
    const as = (who: string) =>
      send(at.app, login, { account: `${account}${who}`, password: TEST_PASSWORD });
    expect((await as("child")).status).toBe(200);
    expect((await as("teen")).body.code).toBe(40004);
  });

  test("a newer version asks again, from the day it takes effect", async () => {
    await attempt(BOTH);
    const newer = { type: "user" as const, title: "新的用户服务协议", content: "<p>新</p>" };
    const tomorrow = new Date(NOW.getTime() + 86_400_000);
    await at.db
      .insertInto("agreement")
      .values({ ...newer, id: "103", version: 3, effective_at: tomorrow })
      .execute();
    expect((await attempt()).status).toBe(200);
    await at.db
      .insertInto("agreement")
      .values({ ...newer, id: "102", version: 2, effective_at: NOW })
      .execute();
    const asked = await attempt();
    expect(asked.body.data).toEqual({
      check: "consent",
      agreements: [{ type: "user", version: 2, title: "新的用户服务协议" }],
    });
    expect((await attempt([{ type: "user", version: 2 }])).status).toBe(200);
  });
});
