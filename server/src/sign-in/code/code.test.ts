import { describe, expect, test } from "vitest";
import { CODE_SECONDS, loginByCode, readUserDetail, sendCode } from "#contract";
import { codeIn, getCode, otherThan } from "../../../test/codes.ts";
import { makePerson, signIn } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";
import { solve } from "../../../test/work.ts";
import { sweepCodes } from "./codes.ts";
import { openTestApp } from "./code.fixture.ts";

/** The app for asking for a code, and signing in with it. */
const testApp = openTestApp();

describe("asking for a code (SE-04)", () => {
  test("it goes out to who is reached there, however the number was typed", async () => {
    const { body } = await testApp.ask(
      ` +86 ${testApp.mobile.slice(0, 3)}-${testApp.mobile.slice(3)} `,
    );
    expect(body.data).toEqual({ expires_in: CODE_SECONDS });
    await testApp.at.app.background.settle();
    expect(await codeIn(testApp.at.db, testApp.mobile)).toMatch(/^\d{6}$/);
  });

  test("by e-mail too, whatever case it is kept in", async () => {
    const code = await testApp.fresh("login", `${testApp.account}@school.example.cn`);
    const { body } = await testApp.enter(
      code,
      {},
      `${testApp.account.toUpperCase()}@school.example.cn`,
    );
    expect(body.data.auth_data).toMatchObject({ user_id: testApp.id, account: testApp.account });
  });

  test("nobody is reached there: the same answer, and nothing goes out", async () => {
    const known = await testApp.ask(testApp.mobile);
    const unknown = await testApp.ask("13700000000");
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    await testApp.at.app.background.settle();
    expect(await codeIn(testApp.at.db, "13700000000")).toBeUndefined();
    // a wrong guess at either must cost the same write
    const kept = await testApp.at.db
      .selectFrom("code")
      .select("use")
      .where("use", "=", "login")
      .execute();
    expect(kept.length).toBeGreaterThanOrEqual(2);
  });

  test("a disabled person is not reached", async () => {
    await testApp.at.db
      .updateTable("user")
      .set({ is_abled: false })
      .where("id", "=", testApp.id)
      .execute();
    await testApp.ask(testApp.mobile);
    await testApp.at.app.background.settle();
    expect(await codeIn(testApp.at.db, testApp.mobile)).toBeUndefined();
  });

  test("is kept as a hash only", async () => {
    const code = await testApp.fresh();
    const rows = await testApp.at.db.selectFrom("code").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain(testApp.mobile);
  });

  test.each(["12345", "1390000", "nobody@", "林岚的手机"])("%s is refused", async (receiver) => {
    const { body } = await testApp.ask(receiver);
    expect(body).toMatchObject({ code: 40001, data: { errors: [{ path: "receiver" }] } });
  });

  test("as a form", async () => {
    const form = { receiver: testApp.mobile, use: "login" };
    expect(
      (await send(testApp.at.app, sendCode, form, { form: true, address: testApp.address })).body
        .code,
    ).toBe(200);
  });

  test("a second one after a minute, known or not; the newest alone counts", async () => {
    for (const receiver of [testApp.mobile, "13700000001"]) {
      expect((await testApp.ask(receiver)).body.code).toBe(200);
      const again = await testApp.ask(receiver);
      expect(again.body).toMatchObject({ code: 42900, data: { retry_after: 60 } });
      expect(again.headers["retry-after"]).toBe("60");
    }
    await testApp.at.app.background.settle();
    const first = (await codeIn(testApp.at.db, testApp.mobile)) ?? "";
    testApp.later(60);
    const second = await testApp.fresh();
    if (first !== second) expect((await testApp.enter(first)).body.code).toBe(40003);
    expect((await testApp.enter(second)).body.code).toBe(200);
  });

  test("of fifty at once, one goes out", async () => {
    const asked = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        send(
          testApp.at.app,
          sendCode,
          { receiver: testApp.mobile, use: "login" },
          { address: `10.9.${n}.1` },
        ),
      ),
    );
    const codes = asked.map(({ body }) => body.code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set([200, 42900]));
    await testApp.at.app.background.settle();
    const sent = await testApp.at.db
      .selectFrom("outbox")
      .select("id")
      .where("receiver", "=", testApp.mobile)
      .execute();
    expect(sent).toHaveLength(1);
  });

  test("the sixth within the hour waits half an hour", async () => {
    for (let n = 0; n < 5; n += 1) {
      expect((await testApp.ask(testApp.mobile)).body.code).toBe(200);
      testApp.later(61);
    }
    expect((await testApp.ask(testApp.mobile)).body.code).toBe(42900);
    testApp.later(1800);
    expect((await testApp.ask(testApp.mobile)).body.code).toBe(200);
  });

  test("an address that asks much works for it, and waits when it asks more (SE-09)", async () => {
    const askNew = (n: number, more: object = {}) =>
      testApp.ask(
        `138${String(testApp.people).padStart(3, "0")}${String(n).padStart(5, "0")}`,
        "login",
        more,
      );
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
  await testApp.fresh();
  testApp.later(CODE_SECONDS + 1);
  await sweepCodes(testApp.at.db, new Date(testApp.clock), new Date(testApp.clock - 86_400_000));
  expect(await testApp.at.db.selectFrom("code").select("use").execute()).toEqual([]);
  expect(await testApp.at.db.selectFrom("code_limit").select("key").execute()).not.toEqual([]);
  testApp.later(86_400);
  await sweepCodes(testApp.at.db, new Date(testApp.clock), new Date(testApp.clock));
  expect(await testApp.at.db.selectFrom("code_limit").select("key").execute()).toEqual([]);
});

