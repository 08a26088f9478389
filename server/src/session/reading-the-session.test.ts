import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readApps, readUserDetail, saveSetting, type Call } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";

let at: TestApp;
let token: string;
let other: string;
const none = { code: 401, data: { reason: "none" }, msg: "请先登录" };
const notAllowed = { code: 40005, data: null, msg: "当前身份不能进行此操作" };

beforeAll(async () => {
  at = await buildTestApp();
  const school = await makeSchool(at.db);
  const closed = await makeSchool(at.db, { is_abled: false });
  await makePerson(at.db, {
    account: "lin",
    memberships: [
      { school, identity: "teacher" },
      { school, identity: "manager", is_abled: false },
      { school: closed, identity: "parent" },
    ],
  });
  await makePerson(at.db, { account: "wu" });
  ({ token } = await signIn(at.app, "lin"));
  ({ token: other } = await signIn(at.app, "wu"));
});
afterAll(() => at.close());

const bearer = (value: string) => ({ authorization: `Bearer ${value}` });
const cookie = (value: string) => ({ cookie: `token=${value}` });

describe("where the token is read", () => {
  test("in the header, the query, and for a GET in the cookie", async () => {
    const byHeader = await send(at.app, readUserDetail, {}, { headers: bearer(token) });
    const byQuery = await send(at.app, readUserDetail, { jwt: token, t: "1" });
    const byCookie = await send(at.app, readUserDetail, {}, { headers: cookie(token) });
    expect(byHeader.body.data.account).toBe("lin");
    expect(byQuery.body).toEqual(byHeader.body);
    expect(byCookie.body).toEqual(byHeader.body);
  });

  test("the query also opens a write", async () => {
    const answer = await at.app.inject({
      method: "POST",
      url: `${saveSetting.path}?jwt=${token}`,
      payload: { theme: "color" },
    });
    expect(answer.statusCode).toBe(200);
  });

  test("the cookie alone opens no write", async () => {
    const input = { theme: "monochrome" };
    const alone = await send(at.app, saveSetting, input, { headers: cookie(token) });
    expect([alone.status, alone.body]).toEqual([401, none]);
    const both = { ...cookie(token), ...bearer(token) };
    expect((await send(at.app, saveSetting, input, { headers: both })).status).toBe(200);
  });

  test.each([
    ["header and query", () => ({ input: { jwt: other }, headers: bearer(token) })],
    ["query and cookie", () => ({ input: { jwt: token }, headers: cookie(other) })],
  ])("%s that disagree open nothing", async (_name, sent) => {
    const { input, headers } = sent();
    const answer = await send(at.app, readUserDetail, input, { headers });
    expect([answer.status, answer.body]).toEqual([401, none]);
  });

  test("a cookie that came along does not outvote the header (SE-14)", async () => {
    const headers = { ...bearer(token), ...cookie(other) };
    const answer = await send(at.app, readUserDetail, {}, { headers });
    expect(answer.body.data.account).toBe("lin");
    const unknown = { ...bearer("x".repeat(43)), ...cookie(other) };
    expect((await send(at.app, readUserDetail, {}, { headers: unknown })).status).toBe(401);
  });

  test("two different jwt in one address open nothing", async () => {
    const url = `${readUserDetail.path}?jwt=${token}&jwt=${other}`;
    expect((await at.app.inject({ url })).statusCode).toBe(401);
  });

  test.each([
    bearer("nonsense"),
    bearer("x".repeat(500)),
    { authorization: `Basic ${btoa("a:b")}` },
  ])("%j opens nothing", async (headers) => {
    const answer = await send(at.app, readUserDetail, {}, { headers });
    expect([answer.status, answer.body]).toEqual([401, none]);
  });

  test("an empty jwt, as a page without a token sends it, is no token", async () => {
    const answer = await send(at.app, readUserDetail, { jwt: "" }, { headers: bearer(token) });
    expect(answer.status).toBe(200);
  });
});

describe("the identity a call acts under", () => {
  const asked = async (call: Call, identity?: string) => {
    const headers = identity === undefined ? bearer(token) : { ...bearer(token), identity };
    return send(at.app, call, {}, { headers });
  };

  test("the current one when none is named", async () => {
    expect((await asked(readUserDetail)).body.data).toMatchObject({ identity: "teacher" });
    expect((await asked(readApps)).status).toBe(200);
  });

  test.each(["student", "nobody", "teacher,all"])(
    "%s is not held: refused everywhere",
    async (one) => {
      for (const call of [readUserDetail, readApps] as const) {
        const answer = await asked(call, one);
        expect([answer.status, answer.body]).toEqual([400, notAllowed]);
      }
    },
  );

  test.each(["manager", "parent"])(
    "%s is held only where it is disabled: enough to ask who one is, not to act",
    async (identity) => {
      const self = await asked(readUserDetail, identity);
      expect(self.body.data).toMatchObject({ identity, school: { is_abled: false } });
      expect((await asked(readApps, identity)).body).toEqual(notAllowed);
    },
  );

  test("a person without a membership asks who they are, and acts as nobody", async () => {
    const headers = bearer(other);
    const self = await send(at.app, readUserDetail, {}, { headers });
    expect(self.body.data).toMatchObject({ identity: null, school: null, identities: [] });
    expect((await send(at.app, readApps, {}, { headers })).body).toEqual(notAllowed);
  });
});
