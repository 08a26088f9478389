import { tmpdir } from "node:os";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { launchApp, leaveApps, logout, redeemTicket } from "#contract";
import { makeApps } from "../../../test/apps.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { makePerson, makeSchool, signIn } from "../../../test/people.ts";
import { freePort } from "../../../test/process.ts";
import { send } from "../../../test/send.ts";
import { buildApp } from "../../app.ts";
import { readConfig } from "../../config.ts";
import type { ConnectedDatabase } from "../../database/connect.ts";
import { hashSecret } from "../../http/secret.ts";
import { Browser, formOf, type Visit } from "./browser.fixture.ts";
import { RelyingParty } from "./relying-party.fixture.ts";

/** What must be refused, each row a way that somebody could try: none passes, each is said clearly and noted. */
const BACK = "https://bank.example/cb?from=gate";
const SECRET = "secret of bank";
const VERIFIER = "a-verifier-of-at-least-forty-three-characters-0";
const CHALLENGE = "S6xMLfJrdwhXm9EJRqmQw6nyYWcpLlPsCEOqmhPUIcs";

let connected: ConnectedDatabase;
let app: FastifyInstance;
let now = new Date();
let origin: string;
let issuer: string;
let lin: { headers: Record<string, string>; browser: Browser; token: string };
let bank: RelyingParty;
/** The log of the running test, and of all. */
let logged = "";
let everything = "";
const secrets: string[] = [SECRET];

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

async function person(account: string) {
  const { token, headers } = await signIn(app, account);
  const browser = new Browser(origin);
  browser.setCookie("token", token);
  secrets.push(token);
  return { headers, browser, token };
}

beforeAll(async () => {
  const port = await freePort();
  connected = await openTestDatabase();
  app = await buildApp({
    db: connected.db,
    config: {
      ...readConfig({ DEMO: "off", LOG_LEVEL: "debug", DATA_DIR: tmpdir() }),
      port,
    },
    now: () => now,
    log: {
      write(line) {
        logged += line;
        everything += line;
      },
    },
  });
  origin = `http://127.0.0.1:${port}`;
  issuer = `${origin}/oidc`;
  const { db } = connected;
  const school = await makeSchool(db, { id: "primary", name: "启明小学" });
  const memberships = [{ school, identity: "teacher" as const }];
  for (const [account, name] of [
    ["lin", "林岚"],
    ["sun", "孙浩"],
  ] as const) {
    await makePerson(db, { account, name, memberships });
  }
  const oidc = { launch: "oidc" as const, approved: true };
  const settings = {
    redirect_uris: [BACK, "https://bank.example/cb"],
    post_logout_redirect_uris: ["https://bank.example/bye"],
  };
  await makeApps(db, [
    { id: "bank", ...oidc, claims: ["name"], secret: SECRET, settings },
    {
      id: "quiet",
      ...oidc,
      secret: "secret of quiet",
      settings: { redirect_uris: ["https://quiet.example/cb"] },
    },
    {
      id: "page-only",
      ...oidc,
      settings: { redirect_uris: ["https://page.example/cb"], token_endpoint_auth_method: "none" },
    },
    {
      id: "new",
      ...oidc,
      approved: false,
      secret: "secret of new",
      settings: { redirect_uris: ["https://new.example/cb"] },
    },
    {
      id: "closed",
      ...oidc,
      secret: "secret of closed",
      close_at: new Date(now.getTime() - 1000),
      settings: { redirect_uris: ["https://closed.example/cb"] },
    },
    { id: "unset", ...oidc, secret: "secret of unset" },
    { id: "secretless", ...oidc, settings },
    { id: "homework", launch: "ticket", secret: "secret of homework" },
    { id: "plain" },
  ]);
  await app.listen({ host: "127.0.0.1", port });
  bank = new RelyingParty("bank", SECRET, BACK);
});
afterAll(async () => {
  await app.close();
  await connected.close();
});
beforeEach(async () => {
  later(2001);
  lin = await person("lin");
  logged = "";
});

