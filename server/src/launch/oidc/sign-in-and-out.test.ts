import { createRemoteJWKSet, jwtVerify } from "jose";
import { describe, expect, it, vi } from "vitest";
import { leaveApps, logout } from "#contract";
import { signIn, TEST_PASSWORD } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";
import { Browser, formOf } from "./browser.fixture.ts";
import { BACK, openGate, REFUSED, tile } from "./gate.fixture.ts";
import { RelyingParty } from "./relying-party.fixture.ts";

/** What a person meets on the way into an app, and on the way out again. */
const gate = openGate();

describe("an app's own request", () => {
  it("sends who is not signed in to the page's sign-in, and goes on from there", async () => {
    const browser = new Browser(gate.origin);
    const { url, checks } = await gate.bank.begin(gate.issuer);
    const first = await browser.open(url);
    expect(first.left?.pathname).toBe("/platformEntry/");
    const path = decodeURIComponent(first.left?.hash.replace("#/continue/", "") ?? "");
    expect(path).toMatch(/^\/oidc\/interaction\/[\w-]+\?back=1$/);
    await gate.person("lin", undefined, browser);
    const { left } = await browser.open(path);
    expect((await gate.bank.finish(gate.issuer, left as URL, checks)).claims["name"]).toBe("林岚");
  });

  it("does not send a browser round in circles that keeps no cookies", async () => {
    const browser = new Browser(gate.origin);
    const first = await browser.open((await gate.bank.begin(gate.issuer)).url);
    const path = decodeURIComponent(first.left?.hash.replace("#/continue/", "") ?? "");
    const second = await browser.open(path);
    expect([second.status, second.left]).toEqual([400, undefined]);
    expect(second.html).toContain("浏览器没有带上登录状态");
  });

  it("is refused where the app is not open to the active identity", async () => {
    const pupil = await gate.person("pupil");
    const visit = await pupil.browser.open((await gate.bank.begin(gate.issuer)).url);
    expect([visit.status, visit.left]).toEqual([400, undefined]);
    expect(visit.html).toContain("当前身份不能使用这个应用");
  });

  it("made in the background is answered while the sign-in stands, and not after", async () => {
    await gate.enter(gate.bank);
    const again = await gate.enter(gate.bank, gate.lin, { prompt: "none" });
    expect(again.claims["identity"]).toBe("teacher");
    await send(gate.app, leaveApps, { app_id: "bank" }, { headers: gate.lin.headers });
    const { left } = await gate.lin.browser.open(
      (await gate.bank.begin(gate.issuer, { prompt: "none" })).url,
    );
    expect(left?.searchParams.get("error")).toBe("login_required");
    const fresh = await gate.lin.browser.open(
      (
        await new RelyingParty("quiet", "secret of quiet", BACK).begin(gate.issuer, {
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
    const { url, checks } = await rp.begin(gate.issuer);
    const visit = await gate.lin.browser.open(url);
    return { ...visit, checks, ...formOf(visit.html) };
  };

  it("says first what it will learn; who declines goes back without being named", async () => {
    const page = await ask();
    expect(page.status).toBe(200);
    for (const words of ["要打开「new」吗？", "你的姓名", "一个只用于这个应用的编号"]) {
      expect(page.html).toContain(words);
    }
    expect(page.html).not.toContain("你所在的学校");
    const { left } = await gate.lin.browser.open(
      await gate.lin.browser.post(page.action, page.fields),
    );
    expect(left?.searchParams.get("error")).toBe("access_denied");
  });

  it("takes no agreement from a page that is not ours", async () => {
    const page = await ask();
    for (const fields of [{ agree: "yes" }, { agree: "yes", seal: "x" }]) {
      const answer = await gate.lin.browser.post(page.action, fields);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain("登录的人已经变化");
    }
  });

  it("is asked about once, and again when it wants to know more", async () => {
    const page = await ask();
    const agreed = await gate.lin.browser.post(page.action, { ...page.fields, agree: "yes" });
    const { left } = await gate.lin.browser.open(agreed);
    expect((await rp.finish(gate.issuer, left as URL, page.checks)).claims["name"]).toBe("林岚");
    expect((await gate.enter(rp)).claims["name"]).toBe("林岚");
    await gate.db
      .updateTable("app")
      .set({ claims: ["name", "school"] })
      .where("id", "=", "new")
      .execute();
    gate.later(1001);
    expect((await ask()).html).toContain("你所在的学校");
  });
});

describe("an app that wants a fresh proof", () => {
  const rp = new RelyingParty("marks", "secret of marks", BACK);

  it("gets it: the password is asked for on the way, and the way goes on", async () => {
    gate.later(300_001);
    const { url, checks } = await rp.begin(gate.issuer);
    const page = await gate.lin.browser.open(url);
    expect(page.html).toContain("请再次输入密码");
    const { action, fields } = formOf(page.html);
    const wrong = await gate.lin.browser.post(action, { ...fields, password: "guess" });
    expect(await wrong.text()).toContain("密码不正确");
    const right = await gate.lin.browser.post(action, { ...fields, password: TEST_PASSWORD });
    const { left } = await gate.lin.browser.open(right);
    const { claims } = await rp.finish(gate.issuer, left as URL, checks);
    expect(claims.auth_time).toBe(Math.floor(gate.now.getTime() / 1000));
  });

  it.each<[string, Record<string, string>]>([
    ["prompt=login", { prompt: "login" }],
    ["max_age", { max_age: "1" }],
  ])("may say so in its request: %s", async (_how, more) => {
    gate.later(10_000);
    const page = await gate.lin.browser.open((await gate.bank.begin(gate.issuer, more)).url);
    expect(page.html).toContain("请再次输入密码");
  });
});

describe("leaving (LA-03)", () => {
  /** What the app was told, checked as it would check it. */
  async function received() {
    await gate.app.background.settle();
    const keys = createRemoteJWKSet(new URL(`${gate.issuer}/jwks`));
    return Promise.all(
      gate.backChannel.got.map(
        async (token) =>
          (await jwtVerify(token, keys, { issuer: gate.issuer, audience: "bank" })).payload,
      ),
    );
  }
  const EVENT = "http://schemas.openid.net/event/backchannel-logout";

  it.each<[string, () => Promise<unknown>]>([
    ["bye", () => send(gate.app, leaveApps, {}, { headers: gate.lin.headers })],
    ["sign-out", () => send(gate.app, logout, {}, { headers: gate.lin.headers })],
    ["a newer sign-in", () => signIn(gate.app, "lin")],
  ])("by %s tells the app, whose tokens open nothing any more", async (_how, leave) => {
    const { claims, accessToken } = await gate.enter(gate.bank);
    await leave();
    const [token, ...more] = await received();
    expect(more).toEqual([]);
    expect(token).toMatchObject({ sub: claims.sub, sid: claims["sid"], events: { [EVENT]: {} } });
    expect(token).not.toHaveProperty("nonce");
    await expect(gate.bank.userInfo(gate.issuer, accessToken, claims.sub)).rejects.toThrow(REFUSED);
  });

  it("names the apps that were opened", async () => {
    await gate.enter(gate.bank);
    await gate.enter(new RelyingParty("quiet", "secret of quiet", BACK));
    const { body } = await send(gate.app, leaveApps, {}, { headers: gate.lin.headers });
    expect(body.data).toEqual({ ended: ["bank", "quiet"] });
  });

  it("happens by itself when the app is opened under another identity", async () => {
    const first = await gate.enter(gate.bank);
    await tile(gate, "bank", { ...gate.lin, headers: { ...gate.lin.headers, identity: "parent" } });
    expect((await received()).map(({ sid }) => sid)).toEqual([first.claims["sid"]]);
    expect((await gate.enter(gate.bank)).claims["identity"]).toBe("parent");
  });

  it("is told again to an app that did not answer", async () => {
    gate.backChannel.answerWith(500);
    await gate.enter(gate.bank);
    await send(gate.app, leaveApps, {}, { headers: gate.lin.headers });
    await gate.app.background.settle();
    expect(gate.backChannel.got).toHaveLength(1);
    gate.backChannel.answerWith(200);
    vi.advanceTimersByTime(60_000);
    await gate.app.background.settle();
    expect(gate.backChannel.got).toHaveLength(1);
    gate.later(30_001);
    vi.advanceTimersByTime(60_000);
    expect(await received()).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(await received()).toHaveLength(2);
  });

  it("is followed by a sweep where nobody told that a session ended", async () => {
    await gate.enter(gate.bank);
    await gate.db
      .updateTable("session")
      .set({ ended_at: gate.now, end_reason: "revoked" })
      .where("user_id", "=", gate.linId)
      .where("ended_at", "is", null)
      .execute();
    expect(await received()).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(await received()).toHaveLength(1);
  });

  it("begun at the app asks whether to leave the platform too; yes ends the session everywhere", async () => {
    const { idToken } = await gate.enter(gate.bank);
    const address = new URL(`${gate.issuer}/session/end`);
    address.search = new URLSearchParams({
      id_token_hint: idToken,
      post_logout_redirect_uri: "https://bank.example/bye",
      state: "s1",
    }).toString();
    const page = await gate.lin.browser.open(address.href);
    expect(page.html).toContain("你正在退出「bank」");
    const { action, fields } = formOf(page.html);
    const { left } = await gate.lin.browser.open(
      await gate.lin.browser.post(action, { ...fields, logout: "yes" }),
    );
    expect(left?.href).toBe("https://bank.example/bye?state=s1");
    expect(gate.lin.browser.cookie("token")).toBeUndefined();
    const { status } = await send(gate.app, leaveApps, {}, { headers: gate.lin.headers });
    expect(status).toBe(401);
    expect((await received()).length).toBeGreaterThan(0);
  });

  it("begun at the app may end there, and leaves the platform alone", async () => {
    const { idToken, accessToken, claims } = await gate.enter(gate.bank);
    const page = await gate.lin.browser.open(`${gate.issuer}/session/end?id_token_hint=${idToken}`);
    const { action, fields } = formOf(page.html);
    const done = await gate.lin.browser.open(await gate.lin.browser.post(action, fields));
    expect(done.html).toContain("已经退出");
    await expect(gate.bank.userInfo(gate.issuer, accessToken, claims.sub)).rejects.toThrow(REFUSED);
    const { status } = await send(gate.app, leaveApps, {}, { headers: gate.lin.headers });
    expect(status).toBe(200);
  });

  it("leaves no way for who signs in next in the same browser to be taken for the one before", async () => {
    await gate.enter(gate.bank);
    const sun = await gate.person("sun", undefined, gate.lin.browser);
    const visit = await sun.browser.open(
      (await new RelyingParty("quiet", "secret of quiet", BACK).begin(gate.issuer)).url,
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
