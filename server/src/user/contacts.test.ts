import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { editUser, loginByCode, readContacts, resetPassword } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { getCode, otherThan } from "../../test/codes.ts";
import { makePerson, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";

const START = Date.parse("2026-11-20T08:00:00Z");
const MINUTE_MS = 60_000;
let at: TestApp;
let time = START;
let people = 0;
let account: string;
let mobile: string;
let headers: Record<string, string>;

beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(time) });
});
afterAll(() => at.close());
beforeEach(async () => {
  time += 60 * MINUTE_MS;
  people += 1;
  account = `person${people}`;
  mobile = `138000010${String(people).padStart(2, "0")}`;
  await makePerson(at.db, { account, mobile, email: `${account}@School.example` });
  ({ headers } = await signIn(at.app, account));
});

const contacts = async () => (await send(at.app, readContacts, {}, { headers })).body.data;
const edit = (input: object) => send(at.app, editUser, input as never, { headers });
const bind = (receiver: string) => getCode(at.app, receiver, "bind", { headers });

describe("the person's contacts (ID-09)", () => {
  test("are shown masked, and are not verified by standing on file", async () => {
    expect(await contacts()).toEqual({
      mobile: { shown: `138****10${mobile.slice(-2)}`, verified: false },
      email: { shown: "p***@School.example", verified: false },
    });
  });

  test("a new number is verified by the code that went there, and by no other", async () => {
    const fresh = `139000020${String(people).padStart(2, "0")}`;
    const code = await bind(fresh);
    expect((await edit({ mobile: fresh, code: otherThan(code) })).body.code).toBe(40003);
    expect((await contacts()).mobile.verified).toBe(false);
    expect((await edit({ mobile: fresh, code })).status).toBe(200);
    const { mobile: now } = await contacts();
    expect(now).toEqual({ shown: `139****20${fresh.slice(-2)}`, verified: true });
    expect((await edit({ mobile: fresh, code })).body.code).toBe(40003);
  });

  test("the number on file can be verified as it is; the address, however it is typed", async () => {
    expect((await edit({ mobile, code: await bind(mobile) })).status).toBe(200);
    const email = `${account}@school.example`;
    const typed = `${account}@SCHOOL.example`;
    expect((await edit({ email: typed, code: await bind(email) })).status).toBe(200);
    const { mobile: one, email: other } = await contacts();
    expect([one.verified, other.verified]).toEqual([true, true]);
  });

  test("one that was changed without a code is not, from wherever it came", async () => {
    await edit({ mobile, code: await bind(mobile) });
    const fresh = `139000030${String(people).padStart(2, "0")}`;
    await edit({ mobile: fresh, old_password: TEST_PASSWORD });
    expect((await contacts()).mobile.verified).toBe(false);
    await edit({ mobile: "", old_password: TEST_PASSWORD });
    expect((await contacts()).mobile).toEqual({ shown: null, verified: false });
  });

  test("a page left open wants the password beside the code, and uses up no code before", async () => {
    const fresh = `139000040${String(people).padStart(2, "0")}`;
    time += 6 * MINUTE_MS;
    const code = await bind(fresh);
    const wanted = await edit({ mobile: fresh, code });
    expect(wanted.body).toMatchObject({
      code: 40001,
      data: { errors: [{ path: "old_password" }] },
    });
    const input = { mobile: fresh, code, old_password: TEST_PASSWORD };
    expect((await edit(input)).status).toBe(200);
    expect((await contacts()).mobile.verified).toBe(true);
  });

  test("who signs in by a code, or sets a password by one, is reached there", async () => {
    const agreed = await at.db.selectFrom("agreement").select(["type", "version"]).execute();
    const code = await getCode(at.app, mobile, "login");
    const check = { consents: agreed };
    const entered = await send(at.app, loginByCode, { receiver: mobile, code, check });
    headers = { authorization: `Bearer ${entered.body.data.token}` };
    expect((await contacts()).mobile.verified).toBe(true);
    const email = `${account}@school.example`;
    const reset = { account, receiver: email, code: await getCode(at.app, email, "reset") };
    await send(at.app, resetPassword, { ...reset, new_password: "rivers-and-hills" });
    ({ headers } = await signIn(at.app, account, { password: "rivers-and-hills" }));
    expect((await contacts()).email.verified).toBe(true);
  });
});
