import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  beginPasskey,
  beginTotp,
  confirmTotp,
  login,
  readFactors,
  readUserDetail,
  removeFactor,
  renewRecoveryCodes,
} from "#contract";
import { buildTestApp, type TestApp } from "../../../test/build.ts";
import { codeAt, setUpAuthenticator, signInWith } from "../../../test/factors.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";

const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
let time = Date.parse("2026-11-20T00:00:00Z");
let at: TestApp;
let people = 0;
let account: string;
let id: string;
let headers: Record<string, string>;

beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(time) });
});
afterAll(() => at.close());
beforeEach(async () => {
  time += 60 * MINUTE_MS;
  account = `person${(people += 1)}`;
  id = await makePerson(at.db, { account });
  ({ headers } = await signIn(at.app, account));
});

const password = TEST_PASSWORD;
const setUp = () => setUpAuthenticator(at.app, headers, time);
const factors = async () => (await send(at.app, readFactors, {}, { headers })).body.data;
const tries = async (count: number, check: object) => {
  const all = Array.from({ length: count }, () => signInWith(at.app, account, check));
  return (await Promise.all(all)).map(({ body }) => body.code);
};

describe("setting up an authenticator (SE-10)", () => {
  test("is offered, asks for the password, and takes effect with the first code", async () => {
    expect(await factors()).toEqual({
      offered: true,
      required: false,
      totp: null,
      passkeys: [],
      recovery_left: 0,
    });
    const wrong = await send(at.app, beginTotp, { password: "wrong" }, { headers });
    expect(wrong.body).toMatchObject({ code: 40002, msg: "登录密码不正确" });
    const begun = await send(at.app, beginTotp, { password }, { headers });
    const { offer, secret, uri } = begun.body.data;
    expect(uri).toContain(secret);
    const confirm = (code: string) =>
      send(at.app, confirmTotp, { offer, code }, { headers, form: true });
    expect((await confirm("000000")).body.code).toBe(40003);
    expect((await signInWith(at.app, account)).status).toBe(200);
    ({ headers } = await signIn(at.app, account));
    const confirmed = await confirm(codeAt(secret, time));
    expect(new Set(confirmed.body.data.recovery_codes).size).toBe(10);
    expect(await factors()).toMatchObject({
      totp: { created_at: new Date(time).toISOString(), used_at: null },
      recovery_left: 10,
    });
    expect((await confirm(codeAt(secret, time))).body.code).toBe(40900);
    const again = await send(at.app, beginTotp, { password }, { headers });
    expect(again.body).toMatchObject({ code: 40900, data: { kind: "totp" } });
  });

  test("nothing that opens is kept in the clear; the change is on record", async () => {
    const { secret, codes } = await setUp();
    const tables = ["totp", "recovery_code", "audit_entry", "platform_state"] as const;
    for (const table of tables) {
      const rows = JSON.stringify(await at.db.selectFrom(table).selectAll().execute());
      for (const text of [secret, ...codes]) expect(rows).not.toContain(text);
    }
    const entries = await at.db
      .selectFrom("audit_entry")
      .select("detail")
      .where("action", "=", "second-factor-change")
      .where("subject_id", "=", id)
      .execute();
    expect(entries).toEqual([{ detail: { kind: "totp", change: "added" } }]);
  });

  test("ends the person's other sessions, which have not shown it", async () => {
    const phone = await signIn(at.app, account, { client: "mobile" });
    await setUp();
    const told = await send(at.app, readUserDetail, {}, { headers: phone.headers });
    expect(told.body).toMatchObject({ code: 401, data: { reason: "revoked" } });
    expect((await send(at.app, readUserDetail, {}, { headers })).status).toBe(200);
  });

  test("an offer is the person's own, for a quarter of an hour", async () => {
    const { offer, secret } = (await send(at.app, beginTotp, { password }, { headers })).body.data;
    await makePerson(at.db, { account: `${account}other` });
    const other = (await signIn(at.app, `${account}other`)).headers;
    const confirm = (as: Record<string, string>, of = offer) =>
      send(at.app, confirmTotp, { offer: of, code: codeAt(secret, time) }, { headers: as });
    expect((await confirm(other)).body.code).toBe(40003);
    expect((await confirm(headers, "made.up")).body.code).toBe(40003);
    time += 15 * MINUTE_MS + 1;
    expect((await confirm(headers)).body.msg).toBe("设置已超时，请重新开始");
  });

  test("twenty pages that confirm at once set up one", async () => {
    const { offer, secret } = (await send(at.app, beginTotp, { password }, { headers })).body.data;
    const code = codeAt(secret, time);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(at.app, confirmTotp, { offer, code }, { headers })),
    );
    const codes = answers.map(({ body }) => body.code).toSorted((a, b) => a - b);
    expect(codes).toEqual([200, ...Array<number>(19).fill(40900)]);
    expect((await factors()).recovery_left).toBe(10);
  });

  test("is not offered to a pupil", async () => {
    const school = await makeSchool(at.db);
    const memberships = [{ school, identity: "student" as const }];
    await makePerson(at.db, { account: `${account}pupil`, birth_date: "2016-01-01", memberships });
    ({ headers } = await signIn(at.app, `${account}pupil`));
    expect((await factors()).offered).toBe(false);
    expect((await send(at.app, beginTotp, { password }, { headers })).body.code).toBe(40005);
    expect((await send(at.app, beginPasskey, { password }, { headers })).body.code).toBe(40005);
  });
});