/** The app's request as it should be. */
const GOOD = {
  client_id: "bank",
  redirect_uri: BACK,
  response_type: "code",
  scope: "openid profile",
  state: "state-of-the-app",
  nonce: "nonce-of-the-app",
  code_challenge: CHALLENGE,
  code_challenge_method: "S256",
};
type Fields = Record<string, string | undefined>;

function query(fields: Fields): string {
  const given = Object.entries(fields).filter(
    (one): one is [string, string] => one[1] !== undefined,
  );
  return new URLSearchParams(given).toString();
}
const ask = (change: Fields = {}, more = ""): Promise<Visit> =>
  lin.browser.open(`${issuer}/auth?${query({ ...GOOD, ...change })}${more}`);

/** A page in Chinese with a way home, from which nothing leads to an app. */
function expectPage({ status, left, html, headers }: Visit, words: string): void {
  expect([left?.href, status, html.includes(words)]).toEqual([undefined, 400, true]);
  expect(html).toContain('href="/platformEntry/"');
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(logged).toContain('"audit":"launch-refused"');
}

/** Back at the app's own address, with an error and nothing else; in the fragment, where the request was for one. */
function expectError({ left }: Visit, error: string): void {
  expect(left?.origin).toBe("https://bank.example");
  const answer = Object.fromEntries([
    ...(left?.searchParams ?? []),
    ...new URLSearchParams(left?.hash.slice(1)),
  ]);
  expect(answer).toMatchObject({ error, iss: issuer });
  for (const name of ["code", "access_token", "id_token"]) expect(answer).not.toHaveProperty(name);
  expect(logged).toContain('"audit":"launch-refused"');
}

it("lets the request through as it should be, or nothing here would mean anything", async () => {
  const { left } = await ask();
  expect(left?.href).toMatch(
    /^https:\/\/bank\.example\/cb\?from=gate&code=[\w-]{43}&state=state-of/,
  );
});

describe("an address to come back to that is not registered, letter by letter", () => {
  it.each<[string, string]>([
    ["another host", "https://evil.example/cb?from=gate"],
    ["a host that begins like it", "https://bank.example.evil.example/cb"],
    ["a host that ends like it", "https://evil-bank.example/cb"],
    ["a subdomain", "https://a.bank.example/cb"],
    ["the host as a user name", "https://bank.example@evil.example/cb"],
    ["a user name before the host", "https://x@bank.example/cb"],
    ["a user name and password", "https://a:b@bank.example/cb"],
    ["http for https", "http://bank.example/cb"],
    ["another port", "https://bank.example:8443/cb"],
    ["the usual port, written", "https://bank.example:443/cb"],
    ["a scheme that runs", "javascript:alert(1)//https://bank.example/cb"],
    ["data", "data:text/html,https://bank.example/cb"],
    ["no scheme", "//bank.example/cb"],
    ["a path only", "/cb"],
    ["capital letters in the host", "https://BANK.example/cb"],
    ["capital letters in the path", "https://bank.example/CB"],
    ["a dot behind the host", "https://bank.example./cb"],
    ["a deeper path", "https://bank.example/cb/admin"],
    ["a slash more", "https://bank.example/cb/"],
    ["a path that climbs", "https://bank.example/x/../cb"],
    ["a path that climbs, encoded", "https://bank.example/x/%2e%2e/cb"],
    ["a fragment", "https://bank.example/cb#x"],
    ["an empty fragment", "https://bank.example/cb#"],
    ["an empty query", "https://bank.example/cb?"],
    ["a query that goes on", `${BACK}&next=https://evil.example`],
    ["the query in capitals", "https://bank.example/cb?FROM=gate"],
    ["an encoded letter", "https://bank.example/c%62"],
    ["encoded twice", encodeURIComponent(BACK)],
    ["a back slash", "https://bank.example\\@evil.example/cb"],
    ["a line break", "https://bank.example/cb\r\nset-cookie: a=b"],
    ["a null character", "https://bank.example/cb\0"],
    ["a space before", ` ${BACK}`],
    ["a space behind", `${BACK} `],
    ["two at once", `${BACK} https://evil.example/`],
    ["a wildcard", "https://bank.example/*"],
    ["another app's address", "https://quiet.example/cb"],
    ["the platform's own", "http://127.0.0.1/platformEntry/"],
  ])("%s", async (_what, redirect_uri) => {
    expectPage(await ask({ redirect_uri }), "应用的返回地址没有登记");
  });

  it("none at all, and an empty one", async () => {
    expectPage(await ask({ redirect_uri: undefined }), "应用发来的登录请求不正确");
    expectPage(await ask({ redirect_uri: "" }), "应用发来的登录请求不正确");
  });
});

