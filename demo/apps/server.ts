import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readDemoApps, readIcon, type DemoApp } from "./demo-app.ts";
import { greetingPage, noticePage, PAGE_POLICY, plainPage } from "./page.ts";
import { redeem } from "./redeem.ts";
import { VISIT_SECONDS, Visits } from "./visits.ts";

const COOKIE = "demo_app_visit";
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": PAGE_POLICY,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};
const TEXTS = {
  unknown: "没有这个应用",
  refused: "这张票据已经用过或已过期，请回到学门重新打开",
  unreachable: "暂时联系不上学门，请稍后回到学门重新打开",
  stranger: "请先在学门里登录，再从那里打开这个应用",
};

export interface DemoAppsOptions {
  /** 0 takes a free one. */
  port: number;
  host: string;
  /** The platform's address without a path: tickets are redeemed there, and the way back leads there. */
  platformUrl: string;
  /** Missing: the apps of the demo district's catalogue. */
  apps?: readonly DemoApp[];
}

/**
 * The apps behind the demo district's tiles, as separate servers would be: `/{app id}` is a plain page, or, for an
 * app of kind `ticket`, the page that takes `?ticket=`, redeems it and greets the person. Nothing is logged.
 */
export async function startDemoApps(
  options: DemoAppsOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  const apps = new Map(
    await Promise.all(
      (options.apps ?? (await readDemoApps())).map(
        async (app) => [app.id, { app, icon: await readIcon(app) }] as const,
      ),
    ),
  );
  const home = new URL("/platformEntry/", options.platformUrl).href;
  const visits = new Visits();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== "GET") return send(response, 405, "");
    const address = new URL(request.url ?? "/", "http://demo.invalid");
    const found = apps.get(address.pathname.slice(1));
    if (found === undefined) {
      return send(response, 404, noticePage({ app: null, icon: null, home }, TEXTS.unknown));
    }
    const { app } = found;
    const face = { ...found, home };
    if (app.launch !== "ticket" || app.secret === undefined) {
      return send(response, 200, plainPage(face));
    }
    const ticket = address.searchParams.get("ticket");
    if (ticket === null) {
      const claims = visits.find(app.id, readCookie(request), Date.now());
      return claims === null
        ? send(response, 400, noticePage(face, TEXTS.stranger))
        : send(response, 200, greetingPage(face, claims));
    }
    const redeemed = await redeem(options.platformUrl, { id: app.id, secret: app.secret }, ticket);
    if ("failure" in redeemed) {
      const status = redeemed.failure === "refused" ? 400 : 502;
      return send(response, status, noticePage(face, TEXTS[redeemed.failure]));
    }
    const key = visits.begin(app.id, redeemed.claims, Date.now());
    response.setHeader(
      "set-cookie",
      `${COOKIE}=${key}; Path=/${app.id}; HttpOnly; SameSite=Lax; Max-Age=${VISIT_SECONDS}`,
    );
    send(response, 200, greetingPage(face, redeemed.claims));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => send(response, 500, ""));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port, address } = server.address() as AddressInfo;
  const shown = address === "0.0.0.0" || address === "::" ? "127.0.0.1" : address;
  return {
    url: `http://${shown.includes(":") ? `[${shown}]` : shown}:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function send(response: ServerResponse, status: number, html: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, HEADERS).end(html);
}

function readCookie(request: IncomingMessage): string | undefined {
  for (const part of request.headers.cookie?.split(";") ?? []) {
    const [name, value] = part.trim().split("=", 2);
    if (name === COOKIE) return value;
  }
  return undefined;
}
