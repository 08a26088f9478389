import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  CODE_SECONDS,
  editUser,
  login,
  loginByCode,
  readUserDetail,
  resetPassword,
  sendCode,
  type CodeUse,
} from "#contract";
import { buildTestApp, type TestApp } from "../../../test/build.ts";
import { codeIn, getCode, otherThan } from "../../../test/codes.ts";
import { makePerson, signIn, TEST_PASSWORD } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";
import { solve } from "../../../test/work.ts";
import { sweepCodes } from "./codes.ts";

const NEW_PASSWORD = "another-password";
let at: TestApp;
let clock = Date.parse("2026-11-20T08:00:00Z");
let people = 0;
let account: string;
let mobile: string;
let id: string;
/** Each test comes from an address of its own, so that none waits for another. */
let address: string;

beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(clock) });
});
afterAll(() => at.close());
beforeEach(async () => {
  people += 1;
  account = `person${people}`;
  mobile = `139${String(people).padStart(8, "0")}`;
  address = `10.1.${people}.1`;
  id = await makePerson(at.db, { account, mobile, email: `${account}@School.example.cn` });
  await agree(id);
});

/** Who has agreed already is not asked while signing in. */
async function agree(user_id: string): Promise<void> {
  const agreements = await at.db.selectFrom("agreement").select(["type", "version"]).execute();
  const consents = agreements.map((one) => ({ ...one, user_id, agreed_at: new Date(clock) }));
  await at.db.insertInto("consent").values(consents).execute();
}

const later = (seconds: number) => (clock += seconds * 1000);
const ask = (receiver: string, use: CodeUse = "login", more: object = {}) =>
  send(at.app, sendCode, { receiver, use, ...more }, { address });
const enter = (code: string, more: object = {}, receiver = mobile) =>
  send(at.app, loginByCode, { receiver, code, ...more }, { address });
const reset = (code: string, more: object = {}) =>
  send(
    at.app,
    resetPassword,
    { account, receiver: mobile, code, new_password: NEW_PASSWORD, ...more },
    { address },
  );
const fresh = (use: CodeUse = "login", receiver = mobile) =>
  getCode(at.app, receiver, use, { address });

