import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CALLS, LoginAnswer, login, logout, readUserDetail, type Call } from "#contract";
import { buildTestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { refuseCrossSite } from "./same-site.ts";

const OWN = "https://school.example.cn";
const LISTED = "https://pages.example.cn";
const FOREIGN = "https://evil.example";
const REFUSED = { code: 40005, data: null, msg: "只能在本平台自己的页面上登录或退出" };

describe("which pages may open or end a session (SE-14)", () => {
  const config = { corsOrigins: [LISTED], publicUrl: `${OWN}/school` };
  const isRefused = (headers: Record<string, string>, host = "10.1.2.3:7100") => {
    try {
      refuseCrossSite(config, { headers, host });
      return false;
    } catch {
      return true;
    }
  };

  test.each([
    ["a program or a native shell, which says nothing", {}],
    ["a page of the public address", { origin: OWN }],
    ["a page of the address that was called", { origin: "http://10.1.2.3:7100" }],
    ["the same over HTTPS, which ends at the proxy", { origin: "https://10.1.2.3:7100" }],
    ["a page of CORS_ORIGINS", { origin: LISTED, "sec-fetch-site": "cross-site" }],
    [
      "a page of CORS_ORIGINS, under the same name",
      { origin: LISTED, "sec-fetch-site": "same-site" },
    ],
    [
      "an own page whose proxy hands another Host on",
      { origin: "https://a.cn", "sec-fetch-site": "same-origin" },
    ],
    ["an own form under a referrer policy", { origin: "null", "sec-fetch-site": "same-origin" }],
    ["an own page's GET", { "sec-fetch-site": "same-origin" }],
    ["an address that was typed", { "sec-fetch-site": "none" }],
  ])("%s may", (_who, headers) => expect(isRefused(headers)).toBe(false));

  test.each([
    ["a page of another site", { origin: FOREIGN }],
    ["the same in a browser that says so", { origin: FOREIGN, "sec-fetch-site": "cross-site" }],
    ["another site without an Origin", { "sec-fetch-site": "cross-site" }],
    ["a neighbour's page", { origin: "https://blog.example.cn", "sec-fetch-site": "same-site" }],
    ["a neighbour without an Origin", { "sec-fetch-site": "same-site" }],
    ["a page in a sandbox", { origin: "null" }],
    ["another port of the same machine", { origin: "http://10.1.2.3:8000" }],
    ["the public name without its encryption", { origin: "http://school.example.cn" }],
    ["an Origin that is no address", { origin: "x" }],
    ["an Origin that only begins like an own one", { origin: `${OWN}.evil.example` }],
  ])("%s may not", (_who, headers) => expect(isRefused(headers)).toBe(true));

  test("the case of the Host does not matter", () => {
    expect(isRefused({ origin: "http://school-server" }, "School-Server")).toBe(false);
  });
});

describe("a page of another site", () => {
  let app: FastifyInstance;
  let close: () => Promise<void>;
  let own: Awaited<ReturnType<typeof signIn>>;
  let attacker: Awaited<ReturnType<typeof signIn>>;
  beforeAll(async () => {
    const built = await buildTestApp();
    ({ app, close } = built);
    const school = await makeSchool(built.db);
    for (const account of ["own", "attacker"]) {
      await makePerson(built.db, { account, memberships: [{ school, identity: "teacher" }] });
    }
    own = await signIn(app, "own");
    attacker = await signIn(app, "attacker");
  });
  afterAll(() => close());

  test("signs nobody in by a form", async () => {
    const input = { account: "attacker", password: TEST_PASSWORD };
    const headers = { origin: FOREIGN };
    const answer = await send(app, login, input, { headers, form: true });
    expect([answer.status, answer.body]).toEqual([400, REFUSED]);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  test("takes nobody's cookie away", async () => {
    const headers = { cookie: `token=${own.token}`, "sec-fetch-site": "cross-site" };
    const answer = await send(app, logout, {}, { headers, form: true });
    expect([answer.status, answer.body]).toEqual([400, REFUSED]);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  test("is refused by every such call before its input is read", async () => {
    const guarded = Object.entries<Call>(CALLS).filter(([, call]) => call.sameSiteOnly === true);
    const names = guarded.map(([name]) => name);
    expect(names.toSorted()).toMatchInlineSnapshot(`
      [
        "confirmQrCode",
        "createQrCode",
        "endDeviceSession",
        "forgetDevice",
        "login",
        "loginByCode",
        "loginByPasskey",
        "logout",
        "readQrStatus",
        "register",
        "resetPassword",
      ]
    `);
    for (const [name, call] of guarded) {
      const headers = { ...own.headers, origin: FOREIGN };
      const answer = await send(app, call, {}, { headers });
      expect([name, answer.status, answer.body]).toEqual([name, 400, REFUSED]);
    }
  });

  test("finds no call that answers a sign-in and lacks the rule", () => {
    const signingIn = Object.entries<Call>(CALLS).filter(([, { answer }]) =>
      JSON.stringify(answer).includes(JSON.stringify(LoginAnswer)),
    );
    expect(signingIn.length).toBeGreaterThan(3);
    for (const [name, call] of signingIn) expect([name, call.sameSiteOnly]).toEqual([name, true]);
  });

  test("does not sign a person out by a cookie that it set: the Bearer counts", async () => {
    const headers = { ...own.headers, cookie: `token=${attacker.token}` };
    const answer = await send(app, readUserDetail, {}, { headers });
    expect(answer.body.data.account).toBe("own");
    expect((await send(app, logout, {}, { headers })).status).toBe(200);
    const theirs = await send(app, readUserDetail, {}, { headers: attacker.headers });
    expect(theirs.status).toBe(200);
  });
});