describe("an app that is none", () => {
  it.each<[string, string]>([
    ["unknown", "no-such-app"],
    ["in capitals", "BANK"],
    ["with a space", "bank "],
    ["a number", "0"],
    ["longer than any", "b".repeat(3000)],
    ["what no database keeps", "bank\0"],
    ["SQL", "bank' or '1'='1"],
    ["an address", "https://evil.example/client"],
    ["a property of every object", "__proto__"],
    ["of another kind, by ticket", "homework"],
    ["of another kind, a link", "plain"],
    ["not set up yet", "unset"],
    ["without the secret that it must have", "secretless"],
  ])("%s", async (_what, client_id) => {
    expectPage(await ask({ client_id }), "没有这个应用");
  });

  it.each<[string, string | undefined]>([
    ["not named", undefined],
    ["empty", ""],
  ])("%s", async (_what, client_id) => {
    expectPage(await ask({ client_id }), "应用发来的登录请求不正确");
  });

  it("closed by date", async () => {
    const visit = await ask({ client_id: "closed", redirect_uri: "https://closed.example/cb" });
    expectPage(visit, "当前身份不能使用这个应用");
  });
});

describe("a request that is not as it should be", () => {
  it.each<[string, Fields, string]>([
    [
      "without PKCE",
      { code_challenge: undefined, code_challenge_method: undefined },
      "invalid_request",
    ],
    ["with the plain method", { code_challenge_method: "plain" }, "invalid_request"],
    ["with no method, which means plain", { code_challenge_method: undefined }, "invalid_request"],
    ["with a method that there is not", { code_challenge_method: "S512" }, "invalid_request"],
    ["with a method but no challenge", { code_challenge: undefined }, "invalid_request"],
    ["with a challenge too short", { code_challenge: "short" }, "invalid_request"],
    [
      "with a challenge of other characters",
      { code_challenge: `${CHALLENGE.slice(1)}%` },
      "invalid_request",
    ],
    ["for a token", { response_type: "token" }, "invalid_request"],
    ["for an ID token", { response_type: "id_token" }, "invalid_request"],
    ["for a code and a token", { response_type: "code token" }, "invalid_request"],
    ["for a code and an ID token", { response_type: "code id_token" }, "invalid_request"],
    ["for everything", { response_type: "code id_token token" }, "invalid_request"],
    ["for nothing", { response_type: "none" }, "unsupported_response_type"],
    ["that does not say for what", { response_type: undefined }, "invalid_request"],
    ["to be answered in the fragment", { response_mode: "fragment" }, "invalid_request"],
    [
      "to be answered in a way that there is not",
      { response_mode: "web_message" },
      "unsupported_response_mode",
    ],
    ["without a scope", { scope: undefined }, "invalid_request"],
    ["without openid", { scope: "profile" }, "invalid_request"],
    ["with a prompt that there is not", { prompt: "create" }, "invalid_request"],
    ["with prompts that exclude each other", { prompt: "none login" }, "invalid_request"],
    ["with an age that is none", { max_age: "-1" }, "invalid_request"],
    ["with an age in words", { max_age: "soon" }, "invalid_request"],
    ["as an object", { request: "e30.e30." }, "request_not_supported"],
    [
      "as an object elsewhere",
      { request_uri: "https://evil.example/r" },
      "request_uri_not_supported",
    ],
    ["that registers itself", { registration: "{}" }, "registration_not_supported"],
    ["with a hint that is no token", { id_token_hint: "x.y.z" }, "invalid_request"],
    ["in the background, of who never opened the app", { prompt: "none" }, "login_required"],
  ])("%s", async (_what, change, error) => {
    expectError(await ask(change), error);
  });

  it.each(["state", "nonce", "scope", "response_type", "code_challenge"])(
    "with %s twice",
    async (name) => {
      const visit = await ask({}, `&${name}=another`);
      expect(visit.left?.searchParams.get("error") ?? "page").toMatch(/^(invalid_request|page)$/);
      expect(visit.left?.searchParams.has("code") ?? false).toBe(false);
      expect(logged).toContain('"audit":"launch-refused"');
    },
  );

  it.each(["client_id", "redirect_uri"])("with %s twice is answered nowhere", async (name) => {
    expectPage(await ask({}, `&${name}=https%3A%2F%2Fevil.example`), "不正确");
  });

  it("posted from another site opens nothing", async () => {
    const answer = await lin.browser.send(`${issuer}/auth`, {
      method: "POST",
      body: new URLSearchParams(query(GOOD)),
    });
    expect(answer.status).toBe(404);
  });

  it.each(["admin", "email", "offline_access", "phone address"])(
    "for the scope %s learns no more than its entry allows",
    async (scope) => {
      const { left } = await ask({ scope: `openid profile ${scope}` });
      const error = left?.searchParams.get("error");
      if (error === "invalid_scope") return;
      const told = await token(left?.searchParams.get("code") ?? "");
      const info = await userInfo(String(told.body["access_token"]));
      expect(Object.keys(info.body).sort()).toEqual(["name", "sub"]);
      expect(told.body).not.toHaveProperty("refresh_token");
    },
  );

  it("for claims by name learns no more than its entry allows", async () => {
    const claims = JSON.stringify({ userinfo: { school: null, identity: { essential: true } } });
    const { left } = await ask({ claims });
    const told = await token(left?.searchParams.get("code") ?? "");
    const info = await userInfo(String(told.body["access_token"]));
    expect(Object.keys(info.body).sort()).toEqual(["name", "sub"]);
  });
});