describe("signing in by a code (SE-04)", () => {
  test("opens a session, once", async () => {
    const code = await testApp.fresh();
    const { body } = await testApp.enter(code);
    expect(body.data.auth_data).toMatchObject({ user_id: testApp.id, account: testApp.account });
    const headers = { authorization: `Bearer ${body.data.token}` };
    expect((await send(testApp.at.app, readUserDetail, {}, { headers })).status).toBe(200);
    expect((await testApp.enter(code)).body.code).toBe(40003);
  });

  test("fifty with the right code at once: one is in", async () => {
    const code = await testApp.fresh();
    const tries = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        send(
          testApp.at.app,
          loginByCode,
          { receiver: testApp.mobile, code },
          { address: `10.8.${n}.1` },
        ),
      ),
    );
    const codes = tries.map(({ body }) => body.code);
    expect(codes.filter((one) => one === 200)).toHaveLength(1);
    const live = await testApp.at.db
      .selectFrom("session")
      .select("id")
      .where("user_id", "=", testApp.id)
      .where("ended_at", "is", null)
      .execute();
    expect(live).toHaveLength(1);
  });

  test("fifty wrong ones at once: five are heard, and the right one is dead", async () => {
    const code = await testApp.fresh();
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        send(
          testApp.at.app,
          loginByCode,
          { receiver: testApp.mobile, code: otherThan(code) },
          { address: `10.7.${n}.1` },
        ),
      ),
    );
    const row = await testApp.at.db
      .selectFrom("code")
      .select("wrong_tries")
      .where("used_at", "is", null)
      .where("created_at", "=", new Date(testApp.clock))
      .where("wrong_tries", ">", 0)
      .execute();
    expect(row).toEqual([{ wrong_tries: 5 }]);
    testApp.later(61);
    expect((await testApp.enter(code)).body.code).toBe(40003);
  });

  test("four wrong ones, then the right one", async () => {
    const code = await testApp.fresh();
    for (let n = 0; n < 4; n += 1)
      expect((await testApp.enter(otherThan(code))).body.code).toBe(40003);
    expect((await testApp.enter(code)).body.code).toBe(200);
  });

  test("wrong ones are answered alike for a receiver that nobody has, and slow down", async () => {
    await testApp.fresh();
    const known = [];
    const unknown = [];
    await testApp.ask("13700000002");
    for (let n = 0; n < 8; n += 1) {
      known.push((await testApp.enter("123456")).text);
      unknown.push((await testApp.enter("123456", {}, "13700000002")).text);
    }
    expect(unknown).toEqual(known);
    expect(known.at(-1)).toContain("42900");
  });

  test("agreements are asked for, and the code is still good (SE-08)", async () => {
    await testApp.at.db.deleteFrom("consent").where("user_id", "=", testApp.id).execute();
    const code = await testApp.fresh();
    const asked = await testApp.enter(code);
    expect(asked.body).toMatchObject({ code: 40004, data: { check: "consent" } });
    const { agreements } = asked.body.data as unknown as { agreements: object[] };
    expect((await testApp.enter(code, { check: { consents: agreements } })).body.code).toBe(200);
  });

  test("after five minutes it is nothing", async () => {
    const code = await testApp.fresh();
    testApp.later(CODE_SECONDS);
    expect((await testApp.enter(code)).body).toMatchObject({ code: 40003, data: null });
  });

  test.each(["reset", "bind"] as const)("a code for %s opens nothing", async (use) => {
    const { headers } = await signIn(testApp.at.app, testApp.account);
    const code = await getCode(testApp.at.app, testApp.mobile, use, {
      headers,
      address: testApp.address,
    });
    expect((await testApp.enter(code)).body.code).toBe(40003);
  });

  test("a family's phone: asked which account, and the code is still good (SE-04)", async () => {
    const child = { account: `${testApp.account}-child`, name: "林小满", mobile: testApp.mobile };
    await testApp.agree(await makePerson(testApp.at.db, child));
    const code = await testApp.fresh();
    const asked = await testApp.enter(code);
    expect(asked.body).toMatchObject({
      code: 40004,
      data: {
        check: "account",
        accounts: [{ account: testApp.account }, { account: `${testApp.account}-child` }],
      },
    });
    expect((await testApp.enter(code, { account: "somebody" })).body.code).toBe(40003);
    const { body } = await testApp.enter(code, { account: `${testApp.account}-child` });
    expect(body.data.auth_data.name).toBe("林小满");
    expect((await testApp.enter(code, { account: testApp.account })).body.code).toBe(40003);
  });

  test("that several share a phone is told to nobody without the code", async () => {
    await makePerson(testApp.at.db, {
      account: `${testApp.account}-child`,
      mobile: testApp.mobile,
    });
    const alone = await testApp.ask("13700000003");
    const shared = await testApp.ask(testApp.mobile);
    expect(shared.text).toBe(alone.text);
    expect((await testApp.enter("123456")).text).toBe(
      (await testApp.enter("123456", {}, "13700000003")).text,
    );
  });
});
