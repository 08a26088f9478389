import { createRemoteJWKSet, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { launchApp, leaveApps, redeemTicket } from "#contract";
import { send } from "../../../test/send.ts";
import { KEY_PERIOD_MS } from "../signing-keys.ts";
import { BACK, openOidcApp, REFUSED, tile } from "./oidc.fixture.ts";
import { RelyingParty } from "./relying-party.fixture.ts";

/** The app for opening a tile, the claims an app gets, and what the platform shows and keeps of it. */
const at = openOidcApp();

describe("a tile", () => {
  it("leads to the app's login with a hint that is good for one launch, and carries the identity (LA-02)", async () => {
    const address = await tile(at, "bank");
    expect(address.origin + address.pathname).toBe("https://bank.example/login");
    expect(Object.fromEntries(address.searchParams)).toEqual({
      from: "gate",
      iss: at.issuer,
      target_link_uri: "https://bank.example/start",
      login_hint: expect.stringMatching(/^launch\.[\w-]{43}$/),
    });
    const { claims } = await at.signInAt(at.bank, at.lin, {
      login_hint: address.searchParams.get("login_hint") ?? "",
    });
    expect(claims).toMatchObject({
      iss: at.issuer,
      aud: "bank",
      name: "林岚",
      identity: "teacher",
      school: { id: "primary", name: "启明小学" },
      classes: [{ id: "c32", name: "c32 班", grade_id: "3", stage_id: "primary" }],
      sid: expect.any(String),
      auth_time: expect.any(Number),
    });
    // how somebody signed in, by password, code or passkey, is not known here
    expect(claims).not.toHaveProperty("amr");
  });

  it("carries the identity of the call, not the active one, to an app that passes no hint on", async () => {
    await tile(at, "quiet", {
      ...at.lin,
      headers: { ...at.lin.headers, identity: "parent" },
    });
    const rp = new RelyingParty("quiet", "secret of quiet", BACK);
    expect((await at.signInAt(rp)).claims["identity"]).toBe("parent");
    // used up: the next request is answered with what is active
    expect((await at.signInAt(rp)).claims["identity"]).toBe("teacher");
  });

  it("opens nothing that is not set up", async () => {
    const { body } = await send(
      at.app,
      launchApp,
      { app_id: "unset" },
      { headers: at.lin.headers },
    );
    expect([body.code, body.msg]).toEqual([40900, "“unset”还没有完成接入设置，请联系管理员"]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["used", async () => {}],
    ["late", async () => at.later(60_001)],
  ])("refuses a launch that is %s, with a page", async (how, then) => {
    const hint = (await tile(at, "bank")).searchParams.get("login_hint") ?? "";
    if (how === "used") await at.signInAt(at.bank, at.lin, { login_hint: hint });
    await then();
    const visit = await at.lin.browser.open(
      (await at.bank.begin(at.issuer, { login_hint: hint })).url,
    );
    expect([visit.status, visit.left]).toEqual([400, undefined]);
    expect(visit.html).toContain("这次打开已经失效");
  });

  it("refuses the launch of another person's session", async () => {
    const hint = (await tile(at, "bank")).searchParams.get("login_hint") ?? "";
    const sun = await at.person("sun");
    const visit = await sun.browser.open(
      (await at.bank.begin(at.issuer, { login_hint: hint })).url,
    );
    expect(visit.html).toContain("这次打开已经失效");
    expect((await at.signInAt(at.bank, at.lin, { login_hint: hint })).claims["name"]).toBe("林岚");
  });
});

describe("what an app is told (LA-04)", () => {
  it("is no more than its entry allows, in the token and at userinfo alike", async () => {
    const rp = new RelyingParty("quiet", "secret of quiet", BACK);
    const { claims, accessToken } = await at.signInAt(rp);
    const info = await rp.userInfo(at.issuer, accessToken, claims.sub);
    expect(info).toEqual({ sub: claims.sub, identity: "teacher" });
    expect(Object.keys(claims)).toEqual(expect.not.arrayContaining(["name", "school", "classes"]));
  });

  it("names the person as the ticket does, and differently to each app", async () => {
    const subjects = [
      (await at.signInAt(at.bank)).claims.sub,
      (await at.signInAt(new RelyingParty("quiet", "secret of quiet", BACK))).claims.sub,
    ];
    expect(new Set([...subjects, at.linId]).size).toBe(3);
    await at.db.updateTable("app").set({ launch: "ticket" }).where("id", "=", "bank").execute();
    at.later(1001);
    const { url } = (await send(at.app, launchApp, { app_id: "bank" }, { headers: at.lin.headers }))
      .body.data;
    const basic = Buffer.from("bank:secret of bank").toString("base64");
    const redeemed = await send(
      at.app,
      redeemTicket,
      { ticket: new URL(url).searchParams.get("ticket") },
      { headers: { authorization: `Basic ${basic}` } },
    );
    await at.db.updateTable("app").set({ launch: "oidc" }).where("id", "=", "bank").execute();
    at.later(1001);
    expect(redeemed.body.data.sub).toBe(subjects[0]);
  });

  it("never holds the platform's token, and the database none that opens something", async () => {
    const { url, checks } = await at.bank.begin(at.issuer);
    const { left } = await at.lin.browser.open(url);
    const code = left?.searchParams.get("code") ?? "";
    const { accessToken } = await at.bank.finish(at.issuer, left as URL, checks);
    const rows = JSON.stringify(await at.db.selectFrom("oidc_payload").selectAll().execute());
    const secrets = [
      code,
      accessToken,
      at.lin.browser.cookie("token"),
      at.lin.browser.cookie("oidc_session"),
    ];
    for (const secret of secrets) {
      expect(secret).toMatch(/^[\w-]{21,}$/);
      expect(rows).not.toContain(secret);
    }
    expect(left?.href).not.toContain(at.lin.browser.cookie("token"));
  });

  it("is nothing any more once the membership is withdrawn", async () => {
    const { claims, accessToken } = await at.signInAt(at.bank);
    const enable = (is_abled: boolean) =>
      at.db
        .updateTable("membership")
        .set({ is_abled })
        .where("user_id", "=", at.linId)
        .where("identity", "=", "teacher")
        .execute();
    await enable(false);
    await expect(at.bank.userInfo(at.issuer, accessToken, claims.sub)).rejects.toThrow(REFUSED);
    await enable(true);
    expect(await at.bank.userInfo(at.issuer, accessToken, claims.sub)).toMatchObject({
      name: "林岚",
    });
  });
});

it("can be found out about: discovery and keys", async () => {
  const metadata = await (await fetch(`${at.issuer}/.well-known/openid-configuration`)).json();
  expect(metadata).toMatchObject({
    issuer: at.issuer,
    authorization_endpoint: `${at.issuer}/auth`,
    token_endpoint: `${at.issuer}/token`,
    end_session_endpoint: `${at.issuer}/session/end`,
    response_types_supported: ["code"],
    subject_types_supported: ["pairwise"],
    code_challenge_methods_supported: ["S256"],
    backchannel_logout_supported: true,
    id_token_signing_alg_values_supported: ["RS256"],
    claims_supported: expect.not.arrayContaining(["amr"]),
  });
  const { keys } = (await (await fetch(`${at.issuer}/jwks`)).json()) as { keys: object[] };
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(key).not.toHaveProperty("d");
});

it("signs with the next key when its time has come, without being started again", async () => {
  const kids = async () =>
    (await at.app.inject({ url: "/oidc/jwks" }))
      .json<{ keys: { kid: string }[] }>()
      .keys.map(({ kid }) => kid);
  const before = (await kids())[0];
  at.later(KEY_PERIOD_MS);
  at.lin = await at.person("lin", "teacher");
  const { idToken } = await at.signInAt(at.bank);
  const { protectedHeader } = await jwtVerify(
    idToken,
    createRemoteJWKSet(new URL(`${at.issuer}/jwks`)),
  );
  expect(protectedHeader.kid).toBe((await kids())[0]);
  expect(protectedHeader.kid).not.toBe(before);
});

it("forgets what has run out, and what ended long ago", async () => {
  await at.signInAt(at.bank);
  await send(at.app, leaveApps, {}, { headers: at.lin.headers });
  await at.app.background.settle();
  const rows = async (table: "oidc_payload" | "oidc_grant") =>
    (await at.db.selectFrom(table).selectAll().execute()).length;
  expect(await rows("oidc_payload")).toBeGreaterThan(0);
  at.later(2 * 24 * 3_600_000);
  await at.app.jobs.runDue();
  await at.app.background.settle();
  expect(await rows("oidc_payload")).toBe(0);
  // those of sessions that still live stay, to be told of their end
  const left = await at.db.selectFrom("oidc_grant").select("ended_at").execute();
  expect(left.every(({ ended_at }) => ended_at === null)).toBe(true);
});