/** The app's swap of a code, as it should be but for what is changed. */
async function token(code: string, change: Fields = {}, authorization = basic()) {
  const response = await fetch(`${issuer}/token`, {
    method: "POST",
    headers: { accept: "application/json", ...(authorization && { authorization }) },
    body: new URLSearchParams(
      query({
        grant_type: "authorization_code",
        code,
        redirect_uri: BACK,
        code_verifier: VERIFIER,
        ...change,
      }),
    ),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
function basic(id = "bank", secret = SECRET): string {
  return `Basic ${Buffer.from(`${id}:${encodeURIComponent(secret)}`).toString("base64")}`;
}
async function userInfo(accessToken: string | undefined, more = "") {
  const response = await fetch(`${issuer}/me${more}`, {
    headers: {
      accept: "application/json",
      ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
    },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
async function freshCode(): Promise<string> {
  const { left } = await ask();
  const code = left?.searchParams.get("code") ?? "";
  expect(code).toMatch(/^[\w-]{43}$/);
  secrets.push(code);
  return code;
}
function expectNone({ status, body }: Awaited<ReturnType<typeof token>>, error: string): void {
  expect(body["error"]).toBe(error);
  expect(status).toBe(error === "invalid_client" ? 401 : 400);
  for (const name of ["access_token", "id_token", "refresh_token"]) {
    expect(body).not.toHaveProperty(name);
  }
  expect(logged).toContain('"audit":"launch-refused"');
}

describe("a code that is not swapped", () => {
  it("is swapped as it should be, or nothing here would mean anything", async () => {
    const { status, body } = await token(await freshCode());
    expect([status, body["token_type"]]).toEqual([200, "Bearer"]);
  });

  it.each<[string, Fields, string]>([
    ["with another verifier", { code_verifier: `${VERIFIER}x` }, "invalid_grant"],
    ["without a verifier", { code_verifier: undefined }, "invalid_grant"],
    ["with an empty verifier", { code_verifier: "" }, "invalid_grant"],
    ["with the challenge as verifier", { code_verifier: CHALLENGE }, "invalid_grant"],
    [
      "with the other registered address",
      { redirect_uri: "https://bank.example/cb" },
      "invalid_grant",
    ],
    ["with an address of its own", { redirect_uri: "https://evil.example/" }, "invalid_grant"],
    ["without an address", { redirect_uri: undefined }, "invalid_request"],
    ["as a password", { grant_type: "password" }, "unsupported_grant_type"],
    ["as a refresh token", { grant_type: "refresh_token" }, "unsupported_grant_type"],
    ["as the app itself", { grant_type: "client_credentials" }, "unsupported_grant_type"],
    ["in the implicit way", { grant_type: "implicit" }, "unsupported_grant_type"],
    ["without saying how", { grant_type: undefined }, "invalid_request"],
    ["under another app's name", { client_id: "quiet" }, "invalid_request"],
    ["with the secret a second time", { client_secret: SECRET }, "invalid_request"],
  ])("%s", async (_what, change, error) => {
    expectNone(await token(await freshCode(), change), error);
  });

  it.each<[string, string, Fields]>([
    ["with a wrong secret", basic("bank", "guess"), {}],
    ["with another app's secret", basic("bank", "secret of quiet"), {}],
    ["with the hash of the secret", basic("bank", hashSecret(SECRET)), {}],
    ["by an app that is none", basic("no-such", SECRET), {}],
    ["by an app that signs in by ticket", basic("homework", "secret of homework"), {}],
    ["by an app that is not set up", basic("unset", "secret of unset"), {}],
    ["by name alone", "", { client_id: "bank" }],
  ])("%s", async (_what, authorization, change) => {
    expectNone(await token(await freshCode(), change, authorization), "invalid_client");
  });

  it.each<[string, string, Fields]>([
    ["with an empty secret", basic("bank", ""), {}],
    ["by nobody", "", {}],
    ["with what is no base64", "Basic %%%", {}],
    ["with the person's token", "Bearer x", {}],
  ])("%s", async (_what, authorization, change) => {
    expectNone(await token(await freshCode(), change, authorization), "invalid_request");
  });

  it.each<[string, string, string]>([
    ["by another app", "quiet", "secret of quiet"],
    ["by an app that nobody has looked at", "new", "secret of new"],
  ])("%s, and is left to the one it is for", async (_what, id, secret) => {
    const code = await freshCode();
    expectNone(await token(code, {}, basic(id, secret)), "invalid_grant");
    expect((await token(code)).status).toBe(200);
  });

  it("by an app without a server that names itself", async () => {
    expectNone(await token(await freshCode(), { client_id: "page-only" }, ""), "invalid_grant");
  });

  it("a second time, which ends what the first was given", async () => {
    const code = await freshCode();
    const first = await token(code);
    expectNone(await token(code), "invalid_grant");
    expect((await userInfo(String(first.body["access_token"]))).status).toBe(401);
  });

  it("by twenty at once but for one", async () => {
    const code = await freshCode();
    const answers = await Promise.all(Array.from({ length: 20 }, () => token(code)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(19);
  });

  it("after sixty seconds", async () => {
    const code = await freshCode();
    later(60_001);
    expectNone(await token(code), "invalid_grant");
  });

  it.each<[string, () => Promise<unknown>]>([
    ["after sign-out", () => send(app, logout, {}, { headers: lin.headers })],
    ["after a newer sign-in", () => signIn(app, "lin")],
    ["after bye", () => send(app, leaveApps, {}, { headers: lin.headers })],
    ["after the person was disabled", () => enable("user", false)],
    ["after the school was disabled", () => enable("school", false)],
  ])("%s", async (_when, end) => {
    const code = await freshCode();
    await end();
    await app.background.settle();
    const answer = await token(code);
    await enable("user", true);
    await enable("school", true);
    expectNone(answer, "invalid_grant");
  });

  async function enable(table: "user" | "school", is_abled: boolean): Promise<void> {
    const which = table === "user" ? "account" : "id";
    const value = table === "user" ? "lin" : "primary";
    await connected.db
      .updateTable(table)
      .set({ is_abled })
      .where(which as "id", "=", value)
      .execute();
  }

  it("that is none: a launch, the platform's token, an access token, nothing", async () => {
    const { body } = await send(app, launchApp, { app_id: "homework" }, { headers: lin.headers });
    const ticket = new URL(body.data.url).searchParams.get("ticket") ?? "";
    const swapped = await token(await freshCode());
    for (const code of [ticket, lin.token, String(swapped.body["access_token"]), "x"]) {
      expectNone(await token(code), "invalid_grant");
    }
    expectNone(await token(""), "invalid_request");
  });
});

describe("who asks for a person without being given one", () => {
  it.each<[string, () => Promise<string>]>([
    ["with what is no token", async () => "x"],
    ["with the platform's own token", async () => lin.token],
    ["with a code", () => freshCode()],
    ["with an ID token", async () => String((await token(await freshCode())).body["id_token"])],
  ])("%s", async (_what, make) => {
    const { status, body } = await userInfo(await make());
    expect([status, body["error"]]).toEqual([401, "invalid_token"]);
  });

  it("with no token, or one in the address", async () => {
    const accessToken = String((await token(await freshCode())).body["access_token"]);
    for (const [more, wanted] of [
      ["", 401],
      [`?access_token=${accessToken}`, 400],
    ] as const) {
      const { status, body } = await userInfo(undefined, more);
      expect([status, Object.keys(body)]).toEqual([wanted, ["error", "error_description"]]);
    }
    expect((await userInfo(accessToken)).status).toBe(200);
  });

  it("takes an access token of the app nowhere in the platform", async () => {
    const accessToken = String((await token(await freshCode())).body["access_token"]);
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await send(app, leaveApps, {}, { headers })).status).toBe(401);
  });
});

describe("an answer that was tampered with is refused by the app", () => {
  it.each<[string, (back: URL) => void]>([
    ["another state", (back) => back.searchParams.set("state", "x")],
    ["no state", (back) => back.searchParams.delete("state")],
    ["another issuer", (back) => back.searchParams.set("iss", "https://evil.example")],
    ["no issuer", (back) => back.searchParams.delete("iss")],
    ["another code", (back) => back.searchParams.set("code", "x")],
  ])("%s", async (_what, change) => {
    const { url, checks } = await bank.begin(issuer);
    const { left } = await lin.browser.open(url);
    change(left as URL);
    await expect(bank.finish(issuer, left as URL, checks)).rejects.toThrow(/.+/);
  });

  it.each(["expectedNonce", "pkceCodeVerifier"] as const)("another %s", async (name) => {
    const { url, checks } = await bank.begin(issuer);
    const { left } = await lin.browser.open(url);
    const other = { ...checks, [name]: VERIFIER };
    await expect(bank.finish(issuer, left as URL, other)).rejects.toThrow(/.+/);
  });

  it("an answer to another app's request", async () => {
    const quiet = new RelyingParty("quiet", "secret of quiet", "https://quiet.example/cb");
    const [ours, theirs] = [await bank.begin(issuer), await quiet.begin(issuer)];
    const { left } = await lin.browser.open(theirs.url);
    const forged = new URL(BACK);
    forged.search = (left as URL).search;
    await expect(bank.finish(issuer, forged, ours.checks)).rejects.toThrow(/.+/);
  });
});

describe("signing out at the platform does not lead elsewhere", () => {
  const end = (fields: Fields) => lin.browser.open(`${issuer}/session/end?${query(fields)}`);

  it.each<[string, string]>([
    ["another host", "https://evil.example/bye"],
    ["a host that begins like it", "https://bank.example.evil.example/bye"],
    ["the host as a user name", "https://bank.example@evil.example/bye"],
    ["http for https", "http://bank.example/bye"],
    ["a deeper path", "https://bank.example/bye/x"],
    ["a query more", "https://bank.example/bye?next=https://evil.example"],
    ["a fragment", "https://bank.example/bye#x"],
    ["a scheme that runs", "javascript:alert(1)"],
    ["no scheme", "//evil.example"],
    ["the address for codes", "https://bank.example/cb"],
  ])("to %s", async (_what, post_logout_redirect_uri) => {
    expectPage(await end({ client_id: "bank", post_logout_redirect_uri }), "不正确");
  });

  it("for nobody's sake: without an app the address is not looked at", async () => {
    await ask();
    const page = await end({ post_logout_redirect_uri: "https://evil.example/" });
    const { action, fields } = formOf(page.html);
    const done = await lin.browser.open(await lin.browser.post(action, fields));
    expect([done.status, done.left]).toEqual([200, undefined]);
    expect(done.html).toContain("已经退出");
  });

  it.each<[string, (idToken: string) => string]>([
    ["that is none", () => "x"],
    ["that nobody signed", (idToken) => `${unsigned(idToken)}.`],
    ["whose signature is another's", (idToken) => `${idToken.slice(0, -8)}AAAAAAAA`],
    ["whose content was changed", (idToken) => changed(idToken)],
  ])("with a hint %s", async (_what, forge) => {
    const { body } = await token(await freshCode());
    const id_token_hint = forge(String(body["id_token"]));
    expectPage(await end({ id_token_hint }), "不正确");
  });

  it("without the form that asked: forged, another browser's, or by a link", async () => {
    await ask();
    await end({ client_id: "bank" });
    const confirm = `${issuer}/session/end/confirm`;
    for (const fields of [{ logout: "yes" }, { logout: "yes", xsrf: "x" }]) {
      expect((await lin.browser.post(confirm, fields as Record<string, string>)).status).toBe(400);
    }
    expect((await lin.browser.send(`${confirm}?logout=yes`)).status).toBe(404);
    expect((await send(app, leaveApps, {}, { headers: lin.headers })).status).toBe(200);
  });

  function unsigned(idToken: string): string {
    const head = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    return `${head}.${idToken.split(".")[1] ?? ""}`;
  }
  function changed(idToken: string): string {
    const [head, body = "", signature] = idToken.split(".");
    const payload = JSON.parse(Buffer.from(body, "base64url").toString()) as object;
    const other = Buffer.from(JSON.stringify({ ...payload, sub: "x" })).toString("base64url");
    return `${head}.${other}.${signature}`;
  }
});

describe("a sign-in under way", () => {
  /** Stops at the question of an app that nobody has looked at. */
  async function begin(): Promise<{ path: string; fields: Record<string, string> }> {
    const page = await ask({ client_id: "new", redirect_uri: "https://new.example/cb" });
    const { action, fields } = formOf(page.html);
    expect(action).toMatch(/^\/oidc\/interaction\/[\w-]+$/);
    return { path: action, fields };
  }

  it("is another browser's", async () => {
    const { path } = await begin();
    const sun = await person("sun");
    expectPage(await sun.browser.open(path), "这次登录已经过期");
  });

  it("is agreed to by another person, with that browser's cookies", async () => {
    const { path, fields } = await begin();
    const sun = await person("sun");
    lin.browser.setCookie("token", sun.token);
    const answer = await lin.browser.open(
      await lin.browser.post(path, { ...fields, agree: "yes" }),
    );
    expectPage(answer, "登录的人已经变化");
    expectPage(await lin.browser.open(path), "登录的人已经变化");
  });

  it.each<[string, (path: string) => string]>([
    ["named by another id", (path) => `${path}x`],
    ["named by no id that was given", () => "/oidc/interaction/guess"],
  ])("is %s", async (_what, change) => {
    const { path } = await begin();
    expectPage(await lin.browser.open(change(path)), "这次登录已经过期");
  });

  it("has a cookie that was changed", async () => {
    const { path } = await begin();
    lin.browser.setCookie("oidc_interaction.sig", "x", path);
    expectPage(await lin.browser.open(path), "这次登录已经过期");
  });

  it("has waited for more than half an hour", async () => {
    const { path } = await begin();
    later(30 * 60_000 + 1);
    expectPage(await lin.browser.open(path), "这次登录已经过期");
  });

  it("was finished already", async () => {
    const { path, fields } = await begin();
    const done = await lin.browser.open(await lin.browser.post(path, { ...fields, agree: "yes" }));
    expect(done.left?.searchParams.has("code")).toBe(true);
    expectPage(await lin.browser.open(path), "这次登录已经过期");
  });

  it("is taken up where it was not begun: the way back without the cookie", async () => {
    const answer = await lin.browser.open("/oidc/auth/guess");
    expectPage(answer, "这次登录已经过期");
  });
});

describe("an address that is not what it seems", () => {
  it.each([
    "/oidc",
    "/oidc/",
    "/oidc/nothing",
    "/oidc/../healthz/x",
    "/oidc/%2e%2e/token",
    "/oidc//evil.example/",
    "/oidc/auth/../token",
    "/oidc/reg",
    "/oidc/request",
    "/oidc/device",
    "/oidc/token/introspection",
  ])("%s opens nothing", async (path) => {
    const answer = await app.inject({ method: "GET", url: path });
    expect(answer.statusCode).toBe(404);
  });

  it("cannot make the platform call itself by another name", async () => {
    const answer = await app.inject({
      url: "/oidc/.well-known/openid-configuration",
      headers: {
        host: "evil.example",
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
      },
    });
    expect(answer.body).not.toContain("evil.example");
    expect(answer.json()).toMatchObject({ issuer });
  });
});

describe("a ticket that is not redeemed", () => {
  const redeem = async (
    ticket: unknown,
    authorization = basic("homework", "secret of homework"),
  ) => {
    const { status, body } = await send(
      app,
      redeemTicket,
      { ticket },
      { headers: { authorization } },
    );
    return [status, body.code];
  };
  const plain = (id: string, secret: string) =>
    `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
  const mine = plain("homework", "secret of homework");

  it("is redeemed as it should be, or nothing here would mean anything", async () => {
    const { body } = await send(app, launchApp, { app_id: "homework" }, { headers: lin.headers });
    const ticket = new URL(body.data.url).searchParams.get("ticket");
    expect(await redeem(ticket, mine)).toEqual([200, 200]);
  });

  it("because it is a launch of an app of another kind", async () => {
    const { body } = await send(app, launchApp, { app_id: "bank" }, { headers: lin.headers });
    expect(body.data.url).not.toContain("ticket");
    const tickets = await connected.db.selectFrom("app_ticket").select("ticket_hash").execute();
    for (const { ticket_hash } of tickets.slice(-3)) {
      expect(await redeem(ticket_hash, plain("bank", SECRET))).toEqual([400, 40003]);
    }
  });

  it.each<[string, () => Promise<unknown>, number]>([
    ["a code", () => freshCode(), 40003],
    ["the platform's token", async () => lin.token, 40003],
    ["a hash", async () => hashSecret("x"), 40003],
    ["nothing", async () => "", 40001],
    ["a number", async () => 1, 40001],
    ["a list", async () => ["a"], 40001],
    ["longer than any", async () => "x".repeat(201), 40001],
  ])("because it is %s", async (_what, make, code) => {
    logged = "";
    expect(await redeem(await make(), mine)).toEqual([400, code]);
    if (code === 40003) {
      expect(logged).toContain('"audit":"launch-refused","kind":"ticket","reason":"bad_ticket"');
    }
  });

  it("because the app is not who it says: an audit line says that one was refused", async () => {
    logged = "";
    expect(await redeem("x", plain("homework", "a guess"))).toEqual([400, 40005]);
    expect(logged).toContain('"audit":"app-call-refused"');
    expect(logged).not.toContain("guess");
  });
});

it("has written no secret anywhere in the log", async () => {
  const code = await freshCode();
  await token(code, { code_verifier: "x" });
  await token(code, {}, basic("bank", "guess-of-the-secret"));
  await ask({ redirect_uri: "https://evil.example/?steal=1" });
  expect(everything).toContain('"path":"/oidc/auth"');
  for (const secret of [...secrets, VERIFIER, "guess-of-the-secret", "steal=1"]) {
    expect(everything).not.toContain(secret);
  }
});
