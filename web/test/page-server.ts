import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { text } from "node:stream/consumers";
import { DECLARED_HEADER } from "#contract";

/** A call that the page made. */
export interface Seen {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
}

/** `data` of a success, or a whole answer with its HTTP status. */
export type Answer = { data: unknown } | { status: number; body: unknown };
export type AnswerCalls = (call: Seen) => Answer | Promise<Answer>;

/** A fake of the platform's API: it answers as the test says and records its calls. */
export class Api {
  readonly seen: Seen[] = [];
  answer: AnswerCalls = () => ({ data: {} });

  /** Paths of the calls so far, with their methods. */
  paths(): string[] {
    return this.seen.map(({ method, path }) => `${method} ${path}`);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://page");
    const call: Seen = {
      method: request.method ?? "",
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: await text(request),
    };
    this.seen.push(call);
    const answer = await this.answer(call);
    const [status, body] =
      "data" in answer
        ? [200, { code: 200, data: answer.data, msg: "ok" }]
        : [answer.status, answer.body];
    response.writeHead(status, {
      "content-type": "application/json",
      [DECLARED_HEADER]: "declared",
    });
    response.end(JSON.stringify(body));
  }
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};
const BASE = "/platformEntry/";

/** Serves a built page and, beside it, the API. */
export async function servePage(
  dist: string,
  api: Api,
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://page");
    if (!pathname.startsWith(BASE)) return void api.handle(request, response);
    const file = pathname.slice(BASE.length) || "index.html";
    readFile(join(dist, file)).then(
      (bytes) => {
        response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" });
        response.end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: originOf(server), close: () => stopped(server) };
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function stopped(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
