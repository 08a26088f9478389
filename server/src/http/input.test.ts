import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { editUser, login, readUserDetail, saveSetting } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";

let at: TestApp;
let headers: Record<string, string>;

beforeAll(async () => {
  at = await buildTestApp();
  const school = await makeSchool(at.db);
  await makePerson(at.db, { account: "lin", memberships: [{ school, identity: "teacher" }] });
  ({ headers } = await signIn(at.app, "lin"));
});
afterAll(() => at.close());

const post = (payload: string, type = "application/json", path: string = saveSetting.path) =>
  at.app.inject({
    method: "POST",
    url: path,
    headers: { ...headers, "content-type": type },
    payload,
  });

describe("input that does not fit", () => {
  test("names every place, in Chinese", async () => {
    const answer = await send(
      at.app,
      saveSetting,
      { theme: "pink", eye_protection: { interval: 1, mode: "yes" } },
      { headers },
    );
    expect([answer.status, answer.body.code]).toEqual([400, 40001]);
    const { errors } = answer.body.data as unknown as {
      errors: { path: string; message: string }[];
    };
    expect(errors.map(({ path }) => path).toSorted()).toEqual([
      "eye_protection.interval",
      "eye_protection.mode",
      "theme",
    ]);
    for (const { message } of errors) expect(message).toMatch(/[\u4e00-\u9fff]/);
  });

  test("what fits none of several is said once", async () => {
    const answer = await send(at.app, readUserDetail, { identity: "king" }, { headers });
    expect(answer.body.data).toEqual({
      errors: [{ path: "identity", message: "应当是预设定的枚举值之一" }],
    });
  });

  test("a missing and an undeclared field are named themselves", async () => {
    const missing = await send(at.app, login, { password: "x" });
    expect(missing.body.data).toMatchObject({ errors: [{ path: "account" }] });
    for (const form of [false, true]) {
      const more = await send(at.app, editUser, { account: "root" }, { headers, form });
      expect(more.body).toMatchObject({ code: 40001, data: { errors: [{ path: "account" }] } });
    }
  });

  test("JSON is taken as it is: a number in quotes is a text", async () => {
    const eye_protection = { interval: "30" };
    const answer = await send(at.app, saveSetting, { eye_protection }, { headers });
    expect(answer.body.code).toBe(40001);
  });

  test.each(["[]", '"text"', "12", "{", '{"theme":"color"', "undefined"])(
    "%s is not an input",
    async (payload) => {
      const answer = await post(payload);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 40001]);
      expect(answer.json().data.errors[0].message).toMatch(/[\u4e00-\u9fff]/);
    },
  );

  test.each([
    '{"__proto__":{"theme":"color"}}',
    '{"theme":"color","constructor":{"prototype":{"x":1}}}',
    `{"theme":${"[".repeat(5000)}${"]".repeat(5000)}}`,
    `{"theme":${'{"a":'.repeat(500)}1${"}".repeat(500)}}`,
  ])("polluted or bottomless JSON is refused: %.30s", async (payload) => {
    const answer = await post(payload);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 40001]);
  });

  test("a polluted form is refused", async () => {
    const answer = await post("__proto__=1&theme=color", "application/x-www-form-urlencoded");
    expect([answer.statusCode, answer.json().code]).toEqual([400, 40001]);
    const query = await at.app.inject({ url: `${readUserDetail.path}?__proto__=1`, headers });
    expect([query.statusCode, query.json().code]).toEqual([400, 40001]);
  });

  test("too much is refused", async () => {
    const answer = await post(JSON.stringify({ theme: "x".repeat(200_000) }));
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      { code: 41300, data: null, msg: "提交的内容过大" },
    ]);
  });

  test.each(["text/plain", "application/xml", "multipart/form-data; boundary=x"])(
    "%s is no way to send input",
    async (type) => {
      const answer = await post("theme=color", type);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 40001]);
    },
  );

  test("nothing at all is an empty input", async () => {
    for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
      expect((await post("", type)).statusCode).toBe(200);
    }
    const bare = await at.app.inject({ method: "POST", url: saveSetting.path, headers });
    expect(bare.statusCode).toBe(200);
  });

  test("who is not signed in is told so before the input is looked at", async () => {
    const answer = await at.app.inject({
      method: "POST",
      url: saveSetting.path,
      headers: { "content-type": "application/json" },
      payload: "{",
    });
    expect(answer.statusCode).toBe(401);
  });
});

describe("addresses", () => {
  test.each([
    ["GET", "/dt-platform/v1/nothing"],
    ["GET", "/dt-ecampus/content/v9"],
    ["POST", readUserDetail.path],
    ["GET", saveSetting.path],
    ["HEAD", readUserDetail.path],
    ["OPTIONS", readUserDetail.path],
    ["GET", `${readUserDetail.path}/`],
    ["GET", "/dt-platform/%zz"],
  ] as const)("%s %s is not there", async (method, url) => {
    const answer = await at.app.inject({ method, url, headers });
    expect(answer.statusCode).toBe(404);
    if (method !== "HEAD") {
      expect(answer.json()).toEqual({ code: 40400, data: null, msg: "内容不存在" });
    }
  });

  test("elsewhere an unknown address is plain", async () => {
    const answer = await at.app.inject({ url: "/nothing" });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([
      404,
      "text/plain; charset=utf-8",
    ]);
  });
});

test("answers that are data let nothing run, frame or keep them", async () => {
  const { headers: sent } = await send(at.app, readUserDetail, {}, { headers });
  expect(sent).toMatchObject({
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-request-id": expect.any(String),
  });
});