describe("asking for a code (SE-04)", () => {
  test("it goes out to who is reached there, however the number was typed", async () => {
    const { body } = await ask(` +86 ${mobile.slice(0, 3)}-${mobile.slice(3)} `);
    expect(body.data).toEqual({ expires_in: CODE_SECONDS });
    await at.app.background.settle();
    expect(await codeIn(at.db, mobile)).toMatch(/^\d{6}$/);
  });

  test("by e-mail too, whatever case it is kept in", async () => {
    const code = await fresh("login", `${account}@school.example.cn`);
    const { body } = await enter(code, {}, `${account.toUpperCase()}@school.example.cn`);
    expect(body.data.auth_data).toMatchObject({ user_id: id, account });
  });

  test("nobody is reached there: the same answer, and nothing goes out", async () => {
    const known = await ask(mobile);
    const unknown = await ask("13700000000");
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    await at.app.background.settle();
    expect(await codeIn(at.db, "13700000000")).toBeUndefined();
    // a wrong guess at either must cost the same write
    const kept = await at.db.selectFrom("code").select("use").where("use", "=", "login").execute();
    expect(kept.length).toBeGreaterThanOrEqual(2);
  });

  test("a disabled person is not reached", async () => {
    await at.db.updateTable("user").set({ is_abled: false }).where("id", "=", id).execute();
    await ask(mobile);
    await at.app.background.settle();
    expect(await codeIn(at.db, mobile)).toBeUndefined();
  });

  test("is kept as a hash only", async () => {
    const code = await fresh();
    const rows = await at.db.selectFrom("code").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain(mobile);
  });

  test.each(["12345", "1390000", "nobody@", "林岚的手机"])("%s is refused", async (receiver) => {
    const { body } = await ask(receiver);
    expect(body).toMatchObject({ code: 40001, data: { errors: [{ path: "receiver" }] } });
  });

  test("as a form", async () => {
    const form = { receiver: mobile, use: "login" };
    expect((await send(at.app, sendCode, form, { form: true, address })).body.code).toBe(200);
  });

  test("a second one after a minute, known or not; the newest alone counts", async () => {
    for (const receiver of [mobile, "13700000001"]) {
      expect((await ask(receiver)).body.code).toBe(200);
      const again = await ask(receiver);
      expect(again.body).toMatchObject({ code: 42900, data: { retry_after: 60 } });
      expect(again.headers["retry-after"]).toBe("60");
    }
    await at.app.background.settle();
    const first = (await codeIn(at.db, mobile)) ?? "";
    later(60);
    const second = await fresh();
    if (first !== second) expect((await enter(first)).body.code).toBe(40003);
    expect((await enter(second)).body.code).toBe(200);
  });

  test("of two hundred at once, one goes out", async () => {
    const asked = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        send(at.app, sendCode, { receiver: mobile, use: "login" }, { address: `10.9.${n}.1` }),
      ),
    );
    const codes = asked.map(({ body }) => body.code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set([200, 42900]));
    await at.app.background.settle();
    const sent = await at.db
      .selectFrom("outbox")
      .select("id")
      .where("receiver", "=", mobile)
      .execute();
    expect(sent).toHaveLength(1);
  });

  test("the sixth within the hour waits half an hour", async () => {
    for (let n = 0; n < 5; n += 1) {
      expect((await ask(mobile)).body.code).toBe(200);
      later(61);
    }
    expect((await ask(mobile)).body.code).toBe(42900);
    later(1800);
    expect((await ask(mobile)).body.code).toBe(200);
  });

  test("an address that asks much works for it, and waits when it asks more (SE-09)", async () => {
    const askNew = (n: number, more: object = {}) =>
      ask(`138${String(people).padStart(3, "0")}${String(n).padStart(5, "0")}`, "login", more);
    for (let n = 0; n < 10; n += 1) expect((await askNew(n)).body.code).toBe(200);
    const wanted = await askNew(10);
    expect(wanted.body).toMatchObject({ code: 40004, data: { check: "proof_of_work" } });
    const proof_of_work = await solve(wanted.body.data);
    expect((await askNew(11, { check: { proof_of_work } })).body.code).toBe(40004);
    expect((await askNew(10, { check: { proof_of_work } })).body.code).toBe(200);
    expect((await askNew(10, { check: { proof_of_work } })).body.code).toBe(40004);
  });
});

test("what is out of date is swept away, and what still holds somebody up is not", async () => {
  await fresh();
  later(CODE_SECONDS + 1);
  await sweepCodes(at.db, new Date(clock), new Date(clock - 86_400_000));
  expect(await at.db.selectFrom("code").select("use").execute()).toEqual([]);
  expect(await at.db.selectFrom("code_limit").select("key").execute()).not.toEqual([]);
  later(86_400);
  await sweepCodes(at.db, new Date(clock), new Date(clock));
  expect(await at.db.selectFrom("code_limit").select("key").execute()).toEqual([]);
});

