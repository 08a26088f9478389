import { expect } from "vitest";
import { makeApps } from "../../../../test/apps.ts";
import { makePerson, makeSchool } from "../../../../test/people.ts";
import type { Visit } from "../../browser.fixture.ts";
import { LaunchTestApp, openForTests } from "../../launch-test-app.fixture.ts";
import { RelyingParty } from "../relying-party.fixture.ts";

export const BACK = "https://bank.example/cb?from=gate";
export const SECRET = "secret of bank";
export const VERIFIER = "a-verifier-of-at-least-forty-three-characters-0";
export const CHALLENGE = "S6xMLfJrdwhXm9EJRqmQw6nyYWcpLlPsCEOqmhPUIcs";

/** A valid authorization request. */
export const GOOD = {
  client_id: "bank",
  redirect_uri: BACK,
  response_type: "code",
  scope: "openid profile",
  state: "state-of-the-app",
  nonce: "nonce-of-the-app",
  code_challenge: CHALLENGE,
  code_challenge_method: "S256",
};
export type Fields = Record<string, string | undefined>;

export function query(fields: Fields): string {
  const given = Object.entries(fields).filter(
    (one): one is [string, string] => one[1] !== undefined,
  );
  return new URLSearchParams(given).toString();
}

export function basic(id = "bank", secret = SECRET): string {
  return `Basic ${Buffer.from(`${id}:${encodeURIComponent(secret)}`).toString("base64")}`;
}

/** Opens a listening app for a test file: apps of every kind, and lin, who signs in anew before each test. */
export function openOidcApp(): OidcTestApp {
  return openForTests(new OidcTestApp(), "lin");
}

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

export class OidcTestApp extends LaunchTestApp {
  readonly bank = new RelyingParty("bank", SECRET, BACK);

  constructor() {
    super({ now: new Date(), listens: true, config: { logLevel: "debug" } });
    this.secrets.push(SECRET);
  }

  get issuer(): string {
    return `${this.origin}/oidc`;
  }

  ask(change: Fields = {}, more = ""): Promise<Visit> {
    return this.lin.browser.open(`${this.issuer}/auth?${query({ ...GOOD, ...change })}${more}`);
  }

  /** Exchanges a code, validly except for the given changes. */
  async token(code: string, change: Fields = {}, authorization = basic()): Promise<Answer> {
    const response = await fetch(`${this.issuer}/token`, {
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

  async userInfo(accessToken: string | undefined, more = ""): Promise<Answer> {
    const response = await fetch(`${this.issuer}/me${more}`, {
      headers: {
        accept: "application/json",
        ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
      },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  override async fill(): Promise<void> {
    const { db } = this;
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
        settings: {
          redirect_uris: ["https://page.example/cb"],
          token_endpoint_auth_method: "none",
        },
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
        close_at: new Date(this.now.getTime() - 1000),
        settings: { redirect_uris: ["https://closed.example/cb"] },
      },
      { id: "unset", ...oidc, secret: "secret of unset" },
      { id: "secretless", ...oidc, settings },
      { id: "homework", launch: "ticket", secret: "secret of homework" },
      { id: "plain" },
    ]);
  }
}

/** Expects a page in Chinese with a way home, from which nothing leads to an app. */
export function expectPage(
  at: OidcTestApp,
  { status, left, html, headers }: Visit,
  words: string,
): void {
  expect([left?.href, status, html.includes(words)]).toEqual([undefined, 400, true]);
  expect(html).toContain('href="/platformEntry/"');
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(at.loggedNow).toContain('"audit":"launch-refused"');
}

/**
 * Expects the browser back at the app's own address with an error only; in the fragment, where the request was for one.
 */
export function expectError(at: OidcTestApp, { left }: Visit, error: string): void {
  expect(left?.origin).toBe("https://bank.example");
  const answer = Object.fromEntries([
    ...(left?.searchParams ?? []),
    ...new URLSearchParams(left?.hash.slice(1)),
  ]);
  expect(answer).toMatchObject({ error, iss: at.issuer });
  for (const name of ["code", "access_token", "id_token"]) expect(answer).not.toHaveProperty(name);
  expect(at.loggedNow).toContain('"audit":"launch-refused"');
}

export async function freshCode(at: OidcTestApp): Promise<string> {
  const { left } = await at.ask();
  const code = left?.searchParams.get("code") ?? "";
  expect(code).toMatch(/^[\w-]{43}$/);
  at.secrets.push(code);
  return code;
}

export function expectNone(at: OidcTestApp, { status, body }: Answer, error: string): void {
  expect(body["error"]).toBe(error);
  expect(status).toBe(error === "invalid_client" ? 401 : 400);
  for (const name of ["access_token", "id_token", "refresh_token"]) {
    expect(body).not.toHaveProperty(name);
  }
  expect(at.loggedNow).toContain('"audit":"launch-refused"');
}
