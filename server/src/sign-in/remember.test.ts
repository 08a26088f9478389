import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { forgetDevice, login, readUserDetail } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";

const DAY_MS = 86_400_000;
let time = Date.parse("2026-11-20T00:00:00Z");
let at: TestApp;
let people = 0;
let account: string;
let credential: string;
/** The token of the first session. */
let first: string;

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
  first = answer.body.data.token;
});

const use = (text: string, more: object = {}) =>
  send(at.app, login, { account, credential: text, ...more });
const detail = (token: string) =>
  send(at.app, readUserDetail, {}, { headers: { authorization: `Bearer ${token}` } });
const forget = (text: string, of = account) =>
  send(at.app, forgetDevice, { account: of, credential: text });
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

  test("one used before ends every session that came of the device, in anyone's hands, and no other", async () => {
    const elsewhere = await signIn(at.app, account, { client: "mobile" });
    const copied = await use(credential);
    const further = await send(
      at.app,
      login,
      { account, credential: copied.body.data.credential ?? "" },
      { headers: { client: "pc" } },
    );
    const tokens = [copied, further].map(({ body }) => body.data.token);
    for (const token of tokens) expect((await detail(token)).status).toBe(200);
    expect((await use(credential)).body).toEqual(WRONG);
    for (const token of tokens) {
      expect((await detail(token)).body).toMatchObject({ code: 401, data: { reason: "revoked" } });
    }
    expect((await detail(elsewhere.token)).status).toBe(200);
  });

  test("what the sign-in that made it has opened ends as well, what came of another device goes on", async () => {
    const other = await send(
      at.app,
      login,
      { account, password: TEST_PASSWORD, need_remember: true },
      { headers: { client: "mobile" } },
    );
    await send(at.app, login, { account, credential }, { headers: { client: "pc" } });
    expect((await detail(first)).status).toBe(200);
    expect((await use(credential)).body).toEqual(WRONG);
    expect((await detail(first)).status).toBe(401);
    expect((await detail(other.body.data.token)).status).toBe(200);
  });

  test("of 50 who show an old one, each is refused, and the session is over", async () => {
    const { token } = (await use(credential)).body.data;
    const answers = await Promise.all(Array.from({ length: 50 }, () => use(credential)));
    for (const { body } of answers) expect(body).toEqual(WRONG);
    expect((await detail(token)).status).toBe(401);
  });

  test("two pages that use it at once do not both get in", async () => {
    const answers = await Promise.all([use(credential), use(credential)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test("of 50 who show it at once one gets in, and all that came of it is over", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => use(credential)));
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

describe("an account that a page no longer remembers (SE-02)", () => {
  const DONE = { code: 200, data: {}, msg: "ok" };

  test("opens nothing any more, and the session goes on", async () => {
    const used = await use(credential);
    const next = used.body.data.credential ?? "";
    expect((await forget(next, account.toUpperCase())).body).toEqual(DONE);
    expect((await use(next)).body).toEqual(WRONG);
    expect((await detail(used.body.data.token)).status).toBe(200);
  });

  test("is answered alike for a credential that is worth nothing, which stays so", async () => {
    for (const text of ["nonsense", "a.b", `${credential}x`]) {
      expect((await forget(text)).body).toEqual(DONE);
    }
    expect((await forget(credential)).body).toEqual(DONE);
    expect((await forget(credential)).body).toEqual(DONE);
  });

  test("is not forgotten in another account's name", async () => {
    expect((await forget(credential, `${account}other`)).body).toEqual(DONE);
    expect((await use(credential)).status).toBe(200);
  });

  test("with a credential that was used before: somebody has copied it", async () => {
    const { token, credential: next = "" } = (await use(credential)).body.data;
    expect((await forget(credential)).body).toEqual(DONE);
    expect((await use(next)).body).toEqual(WRONG);
    expect((await detail(token)).status).toBe(401);
  });

  test("leaves an entry in the audit, without the credential", async () => {
    await forget(credential);
    const entry = await at.db
      .selectFrom("audit_entry")
      .selectAll()
      .where("action", "=", "device-forget")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const person = await at.db
      .selectFrom("user")
      .select("id")
      .where("account", "=", account)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ user_id: person.id, subject_id: person.id, outcome: "ok" });
    expect(JSON.stringify(entry)).not.toContain(credential.split(".")[1]);
  });
});