describe("signing in with an authenticator", () => {
  test("asks after the password, and only after it", async () => {
    const { secret } = await setUp();
    time += STEP_MS;
    const asked = await signInWith(at.app, account);
    expect([asked.status, asked.body]).toEqual([
      400,
      { code: 40004, data: { check: "totp", ways: ["totp", "recovery"] }, msg: "请完成两步验证" },
    ]);
    const totp = codeAt(secret, time);
    const wrong = await signInWith(at.app, account, { totp }, { password: "wrong" });
    expect(wrong.body).toEqual({ code: 40002, data: null, msg: "账号或密码不正确" });
    const spaced = `${totp.slice(0, 3)} ${totp.slice(3)}`;
    expect((await signInWith(at.app, account, { totp: spaced })).status).toBe(200);
  });

  test("a code opens once, for one of those who show it at the same moment", async () => {
    const { secret } = await setUp();
    time += STEP_MS;
    const totp = codeAt(secret, time);
    expect((await tries(1, { totp }))[0]).toBe(200);
    time += STEP_MS;
    const codes = await tries(4, { totp: codeAt(secret, time) });
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    const again = await signInWith(at.app, account, { totp: codeAt(secret, time) });
    expect(again.body).toMatchObject({ code: 40003, msg: "这个动态码已经用过，请等下一个" });
  });

  test("one of the step before or after counts, an older one than was used does not", async () => {
    const { secret } = await setUp();
    time += 10 * STEP_MS;
    expect((await tries(1, { totp: codeAt(secret, time - 2 * STEP_MS) }))[0]).toBe(40003);
    expect((await tries(1, { totp: codeAt(secret, time + STEP_MS) }))[0]).toBe(200);
    expect((await tries(1, { totp: codeAt(secret, time) }))[0]).toBe(40003);
    expect((await tries(1, { totp: codeAt(secret, time - STEP_MS) }))[0]).toBe(40003);
  });

  test("guessing is slowed down, however many guess at once, and never shut out", async () => {
    const { secret } = await setUp();
    time += STEP_MS;
    const codes = await tries(30, { totp: "000000" });
    expect(codes.filter((code) => code === 40003)).toHaveLength(5);
    expect(codes.filter((code) => code === 42900 || code === 50300)).toHaveLength(25);
    const right = () => signInWith(at.app, account, { totp: codeAt(secret, time) });
    const early = await right();
    expect([early.status, early.headers["retry-after"]]).toEqual([429, "2"]);
    time += 2000;
    expect((await right()).status).toBe(200);
    time += STEP_MS;
    // the right one begins anew
    expect((await tries(1, { totp: "000000" }))[0]).toBe(40003);
    expect((await right()).status).toBe(200);
  });

  test("what is no code costs nothing", async () => {
    await setUp();
    for (let n = 0; n < 8; n += 1) {
      expect((await tries(1, { totp: "12 34" }))[0]).toBe(40003);
    }
  });

  test("a remembered device is asked as well; its credential waits for the answer", async () => {
    const { secret } = await setUp();
    time += STEP_MS;
    const remember = { password, need_remember: true };
    const first = await signInWith(at.app, account, { totp: codeAt(secret, time) }, remember);
    const { credential } = first.body.data;
    time += STEP_MS;
    const asked = await signInWith(at.app, account, {}, { credential });
    expect(asked.body).toMatchObject({ code: 40004, data: { check: "totp" } });
    const totp = codeAt(secret, time);
    const opened = await signInWith(at.app, account, { totp }, { credential });
    expect(opened.status).toBe(200);
    const { session_id } = opened.body.data.auth_data;
    const session = await at.db
      .selectFrom("session")
      .select("proved_at")
      .where("id", "=", session_id)
      .executeTakeFirst();
    expect(session?.proved_at).toEqual(new Date(time));
  });

  test("who has no such account learns nothing", async () => {
    const answer = await send(at.app, login, {
      account: `${account}none`,
      password,
      check: { totp: "123456" },
    });
    expect(answer.body).toEqual({ code: 40002, data: null, msg: "账号或密码不正确" });
  });
});

