import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { editUser, login, readUserDetail } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";

const NEW_PASSWORD = "another-password";
let at: TestApp;
let people = 0;
let account: string;
let headers: Record<string, string>;

beforeAll(async () => {
  at = await buildTestApp();
});
afterAll(() => at.close());
beforeEach(async () => {
  account = `person${(people += 1)}`;
  await makePerson(at.db, { account, mobile: "13812340000", email: "old@example.cn" });
  ({ headers } = await signIn(at.app, account));
});

const edit = async (input: Record<string, unknown>, form = false) =>
  (await send(at.app, editUser, input, { headers, form })).body;
const contacts = async () => {
  const input = { fields: "mobile,email" };
  return (await send(at.app, readUserDetail, input, { headers })).body.data;
};
const canSignIn = async (password: string) =>
  (await send(at.app, login, { account, password })).body.code;

describe("mobile and e-mail (ID-09)", () => {
  test.each([false, true])("change with the password; as a form: %s", async (form) => {
    const input = { mobile: "13900001111", email: "new@example.cn", old_password: TEST_PASSWORD };
    const { data } = await edit(input, form);
    expect(data).toMatchObject({ mobile: "139****1111", email: "n***@example.cn" });
    expect(await contacts()).toEqual({ mobile: "13900001111", email: "new@example.cn" });
  });

  test("empty takes them away", async () => {
    await edit({ mobile: "", email: "", old_password: TEST_PASSWORD });
    expect(await contacts()).toEqual({ mobile: null, email: null });
  });

  test("stay as they are without the password, or with a wrong one", async () => {
    const before = await contacts();
    const without = await edit({ mobile: "13900001111" });
    expect(without).toMatchObject({
      code: 40001,
      msg: "请输入当前密码",
      data: { errors: [{ path: "old_password", message: "请输入当前密码" }] },
    });
    const wrong = await edit({ email: "new@example.cn", old_password: "wrong" });
    expect(wrong).toMatchObject({ code: 40002, msg: "当前密码不正确" });
    expect(await contacts()).toEqual(before);
  });

  test.each([{ mobile: "12345678901" }, { mobile: "1381234000" }, { email: "nobody" }])(
    "%j is refused",
    async (input) => {
      expect((await edit({ ...input, old_password: TEST_PASSWORD })).code).toBe(40001);
    },
  );

  test("wrong passwords slow down here as at sign-in (SE-09)", async () => {
    const tries: number[] = [];
    for (let index = 0; index < 7; index += 1) {
      tries.push((await edit({ email: "new@example.cn", old_password: "wrong" })).code);
    }
    expect(tries).toContain(42900);
    expect(await canSignIn(TEST_PASSWORD)).toBe(42900);
  });
});

describe("password (ID-09)", () => {
  test("changes, and the old one opens nothing any more", async () => {
    const input = { password: NEW_PASSWORD, old_password: TEST_PASSWORD };
    expect((await edit(input)).code).toBe(200);
    expect(await canSignIn(TEST_PASSWORD)).toBe(40002);
    expect(await canSignIn(NEW_PASSWORD)).toBe(200);
  });

  test("ends every other session and remembered device, not this one", async () => {
    const remembered = await send(at.app, login, {
      account,
      password: TEST_PASSWORD,
      need_remember: true,
    });
    const { token, credential } = remembered.body.data;
    headers = { authorization: `Bearer ${token}` };
    const pc = await signIn(at.app, account, { client: "pc" });
    await edit({ password: NEW_PASSWORD, old_password: TEST_PASSWORD });
    const other = await send(at.app, readUserDetail, {}, { headers: pc.headers });
    expect([other.status, other.body.data]).toEqual([401, { reason: "revoked" }]);
    expect((await send(at.app, readUserDetail, {}, { headers })).status).toBe(200);
    expect((await send(at.app, login, { account, credential })).body.code).toBe(40002);
  });

  test.each([
    ["without the present one", { password: NEW_PASSWORD }, 40001],
    ["with a wrong one", { password: NEW_PASSWORD, old_password: "wrong" }, 40002],
    ["that is too short", { password: "short", old_password: TEST_PASSWORD }, 40001],
    ["that is guessed first", { password: "12345678", old_password: TEST_PASSWORD }, 40001],
    ["that is the present one", { password: TEST_PASSWORD, old_password: TEST_PASSWORD }, 40001],
  ])("a new one %s is refused, and the present one stays", async (_name, input, code) => {
    expect((await edit(input)).code).toBe(code);
    expect(await canSignIn(TEST_PASSWORD)).toBe(200);
  });

  test("may not be the account's name", async () => {
    const long = "Long.Account.Name";
    await makePerson(at.db, { account: long.toLowerCase() });
    ({ headers } = await signIn(at.app, long.toLowerCase()));
    expect((await edit({ password: long, old_password: TEST_PASSWORD })).code).toBe(40001);
  });

  test("a name needs no password", async () => {
    expect((await edit({ name: "新名" })).data.name).toBe("新名");
  });
});
