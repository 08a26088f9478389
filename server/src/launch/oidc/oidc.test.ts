import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { launchApp, leaveApps, logout, redeemTicket, type Identity } from "#contract";
import { makeApps, makeClass } from "../../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../../test/build.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../../test/people.ts";
import { freePort } from "../../../test/process.ts";
import { send } from "../../../test/send.ts";
import { KEY_PERIOD_MS } from "../signing-keys.ts";
import { Browser, formOf } from "./browser.fixture.ts";
import { openBackChannel, RelyingParty } from "./relying-party.fixture.ts";

const BACK = "https://bank.example/callback";
/** What openid-client says when an access token opens nothing. */
const REFUSED = /WWW-Authenticate/;

let test: TestApp;
let now = new Date();
let origin: string;
let issuer: string;
let linId: string;
let bank: RelyingParty;
let told: Awaited<ReturnType<typeof openBackChannel>>;
/** Lin, signed in: calls go with the headers, pages with the browser. */
let lin: { headers: Record<string, string>; browser: Browser };

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

async function person(account: string, identity?: Identity, browser = new Browser(origin)) {
  const { token, headers } = await signIn(test.app, account);
  browser.setCookie("token", token);
  return { headers: { ...headers, ...(identity && { identity }) }, browser };
}

/** Opens a tile; answers the address that the browser is sent to. */
async function tile(app_id: string, who = lin): Promise<URL> {
  const { status, body } = await send(test.app, launchApp, { app_id }, { headers: who.headers });
  expect(status, JSON.stringify(body)).toBe(200);
  return new URL(body.data.url);
}

/** The whole way from the app's request to its knowing who came. */
async function enter(rp: RelyingParty, who = lin, more: Record<string, string> = {}) {
  const { url, checks } = await rp.begin(issuer, more);
  const visit = await who.browser.open(url);
  if (visit.left === undefined) throw new Error(`stopped at ${visit.status}: ${visit.html}`);
  return rp.finish(issuer, visit.left, checks);
}

beforeAll(async () => {
  // the sweeps are made to run when a test wants one
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const port = await freePort();
  test = await buildTestApp({ now: () => now, config: { port } });
  origin = `http://127.0.0.1:${port}`;
  issuer = `${origin}/oidc`;
  told = await openBackChannel();
  const { db } = test;
  const primary = await makeSchool(db, { id: "primary", name: "启明小学" });
  const junior = await makeSchool(db, { id: "junior", name: "启明中学" });
  linId = await makePerson(db, {
    account: "lin",
    name: "林岚",
    memberships: [
      { school: primary, identity: "teacher" },
      { school: primary, identity: "parent" },
      { school: junior, identity: "manager" },
    ],
  });
  await makePerson(db, {
    account: "sun",
    name: "孙浩",
    memberships: [{ school: junior, identity: "teacher" }],
  });
  await makePerson(db, {
    account: "pupil",
    memberships: [{ school: primary, identity: "student" }],
  });
  await makeClass(db, primary, { id: "c32", grade_id: "3", teachers: [linId] });
  const oidc = { launch: "oidc" as const, approved: true, url: "https://bank.example/start" };
  const claims = ["name", "identity", "school", "classes"];
  const settings = { redirect_uris: [BACK] };
  await makeApps(db, [
    {
      id: "bank",
      ...oidc,
      claims,
      secret: "secret of bank",
      roles: ["teacher", "parent", "manager"],
      settings: {
        ...settings,
        post_logout_redirect_uris: ["https://bank.example/bye"],
        initiate_login_uri: "https://bank.example/login?from=gate",
        backchannel_logout_uri: told.url,
      },
    },
    { id: "quiet", ...oidc, claims: ["identity"], secret: "secret of quiet", settings },
    { id: "marks", ...oidc, claims, step_up: true, secret: "secret of marks", settings },
    { id: "new", ...oidc, approved: false, claims: ["name"], secret: "secret of new", settings },
    { id: "unset", ...oidc, secret: "secret of unset" },
  ]);
  await test.app.listen({ host: "127.0.0.1", port });
  bank = new RelyingParty("bank", "secret of bank", BACK);
});
afterAll(async () => {
  told.close();
  await test.close();
  vi.useRealTimers();
});
beforeEach(async () => {
  later(2001);
  lin = await person("lin", "teacher");
  await test.app.background.settle();
  told.got.length = 0;
  told.answerWith(200);
});

