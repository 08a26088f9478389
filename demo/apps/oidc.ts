import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from "jose";
import * as client from "openid-client";
import type { Claims } from "#contract";
import { readCookie, readForm } from "./http.ts";
import {
  UNREACHABLE,
  type Addresses,
  type DemoAnswer,
  type DemoKind,
  type DemoRequest,
} from "./kind.ts";

const COOKIE = "demo_app_login";
const MAX_WAITING = 1000;
const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

const FAILED = "没有完成登录，请回到学门重新打开";
const DECLINED = "你没有同意把信息告诉这个应用，所以没有登录";
const LEFT = "已经退出这个应用";

/** The checks that the app keeps between its authorization request and the answer. */
type Checks = Required<
  Pick<client.AuthorizationCodeGrantChecks, "pkceCodeVerifier" | "expectedState" | "expectedNonce">
>;

/** Signs people in by OpenID Connect, with openid-client as any other team would use it. */
export function oidcKind(addresses: Addresses): DemoKind {
  const waiting = new Map<string, Checks>();
  const configurations = new Map<string, Promise<client.Configuration>>();
  const keys = createRemoteJWKSet(new URL(`${addresses.platform}/oidc/jwks`));

  function configuration({ app: { id, secret = "" } }: DemoRequest): Promise<client.Configuration> {
    const known = configurations.get(id);
    if (known !== undefined) return known;
    const options = addresses.platform.startsWith("http:")
      ? { execute: [client.allowInsecureRequests] }
      : {};
    const read = client.discovery(
      new URL(`${addresses.platform}/oidc`),
      id,
      undefined,
      client.ClientSecretBasic(secret),
      options,
    );
    configurations.set(id, read);
    read.catch(() => configurations.delete(id));
    return read;
  }

  /** Sends the browser to the platform; a tile's hint goes along. */
  async function begin(visit: DemoRequest): Promise<DemoAnswer> {
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const checks = {
      pkceCodeVerifier,
      expectedState: client.randomState(),
      expectedNonce: client.randomNonce(),
    };
    const hint = visit.url.searchParams.get("login_hint");
    const url = client.buildAuthorizationUrl(await configuration(visit), {
      redirect_uri: callback(addresses, visit),
      scope: "openid profile",
      state: checks.expectedState,
      nonce: checks.expectedNonce,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
      ...(hint !== null && { login_hint: hint }),
    });
    const [oldest] = waiting.keys();
    if (oldest !== undefined && waiting.size >= MAX_WAITING) waiting.delete(oldest);
    const key = randomBytes(32).toString("base64url");
    waiting.set(key, checks);
    return {
      redirect: url.href,
      cookie: `${COOKIE}=${key}; Path=/${visit.app.id}; HttpOnly; SameSite=Lax`,
    };
  }

  /** Exchanges the code for tokens and begins a visit. */
  async function finish(visit: DemoRequest): Promise<DemoAnswer> {
    const key = readCookie(visit.request, COOKIE) ?? "";
    const checks = waiting.get(key);
    waiting.delete(key);
    if (checks === undefined) return { notice: FAILED, status: 400 };
    if (visit.url.searchParams.get("error") === "access_denied") {
      return { notice: DECLINED, status: 400 };
    }
    const back = new URL(callback(addresses, visit));
    back.search = visit.url.search;
    try {
      const tokens = await client.authorizationCodeGrant(await configuration(visit), back, checks);
      const { sid, ...claims } = tokens.claims() as unknown as Claims & { sid?: string };
      return { greet: claims, next: `/${visit.app.id}`, ...(sid !== undefined && { mark: sid }) };
    } catch {
      return { notice: FAILED, status: 400 };
    }
  }

  /** Ends the visits of a sign-in that is over, as the platform notifies (Back-Channel Logout 1.0, 2.6). */
  async function hear(visit: DemoRequest): Promise<DemoAnswer> {
    const token = (await readForm(visit.request)).get("logout_token") ?? "";
    const payload = await logoutOf(token, visit.app.id).catch(() => null);
    return payload === null ? { notice: FAILED, status: 400 } : { end: String(payload["sid"]) };
  }

  async function logoutOf(token: string, audience: string): Promise<JWTPayload> {
    const issuer = `${addresses.platform}/oidc`;
    const { payload } = await jwtVerify(token, keys, { issuer, audience, typ: "logout+jwt" });
    const events = payload["events"] as Record<string, unknown> | undefined;
    if (events?.[LOGOUT_EVENT] === undefined || payload["nonce"] !== undefined) {
      throw new Error("no logout token");
    }
    return payload;
  }

  /** Signs out here, and sends the browser on to the platform's own sign-out. */
  async function leave(visit: DemoRequest): Promise<DemoAnswer> {
    const url = client.buildEndSessionUrl(await configuration(visit), {
      client_id: visit.app.id,
      post_logout_redirect_uri: `${addresses.own}/${visit.app.id}/left`,
    });
    return { leave: true, redirect: url.href };
  }

  return async (visit) => {
    const step = stepOf(visit.request, visit.rest);
    if (step === null) return null;
    if (step === "left") return { notice: LEFT, status: 200 };
    if (step === "home" && visit.claims !== null) {
      return { greeted: visit.claims, leave: `/${visit.app.id}/logout` };
    }
    try {
      return await { home: begin, login: begin, callback: finish, hear, logout: leave }[step](
        visit,
      );
    } catch {
      return { notice: UNREACHABLE, status: 502 };
    }
  };
}

type Step = "home" | "login" | "callback" | "hear" | "logout" | "left";

function stepOf({ method }: IncomingMessage, rest: string): Step | null {
  if (method === "POST") return rest === "/backchannel-logout" ? "hear" : null;
  switch (rest) {
    case "":
      return "home";
    case "/login":
      return "login";
    case "/callback":
      return "callback";
    case "/logout":
      return "logout";
    case "/left":
      return "left";
    default:
      return null;
  }
}

function callback({ own }: Addresses, { app }: DemoRequest): string {
  return `${own}/${app.id}/callback`;
}
