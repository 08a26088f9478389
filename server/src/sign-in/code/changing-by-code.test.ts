import { describe, expect, test } from "vitest";
import { editUser, login, readUserDetail, resetPassword } from "#contract";
import { getCode, otherThan } from "../../../test/codes.ts";
import { makePerson, signIn, TEST_PASSWORD } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";
import { openTestApp } from "./code.fixture.ts";

const NEW_PASSWORD = "another-password";
/** The app for changes that a code confirms: of a password, or of a mobile number or e-mail address. */
const testApp = openTestApp();

const reset = (code: string, more: object = {}) =>
  send(
    testApp.at.app,
    resetPassword,
    {
      account: testApp.account,
      receiver: testApp.mobile,
      code,
      new_password: NEW_PASSWORD,
      ...more,
    },
    { address: testApp.address },
  );

describe("a new password by a code (SE-11)", () => {
  const canSignIn = async (password: string) =>
    (
      await send(
        testApp.at.app,
        login,
        { account: testApp.account, password },
        { address: testApp.address },
      )
    ).body.code;

  test("every session and remembered device ends; only the new password opens", async () => {
    const remembered = await send(
      testApp.at.app,
      login,
      { account: testApp.account, password: TEST_PASSWORD, need_remember: true },
      { address: testApp.address },
    );
    const { token, credential } = remembered.body.data;
    const pc = await signIn(testApp.at.app, testApp.account, { client: "pc" });
    const code = await testApp.fresh("reset");
    expect((await reset(code)).body).toMatchObject({ code: 200, data: {} });
    for (const headers of [{ authorization: `Bearer ${token}` }, pc.headers]) {
      const ended = await send(testApp.at.app, readUserDetail, {}, { headers });
      expect([ended.status, ended.body.data]).toEqual([401, { reason: "revoked" }]);
    }
    expect(
      (
        await send(
          testApp.at.app,
          login,
          { account: testApp.account, credential },
          { address: testApp.address },
        )
      ).body.code,
    ).toBe(40002);
    expect(await canSignIn(TEST_PASSWORD)).toBe(40002);
    expect(await canSignIn(NEW_PASSWORD)).toBe(200);
    expect((await reset(code)).body.code).toBe(40003);
  });

  test("thirty at once: one password is set", async () => {
    const code = await testApp.fresh("reset");
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        send(
          testApp.at.app,
          resetPassword,
          {
            account: testApp.account,
            receiver: testApp.mobile,
            code,
            new_password: `rivers-${n}-hills`,
          },
          { address: `10.6.${n}.1` },
        ),
      ),
    );
    const won = tries.flatMap(({ body }, n) => (body.code === 200 ? [n] : []));
    expect(won).toHaveLength(1);
    expect(await canSignIn(`rivers-${won[0]}-hills`)).toBe(200);
  });

  test.each([
    ["another account", () => ({ account: "somebody" })],
    ["an account that is reached elsewhere", () => ({ account: "elsewhere" })],
    ["a wrong code", (code: string) => ({ code: otherThan(code) })],
    ["another receiver", () => ({ receiver: "13700000009" })],
  ])("%s: one and the same refusal", async (_what, change) => {
    await testApp.at.db
      .insertInto("user")
      .values({
        id: `elsewhere${testApp.people}`,
        account: "elsewhere",
        name: "x",
        mobile: "13700000008",
      })
      .onConflict((conflict) => conflict.column("account").doNothing())
      .execute();
    const code = await testApp.fresh("reset");
    expect((await reset(code, change(code))).body).toEqual({
      code: 40003,
      data: null,
      msg: "验证码不正确或已过期",
    });
    expect(await canSignIn(TEST_PASSWORD)).toBe(200);
  });

  test.each([
    ["too short", { new_password: "short" }],
    ["guessed first", { new_password: "12345678" }],
    ["the account's name", () => ({ new_password: testApp.account.padEnd(8, "x").slice(0, 64) })],
  ])("a password that is %s is refused, and the code stays good", async (what, given) => {
    if (what === "the account's name") {
      testApp.account = "a-long-account";
      await testApp.at.db
        .updateTable("user")
        .set({ account: testApp.account })
        .where("id", "=", testApp.id)
        .execute();
    }
    const code = await testApp.fresh("reset");
    const more = typeof given === "function" ? given() : given;
    const { body } = await reset(code, more);
    expect(body).toMatchObject({ code: 40001, data: { errors: [{ path: "new_password" }] } });
    expect((await reset(code)).body.code).toBe(200);
  });
});

describe("a contact by a code (ID-09)", () => {
  const NEW = "13600000001";
  const edit = (headers: Record<string, string>, input: object) =>
    send(testApp.at.app, editUser, { ...input }, { headers, address: testApp.address });

  test("goes to the new number, and only for who is signed in", async () => {
    expect((await testApp.ask(NEW, "bind")).status).toBe(401);
    const { headers } = await signIn(testApp.at.app, testApp.account);
    const code = await getCode(testApp.at.app, NEW, "bind", { headers, address: testApp.address });
    const { body } = await edit(headers, { mobile: NEW, code });
    expect(body.data.mobile).toBe("136****0001");
    expect((await edit(headers, { mobile: NEW, code })).body.code).toBe(40003);
  });

  test("is the person's own: another's code for the same number is wrong", async () => {
    testApp.later(3600);
    const other = `${testApp.account}-other`;
    await makePerson(testApp.at.db, { account: other });
    const mine = await signIn(testApp.at.app, testApp.account);
    const others = await signIn(testApp.at.app, other);
    const code = await getCode(testApp.at.app, NEW, "bind", {
      headers: others.headers,
      address: testApp.address,
    });
    expect((await edit(mine.headers, { mobile: NEW, code })).body.code).toBe(40003);
    expect((await edit(mine.headers, { mobile: "13600000002", code })).body.code).toBe(40003);
  });

  test("a page left open for long wants the password as well", async () => {
    testApp.later(3600);
    const { headers } = await signIn(testApp.at.app, testApp.account);
    testApp.later(301);
    const code = await getCode(testApp.at.app, NEW, "bind", { headers, address: testApp.address });
    const { body } = await edit(headers, { mobile: NEW, code });
    expect(body).toMatchObject({ code: 40001, data: { errors: [{ path: "old_password" }] } });
    const both = await edit(headers, { mobile: NEW, code, old_password: TEST_PASSWORD });
    expect(both.body.code).toBe(200);
  });

  test("mobile and e-mail one after the other", async () => {
    const { headers } = await signIn(testApp.at.app, testApp.account);
    const { body } = await edit(headers, { mobile: NEW, email: "a@b.cn", code: "123456" });
    expect(body).toMatchObject({ code: 40001, data: { errors: [{ path: "code" }] } });
  });

  test("taking one away wants the password", async () => {
    const { headers } = await signIn(testApp.at.app, testApp.account);
    const { body } = await edit(headers, { mobile: "", code: "123456" });
    expect(body).toMatchObject({ code: 40001, data: { errors: [{ path: "old_password" }] } });
  });

  test("a password by a code to the contact on file", async () => {
    const { headers } = await signIn(testApp.at.app, testApp.account);
    const code = await testApp.fresh("reset");
    const { body } = await edit(headers, { password: NEW_PASSWORD, code });
    expect(body.code).toBe(200);
    const { body: again } = await send(
      testApp.at.app,
      login,
      { account: testApp.account, password: NEW_PASSWORD },
      { address: testApp.address },
    );
    expect(again.code).toBe(200);
  });
});
