// An app of kind `ticket` (docs/apps.md): takes the one-time ticket, asks the platform who it stands for, greets.
//   APP_ID=… APP_SECRET=… PLATFORM_URL=http://127.0.0.1:7100 node hello.ts        (Node 24, no packages)
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { env } from "node:process";

interface Person {
  /** Always the same for this person at this app: the key to keep data under. */
  sub: string;
  name?: string;
  identity?: string;
  school?: { id: string; name: string } | null;
}

const { APP_ID, APP_SECRET, PLATFORM_URL = "http://127.0.0.1:7100", PORT = "7200" } = env;
if (!APP_ID || !APP_SECRET) throw new Error("请设置环境变量 APP_ID 和 APP_SECRET");

const HOUR_MS = 3_600_000;
const visits = new Map<string, { person: Person; until: number }>();

/** The person behind the ticket; null when the platform refuses it, an exception when it cannot be asked. */
async function redeem(ticket: string): Promise<Person | null> {
  const response = await fetch(`${PLATFORM_URL}/dt-platform/v1/sso/api/app/redeem`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${APP_ID}:${APP_SECRET}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ ticket }),
    signal: AbortSignal.timeout(5000),
  });
  if (response.status >= 500) throw new Error(`The platform answered ${response.status}`);
  const answer = (await response.json()) as { code: number; msg: string; data: Person };
  if (answer.code === 200) return answer.data;
  console.error(`学门没有接受票据：${answer.code} ${answer.msg}`);
  return null;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://app.invalid");
  if (url.pathname !== "/") return page(response, 404, "没有这个页面");
  const ticket = url.searchParams.get("ticket");
  if (ticket === null) {
    const person = visitor(request);
    if (person === null) return page(response, 400, "请从学门打开这个应用");
    const { name = "同学", identity = "", school } = person;
    return page(
      response,
      200,
      `你好，${name}！${[school?.name, identity].filter(Boolean).join(" ")}`,
    );
  }
  const person = await redeem(ticket);
  if (person === null) return page(response, 400, "这次打开已经失效，请回到学门重新打开");
  const key = randomBytes(32).toString("base64url");
  visits.set(key, { person, until: Date.now() + HOUR_MS });
  // the ticket must not stay in the address bar
  response
    .writeHead(303, {
      location: "/",
      "set-cookie": `hello=${key}; HttpOnly; SameSite=Lax; Path=/`,
      "referrer-policy": "no-referrer",
    })
    .end();
}

function visitor(request: IncomingMessage): Person | null {
  const key = /(?:^|; )hello=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
  const visit = visits.get(key);
  if (visit !== undefined && visit.until > Date.now()) return visit.person;
  visits.delete(key);
  return null;
}

function page(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" })
    .end(`<!doctype html><meta charset="utf-8"><title>你好</title><h1>${escaped(text)}</h1>`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : "unknown fault");
    page(response, 502, "暂时联系不上学门，请稍后再试");
  });
}).listen(Number(PORT), "127.0.0.1", () => console.log(`http://127.0.0.1:${PORT}/`));
