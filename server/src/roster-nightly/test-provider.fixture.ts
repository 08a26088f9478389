import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A OneRoster 1.2 provider for tests, written apart from the product's own, that can be made to fail. */

export type Json = Record<string, unknown>;
export type Collections = Record<string, Json[]>;

/** A call that a failure may answer in place of the provider. */
export interface Asked {
  /** `token`, or the collection. */
  what: string;
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
  /** The number of earlier calls of this collection. */
  before: number;
  provider: TestProvider;
}

/** Answers a call otherwise than a provider should, or leaves it (false). */
export type Failure = (asked: Asked) => boolean;

export class TestProvider {
  readonly #server: Server;
  readonly #asked = new Map<string, number>();
  data: Collections;
  /** Spoils what is served; undefined: the provider works. */
  failure: Failure | undefined;
  /** False leaves the header X-Total-Count out. */
  tells = true;
  /** True gives the next page as a Link. */
  links = true;
  /** Records of a page, however many are asked for. */
  most = 1000;
  secret = "night-secret";
  issued = 0;

  private constructor(data: Collections) {
    this.data = data;
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async start(data: Collections = schoolData()): Promise<TestProvider> {
    const provider = new TestProvider(data);
    await new Promise<void>((done) => provider.#server.listen(0, "127.0.0.1", done));
    return provider;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get address(): string {
    return `${this.origin}/ims/oneroster/rostering/v1p2`;
  }

  get token_address(): string {
    return `${this.origin}/token`;
  }

  /** The number of calls that came, of a collection or of all. */
  calls(what?: string): number {
    if (what !== undefined) return this.#asked.get(what) ?? 0;
    return [...this.#asked.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Works again as it did in the beginning. */
  reset(data: Collections = schoolData()): void {
    this.data = data;
    this.failure = undefined;
    this.tells = true;
    this.links = true;
    this.most = 1000;
    this.#asked.clear();
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "/", this.origin);
    const what = url.pathname.split("/").pop() ?? "";
    const before = this.calls(what);
    this.#asked.set(what, before + 1);
    if (this.failure?.({ what, url, request, response, before, provider: this }) === true) return;
    if (what === "token") return this.#token(request, response);
    const isOurs = request.headers.authorization === `Bearer token-${this.issued}`;
    if (!isOurs) return say(response, 401, { imsx_codeMajor: "failure" });
    this.page(url, response);
  }

  #token(request: IncomingMessage, response: ServerResponse): void {
    const basic = Buffer.from(`night:${this.secret}`).toString("base64");
    if (request.method !== "POST" || request.headers.authorization !== `Basic ${basic}`) {
      return say(response, 401, { error: "invalid_client" });
    }
    this.issued += 1;
    // a clock that is wrong by an hour: the token is over before it is given
    const token = { access_token: `token-${this.issued}`, token_type: "bearer", expires_in: -3600 };
    say(response, 200, token);
  }

  /** Serves a page as it should be. */
  page(url: URL, response: ServerResponse, headers: Record<string, string> = {}): void {
    const name = url.pathname.split("/").pop() ?? "";
    const rows = this.data[name];
    if (rows === undefined) return say(response, 404, {});
    const offset = Number(url.searchParams.get("offset") ?? 0);
    const limit = Math.min(Number(url.searchParams.get("limit") ?? 100), this.most);
    const page = rows.slice(offset, offset + limit);
    const next = new URL(url);
    next.searchParams.set("offset", String(offset + limit));
    next.searchParams.set("limit", String(limit));
    const hasMore = offset + limit < rows.length;
    const first = `<${url.href}>; rel="first"`;
    say(
      response,
      200,
      { [name]: page },
      {
        ...(this.tells && { "x-total-count": String(rows.length) }),
        ...(this.links && { link: hasMore ? `${first}, <${next.href}>; rel="next"` : first }),
        ...headers,
      },
    );
  }
}

/** Answers with a status and JSON. */
export function say(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

const at = (type: string, sourcedId: string) => ({
  sourcedId,
  type,
  href: `/${type}s/${sourcedId}`,
});
const record = (sourcedId: string, more: Json): Json => ({
  ...{ sourcedId, status: "active", dateLastModified: "2026-09-01T00:00:00Z" },
  ...more,
});

const SURNAMES = ["王", "李", "张", "刘", "陈", "杨"];

/** Returns a person as the standard writes one, with one role. */
export function person(id: string, role: string, { name = id, org = "org-a" } = {}): Json {
  return record(id, {
    enabledUser: "true",
    username: `night.${id}`,
    ...{ familyName: SURNAMES[id.length % SURNAMES.length] ?? "王", givenName: name },
    roles: [{ roleType: "primary", role, org: at("org", org) }],
    primaryOrg: at("org", org),
    agents: [],
    // read by nobody: passwords, and numbers under which people are kept elsewhere
    ...{ password: "left alone", userMasterIdentifier: "110101199003070003" },
    userIds: [{ type: "idCard", identifier: "110101199003070003" }],
  });
}

/** Returns a school of two classes with teachers and pupils, as the standard's REST binding has it. */
export function schoolData({ pupils = 12 } = {}): Collections {
  const classes = ["c1", "c2"].map((id, index) =>
    record(id, {
      title: `五年级${index + 1}班`,
      ...{ classType: "homeroom", grades: ["05"] },
      ...{ course: at("course", "k5"), school: at("org", "org-a"), terms: [at("term", "t1")] },
    }),
  );
  const students = Array.from({ length: pupils }, (_one, index) => `s${index + 1}`);
  const enrollments = [
    ...students.map((id, index) => ({ id, room: index % 2 === 0 ? "c1" : "c2", role: "student" })),
    { id: "t1", room: "c1", role: "teacher" },
    { id: "t2", room: "c2", role: "teacher" },
  ].map(({ id, room, role }) =>
    record(`e-${id}`, {
      ...{ user: at("user", id), class: at("class", room), school: at("org", "org-a") },
      ...{ role, primary: role === "teacher" ? "true" : "false" },
    }),
  );
  const term = { title: "2026学年", schoolYear: "2027" };
  return {
    orgs: [
      record("org-d", { name: "东区", type: "district" }),
      record("org-a", { name: "启明小学", type: "school", parent: at("org", "org-d") }),
    ],
    academicSessions: [
      record("y1", { ...term, type: "schoolYear", startDate: "2026-09-01", endDate: "2027-08-31" }),
      record("t1", {
        ...{ ...term, type: "semester", startDate: "2026-09-01", endDate: "2027-01-31" },
        parent: at("academicSession", "y1"),
      }),
    ],
    courses: [record("k5", { title: "五年级", org: at("org", "org-d"), grades: ["05"] })],
    classes,
    users: [
      ...students.map((id, index) => person(id, "student", { name: `学生${index + 1}` })),
      person("t1", "teacher", { name: "老师一" }),
      person("t2", "principal", { name: "校长" }),
    ],
    enrollments,
    demographics: students.map((id) => record(id, { birthDate: "2016-03-05", sex: "female" })),
  };
}
