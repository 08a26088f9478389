import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Claims, LaunchKind } from "#contract";
import { casKind } from "./cas.ts";
import { readDemoApps, readIcon, type DemoApp } from "./demo-app.ts";
import { readCookie } from "./http.ts";
import type { Addresses, DemoAnswer, DemoKind } from "./kind.ts";
import { ltiKind } from "./lti.ts";
import { oidcKind } from "./oidc.ts";
import { greetingPage, noticePage, PAGE_POLICY, plainPage } from "./page.ts";
import { ticketKind } from "./ticket.ts";
import { VISIT_SECONDS, Visits } from "./visits.ts";

const COOKIE = "demo_app_visit";
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": PAGE_POLICY,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};
const UNKNOWN = "没有这个应用";

export interface DemoAppsOptions {
  /** The port; 0 takes a free one. */
  port: number;
  host: string;
  /** The platform's origin, as apps and browsers use it. */
  platformUrl: string;
  /** The address at which browsers reach this server; missing: the one at which it listens. */
  ownUrl?: string;
  /** Missing: the apps of the demo district's catalogue. */
  apps?: readonly DemoApp[];
}

/** The handler of each launch kind; a kind without one is a plain page. */
function kindsAt(addresses: Addresses): Partial<Record<LaunchKind, DemoKind>> {
  return {
    ticket: ticketKind(addresses.platform),
    oidc: oidcKind(addresses),
    cas: casKind(addresses),
    lti: ltiKind(addresses),
  };
}

/**
 * Starts the apps behind the demo district's tiles, as separate servers would be, each below `/{app id}`: a plain page,
 * or one that signs the person in as its kind does, and greets. Nothing is logged.
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
  let kinds: Partial<Record<LaunchKind, DemoKind>> = {};

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://demo.invalid");
    const [, id = "", rest = ""] = /^\/([^/]*)(.*)$/.exec(url.pathname) ?? [];
    const found = apps.get(id);
    const nothing = () => send(response, 404, noticePage({ app: null, icon: null, home }, UNKNOWN));
    if (found === undefined) return nothing();
    const { app } = found;
    const key = readCookie(request, COOKIE);
    const claims = visits.find(app.id, key, Date.now());
    const kind = kinds[app.launch];
    if (kind === undefined) {
      if (rest !== "") return nothing();
      return request.method === "GET"
        ? send(response, 200, plainPage({ ...found, home }))
        : send(response, 405, "");
    }
    const given = await kind({ app, rest, url, request, claims });
    if (given === null) return request.method === "GET" ? nothing() : send(response, 405, "");
    reply(response, given, { ...found, home }, key);
  }

  function reply(
    response: ServerResponse,
    given: DemoAnswer,
    face: { app: DemoApp; icon: string | null; home: string },
    key: string | undefined,
  ): void {
    const { id } = face.app;
    if ("plain" in given) return send(response, 200, plainPage(face));
    if ("notice" in given) return send(response, given.status, noticePage(face, given.notice));
    if ("greeted" in given) {
      return send(response, 200, greetingPage(face, given.greeted, given.leave));
    }
    if ("end" in given) {
      visits.endMarked(id, given.end);
      return send(response, 200, "");
    }
    if ("greet" in given) return greet(response, given, face);
    if ("leave" in given) visits.end(key);
    const { cookie } = given as { cookie?: string };
    if (cookie !== undefined) response.setHeader("set-cookie", cookie);
    redirect(response, given.redirect);
  }

  function greet(
    response: ServerResponse,
    { greet: claims, mark, next }: { greet: Claims; mark?: string; next?: string },
    face: { app: DemoApp; icon: string | null; home: string },
  ): void {
    const { id } = face.app;
    const begun = visits.begin(id, claims, Date.now(), mark);
    response.setHeader(
      "set-cookie",
      `${COOKIE}=${begun}; Path=/${id}; HttpOnly; SameSite=Lax; Max-Age=${VISIT_SECONDS}`,
    );
    if (next === undefined) send(response, 200, greetingPage(face, claims));
    else redirect(response, next);
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
  const url = `http://${shown.includes(":") ? `[${shown}]` : shown}:${port}`;
  kinds = kindsAt({ platform: options.platformUrl, own: options.ownUrl ?? url });
  return {
    url,
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

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { ...HEADERS, location }).end();
}