describe("signing in by a code (SE-04)", () => {
  test("opens a session, once", async () => {
    const code = await fresh();
    const { body } = await enter(code);
    expect(body.data.auth_data).toMatchObject({ user_id: id, account });
    const headers = { authorization: `Bearer ${body.data.token}` };
    expect((await send(at.app, readUserDetail, {}, { headers })).status).toBe(200);
    expect((await enter(code)).body.code).toBe(40003);
  });

  test("two hundred with the right code at once: one is in", async () => {
    const code = await fresh();
    const tries = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        send(at.app, loginByCode, { receiver: mobile, code }, { address: `10.8.${n}.1` }),
      ),
    );
    const codes = tries.map(({ body }) => body.code);
    expect(codes.filter((one) => one === 200)).toHaveLength(1);
    const live = await at.db
      .selectFrom("session")
      .select("id")
      .where("user_id", "=", id)
      .where("ended_at", "is", null)
      .execute();
    expect(live).toHaveLength(1);
  });

  test("two hundred wrong ones at once: five are heard, and the right one is dead", async () => {
    const code = await fresh();
    await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        send(
          at.app,
          loginByCode,
          { receiver: mobile, code: otherThan(code) },
          { address: `10.7.${n}.1` },
        ),
      ),
    );
    const row = await at.db
      .selectFrom("code")
      .select("wrong_tries")
      .where("used_at", "is", null)
      .where("created_at", "=", new Date(clock))
      .where("wrong_tries", ">", 0)
      .execute();
    expect(row).toEqual([{ wrong_tries: 5 }]);
    later(61);
    expect((await enter(code)).body.code).toBe(40003);
  });

  test("four wrong ones, then the right one", async () => {
    const code = await fresh();
    for (let n = 0; n < 4; n += 1) expect((await enter(otherThan(code))).body.code).toBe(40003);
    expect((await enter(code)).body.code).toBe(200);
  });

  test("wrong ones are answered alike for a receiver that nobody has, and slow down", async () => {
    await fresh();
    const known = [];
    const unknown = [];
    await ask("13700000002");
    for (let n = 0; n < 8; n += 1) {
      known.push((await enter("123456")).text);
      unknown.push((await enter("123456", {}, "13700000002")).text);
    }
    expect(unknown).toEqual(known);
    expect(known.at(-1)).toContain("42900");
  });

  test("agreements are asked for, and the code is still good (SE-08)", async () => {
    await at.db.deleteFrom("consent").where("user_id", "=", id).execute();
    const code = await fresh();
    const asked = await enter(code);
    expect(asked.body).toMatchObject({ code: 40004, data: { check: "consent" } });
    const { agreements } = asked.body.data as unknown as { agreements: object[] };
    expect((await enter(code, { check: { consents: agreements } })).body.code).toBe(200);
  });

  test("after five minutes it is nothing", async () => {
    const code = await fresh();
    later(CODE_SECONDS);
    expect((await enter(code)).body).toMatchObject({ code: 40003, data: null });
  });

  test.each(["reset", "bind"] as const)("a code for %s opens nothing", async (use) => {
    const { headers } = await signIn(at.app, account);
    const code = await getCode(at.app, mobile, use, { headers, address });
    expect((await enter(code)).body.code).toBe(40003);
  });

  test("a family's phone: asked which account, and the code is still good (SE-04)", async () => {
    const child = { account: `${account}-child`, name: "林小满", mobile };
    await agree(await makePerson(at.db, child));
    const code = await fresh();
    const asked = await enter(code);
    expect(asked.body).toMatchObject({
      code: 40004,
      data: { check: "account", accounts: [{ account }, { account: `${account}-child` }] },
    });
    expect((await enter(code, { account: "somebody" })).body.code).toBe(40003);
    const { body } = await enter(code, { account: `${account}-child` });
    expect(body.data.auth_data.name).toBe("林小满");
    expect((await enter(code, { account })).body.code).toBe(40003);
  });

  test("that several share a phone is told to nobody without the code", async () => {
    await makePerson(at.db, { account: `${account}-child`, mobile });
    const alone = await ask("13700000003");
    const shared = await ask(mobile);
    expect(shared.text).toBe(alone.text);
    expect((await enter("123456")).text).toBe((await enter("123456", {}, "13700000003")).text);
  });
});

