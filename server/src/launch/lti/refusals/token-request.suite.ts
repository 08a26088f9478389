import { SignJWT, UnsecuredJWT } from "jose";
import { expect, it } from "vitest";
import { ORIGIN, tokenForm } from "../../../../test/lti-tool.ts";
import { ALL_SCOPES, type Form, type LtiTestApp } from "./refusals.fixture.ts";

/** Tests refusals of a tool's requests for an access token. */
export function refuseTokenRequests(at: LtiTestApp): void {
  const shared = new TextEncoder().encode("a shared secret of enough letters");
  const hmac = () =>
    new SignJWT({ jti: "1", iat: at.seconds(), exp: at.seconds() + 60 })
      .setProtectedHeader({ alg: "HS256", kid: "lab-1" })
      .setIssuer("lab")
      .setSubject("lab")
      .setAudience(`${ORIGIN}/lti/token`)
      .sign(shared);
  const unsigned = () =>
    new UnsecuredJWT({ jti: "1" })
      .setIssuer("lab")
      .setSubject("lab")
      .setAudience(`${ORIGIN}/lti/token`)
      .setIssuedAt(at.seconds())
      .setExpirationTime(at.seconds() + 60)
      .encode();

  it.each<[string, string, () => Promise<Form> | Form]>([
    ["without anything", "unsupported_grant_type", () => ({})],
    [
      "for a password",
      "unsupported_grant_type",
      async () => ({ ...tokenForm(await at.assertion(), ALL_SCOPES), grant_type: "password" }),
    ],
    [
      "with a secret",
      "invalid_client",
      () => ({
        grant_type: "client_credentials",
        client_id: "lab",
        client_secret: "s",
        scope: ALL_SCOPES,
      }),
    ],
    [
      "with another kind of assertion",
      "invalid_client",
      async () => ({
        ...tokenForm(await at.assertion(), ALL_SCOPES),
        client_assertion_type: "saml",
      }),
    ],
    ["with what is no assertion", "invalid_client", () => tokenForm("not a token", ALL_SCOPES)],
    ["with an endless assertion", "invalid_client", () => tokenForm("a".repeat(9000), ALL_SCOPES)],
    ["that is not signed (alg none)", "invalid_client", () => tokenForm(unsigned(), ALL_SCOPES)],
    [
      "signed with a shared secret (HS256)",
      "invalid_client",
      async () => tokenForm(await hmac(), ALL_SCOPES),
    ],
    [
      "signed with the key of another tool",
      "invalid_client",
      async () => tokenForm(await at.assertion({}, { by: at.otherKeys }), ALL_SCOPES),
    ],
    [
      "signed with another tool's key under this one's name",
      "invalid_client",
      async () => tokenForm(await at.assertion({}, { by: at.otherKeys, kid: "lab-1" }), ALL_SCOPES),
    ],
    [
      "signed with a key that nobody knows",
      "invalid_client",
      async () => tokenForm(await at.assertion({}, { kid: "lab-2" }), ALL_SCOPES),
    ],
    [
      "whose end was cut off",
      "invalid_client",
      async () => tokenForm((await at.assertion()).slice(0, -4), ALL_SCOPES),
    ],
    [
      "whose middle was changed",
      "invalid_client",
      async () => {
        const [head, , tail] = (await at.assertion()).split(".");
        const body = Buffer.from(
          JSON.stringify({
            iss: "lab",
            sub: "lab",
            aud: `${ORIGIN}/lti/token`,
            jti: "9",
            iat: at.seconds(),
            exp: at.seconds() + 9999,
          }),
        ).toString("base64url");
        return tokenForm(`${head}.${body}.${tail}`, ALL_SCOPES);
      },
    ],
    [
      "of a client that is none",
      "invalid_client",
      async () => tokenForm(await at.assertion({ iss: "nobody", sub: "nobody" }), ALL_SCOPES),
    ],
    [
      "of an app of another kind",
      "invalid_client",
      async () => tokenForm(await at.assertion({ iss: "ticket", sub: "ticket" }), ALL_SCOPES),
    ],
    [
      "for somebody else",
      "invalid_client",
      async () => tokenForm(await at.assertion({ sub: "other" }), ALL_SCOPES),
    ],
    [
      "of another tool, signed by this one",
      "invalid_client",
      async () => tokenForm(await at.assertion({ iss: "other", sub: "other" }), ALL_SCOPES),
    ],
    [
      "under another client id",
      "invalid_client",
      async () => ({ ...tokenForm(await at.assertion(), ALL_SCOPES), client_id: "other" }),
    ],
    [
      "for another platform",
      "invalid_client",
      async () =>
        tokenForm(await at.assertion({ aud: "https://elsewhere.example/lti/token" }), ALL_SCOPES),
    ],
    [
      "for nobody",
      "invalid_client",
      async () => tokenForm(await at.assertion({ aud: undefined }), ALL_SCOPES),
    ],
    [
      "that has run out",
      "invalid_client",
      async () =>
        tokenForm(
          await at.assertion({ iat: at.seconds() - 120, exp: at.seconds() - 31 }),
          ALL_SCOPES,
        ),
    ],
    [
      "that is too old",
      "invalid_client",
      async () =>
        tokenForm(
          await at.assertion({ iat: at.seconds() - 400, exp: at.seconds() + 60 }),
          ALL_SCOPES,
        ),
    ],
    [
      "from the future",
      "invalid_client",
      async () =>
        tokenForm(
          await at.assertion({ iat: at.seconds() + 120, exp: at.seconds() + 180 }),
          ALL_SCOPES,
        ),
    ],
    [
      "not yet good",
      "invalid_client",
      async () => tokenForm(await at.assertion({ nbf: at.seconds() + 120 }), ALL_SCOPES),
    ],
    [
      "that never runs out",
      "invalid_client",
      async () => tokenForm(await at.assertion({ exp: undefined }), ALL_SCOPES),
    ],
    [
      "without a jti",
      "invalid_client",
      async () => tokenForm(await at.assertion({ jti: undefined }), ALL_SCOPES),
    ],
    [
      "with an endless jti",
      "invalid_client",
      async () => tokenForm(await at.assertion({ jti: "j".repeat(600) }), ALL_SCOPES),
    ],
    [
      "a second time",
      "invalid_client",
      async () => {
        const form = tokenForm(await at.assertion(), ALL_SCOPES);
        expect((await at.askToken(form)).statusCode).toBe(200);
        return form;
      },
    ],
    ["without a scope", "invalid_scope", async () => tokenForm(await at.assertion(), "")],
    [
      "for a scope that is none",
      "invalid_scope",
      async () => tokenForm(await at.assertion(), "openid admin"),
    ],
    [
      "for services that the school has not opened",
      "invalid_scope",
      async () => tokenForm(await at.assertion({ iss: "plain", sub: "plain" }), ALL_SCOPES),
    ],
  ])("%s", async (_what, error, form) => {
    const answer = await at.askToken(await form());
    expect([answer.statusCode, answer.json().error]).toEqual([400, error]);
    expect(answer.json().error_description).toMatch(/^[\x20-\x7e]+$/);
    expect(answer.body).not.toContain("access_token");
  });

  it("gives one of 10 at once a token", async () => {
    const form = tokenForm(await at.assertion(), ALL_SCOPES);
    const answers = await Promise.all(Array.from({ length: 10 }, () => at.askToken(form)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it("keeps an assertion no longer than it could be used, however late it runs out", async () => {
    const exp = 10 ** 14;
    const form = tokenForm(await at.assertion({ exp }), ALL_SCOPES);
    expect((await at.askToken(form)).statusCode).toBe(200);
    expect((await at.askToken(form)).json().error).toBe("invalid_client");
  });

  it.each([
    ["as JSON that is none", "application/json", "{"],
    ["as XML", "application/xml", "<x/>"],
  ])("%s", async (_what, type, payload) => {
    const answer = await at.app.inject({
      method: "POST",
      url: "/lti/token",
      payload,
      headers: { "content-type": type },
    });
    expect([400, 415]).toContain(answer.statusCode);
    expect(answer.json().error).toBe("invalid_request");
  });
}
