import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launchApp, PROOF_FRESH_SECONDS } from "#contract";
import { makeApps } from "../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { codeAt, setUpAuthenticator } from "../../test/factors.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";

let time = Date.parse("2026-11-20T00:00:00Z");
let at: TestApp;
let people = 0;
let token: string;
let secret: string;
let codes: string[];

beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(time) });
  await makeSchool(at.db, { id: "school" });
  await makeApps(at.db, [{ id: "marks", launch: "ticket", step_up: true, secret: "of marks" }]);
});
afterAll(() => at.close());
beforeEach(async () => {
  const account = `person${(people += 1)}`;
  await makePerson(at.db, { account, memberships: [{ school: "school", identity: "teacher" }] });
  const signedIn = await signIn(at.app, account);
  token = signedIn.token;
  ({ secret, codes } = await setUpAuthenticator(at.app, signedIn.headers, time));
  time += PROOF_FRESH_SECONDS * 1000 + 30_000;
});

const open = (more: object = {}) =>
  send(
    at.app,
    launchApp,
    { app_id: "marks", ...more },
    { headers: { authorization: `Bearer ${token}` } },
  );

describe("a fresh proof of who has a second factor", () => {
  test("may be either", async () => {
    const { status, body } = await open();
    expect([status, body.code, body.data]).toEqual([
      400,
      40004,
      { check: "password", ways: ["totp", "recovery"] },
    ]);
    expect((await open({ password: TEST_PASSWORD })).status).toBe(200);
    time += PROOF_FRESH_SECONDS * 1000;
    expect((await open({ check: { totp: codeAt(secret, time) } })).status).toBe(200);
    // and is fresh from then on
    expect((await open()).status).toBe(200);
    time += PROOF_FRESH_SECONDS * 1000;
    expect((await open({ check: { recovery: codes[0] } })).status).toBe(200);
  });

  test("is refused when it is wrong, or was used", async () => {
    const totp = codeAt(secret, time);
    expect((await open({ check: { totp: "000000" } })).body.code).toBe(40003);
    expect((await open({ password: "guess" })).body.code).toBe(40002);
    const answers = await Promise.all(Array.from({ length: 4 }, () => open({ check: { totp } })));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    time += PROOF_FRESH_SECONDS * 1000;
    expect((await open({ check: { totp } })).body.code).toBe(40003);
  });

  test("of somebody without one, a code is none", async () => {
    await makePerson(at.db, {
      account: "plain",
      memberships: [{ school: "school", identity: "teacher" }],
    });
    ({ token } = await signIn(at.app, "plain"));
    time += PROOF_FRESH_SECONDS * 1000;
    const refused = await open({ check: { totp: "123456" } });
    expect([refused.body.code, refused.body.data]).toEqual([40004, { check: "password" }]);
  });
});

/** Tests the page that an app's sign-in leads over (CAS `renew`). */
describe("on a page without scripts", () => {
  const cas = (url: string, payload?: Record<string, string>) =>
    at.app.inject({
      url,
      ...(payload === undefined
        ? {}
        : {
            method: "POST" as const,
            payload: new URLSearchParams(payload).toString(),
          }),
      headers: {
        cookie: `token=${token}`,
        ...(payload && { "content-type": "application/x-www-form-urlencoded" }),
      },
    });
  const field = (page: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";

  test("the authenticator's code will do", async () => {
    await makeApps(at.db, [
      {
        id: "library",
        launch: "cas",
        approved: true,
        settings: { services: ["https://library.example/"] },
      },
    ]);
    const service = encodeURIComponent("https://library.example/");
    const asked = await cas(`/cas/login?service=${service}&renew=true`);
    expect(asked.body).toContain("密码，或验证器上的 6 位数字");
    const fields = { next: field(asked.body, "next"), seal: field(asked.body, "seal") };
    const wrong = await cas("/launch/prove", { ...fields, password: "000000" });
    expect([wrong.statusCode, wrong.body.includes("动态码不正确")]).toEqual([400, true]);
    const proved = await cas("/launch/prove", { ...fields, password: codeAt(secret, time) });
    expect(proved.statusCode).toBe(303);
  });
});