describe("a new password by a code (SE-11)", () => {
  const canSignIn = async (password: string) =>
    (await send(at.app, login, { account, password }, { address })).body.code;

  test("every session and remembered device ends; only the new password opens", async () => {
    const remembered = await send(
      at.app,
      login,
      { account, password: TEST_PASSWORD, need_remember: true },
      { address },
    );
    const { token, credential } = remembered.body.data;
    const pc = await signIn(at.app, account, { client: "pc" });
    const code = await fresh("reset");
    expect((await reset(code)).body).toMatchObject({ code: 200, data: {} });
    for (const headers of [{ authorization: `Bearer ${token}` }, pc.headers]) {
      const ended = await send(at.app, readUserDetail, {}, { headers });
      expect([ended.status, ended.body.data]).toEqual([401, { reason: "revoked" }]);
    }
    expect((await send(at.app, login, { account, credential }, { address })).body.code).toBe(40002);
    expect(await canSignIn(TEST_PASSWORD)).toBe(40002);
    expect(await canSignIn(NEW_PASSWORD)).toBe(200);
    expect((await reset(code)).body.code).toBe(40003);
  });

  test("thirty at once: one password is set", async () => {
    const code = await fresh("reset");
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        send(
          at.app,
          resetPassword,
          { account, receiver: mobile, code, new_password: `password-${n}` },
          { address: `10.6.${n}.1` },
        ),
      ),
    );
    const won = tries.flatMap(({ body }, n) => (body.code === 200 ? [n] : []));
    expect(won).toHaveLength(1);
    expect(await canSignIn(`password-${won[0]}`)).toBe(200);
  });

  test.each([
    ["another account", () => ({ account: "somebody" })],
    ["an account that is reached elsewhere", () => ({ account: "elsewhere" })],
    ["a wrong code", (code: string) => ({ code: otherThan(code) })],
    ["another receiver", () => ({ receiver: "13700000009" })],
  ])("%s: one and the same refusal", async (_what, change) => {
    await at.db
      .insertInto("user")
      .values({ id: `elsewhere${people}`, account: "elsewhere", name: "x", mobile: "13700000008" })
      .onConflict((conflict) => conflict.column("account").doNothing())
      .execute();
    const code = await fresh("reset");
    expect((await reset(code, change(code))).body).toEqual({
      code: 40003,
      data: null,
      msg: "验证码不正确或已过期",
    });
    expect(await canSignIn(TEST_PASSWORD)).toBe(200);
  });

  test.each([
    ["too short", { new_password: "short" }],
    ["the account's name", () => ({ new_password: account.padEnd(8, "x").slice(0, 64) })],
  ])("a password that is %s is refused, and the code stays good", async (what, given) => {
    if (what !== "too short") {
      account = "a-long-account";
      await at.db.updateTable("user").set({ account }).where("id", "=", id).execute();
    }
    const code = await fresh("reset");
    const more = typeof given === "function" ? given() : given;
    const { body } = await reset(code, more);
    expect(body).toMatchObject({ code: 40001, data: { errors: [{ path: "new_password" }] } });
    expect((await reset(code)).body.code).toBe(200);
  });
});

describe("a contact by a code (ID-09)", () => {
  const NEW = "13600000001";
  const edit = (headers: Record<string, string>, input: object) =>
    send(at.app, editUser, { ...input }, { headers, address });

  test("goes to the new number, and only for who is signed in", async () => {
    expect((await ask(NEW, "bind")).status).toBe(401);
    const { headers } = await signIn(at.app, account);
    const code = await getCode(at.app, NEW, "bind", { headers, address });
    const { body } = await edit(headers, { mobile: NEW, code });
    expect(body.data.mobile).toBe("136****0001");
    expect((await edit(headers, { mobile: NEW, code })).body.code).toBe(40003);
  });

  test("is the person's own: another's code for the same number is wrong", async () => {
    later(3600);
    const other = `${account}-other`;
    await makePerson(at.db, { account: other });
    const mine = await signIn(at.app, account);
    const others = await signIn(at.app, other);
    const code = await getCode(at.app, NEW, "bind", { headers: others.headers, address });
    expect((await edit(mine.headers, { mobile: NEW, code })).body.code).toBe(40003);
    expect((await edit(mine.headers, { mobile: "13600000002", code })).body.code).toBe(40003);
  });

  test("a page left open for long wants the password as well", async () => {
    later(3600);
    const { headers } = await signIn(at.app, account);
    later(301);
    const code = await getCode(at.app, NEW, "bind", { headers, address });
    const { body } = await edit(headers, { mobile: NEW, code });
    expect(body).toMatchObject({ code: 40001, data: { errors: [{ path: "old_password" }] } });
    const both = await edit(headers, { mobile: NEW, code, old_password: TEST_PASSWORD });
    expect(both.body.code).toBe(200);
  });

  test("mobile and e-mail one after the other", async () => {
    const { headers } = await signIn(at.app, account);
    const { body } = await edit(headers, { mobile: NEW, email: "a@b.cn", code: "123456" });
    expect(body).toMatchObject({ code: 40001, data: { errors: [{ path: "code" }] } });
  });

  test("taking one away wants the password", async () => {
    const { headers } = await signIn(at.app, account);
    const { body } = await edit(headers, { mobile: "", code: "123456" });
    expect(body).toMatchObject({ code: 40001, data: { errors: [{ path: "old_password" }] } });
  });

  test("a password by a code to the contact on file", async () => {
    const { headers } = await signIn(at.app, account);
    const code = await fresh("reset");
    const { body } = await edit(headers, { password: NEW_PASSWORD, code });
    expect(body.code).toBe(200);
    const { body: again } = await send(
      at.app,
      login,
      { account, password: NEW_PASSWORD },
      { address },
    );
    expect(again.code).toBe(200);
  });
});
