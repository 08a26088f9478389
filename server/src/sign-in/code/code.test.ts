import { describe, expect, test } from "vitest";
import { CODE_SECONDS, loginByCode, readUserDetail, sendCode } from "#contract";
import { codeIn, getCode, otherThan } from "../../../test/codes.ts";
import { makePerson, signIn } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";
import { solve } from "../../../test/work.ts";
import { sweepCodes } from "./codes.ts";
import { openRoom } from "./room.fixture.ts";

/** The app for asking for a code, and signing in with it. */
const room = openRoom();

describe("asking for a code (SE-04)", () => {
  test("it goes out to who is reached there, however the number was typed", async () => {
    const { body } = await room.ask(` +86 ${room.mobile.slice(0, 3)}-${room.mobile.slice(3)} `);
    expect(body.data).toEqual({ expires_in: CODE_SECONDS });
    await room.at.app.background.settle();
    expect(await codeIn(room.at.db, room.mobile)).toMatch(/^\d{6}$/);
  });

  test("by e-mail too, whatever case it is kept in", async () => {
    const code = await room.fresh("login", `${room.account}@school.example.cn`);
    const { body } = await room.enter(code, {}, `${room.account.toUpperCase()}@school.example.cn`);
    expect(body.data.auth_data).toMatchObject({ user_id: room.id, account: room.account });
  });

  test("nobody is reached there: the same answer, and nothing goes out", async () => {
    const known = await room.ask(room.mobile);
    const unknown = await room.ask("13700000000");
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    await room.at.app.background.settle();
    expect(await codeIn(room.at.db, "13700000000")).toBeUndefined();
    // a wrong guess at either must cost the same write
    const kept = await room.at.db
      .selectFrom("code")
      .select("use")
      .where("use", "=", "login")
      .execute();
    expect(kept.length).toBeGreaterThanOrEqual(2);
  });

  test("a disabled person is not reached", async () => {
    await room.at.db
      .updateTable("user")
      .set({ is_abled: false })
      .where("id", "=", room.id)
      .execute();
    await room.ask(room.mobile);
    await room.at.app.background.settle();
    expect(await codeIn(room.at.db, room.mobile)).toBeUndefined();
  });

  test("is kept as a hash only", async () => {
    const code = await room.fresh();
    const rows = await room.at.db.selectFrom("code").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain(room.mobile);
  });

  test.each(["12345", "1390000", "nobody@", "林岚的手机"])("%s is refused", async (receiver) => {
    const { body } = await room.ask(receiver);
    expect(body).toMatchObject({ code: 40001, data: { errors: [{ path: "receiver" }] } });
  });

  test("as a form", async () => {
    const form = { receiver: room.mobile, use: "login" };
    expect(
      (await send(room.at.app, sendCode, form, { form: true, address: room.address })).body.code,
    ).toBe(200);
  });

  test("a second one after a minute, known or not; the newest alone counts", async () => {
    for (const receiver of [room.mobile, "13700000001"]) {
      expect((await room.ask(receiver)).body.code).toBe(200);
      const again = await room.ask(receiver);
      expect(again.body).toMatchObject({ code: 42900, data: { retry_after: 60 } });
      expect(again.headers["retry-after"]).toBe("60");
    }
    await room.at.app.background.settle();
    const first = (await codeIn(room.at.db, room.mobile)) ?? "";
    room.later(60);
    const second = await room.fresh();
    if (first !== second) expect((await room.enter(first)).body.code).toBe(40003);
    expect((await room.enter(second)).body.code).toBe(200);
  });

  test("of two hundred at once, one goes out", async () => {
    const asked = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        send(
          room.at.app,
          sendCode,
          { receiver: room.mobile, use: "login" },
          { address: `10.9.${n}.1` },
        ),
      ),
    );
    const codes = asked.map(({ body }) => body.code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set([200, 42900]));
    await room.at.app.background.settle();
    const sent = await room.at.db
      .selectFrom("outbox")
      .select("id")
      .where("receiver", "=", room.mobile)
      .execute();
    expect(sent).toHaveLength(1);
  });

  test("the sixth within the hour waits half an hour", async () => {
    for (let n = 0; n < 5; n += 1) {
      expect((await room.ask(room.mobile)).body.code).toBe(200);
      room.later(61);
    }
    expect((await room.ask(room.mobile)).body.code).toBe(42900);
    room.later(1800);
    expect((await room.ask(room.mobile)).body.code).toBe(200);
  });

  test("an address that asks much works for it, and waits when it asks more (SE-09)", async () => {
    const askNew = (n: number, more: object = {}) =>
      room.ask(
        `138${String(room.people).padStart(3, "0")}${String(n).padStart(5, "0")}`,
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
  await room.fresh();
  room.later(CODE_SECONDS + 1);
  await sweepCodes(room.at.db, new Date(room.clock), new Date(room.clock - 86_400_000));
  expect(await room.at.db.selectFrom("code").select("use").execute()).toEqual([]);
  expect(await room.at.db.selectFrom("code_limit").select("key").execute()).not.toEqual([]);
  room.later(86_400);
  await sweepCodes(room.at.db, new Date(room.clock), new Date(room.clock));
  expect(await room.at.db.selectFrom("code_limit").select("key").execute()).toEqual([]);
});

describe("signing in by a code (SE-04)", () => {
  test("opens a session, once", async () => {
    const code = await room.fresh();
    const { body } = await room.enter(code);
    expect(body.data.auth_data).toMatchObject({ user_id: room.id, account: room.account });
    const headers = { authorization: `Bearer ${body.data.token}` };
    expect((await send(room.at.app, readUserDetail, {}, { headers })).status).toBe(200);
    expect((await room.enter(code)).body.code).toBe(40003);
  });

  test("two hundred with the right code at once: one is in", async () => {
    const code = await room.fresh();
    const tries = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        send(room.at.app, loginByCode, { receiver: room.mobile, code }, { address: `10.8.${n}.1` }),
      ),
    );
    const codes = tries.map(({ body }) => body.code);
    expect(codes.filter((one) => one === 200)).toHaveLength(1);
    const live = await room.at.db
      .selectFrom("session")
      .select("id")
      .where("user_id", "=", room.id)
      .where("ended_at", "is", null)
      .execute();
    expect(live).toHaveLength(1);
  });

  test("two hundred wrong ones at once: five are heard, and the right one is dead", async () => {
    const code = await room.fresh();
    await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        send(
          room.at.app,
          loginByCode,
          { receiver: room.mobile, code: otherThan(code) },
          { address: `10.7.${n}.1` },
        ),
      ),
    );
    const row = await room.at.db
      .selectFrom("code")
      .select("wrong_tries")
      .where("used_at", "is", null)
      .where("created_at", "=", new Date(room.clock))
      .where("wrong_tries", ">", 0)
      .execute();
    expect(row).toEqual([{ wrong_tries: 5 }]);
    room.later(61);
    expect((await room.enter(code)).body.code).toBe(40003);
  });

  test("four wrong ones, then the right one", async () => {
    const code = await room.fresh();
    for (let n = 0; n < 4; n += 1)
      expect((await room.enter(otherThan(code))).body.code).toBe(40003);
    expect((await room.enter(code)).body.code).toBe(200);
  });

  test("wrong ones are answered alike for a receiver that nobody has, and slow down", async () => {
    await room.fresh();
    const known = [];
    const unknown = [];
    await room.ask("13700000002");
    for (let n = 0; n < 8; n += 1) {
      known.push((await room.enter("123456")).text);
      unknown.push((await room.enter("123456", {}, "13700000002")).text);
    }
    expect(unknown).toEqual(known);
    expect(known.at(-1)).toContain("42900");
  });

  test("agreements are asked for, and the code is still good (SE-08)", async () => {
    await room.at.db.deleteFrom("consent").where("user_id", "=", room.id).execute();
    const code = await room.fresh();
    const asked = await room.enter(code);
    expect(asked.body).toMatchObject({ code: 40004, data: { check: "consent" } });
    const { agreements } = asked.body.data as unknown as { agreements: object[] };
    expect((await room.enter(code, { check: { consents: agreements } })).body.code).toBe(200);
  });

  test("after five minutes it is nothing", async () => {
    const code = await room.fresh();
    room.later(CODE_SECONDS);
    expect((await room.enter(code)).body).toMatchObject({ code: 40003, data: null });
  });

  test.each(["reset", "bind"] as const)("a code for %s opens nothing", async (use) => {
    const { headers } = await signIn(room.at.app, room.account);
    const code = await getCode(room.at.app, room.mobile, use, { headers, address: room.address });
    expect((await room.enter(code)).body.code).toBe(40003);
  });

  test("a family's phone: asked which account, and the code is still good (SE-04)", async () => {
    const child = { account: `${room.account}-child`, name: "林小满", mobile: room.mobile };
    await room.agree(await makePerson(room.at.db, child));
    const code = await room.fresh();
    const asked = await room.enter(code);
    expect(asked.body).toMatchObject({
      code: 40004,
      data: {
        check: "account",
        accounts: [{ account: room.account }, { account: `${room.account}-child` }],
      },
    });
    expect((await room.enter(code, { account: "somebody" })).body.code).toBe(40003);
    const { body } = await room.enter(code, { account: `${room.account}-child` });
    expect(body.data.auth_data.name).toBe("林小满");
    expect((await room.enter(code, { account: room.account })).body.code).toBe(40003);
  });

  test("that several share a phone is told to nobody without the code", async () => {
    await makePerson(room.at.db, { account: `${room.account}-child`, mobile: room.mobile });
    const alone = await room.ask("13700000003");
    const shared = await room.ask(room.mobile);
    expect(shared.text).toBe(alone.text);
    expect((await room.enter("123456")).text).toBe(
      (await room.enter("123456", {}, "13700000003")).text,
    );
  });
});
