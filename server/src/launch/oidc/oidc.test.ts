import { createRemoteJWKSet, jwtVerify } from "jose";
import { describe, expect, it, vi } from "vitest";
import { launchApp, leaveApps, redeemTicket } from "#contract";
import { send } from "../../../test/send.ts";
import { KEY_PERIOD_MS } from "../signing-keys.ts";
import { BACK, openGate, REFUSED, tile } from "./gate.fixture.ts";
import { RelyingParty } from "./relying-party.fixture.ts";

/** What a tile opens, what an app is told, and what the platform shows and keeps for it. */
const gate = openGate();

describe("a tile", () => {
  it("leads to the app's login with a hint that is good for one launch, and carries the identity (LA-02)", async () => {
    const address = await tile(gate, "bank");
    expect(address.origin + address.pathname).toBe("https://bank.example/login");
    expect(Object.fromEntries(address.searchParams)).toEqual({
      from: "gate",
      iss: gate.issuer,
      target_link_uri: "https://bank.example/start",
      login_hint: expect.stringMatching(/^launch\.[\w-]{43}$/),
    });
    const { claims } = await gate.enter(gate.bank, gate.lin, {
      login_hint: address.searchParams.get("login_hint") ?? "",
    });
    expect(claims).toMatchObject({
      iss: gate.issuer,
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
    await tile(gate, "quiet", {
      ...gate.lin,
      headers: { ...gate.lin.headers, identity: "parent" },
    });
    const rp = new RelyingParty("quiet", "secret of quiet", BACK);
    expect((await gate.enter(rp)).claims["identity"]).toBe("parent");
    // used up: the next request is answered with what is active
    expect((await gate.enter(rp)).claims["identity"]).toBe("teacher");
  });

  it("opens nothing that is not set up", async () => {
    const { body } = await send(
      gate.app,
      launchApp,
      { app_id: "unset" },
      { headers: gate.lin.headers },
    );
    expect([body.code, body.msg]).toEqual([40900, "「unset」还没有完成接入设置，请联系管理员"]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["used", async () => {}],
    ["late", async () => gate.later(60_001)],
  ])("refuses a launch that is %s, with a page", async (how, then) => {
    const hint = (await tile(gate, "bank")).searchParams.get("login_hint") ?? "";
    if (how === "used") await gate.enter(gate.bank, gate.lin, { login_hint: hint });
    await then();
    const visit = await gate.lin.browser.open(
      (await gate.bank.begin(gate.issuer, { login_hint: hint })).url,
    );
    expect([visit.status, visit.left]).toEqual([400, undefined]);
    expect(visit.html).toContain("这次打开已经失效");
  });

  it("refuses the launch of another person's session", async () => {
    const hint = (await tile(gate, "bank")).searchParams.get("login_hint") ?? "";
    const sun = await gate.person("sun");
    const visit = await sun.browser.open(
      (await gate.bank.begin(gate.issuer, { login_hint: hint })).url,
    );
    expect(visit.html).toContain("这次打开已经失效");
    expect((await gate.enter(gate.bank, gate.lin, { login_hint: hint })).claims["name"]).toBe(
      "林岚",
    );
  });
});

describe("what an app is told (LA-04)", () => {
  it("is no more than its entry allows, in the token and at userinfo alike", async () => {
    const rp = new RelyingParty("quiet", "secret of quiet", BACK);
    const { claims, accessToken } = await gate.enter(rp);
    const info = await rp.userInfo(gate.issuer, accessToken, claims.sub);
    expect(info).toEqual({ sub: claims.sub, identity: "teacher" });
    expect(Object.keys(claims)).toEqual(expect.not.arrayContaining(["name", "school", "classes"]));
  });

  it("names the person as the ticket does, and differently to each app", async () => {
    const subjects = [
      (await gate.enter(gate.bank)).claims.sub,
      (await gate.enter(new RelyingParty("quiet", "secret of quiet", BACK))).claims.sub,
    ];
    expect(new Set([...subjects, gate.linId]).size).toBe(3);
    await gate.db.updateTable("app").set({ launch: "ticket" }).where("id", "=", "bank").execute();
    gate.later(1001);
    const { url } = (
      await send(gate.app, launchApp, { app_id: "bank" }, { headers: gate.lin.headers })
    ).body.data;
    const basic = Buffer.from("bank:secret of bank").toString("base64");
    const redeemed = await send(
      gate.app,
      redeemTicket,
      { ticket: new URL(url).searchParams.get("ticket") },
      { headers: { authorization: `Basic ${basic}` } },
    );
    await gate.db.updateTable("app").set({ launch: "oidc" }).where("id", "=", "bank").execute();
    gate.later(1001);
    expect(redeemed.body.data.sub).toBe(subjects[0]);
  });

  it("never holds the platform's token, and the database none that opens something", async () => {
    const { url, checks } = await gate.bank.begin(gate.issuer);
    const { left } = await gate.lin.browser.open(url);
    const code = left?.searchParams.get("code") ?? "";
    const { accessToken } = await gate.bank.finish(gate.issuer, left as URL, checks);
    const rows = JSON.stringify(await gate.db.selectFrom("oidc_payload").selectAll().execute());
    const secrets = [
      code,
      accessToken,
      gate.lin.browser.cookie("token"),
      gate.lin.browser.cookie("oidc_session"),
    ];
    for (const secret of secrets) {
      expect(secret).toMatch(/^[\w-]{21,}$/);
      expect(rows).not.toContain(secret);
    }
    expect(left?.href).not.toContain(gate.lin.browser.cookie("token"));
  });

  it("is nothing any more once the membership is withdrawn", async () => {
    const { claims, accessToken } = await gate.enter(gate.bank);
    const enable = (is_abled: boolean) =>
      gate.db
        .updateTable("membership")
        .set({ is_abled })
        .where("user_id", "=", gate.linId)
        .where("identity", "=", "teacher")
        .execute();
    await enable(false);
    await expect(gate.bank.userInfo(gate.issuer, accessToken, claims.sub)).rejects.toThrow(REFUSED);
    await enable(true);
    expect(await gate.bank.userInfo(gate.issuer, accessToken, claims.sub)).toMatchObject({
      name: "林岚",
    });
  });
});

it("can be found out about: discovery and keys", async () => {
  const metadata = await (await fetch(`${gate.issuer}/.well-known/openid-configuration`)).json();
  expect(metadata).toMatchObject({
    issuer: gate.issuer,
    authorization_endpoint: `${gate.issuer}/auth`,
    token_endpoint: `${gate.issuer}/token`,
    end_session_endpoint: `${gate.issuer}/session/end`,
    response_types_supported: ["code"],
    subject_types_supported: ["pairwise"],
    code_challenge_methods_supported: ["S256"],
    backchannel_logout_supported: true,
    id_token_signing_alg_values_supported: ["RS256"],
    claims_supported: expect.not.arrayContaining(["amr"]),
  });
  const { keys } = (await (await fetch(`${gate.issuer}/jwks`)).json()) as { keys: object[] };
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(key).not.toHaveProperty("d");
});

it("signs with the next key when its time has come, without being started again", async () => {
  const kids = async () =>
    (await gate.app.inject({ url: "/oidc/jwks" }))
      .json<{ keys: { kid: string }[] }>()
      .keys.map(({ kid }) => kid);
  const before = (await kids())[0];
  gate.later(KEY_PERIOD_MS);
  gate.lin = await gate.person("lin", "teacher");
  const { idToken } = await gate.enter(gate.bank);
  const { protectedHeader } = await jwtVerify(
    idToken,
    createRemoteJWKSet(new URL(`${gate.issuer}/jwks`)),
  );
  expect(protectedHeader.kid).toBe((await kids())[0]);
  expect(protectedHeader.kid).not.toBe(before);
});

it("forgets what has run out, and what ended long ago", async () => {
  await gate.enter(gate.bank);
  await send(gate.app, leaveApps, {}, { headers: gate.lin.headers });
  await gate.app.background.settle();
  const rows = async (table: "oidc_payload" | "oidc_grant") =>
    (await gate.db.selectFrom(table).selectAll().execute()).length;
  expect(await rows("oidc_payload")).toBeGreaterThan(0);
  gate.later(2 * 24 * 3_600_000);
  vi.advanceTimersByTime(60_000);
  await gate.app.background.settle();
  expect(await rows("oidc_payload")).toBe(0);
  // those of sessions that still live stay, to be told of their end
  const left = await gate.db.selectFrom("oidc_grant").select("ended_at").execute();
  expect(left.every(({ ended_at }) => ended_at === null)).toBe(true);
});
