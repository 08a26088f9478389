import { describe, expect, it } from "vitest";
import {
  BACK,
  CHALLENGE,
  expectError,
  expectPage,
  GOOD,
  query,
  type Fields,
  type OidcTestApp,
} from "./refusals.fixture.ts";

/** Tests refusals of an app's authorization requests: address, sender and form. */
export function refuseAuthorizationRequests(at: OidcTestApp): void {
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
      expectPage(at, await at.ask({ redirect_uri }), "应用的返回地址没有登记");
    });

    it("none at all, and an empty one", async () => {
      expectPage(at, await at.ask({ redirect_uri: undefined }), "应用发来的登录请求不正确");
      expectPage(at, await at.ask({ redirect_uri: "" }), "应用发来的登录请求不正确");
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
      expectPage(at, await at.ask({ client_id }), "没有这个应用");
    });

    it.each<[string, string | undefined]>([
      ["not named", undefined],
      ["empty", ""],
    ])("%s", async (_what, client_id) => {
      expectPage(at, await at.ask({ client_id }), "应用发来的登录请求不正确");
    });

    it.each(["state", "nonce", "login_hint", "ui_locales", "acr_values"])(
      "with what no database keeps in %s",
      async (name) => {
        expectPage(at, await at.ask({ [name]: "a\0" }), "应用发来的登录请求不正确");
      },
    );

    it("of very many strangers, and of nobody who has signed in", async () => {
      const asked = `/oidc/auth?${query({ ...GOOD, state: "s" })}`;
      const stranger = () => at.app.inject({ url: asked, remoteAddress: "192.0.2.60" });
      const answers = [];
      for (let nth = 0; nth < 601; nth += 1) answers.push(await stranger());
      expect(answers.filter(({ statusCode }) => statusCode === 303)).toHaveLength(600);
      expect(answers.at(-1)?.statusCode).toBe(429);
      expect(Number(answers.at(-1)?.headers["retry-after"])).toBeLessThanOrEqual(60);
      const headers = { cookie: `token=${(await at.person("sun")).token}` };
      const known = await at.app.inject({ url: asked, remoteAddress: "192.0.2.60", headers });
      expect(known.statusCode).toBe(303);
    });

    it("closed by date", async () => {
      const visit = await at.ask({
        client_id: "closed",
        redirect_uri: "https://closed.example/cb",
      });
      expectPage(at, visit, "当前身份不能使用这个应用");
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
      [
        "with no method, which means plain",
        { code_challenge_method: undefined },
        "invalid_request",
      ],
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
      expectError(at, await at.ask(change), error);
    });

    it.each(["state", "nonce", "scope", "response_type", "code_challenge"])(
      "with %s twice",
      async (name) => {
        const visit = await at.ask({}, `&${name}=another`);
        expect(visit.left?.searchParams.get("error") ?? "page").toMatch(/^(invalid_request|page)$/);
        expect(visit.left?.searchParams.has("code") ?? false).toBe(false);
        expect(at.logged).toContain('"audit":"launch-refused"');
      },
    );

    it.each(["client_id", "redirect_uri"])("with %s twice is answered nowhere", async (name) => {
      expectPage(at, await at.ask({}, `&${name}=https%3A%2F%2Fevil.example`), "不正确");
    });

    it("posted from another site opens nothing", async () => {
      const answer = await at.lin.browser.send(`${at.issuer}/auth`, {
        method: "POST",
        body: new URLSearchParams(query(GOOD)),
      });
      expect(answer.status).toBe(404);
    });

    it.each(["admin", "email", "offline_access", "phone address"])(
      "for the scope %s learns no more than its entry allows",
      async (scope) => {
        const { left } = await at.ask({ scope: `openid profile ${scope}` });
        expect(left?.searchParams.get("error")).toBeNull();
        const told = await at.token(left?.searchParams.get("code") ?? "");
        const info = await at.userInfo(String(told.body["access_token"]));
        expect(Object.keys(info.body).sort()).toEqual(["name", "sub"]);
        expect(told.body).not.toHaveProperty("refresh_token");
      },
    );

    it("for claims by name learns no more than its entry allows", async () => {
      const claims = JSON.stringify({ userinfo: { school: null, identity: { essential: true } } });
      const { left } = await at.ask({ claims });
      const told = await at.token(left?.searchParams.get("code") ?? "");
      const info = await at.userInfo(String(told.body["access_token"]));
      expect(Object.keys(info.body).sort()).toEqual(["name", "sub"]);
    });
  });
}
