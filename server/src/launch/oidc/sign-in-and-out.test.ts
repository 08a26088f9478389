import { createRemoteJWKSet, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { leaveApps, logout } from "#contract";
import { signIn, TEST_PASSWORD } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";
import { Browser, formOf } from "../browser.fixture.ts";
import { BACK, openOidcApp, REFUSED, tile } from "./oidc.fixture.ts";
import { RelyingParty } from "./relying-party.fixture.ts";

/** The app for signing in to an app and out of it. */
const at = openOidcApp();

describe("an app's own request", () => {
  it("sends who is not signed in to the page's sign-in, and goes on from there", async () => {
    const browser = new Browser(at.origin);
    const { url, checks } = await at.bank.begin(at.issuer);
    const first = await browser.open(url);
    expect(first.left?.pathname).toBe("/platformEntry/");
    const path = decodeURIComponent(first.left?.hash.replace("#/continue/", "") ?? "");
    expect(path).toMatch(/^\/oidc\/interaction\/[\w-]+\?back=1$/);
    await at.person("lin", undefined, browser);
    const { left } = await browser.open(path);
    expect((await at.bank.finish(at.issuer, left as URL, checks)).claims["name"]).toBe("林岚");
  });

  it("does not send a browser round in circles that keeps no cookies", async () => {
    const browser = new Browser(at.origin);
    const first = await browser.open((await at.bank.begin(at.issuer)).url);
    const path = decodeURIComponent(first.left?.hash.replace("#/continue/", "") ?? "");
    const second = await browser.open(path);
    expect([second.status, second.left]).toEqual([400, undefined]);
    expect(second.html).toContain("浏览器没有带上登录状态");
  });

  it("is refused where the app is not open to the active identity", async () => {
    const pupil = await at.person("pupil");
    const visit = await pupil.browser.open((await at.bank.begin(at.issuer)).url);
    expect([visit.status, visit.left]).toEqual([400, undefined]);
    expect(visit.html).toContain("当前身份不能使用这个应用");
  });

  it("made in the background is answered while the sign-in stands, and not after", async () => {
    await at.signInAt(at.bank);
    const again = await at.signInAt(at.bank, at.lin, { prompt: "none" });
    expect(again.claims["identity"]).toBe("teacher");
    await send(at.app, leaveApps, { app_id: "bank" }, { headers: at.lin.headers });
    const { left } = await at.lin.browser.open(
      (await at.bank.begin(at.issuer, { prompt: "none" })).url,
    );
    expect(left?.searchParams.get("error")).toBe("login_required");
    const fresh = await at.lin.browser.open(
      (
        await new RelyingParty("quiet", "secret of quiet", BACK).begin(at.issuer, {
          prompt: "none",
        })
      ).url,
    );
    expect(fresh.left?.searchParams.get("error")).toBe("login_required");
  });
});

describe("an app that the school has not approved", () => {
  const rp = new RelyingParty("new", "secret of new", BACK);
  const ask = async () => {
    const { url, checks } = await rp.begin(at.issuer);
    const visit = await at.lin.browser.open(url);
    return { ...visit, checks, ...formOf(visit.html) };
  };

  it("says first what it will learn; who declines goes back without being named", async () => {
    const page = await ask();
    expect(page.status).toBe(200);
    for (const words of ["要打开“new”吗？", "姓名", "一个只用于这个应用的编号"]) {
      expect(page.html).toContain(words);
    }
    expect(page.html).not.toContain("所在的学校");
    const { left } = await at.lin.browser.open(await at.lin.browser.post(page.action, page.fields));
    expect(left?.searchParams.get("error")).toBe("access_denied");
  });

  it("takes no agreement from a page that is not ours", async () => {
    const page = await ask();
    for (const fields of [{ agree: "yes" }, { agree: "yes", seal: "x" }]) {
      const answer = await at.lin.browser.post(page.action, fields);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain("登录的人已经变化");
    }
  });

  it("is asked about once, and again when it wants to know more", async () => {
    const page = await ask();
    const agreed = await at.lin.browser.post(page.action, { ...page.fields, agree: "yes" });
    const { left } = await at.lin.browser.open(agreed);
    expect((await rp.finish(at.issuer, left as URL, page.checks)).claims["name"]).toBe("林岚");
    expect((await at.signInAt(rp)).claims["name"]).toBe("林岚");
    await at.db
      .updateTable("app")
      .set({ claims: ["name", "school"] })
      .where("id", "=", "new")
      .execute();
    at.later(1001);
    expect((await ask()).html).toContain("所在的学校");
  });
});

describe("an app that wants a fresh proof", () => {
  const rp = new RelyingParty("marks", "secret of marks", BACK);

  it("gets it: the password is asked for on the way, and the way goes on", async () => {
    at.later(300_001);
    const { url, checks } = await rp.begin(at.issuer);
    const page = await at.lin.browser.open(url);
    expect(page.html).toContain("请再次输入密码");
    const { action, fields } = formOf(page.html);
    const wrong = await at.lin.browser.post(action, { ...fields, password: "guess" });
    expect(await wrong.text()).toContain("密码不正确");
    const right = await at.lin.browser.post(action, { ...fields, password: TEST_PASSWORD });
    const { left } = await at.lin.browser.open(right);
    const { claims } = await rp.finish(at.issuer, left as URL, checks);
    expect(claims.auth_time).toBe(Math.floor(at.now.getTime() / 1000));
  });

  it.each<[string, Record<string, string>]>([
    ["prompt=login", { prompt: "login" }],
    ["max_age", { max_age: "1" }],
  ])("may say so in its request: %s", async (_how, more) => {
    at.later(10_000);
    const page = await at.lin.browser.open((await at.bank.begin(at.issuer, more)).url);
    expect(page.html).toContain("请再次输入密码");
  });
});

describe("leaving (LA-03)", () => {
  /** Returns the payloads of the app's logout tokens, verified as the app would. */
  async function received() {
    await at.app.background.settle();
    const keys = createRemoteJWKSet(new URL(`${at.issuer}/jwks`));
    return Promise.all(
      at.backChannel.got.map(
        async (token) =>
          (await jwtVerify(token, keys, { issuer: at.issuer, audience: "bank" })).payload,
      ),
    );
  }
  const EVENT = "http://schemas.openid.net/event/backchannel-logout";

  it.each<[string, () => Promise<unknown>]>([
    ["bye", () => send(at.app, leaveApps, {}, { headers: at.lin.headers })],
    ["sign-out", () => send(at.app, logout, {}, { headers: at.lin.headers })],
    ["a newer sign-in", () => signIn(at.app, "lin")],
  ])("by %s tells the app, whose tokens open nothing any more", async (_how, leave) => {
    const { claims, accessToken } = await at.signInAt(at.bank);
    await leave();
    const [token, ...more] = await received();
    expect(more).toEqual([]);
    expect(token).toMatchObject({ sub: claims.sub, sid: claims["sid"], events: { [EVENT]: {} } });
    expect(token).not.toHaveProperty("nonce");
    await expect(at.bank.userInfo(at.issuer, accessToken, claims.sub)).rejects.toThrow(REFUSED);
  });

  it("names the apps that were opened", async () => {
    await at.signInAt(at.bank);
    await at.signInAt(new RelyingParty("quiet", "secret of quiet", BACK));
    const { body } = await send(at.app, leaveApps, {}, { headers: at.lin.headers });
    expect(body.data).toEqual({ ended: ["bank", "quiet"] });
  });

  it("happens by itself when the app is opened under another identity", async () => {
    const first = await at.signInAt(at.bank);
    await tile(at, "bank", { ...at.lin, headers: { ...at.lin.headers, identity: "parent" } });
    expect((await received()).map(({ sid }) => sid)).toEqual([first.claims["sid"]]);
    expect((await at.signInAt(at.bank)).claims["identity"]).toBe("parent");
  });

  it("is told again to an app that did not answer", async () => {
    at.backChannel.answerWith(500);
    await at.signInAt(at.bank);
    await send(at.app, leaveApps, {}, { headers: at.lin.headers });
    await at.app.background.settle();
    expect(at.backChannel.got).toHaveLength(1);
    at.backChannel.answerWith(200);
    await at.app.jobs.runNow("oidc-logout");
    await at.app.background.settle();
    expect(at.backChannel.got).toHaveLength(1);
    at.later(30_001);
    await at.app.jobs.runNow("oidc-logout");
    expect(await received()).toHaveLength(2);
    await at.app.jobs.runNow("oidc-logout");
    expect(await received()).toHaveLength(2);
  });

  it("is followed by a sweep where nobody told that a session ended", async () => {
    await at.signInAt(at.bank);
    await at.db
      .updateTable("session")
      .set({ ended_at: at.now, end_reason: "revoked" })
      .where("user_id", "=", at.linId)
      .where("ended_at", "is", null)
      .execute();
    expect(await received()).toEqual([]);
    await at.app.jobs.runNow("session-ends");
    expect(await received()).toHaveLength(1);
  });

  it("begun at the app asks whether to leave the platform too; yes ends the session everywhere", async () => {
    const { idToken } = await at.signInAt(at.bank);
    const address = new URL(`${at.issuer}/session/end`);
    address.search = new URLSearchParams({
      id_token_hint: idToken,
      post_logout_redirect_uri: "https://bank.example/bye",
      state: "s1",
    }).toString();
    const page = await at.lin.browser.open(address.href);
    expect(page.html).toContain("正在退出“bank”");
    const { action, fields } = formOf(page.html);
    const { left } = await at.lin.browser.open(
      await at.lin.browser.post(action, { ...fields, logout: "yes" }),
    );
    expect(left?.href).toBe("https://bank.example/bye?state=s1");
    expect(at.lin.browser.cookie("token")).toBeUndefined();
    const { status } = await send(at.app, leaveApps, {}, { headers: at.lin.headers });
    expect(status).toBe(401);
    expect((await received()).length).toBeGreaterThan(0);
  });

  it("begun at the app may end there, and leaves the platform alone", async () => {
    const { idToken, accessToken, claims } = await at.signInAt(at.bank);
    const page = await at.lin.browser.open(`${at.issuer}/session/end?id_token_hint=${idToken}`);
    const { action, fields } = formOf(page.html);
    const done = await at.lin.browser.open(await at.lin.browser.post(action, fields));
    expect(done.html).toContain("已经退出");
    await expect(at.bank.userInfo(at.issuer, accessToken, claims.sub)).rejects.toThrow(REFUSED);
    const { status } = await send(at.app, leaveApps, {}, { headers: at.lin.headers });
    expect(status).toBe(200);
  });

  it("leaves no way for who signs in next in the same browser to be taken for the one before", async () => {
    await at.signInAt(at.bank);
    const sun = await at.person("sun", undefined, at.lin.browser);
    const visit = await sun.browser.open(
      (await new RelyingParty("quiet", "secret of quiet", BACK).begin(at.issuer)).url,
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
