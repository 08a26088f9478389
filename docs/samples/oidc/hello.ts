// An app of kind `oidc` (docs/apps.md), with openid-client: code + PKCE, then a greeting.
//   APP_ID=… APP_SECRET=… node docs/samples/oidc/hello.ts        (Node 24; npm install openid-client)
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { env } from "node:process";
import * as client from "openid-client";

const { APP_ID, APP_SECRET, PLATFORM_URL = "http://127.0.0.1:7100", PORT = "7200" } = env;
if (!APP_ID || !APP_SECRET) throw new Error("请设置环境变量 APP_ID 和 APP_SECRET");
const SELF = `http://127.0.0.1:${PORT}`;
const CALLBACK = `${SELF}/callback`;

interface Visit {
  checks?: client.AuthorizationCodeGrantChecks;
  claims?: client.IDToken;
}
/** By the browser's cookie; a real app lets visits end, and keeps them in its database. */
const visits = new Map<string, Visit>();

const platform = await client.discovery(
  new URL(`${PLATFORM_URL}/oidc`),
  APP_ID,
  undefined,
  client.ClientSecretBasic(APP_SECRET),
  // only while the platform is on this very machine; never in production
  { execute: PLATFORM_URL.startsWith("http:") ? [client.allowInsecureRequests] : [] },
);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", SELF);
  if (url.pathname === "/login") return begin(url, response);
  if (url.pathname === "/callback") return finish(url, request, response);
  if (url.pathname !== "/") return page(response, 404, "没有这个页面");
  const { claims } = visitOf(request);
  if (claims === undefined) return void response.writeHead(303, { location: "/login" }).end();
  page(response, 200, `你好，${claimText(claims, "name")}！${claimText(claims, "identity")}`);
}

/** Opened by the platform's tile, which brings a `login_hint`, or by a visitor who has not signed in. */
async function begin(url: URL, response: ServerResponse): Promise<void> {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedState = client.randomState();
  const expectedNonce = client.randomNonce();
  const hint = url.searchParams.get("login_hint");
  const to = client.buildAuthorizationUrl(platform, {
    redirect_uri: CALLBACK,
    scope: "openid profile",
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
    state: expectedState,
    nonce: expectedNonce,
    ...(hint !== null && { login_hint: hint }),
  });
  remember(response, { checks: { pkceCodeVerifier, expectedState, expectedNonce } });
  response.writeHead(303, { location: to.href }).end();
}

async function finish(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { checks } = visitOf(request);
  if (checks === undefined) return page(response, 400, "这次登录已经失效，请回到学门重新打开");
  const tokens = await client.authorizationCodeGrant(platform, url, checks);
  const claims = tokens.claims();
  if (claims === undefined) throw new Error("no ID token");
  visits.delete(keyOf(request));
  remember(response, { claims });
  response.writeHead(303, { location: "/" }).end();
}

function remember(response: ServerResponse, visit: Visit): void {
  const key = randomBytes(32).toString("base64url");
  visits.set(key, visit);
  response.setHeader("set-cookie", `hello=${key}; HttpOnly; SameSite=Lax; Path=/`);
}

const keyOf = (request: IncomingMessage) =>
  /(?:^|; )hello=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
const visitOf = (request: IncomingMessage) => visits.get(keyOf(request)) ?? {};

function claimText(claims: client.IDToken, name: string): string {
  const value = claims[name];
  return typeof value === "string" ? value : "";
}

function page(response: ServerResponse, status: number, text: string): void {
  const safe = text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  response
    .writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" })
    .end(`<!doctype html><meta charset="utf-8"><title>你好</title><h1>${safe}</h1>`);
}

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : "unknown fault");
    page(response, 400, "登录没有完成，请回到学门重新打开");
  });
}).listen(Number(PORT), "127.0.0.1", () => console.log(`${SELF}/`));
