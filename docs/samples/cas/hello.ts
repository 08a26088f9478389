// An app of kind `cas` (docs/apps.md): sends visitors to the CAS server, validates the ticket they bring, greets.
//   node docs/samples/cas/hello.ts        (Node 24, no packages)
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { env } from "node:process";

const { PLATFORM_URL = "http://127.0.0.1:7100", PORT = "7200" } = env;
/** Exactly as registered with `--service`. */
const SERVICE = env["SERVICE"] ?? `http://127.0.0.1:${PORT}/`;

interface Person {
  user: string;
  attributes?: { name?: string; identity?: string; school?: string };
}
interface Validation {
  serviceResponse: {
    authenticationSuccess?: Person;
    authenticationFailure?: { code: string; description: string };
  };
}
/** By the browser's cookie; a real app lets visits end, and keeps them in its database. */
const visits = new Map<string, Person>();

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", SERVICE);
  if (url.pathname !== new URL(SERVICE).pathname) return page(response, 404, "没有这个页面");
  const ticket = url.searchParams.get("ticket");
  if (ticket === null) {
    const person = visits.get(
      /(?:^|; )hello=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "",
    );
    if (person === undefined) {
      const login = `${PLATFORM_URL}/cas/login?${new URLSearchParams({ service: SERVICE }).toString()}`;
      return void response.writeHead(303, { location: login }).end();
    }
    const { name = "同学", school = "", identity = "" } = person.attributes ?? {};
    return page(response, 200, `你好，${name}！${school} ${identity}`);
  }
  const person = await validate(ticket);
  if (person === undefined) return page(response, 400, "这次打开已经失效，请回到学门重新打开");
  const key = randomBytes(32).toString("base64url");
  visits.set(key, person);
  // the ticket must not stay in the address bar
  response
    .writeHead(303, {
      location: SERVICE,
      "set-cookie": `hello=${key}; HttpOnly; SameSite=Lax; Path=/`,
      "referrer-policy": "no-referrer",
    })
    .end();
}

async function validate(ticket: string): Promise<Person | undefined> {
  const query = new URLSearchParams({ service: SERVICE, ticket, format: "JSON" });
  const asked = await fetch(`${PLATFORM_URL}/cas/p3/serviceValidate?${query.toString()}`, {
    signal: AbortSignal.timeout(5000),
  });
  const { serviceResponse } = (await asked.json()) as Validation;
  const { authenticationSuccess, authenticationFailure: failure } = serviceResponse;
  if (failure) console.error(`学门没有接受票据：${failure.code} ${failure.description}`);
  return authenticationSuccess;
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
    page(response, 502, "暂时联系不上学门，请稍后再试");
  });
}).listen(Number(PORT), "127.0.0.1", () => console.log(SERVICE));
