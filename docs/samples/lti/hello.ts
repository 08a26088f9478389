// A tool of LTI 1.3 (docs/apps.md), with jose: login initiation, signed launch, then a greeting.
//   APP_ID=… node docs/samples/lti/hello.ts        (Node 24; npm install jose)
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { env } from "node:process";
import { text } from "node:stream/consumers";
import { createRemoteJWKSet, jwtVerify } from "jose";

const { APP_ID, PLATFORM_URL = "http://127.0.0.1:7100", PORT = "7200" } = env;
if (!APP_ID) throw new Error("请设置环境变量 APP_ID");
const SELF = env["SELF_URL"] ?? `http://127.0.0.1:${PORT}`;
const DEPLOYMENT = env["DEPLOYMENT_ID"] ?? APP_ID;
const CLAIM = "https://purl.imsglobal.org/spec/lti/claim";
/** The message comes as a form from another site, which browsers send `None` cookies with only. */
const COOKIE = `HttpOnly; Path=/; ${SELF.startsWith("https:") ? "SameSite=None; Secure" : "SameSite=Lax"}`;

/** By the `state` of a launch that was begun, and the browser that began it. */
const begun = new Map<string, { nonce: string }>();
const keys = createRemoteJWKSet(new URL(`${PLATFORM_URL}/lti/jwks`));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", SELF);
  const form = request.method === "POST" ? await text(request) : url.search;
  const fields = new URLSearchParams(form);
  if (url.pathname === "/login") return begin(fields, response);
  if (url.pathname === "/launch") return finish(fields, request, response);
  page(response, 400, "请从学门打开这个应用");
}

/** Step 1: the platform says that somebody wants in; the tool asks it who. */
function begin(fields: URLSearchParams, response: ServerResponse): void {
  if (fields.get("iss") !== PLATFORM_URL) return page(response, 400, "请从学门打开这个应用");
  const state = randomBytes(32).toString("base64url");
  const nonce = randomBytes(32).toString("base64url");
  begun.set(state, { nonce });
  const asked = new URLSearchParams({
    scope: "openid",
    response_type: "id_token",
    response_mode: "form_post",
    prompt: "none",
    client_id: APP_ID ?? "",
    redirect_uri: `${SELF}/launch`,
    login_hint: fields.get("login_hint") ?? "",
    lti_message_hint: fields.get("lti_message_hint") ?? "",
    state,
    nonce,
  });
  response
    .writeHead(303, {
      location: `${PLATFORM_URL}/lti/authorize?${asked.toString()}`,
      "set-cookie": `hello=${state}; ${COOKIE}`,
    })
    .end();
}

/** Step 2: the platform's signed message. Everything about it is checked before anybody is greeted. */
async function finish(
  fields: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const state = fields.get("state") ?? "";
  const launch = begun.get(state);
  begun.delete(state);
  const mine = /(?:^|; )hello=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] === state;
  if (launch === undefined || !mine)
    return page(response, 400, "这次打开已经失效，请回到学门重新打开");
  const { payload } = await jwtVerify(fields.get("id_token") ?? "", keys, {
    issuer: PLATFORM_URL,
    audience: APP_ID ?? "",
    algorithms: ["RS256"],
    maxTokenAge: 300,
  });
  const isLaunch = payload[`${CLAIM}/message_type`] === "LtiResourceLinkRequest";
  const isHere = payload[`${CLAIM}/deployment_id`] === DEPLOYMENT;
  if (payload["nonce"] !== launch.nonce || !isLaunch || !isHere)
    throw new Error("not for this tool");
  const context = payload[`${CLAIM}/context`] as { title?: string } | undefined;
  const name = typeof payload["name"] === "string" ? payload["name"] : "同学";
  page(response, 200, `你好，${name}！${context?.title ?? ""}`);
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