describe("a tile", () => {
  it("leads to the app's login with a hint that is good for one launch, and carries the identity (LA-02)", async () => {
    const address = await tile("bank");
    expect(address.origin + address.pathname).toBe("https://bank.example/login");
    expect(Object.fromEntries(address.searchParams)).toEqual({
      from: "gate",
      iss: issuer,
      target_link_uri: "https://bank.example/start",
      login_hint: expect.stringMatching(/^launch\.[\w-]{43}$/),
    });
    const { claims } = await enter(bank, lin, {
      login_hint: address.searchParams.get("login_hint") ?? "",
    });
    expect(claims).toMatchObject({
      iss: issuer,
      aud: "bank",
      name: "林岚",
      identity: "teacher",
      school: { id: "primary", name: "启明小学" },
      classes: [{ id: "c32", name: "c32 班", grade_id: "3", stage_id: "primary" }],
      sid: expect.any(String),
      amr: ["pwd"],
    });
  });

  it("carries the identity of the call, not the one worn, to an app that passes no hint on", async () => {
    await tile("quiet", { ...lin, headers: { ...lin.headers, identity: "parent" } });
    const rp = new RelyingParty("quiet", "secret of quiet", BACK);
    expect((await enter(rp)).claims["identity"]).toBe("parent");
    // used up: the next request is answered with what is worn
    expect((await enter(rp)).claims["identity"]).toBe("teacher");
  });

  it("opens nothing that is not set up", async () => {
    const { body } = await send(test.app, launchApp, { app_id: "unset" }, { headers: lin.headers });
    expect([body.code, body.msg]).toEqual([40900, "「unset」还没有完成接入设置，请联系管理员"]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["used", async () => {}],
    ["late", async () => later(60_001)],
  ])("refuses a launch that is %s, with a page", async (how, then) => {
    const hint = (await tile("bank")).searchParams.get("login_hint") ?? "";
    if (how === "used") await enter(bank, lin, { login_hint: hint });
    await then();
    const visit = await lin.browser.open((await bank.begin(issuer, { login_hint: hint })).url);
    expect([visit.status, visit.left]).toEqual([400, undefined]);
    expect(visit.html).toContain("这次打开已经失效");
  });

  it("refuses the launch of another person's session", async () => {
    const hint = (await tile("bank")).searchParams.get("login_hint") ?? "";
    const sun = await person("sun");
    const visit = await sun.browser.open((await bank.begin(issuer, { login_hint: hint })).url);
    expect(visit.html).toContain("这次打开已经失效");
    expect((await enter(bank, lin, { login_hint: hint })).claims["name"]).toBe("林岚");
  });
});

describe("what an app is told (LA-04)", () => {
  it("is no more than its entry allows, in the token and at userinfo alike", async () => {
    const rp = new RelyingParty("quiet", "secret of quiet", BACK);
    const { claims, accessToken } = await enter(rp);
    const info = await rp.userInfo(issuer, accessToken, claims.sub);
    expect(info).toEqual({ sub: claims.sub, identity: "teacher" });
    expect(Object.keys(claims)).toEqual(expect.not.arrayContaining(["name", "school", "classes"]));
  });

  it("names the person as the ticket does, and differently to each app", async () => {
    const subjects = [
      (await enter(bank)).claims.sub,
      (await enter(new RelyingParty("quiet", "secret of quiet", BACK))).claims.sub,
    ];
    expect(new Set([...subjects, linId]).size).toBe(3);
    await test.db.updateTable("app").set({ launch: "ticket" }).where("id", "=", "bank").execute();
    later(1001);
    const { url } = (await send(test.app, launchApp, { app_id: "bank" }, { headers: lin.headers }))
      .body.data;
    const basic = Buffer.from("bank:secret of bank").toString("base64");
    const redeemed = await send(
      test.app,
      redeemTicket,
      { ticket: new URL(url).searchParams.get("ticket") },
      { headers: { authorization: `Basic ${basic}` } },
    );
    await test.db.updateTable("app").set({ launch: "oidc" }).where("id", "=", "bank").execute();
    later(1001);
    expect(redeemed.body.data.sub).toBe(subjects[0]);
  });

  it("never holds the platform's token, and the database none that opens something", async () => {
    const { url, checks } = await bank.begin(issuer);
    const { left } = await lin.browser.open(url);
    const code = left?.searchParams.get("code") ?? "";
    const { accessToken } = await bank.finish(issuer, left as URL, checks);
    const rows = JSON.stringify(await test.db.selectFrom("oidc_payload").selectAll().execute());
    const secrets = [
      code,
      accessToken,
      lin.browser.cookie("token"),
      lin.browser.cookie("oidc_session"),
    ];
    for (const secret of secrets) {
      expect(secret).toMatch(/^[\w-]{21,}$/);
      expect(rows).not.toContain(secret);
    }
    expect(left?.href).not.toContain(lin.browser.cookie("token"));
  });

  it("is nothing any more once the membership is withdrawn", async () => {
    const { claims, accessToken } = await enter(bank);
    const enable = (is_abled: boolean) =>
      test.db
        .updateTable("membership")
        .set({ is_abled })
        .where("user_id", "=", linId)
        .where("identity", "=", "teacher")
        .execute();
    await enable(false);
    await expect(bank.userInfo(issuer, accessToken, claims.sub)).rejects.toThrow(REFUSED);
    await enable(true);
    expect(await bank.userInfo(issuer, accessToken, claims.sub)).toMatchObject({ name: "林岚" });
  });
});

describe("an app's own request", () => {
  it("sends who is not signed in to the page's sign-in, and goes on from there", async () => {
    const browser = new Browser(origin);
    const { url, checks } = await bank.begin(issuer);
    const first = await browser.open(url);
    expect(first.left?.pathname).toBe("/platformEntry/");
    const path = decodeURIComponent(first.left?.hash.replace("#/continue/", "") ?? "");
    expect(path).toMatch(/^\/oidc\/interaction\/[\w-]+\?back=1$/);
    await person("lin", undefined, browser);
    const { left } = await browser.open(path);
    expect((await bank.finish(issuer, left as URL, checks)).claims["name"]).toBe("林岚");
  });

  it("does not send a browser round in circles that keeps no cookies", async () => {
    const browser = new Browser(origin);
    const first = await browser.open((await bank.begin(issuer)).url);
    const path = decodeURIComponent(first.left?.hash.replace("#/continue/", "") ?? "");
    const second = await browser.open(path);
    expect([second.status, second.left]).toEqual([400, undefined]);
    expect(second.html).toContain("浏览器没有带上登录状态");
  });

  it("is refused where the app is not open to the identity worn", async () => {
    const pupil = await person("pupil");
    const visit = await pupil.browser.open((await bank.begin(issuer)).url);
    expect([visit.status, visit.left]).toEqual([400, undefined]);
    expect(visit.html).toContain("当前身份不能使用这个应用");
  });

  it("made in the background is answered while the sign-in stands, and not after", async () => {
    await enter(bank);
    const again = await enter(bank, lin, { prompt: "none" });
    expect(again.claims["identity"]).toBe("teacher");
    await send(test.app, leaveApps, { app_id: "bank" }, { headers: lin.headers });
    const { left } = await lin.browser.open((await bank.begin(issuer, { prompt: "none" })).url);
    expect(left?.searchParams.get("error")).toBe("login_required");
    const fresh = await lin.browser.open(
      (await new RelyingParty("quiet", "secret of quiet", BACK).begin(issuer, { prompt: "none" }))
        .url,
    );
    expect(fresh.left?.searchParams.get("error")).toBe("login_required");
  });
});

describe("an app that the school has not approved", () => {
  const rp = new RelyingParty("new", "secret of new", BACK);
  const ask = async () => {
    const { url, checks } = await rp.begin(issuer);
    const visit = await lin.browser.open(url);
    return { ...visit, checks, ...formOf(visit.html) };
  };

  it("says first what it will learn; who declines goes back without being named", async () => {
    const page = await ask();
    expect(page.status).toBe(200);
    for (const words of ["要打开「new」吗？", "你的姓名", "一个只用于这个应用的编号"]) {
      expect(page.html).toContain(words);
    }
    expect(page.html).not.toContain("你所在的学校");
    const { left } = await lin.browser.open(await lin.browser.post(page.action, page.fields));
    expect(left?.searchParams.get("error")).toBe("access_denied");
  });

  it("takes no agreement from a page that is not ours", async () => {
    const page = await ask();
    for (const fields of [{ agree: "yes" }, { agree: "yes", seal: "x" }]) {
      const answer = await lin.browser.post(page.action, fields);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain("登录的人已经变化");
    }
  });

  it("is asked about once, and again when it wants to know more", async () => {
    const page = await ask();
    const agreed = await lin.browser.post(page.action, { ...page.fields, agree: "yes" });
    const { left } = await lin.browser.open(agreed);
    expect((await rp.finish(issuer, left as URL, page.checks)).claims["name"]).toBe("林岚");
    expect((await enter(rp)).claims["name"]).toBe("林岚");
    await test.db
      .updateTable("app")
      .set({ claims: ["name", "school"] })
      .where("id", "=", "new")
      .execute();
    later(1001);
    expect((await ask()).html).toContain("你所在的学校");
  });
});

describe("an app that wants a fresh proof", () => {
  const rp = new RelyingParty("marks", "secret of marks", BACK);

  it("gets it: the password is asked for on the way, and the way goes on", async () => {
    later(300_001);
    const { url, checks } = await rp.begin(issuer);
    const page = await lin.browser.open(url);
    expect(page.html).toContain("请再次输入密码");
    const { action, fields } = formOf(page.html);
    const wrong = await lin.browser.post(action, { ...fields, password: "guess" });
    expect(await wrong.text()).toContain("密码不正确");
    const right = await lin.browser.post(action, { ...fields, password: TEST_PASSWORD });
    const { left } = await lin.browser.open(right);
    const { claims } = await rp.finish(issuer, left as URL, checks);
    expect(claims.auth_time).toBe(Math.floor(now.getTime() / 1000));
  });

  it.each<[string, Record<string, string>]>([
    ["prompt=login", { prompt: "login" }],
    ["max_age", { max_age: "1" }],
  ])("may say so in its request: %s", async (_how, more) => {
    later(10_000);
    const page = await lin.browser.open((await bank.begin(issuer, more)).url);
    expect(page.html).toContain("请再次输入密码");
  });
});

describe("leaving (LA-03)", () => {
  /** What the app was told, checked as it would check it. */
  async function heard() {
    await test.app.background.settle();
    const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
    return Promise.all(
      told.got.map(
        async (token) => (await jwtVerify(token, keys, { issuer, audience: "bank" })).payload,
      ),
    );
  }
  const EVENT = "http://schemas.openid.net/event/backchannel-logout";

  it.each<[string, () => Promise<unknown>]>([
    ["bye", () => send(test.app, leaveApps, {}, { headers: lin.headers })],
    ["sign-out", () => send(test.app, logout, {}, { headers: lin.headers })],
    ["a newer sign-in", () => signIn(test.app, "lin")],
  ])("by %s tells the app, whose tokens open nothing any more", async (_how, leave) => {
    const { claims, accessToken } = await enter(bank);
    await leave();
    const [token, ...more] = await heard();
    expect(more).toEqual([]);
    expect(token).toMatchObject({ sub: claims.sub, sid: claims["sid"], events: { [EVENT]: {} } });
    expect(token).not.toHaveProperty("nonce");
    await expect(bank.userInfo(issuer, accessToken, claims.sub)).rejects.toThrow(REFUSED);
  });

  it("names the apps that were opened", async () => {
    await enter(bank);
    await enter(new RelyingParty("quiet", "secret of quiet", BACK));
    const { body } = await send(test.app, leaveApps, {}, { headers: lin.headers });
    expect(body.data).toEqual({ ended: ["bank", "quiet"] });
  });

  it("happens by itself when the app is opened under another identity", async () => {
    const first = await enter(bank);
    await tile("bank", { ...lin, headers: { ...lin.headers, identity: "parent" } });
    expect((await heard()).map(({ sid }) => sid)).toEqual([first.claims["sid"]]);
    expect((await enter(bank)).claims["identity"]).toBe("parent");
  });

  it("is told again to an app that did not answer", async () => {
    told.answerWith(500);
    await enter(bank);
    await send(test.app, leaveApps, {}, { headers: lin.headers });
    await test.app.background.settle();
    expect(told.got).toHaveLength(1);
    told.answerWith(200);
    vi.advanceTimersByTime(60_000);
    await test.app.background.settle();
    expect(told.got).toHaveLength(1);
    later(30_001);
    vi.advanceTimersByTime(60_000);
    expect(await heard()).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(await heard()).toHaveLength(2);
  });

  it("is followed by a sweep where nobody told that a session ended", async () => {
    await enter(bank);
    await test.db
      .updateTable("session")
      .set({ ended_at: now, end_reason: "revoked" })
      .where("user_id", "=", linId)
      .where("ended_at", "is", null)
      .execute();
    expect(await heard()).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(await heard()).toHaveLength(1);
  });

  it("begun at the app asks whether to leave the platform too; yes ends the session everywhere", async () => {
    const { idToken } = await enter(bank);
    const address = new URL(`${issuer}/session/end`);
    address.search = new URLSearchParams({
      id_token_hint: idToken,
      post_logout_redirect_uri: "https://bank.example/bye",
      state: "s1",
    }).toString();
    const page = await lin.browser.open(address.href);
    expect(page.html).toContain("你正在退出「bank」");
    const { action, fields } = formOf(page.html);
    const { left } = await lin.browser.open(
      await lin.browser.post(action, { ...fields, logout: "yes" }),
    );
    expect(left?.href).toBe("https://bank.example/bye?state=s1");
    expect(lin.browser.cookie("token")).toBeUndefined();
    const { status } = await send(test.app, leaveApps, {}, { headers: lin.headers });
    expect(status).toBe(401);
    expect((await heard()).length).toBeGreaterThan(0);
  });

  it("begun at the app may end there, and leaves the platform alone", async () => {
    const { idToken, accessToken, claims } = await enter(bank);
    const page = await lin.browser.open(`${issuer}/session/end?id_token_hint=${idToken}`);
    const { action, fields } = formOf(page.html);
    const done = await lin.browser.open(await lin.browser.post(action, fields));
    expect(done.html).toContain("已经退出");
    await expect(bank.userInfo(issuer, accessToken, claims.sub)).rejects.toThrow(REFUSED);
    const { status } = await send(test.app, leaveApps, {}, { headers: lin.headers });
    expect(status).toBe(200);
  });

  it("leaves no way for who signs in next in the same browser to be taken for the one before", async () => {
    await enter(bank);
    const sun = await person("sun", undefined, lin.browser);
    const visit = await sun.browser.open(
      (await new RelyingParty("quiet", "secret of quiet", BACK).begin(issuer)).url,
    );
    // the provider signs the one before out first, by a form that posts itself
    const { action, fields } = formOf(
      visit.html.replaceAll(
        /<input type="hidden" name="([^"]*)" value="([^"]*)"\/>/g,
        '<input type="hidden" name="$1" value="$2">',
      ),
    );
    expect(action).toContain("/session/end/confirm");
    const rest = await sun.browser.open(await sun.browser.post(action, fields));
    expect(rest.left?.searchParams.get("code")).toMatch(/^[\w-]{43}$/);
    expect(sun.browser.cookie("token")).toBeDefined();
  });
});

it("can be found out about: discovery and keys", async () => {
  const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  expect(metadata).toMatchObject({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    end_session_endpoint: `${issuer}/session/end`,
    response_types_supported: ["code"],
    subject_types_supported: ["pairwise"],
    code_challenge_methods_supported: ["S256"],
    backchannel_logout_supported: true,
    id_token_signing_alg_values_supported: ["RS256"],
  });
  const { keys } = (await (await fetch(`${issuer}/jwks`)).json()) as { keys: object[] };
  for (const key of keys) expect(key).not.toHaveProperty("d");
});

it("signs with the next key when its time has come, without being started again", async () => {
  const kids = async () =>
    (await test.app.inject({ url: "/oidc/jwks" }))
      .json<{ keys: { kid: string }[] }>()
      .keys.map(({ kid }) => kid);
  const before = (await kids())[0];
  later(KEY_PERIOD_MS);
  lin = await person("lin", "teacher");
  const { idToken } = await enter(bank);
  const { protectedHeader } = await jwtVerify(
    idToken,
    createRemoteJWKSet(new URL(`${issuer}/jwks`)),
  );
  expect(protectedHeader.kid).toBe((await kids())[0]);
  expect(protectedHeader.kid).not.toBe(before);
});

it("forgets what has run out, and what ended long ago", async () => {
  await enter(bank);
  await send(test.app, leaveApps, {}, { headers: lin.headers });
  await test.app.background.settle();
  const rows = async (table: "oidc_payload" | "oidc_grant") =>
    (await test.db.selectFrom(table).selectAll().execute()).length;
  expect(await rows("oidc_payload")).toBeGreaterThan(0);
  later(2 * 24 * 3_600_000);
  vi.advanceTimersByTime(60_000);
  await test.app.background.settle();
  expect(await rows("oidc_payload")).toBe(0);
  // those of sessions that still live stay, to be told of their end
  const left = await test.db.selectFrom("oidc_grant").select("ended_at").execute();
  expect(left.every(({ ended_at }) => ended_at === null)).toBe(true);
});