describe("recovery codes", () => {
  test("each opens once, however it is typed, for one of those who show it at the same moment", async () => {
    const { codes } = await setUp();
    const [first = "", second = ""] = codes;
    const typed = first.replaceAll("-", " ").toUpperCase();
    expect((await tries(1, { recovery: typed }))[0]).toBe(200);
    expect((await tries(1, { recovery: first }))[0]).toBe(40003);
    const at50 = await tries(50, { recovery: second });
    expect(at50.filter((code) => code === 200)).toHaveLength(1);
    ({ headers } = await reopened(codes[2] ?? ""));
    expect((await factors()).recovery_left).toBe(7);
  });

  test("new ones put the old out of use", async () => {
    const { codes } = await setUp();
    const renewed = await send(at.app, renewRecoveryCodes, { password }, { headers });
    const fresh = renewed.body.data.recovery_codes;
    expect(fresh).toHaveLength(10);
    expect((await tries(1, { recovery: codes[0] }))[0]).toBe(40003);
    expect((await tries(1, { recovery: fresh[0] }))[0]).toBe(200);
  });

  test("are nothing without a factor", async () => {
    const refused = await send(at.app, renewRecoveryCodes, { password }, { headers });
    expect(refused.body).toMatchObject({ code: 40900, data: { kind: "recovery" } });
  });
});

describe("removing", () => {
  test("asks for the password, ends other sessions, and takes the codes along", async () => {
    const { codes } = await setUp();
    const phone = await signInWith(at.app, account, { recovery: codes[0] }, { password });
    ({ headers } = await reopened(codes[1] ?? ""));
    const remove = (given: string) =>
      send(at.app, removeFactor, { kind: "totp", password: given }, { headers });
    expect((await remove("wrong")).body.code).toBe(40002);
    expect((await remove(password)).body.code).toBe(200);
    expect(await factors()).toMatchObject({ totp: null, recovery_left: 0 });
    const old = { authorization: `Bearer ${phone.body.data.token}` };
    expect((await send(at.app, readUserDetail, {}, { headers: old })).status).toBe(401);
    expect((await remove(password)).body.code).toBe(40400);
    expect((await signInWith(at.app, account)).status).toBe(200);
  });

  test("what is another person's does not exist", async () => {
    await setUp();
    await makePerson(at.db, { account: `${account}other` });
    const other = (await signIn(at.app, `${account}other`)).headers;
    for (const input of [{ kind: "totp" }, { kind: "passkey", id: "x" }]) {
      const answer = await send(at.app, removeFactor, { ...input, password }, { headers: other });
      expect(answer.body.code).toBe(40400);
    }
    expect((await factors()).totp).not.toBeNull();
  });
});

/** Signs in again, by a recovery code. */
async function reopened(recovery: string) {
  const { body } = await signInWith(at.app, account, { recovery });
  return { headers: { authorization: `Bearer ${body.data.token}` } };
}
