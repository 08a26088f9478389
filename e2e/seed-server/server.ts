import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/**
 * A server that has only the seed's API: the calls of its section 7 with the fields of its section 3, ids that are
 * numbers, flags that are 1. The seed does not show sign-in and sign-out; those two paths are the page's own.
 */
const DIST = fileURLToPath(new URL("../../web/dist/", import.meta.url));
const BASE = "/platformEntry/";
const TOKEN = "a-token";
/** A host name that the browser resolves to this machine, so that the page and the calls have different origins. */
export const PAGE_ELSEWHERE = "page.example";
const API_ELSEWHERE = "api.example";

const PATHS = {
  login: "/dt-platform/v1/sso/api/login",
  logout: "/dt-platform/v1/sso/api/logout",
  auth: "/dt-platform/v1/sso/api/app/auth",
  bye: "/dt-platform/v1/sso/app/bye",
  detail: "/dt-platform/v1/user/user/detail",
  edit: "/dt-platform/v1/user/user/edit",
  setting: "/dt-platform/v1/user/setting",
  apps: "/dt-platform/v1/app/api/apps",
  saveApps: "/dt-platform/v1/user/user/save-apps",
  relations: "/dt-ecampus/content/v2/common/init-relations",
  search: "/dt-ecampus/content/v2/search",
  hasUnread: "/dt-platform/v1/customer-service/feedback/has-unread",
  agreement: "/dt-platform/v1/agreement/api/index/detail",
  event: "/dt-platform/v1/log-management/event/report",
  appLogin: "/dt-platform/v1/collector/report/app/login",
  update: "/dt-platform/v1/version/api/update-info",
} as const;
type Name = keyof typeof PATHS;
const NAMES = new Map(Object.entries(PATHS).map(([name, path]) => [path as string, name as Name]));
const OPEN: readonly Name[] = ["login", "logout", "agreement", "event", "update"];

export interface Seen {
  name: Name | undefined;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
}

const IDENTITIES = ["teacher", "manager", "student"];

/** Returns the `data` of each call, in the seed's format. */
export function seedAnswers(): Record<Name, unknown> {
  return {
    login: { token: TOKEN },
    logout: null,
    auth: { url: `${BASE}brand/logo.svg` },
    bye: null,
    detail: {
      id: 7,
      name: "王莉",
      avatar: "",
      mobile: "13800000000",
      email: "",
      setting: { theme: "color", view: "icon" },
      identity: "teacher",
      identities: IDENTITIES.map((type, index) => ({ id: index + 1, type })),
      account: "wangli",
      roles: [11],
      app_ids: [103, 101],
      school: { is_abled: 1 },
      schools: IDENTITIES.map((identity) => ({ identity, is_abled: 1 })),
      classes: [{ id: 31, name: "三年级1班" }],
      subjects: [{ id: 41, name: "语文" }],
      parents: [],
      children: [],
      charge_classes: [{ id: 31, name: "三年级1班" }],
      gender: 1,
      admission_time: "2019-09-01",
      teaching_info: [{ class_id: 31, subject_id: 41 }],
    },
    edit: null,
    setting: null,
    apps: {
      apps: [
        { id: 101, name: "备课", category_id: 1, display_status: "display" },
        { id: 102, name: "旧作业", category_id: 1, display_status: "not_display" },
        { id: 103, name: "阅卷", category_id: 2, display_status: 1 },
        { id: 104, name: "图书馆", category_id: 9 },
        { id: 105, name: "班务", category_id: 2, roles: ["head-teacher"] },
        { id: 106, name: "人事", category_id: 2, roles: ["manager"] },
      ],
      theme: "color",
      category: [
        { id: 1, name: "教学" },
        { id: 2, name: "评价" },
        { id: 3, name: "空的" },
      ],
    },
    saveApps: {},
    relations: { grades: [{ id: 1, name: "一年级" }], subjects: { 1: { id: 41, name: "语文" } } },
    search: {
      items: [
        { id: 61, title: "圆的面积", desc: "推导", cover: "", type_id: 1, type_name: "课程" },
      ],
      types: [{ id: 1, name: "课程" }],
      grades: [],
    },
    hasUnread: { has_unread: 1 },
    agreement: { title: "用户协议", content: "<p>请先阅读。</p>" },
    event: null,
    appLogin: null,
    update: { version: "9.9" },
  };
}

/** Returns the person under another identity, without the fields that the given one lacks. */
function as(identity: string, data: unknown): unknown {
  const isTold = typeof data === "object" && data !== null && "identity" in data;
  return isTold ? { ...data, identity } : data;
}

const FILE_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

/** Changes that a test makes to an answer: another HTTP status or body in place of a success. */
export type Other = { status: number; body: unknown };

export class SeedServer {
  answers = seedAnswers();
  others: Partial<Record<Name, Other>> = {};
  readonly seen: Seen[] = [];
  readonly #server: Server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Returns the address of the page on this server. */
  page(host = "127.0.0.1"): string {
    return `http://${host}:${this.#port}${BASE}`;
  }

  reset(): void {
    this.answers = seedAnswers();
    this.others = {};
    this.seen.length = 0;
  }

  named(name: Name): Seen[] {
    return this.seen.filter((call) => call.name === name);
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? "", "http://page");
    if (pathname.startsWith(BASE)) return this.#file(pathname.slice(BASE.length), response);
    const elsewhere = {
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "authorization, client, content-type, identity",
    };
    if (request.method === "OPTIONS") return void response.writeHead(204, elsewhere).end();
    const { headers } = request;
    const name = NAMES.get(pathname);
    this.seen.push({ name, query, headers, body: await text(request) });
    const { status, body } = this.#body(name, headers, query.get("identity"));
    response.writeHead(status, { ...elsewhere, "content-type": "application/json" });
    response.end(JSON.stringify(body));
  }

  #body(
    name: Name | undefined,
    { authorization }: IncomingMessage["headers"],
    identity: string | null,
  ): Other {
    if (name === undefined) return { status: 404, body: { code: 404, data: null, msg: "" } };
    const isIn = authorization === `Bearer ${TOKEN}`;
    if (!isIn && !OPEN.includes(name)) {
      return { status: 200, body: { code: 401, data: null, msg: "请登录" } };
    }
    let data = this.answers[name];
    if (name === "detail" && identity !== null && IDENTITIES.includes(identity)) {
      data = as(identity, data);
    }
    return this.others[name] ?? { status: 200, body: { code: 200, data, msg: "" } };
  }

  async #file(name: string, response: ServerResponse): Promise<void> {
    const file = name || "index.html";
    const type = FILE_TYPES[extname(file)] ?? "application/octet-stream";
    // names below assets/ change with their content
    const keep = file.startsWith("assets/") ? "max-age=31536000, immutable" : "no-cache";
    const headers = { "content-type": type, "cache-control": keep };
    if (file === "config.json") {
      const prod = `http://${API_ELSEWHERE}:${this.#port}`;
      return void response.writeHead(200, headers).end(JSON.stringify({ api: { prod } }));
    }
    const bytes = await readFile(join(DIST, file)).catch(() => null);
    if (bytes === null) return void response.writeHead(404).end();
    response.writeHead(200, headers).end(bytes);
  }
}
