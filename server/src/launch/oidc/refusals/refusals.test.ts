import { describe, expect, it } from "vitest";
import { refuseAuthorizationRequests } from "./authorization-request.suite.ts";
import { refuseCodeExchanges } from "./code-exchange.suite.ts";
import { refuseEndsOfSession } from "./end-session.suite.ts";
import { basic, freshCode, openOidcApp, VERIFIER } from "./refusals.fixture.ts";
import { refuseSignInsUnderWay } from "./sign-in-under-way.suite.ts";
import { refuseTickets } from "./ticket.suite.ts";

/**
 * The app for all refusals, each row an attack that somebody could try: none passes, each is answered clearly and
 * noted. Its log is searched at the end.
 */
const at = openOidcApp();

it("lets the request through as it should be, or nothing here would mean anything", async () => {
  const { left } = await at.ask();
  expect(left?.href).toMatch(
    /^https:\/\/bank\.example\/cb\?from=gate&code=[\w-]{43}&state=state-of/,
  );
});

refuseAuthorizationRequests(at);
refuseCodeExchanges(at);
refuseSignInsUnderWay(at);
refuseEndsOfSession(at);

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
    const answer = await at.app.inject({ method: "GET", url: path });
    expect(answer.statusCode).toBe(404);
  });

  it("cannot make the platform call itself by another name", async () => {
    const answer = await at.app.inject({
      url: "/oidc/.well-known/openid-configuration",
      headers: {
        host: "evil.example",
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
      },
    });
    expect(answer.body).not.toContain("evil.example");
    expect(answer.json()).toMatchObject({ issuer: at.issuer });
  });
});

refuseTickets(at);

it("has written no secret anywhere in the log", async () => {
  const code = await freshCode(at);
  await at.token(code, { code_verifier: "x" });
  await at.token(code, {}, basic("bank", "guess-of-the-secret"));
  await at.ask({ redirect_uri: "https://evil.example/?steal=1" });
  expect(at.logged).toContain('"path":"/oidc/auth"');
  for (const secret of [...at.secrets, VERIFIER, "guess-of-the-secret", "steal=1"]) {
    expect(at.logged).not.toContain(secret);
  }
});
