import { tmpdir } from "node:os";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { launchApp, logout } from "#contract";
import { makeApps } from "../../../test/apps.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { makePerson, makeSchool, signIn } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";
import { buildApp } from "../../app.ts";
import { readConfig } from "../../config.ts";
import type { ConnectedDatabase } from "../../database/connect.ts";

/** What must be refused, each row a way that somebody could try (item 8 of the launch's table). */
const SERVICE = "https://library.example/cas?from=gate";
const OTHER = "https://other.example/";

let connected: ConnectedDatabase;
let app: FastifyInstance;
let now = new Date("2026-09-01T08:00:00+08:00");
let lin: { headers: Record<string, string>; cookie: string };
let sun: typeof lin;
let logged = "";
const secrets: string[] = [];

const person = async (account: string) => {
  const { token, headers } = await signIn(app, account);
  secrets.push(token);
  return { headers, cookie: `token=${token}` };
};
const get = (url: string, cookie = "") =>
  app.inject({ method: "GET", url, headers: cookie === "" ? {} : { cookie } });
const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
async function ticketFor(service = SERVICE, cookie = lin.cookie): Promise<string> {
  const { headers } = await get(`/cas/login?${query({ service })}`, cookie);
  const ticket = new URL(String(headers["location"])).searchParams.get("ticket") ?? "";
  secrets.push(ticket);
  return ticket;
}

beforeAll(async () => {
  connected = await openTestDatabase();
  const config = {
    ...readConfig({ DEMO: "off", LOG_LEVEL: "debug", DATA_DIR: tmpdir() }),
    publicUrl: "https://gate.example",
  };
  app = await buildApp({
    db: connected.db,
    config,
    now: () => now,
    log: { write: (line) => void (logged += line) },
  });
  await app.ready();
  const { db } = connected;
  const school = await makeSchool(db, { id: "primary", name: "启明小学" });
  const shut = await makeSchool(db, { id: "shut", name: "旧城小学", is_abled: false });
  const memberships = [{ school, identity: "teacher" as const }];
  await makePerson(db, { account: "lin", name: "林岚", memberships });
  await makePerson(db, { account: "sun", name: "孙浩", memberships });
  await makePerson(db, { account: "pupil", memberships: [{ school, identity: "student" }] });
  await makePerson(db, { account: "old", memberships: [{ school: shut, identity: "teacher" }] });
  const cas = { launch: "cas" as const, claims: ["name"], roles: ["teacher"] };
  const apps = [
    {
      id: "library",
      ...cas,
      url: SERVICE,
      settings: { services: [SERVICE, "https://library.example/"] },
    },
    { id: "other", ...cas, url: OTHER, settings: { services: [OTHER] } },
    {
      id: "closed",
      ...cas,
      url: "https://closed.example/",
      close_at: new Date("2026-08-01"),
      settings: { services: ["https://closed.example/"] },
    },
    { id: "homework", launch: "ticket" as const, url: "https://homework.example/", secret: "s" },
  ];
  await makeApps(db, apps);
});
afterAll(async () => {
  await app.close();
  await connected.close();
});
beforeEach(async () => {
  now = new Date(now.getTime() + 2001);
  [lin, sun] = [await person("lin"), await person("sun")];
});

describe("a service that is not on a list, letter by letter", () => {
  it.each<[string, string]>([
    ["another host", "https://evil.example/"],
    ["a host that begins like it", "https://library.example.evil.example/"],
    ["a host that ends like it", "https://evil-library.example/"],
    ["a subdomain", "https://a.library.example/"],
    ["the host as a user name", "https://library.example@evil.example/"],
    ["a user name before the host", "https://x@library.example/"],
    ["a user name and password", "https://a:b@library.example/"],
    ["another port", "https://library.example:8443/"],
    ["the usual port, written", "https://library.example:443/"],
    ["another scheme", "http://library.example/"],
    ["a scheme that runs", "javascript:alert(1)//https://library.example/"],
    ["data", "data:text/html,https://library.example/"],
    ["no scheme", "//library.example/"],
    ["a path only", "/cas"],
    ["capital letters in the host", "https://LIBRARY.example/"],
    ["capital letters in the scheme", "HTTPS://library.example/"],
    ["a dot behind the host", "https://library.example./"],
    ["a deeper path", "https://library.example/admin"],
    ["no slash at the end", "https://library.example"],
    ["two slashes at the end", "https://library.example//"],
    ["a path that climbs", "https://library.example/x/../"],
    ["a path that climbs, encoded", "https://library.example/x/%2e%2e/"],
    ["a fragment", "https://library.example/#x"],
    ["a query of its own", "https://library.example/?next=https://evil.example"],
    ["a query that goes on", `${SERVICE}&next=x`],
    ["the query in capitals", "https://library.example/cas?FROM=gate"],
    ["an encoded letter", "https://library.example/c%61s?from=gate"],
    ["encoded twice", encodeURIComponent(SERVICE)],
    ["a back slash", "https://library.example\\@evil.example/"],
    ["a space before", ` ${SERVICE}`],
    ["a space behind", `${SERVICE} `],
    ["a letter that looks alike", "https://lіbrary.example/"],
    ["an app of another kind", "https://homework.example/"],
    ["markup", 'https://library.example/"><script>alert(1)</script>'],
  ])("%s", async (_what, service) => {
    for (const more of [{}, { gateway: "true" }, { renew: "true" }, { method: "POST" }]) {
      for (const cookie of ["", lin.cookie]) {
        const answer = await get(`/cas/login?${query({ service, ...more })}`, cookie);
        expect([answer.statusCode, answer.headers["location"]]).toEqual([400, undefined]);
        expect(answer.body).toContain("这个地址没有登记");
        expect(answer.body).not.toContain("evil.example");
        expect(answer.body).not.toContain("<script>");
      }
    }
  });
});

describe("a request to sign in that is none", () => {
  it.each<[string, string]>([
    ["two services", `${query({ service: SERVICE })}&${query({ service: OTHER })}`],
    ["a line break in the service", query({ service: `${SERVICE}\r\nSet-Cookie: a=b` })],
    ["a zero byte in the service", query({ service: `${SERVICE}\u0000` })],
    [
      "a service longer than any",
      query({ service: `https://library.example/${"x".repeat(3000)}` }),
    ],
    ["a way to answer that is none", query({ service: SERVICE, method: "PUT" })],
    ["two launches", `${query({ service: SERVICE })}&launch=a&launch=b`],
  ])("%s", async (_what, given) => {
    const answer = await get(`/cas/login?${given}`, lin.cookie);
    expect([answer.statusCode, answer.headers["location"]]).toEqual([400, undefined]);
    expect(answer.body).toContain("<h1>");
  });

  it.each(["POST", "PUT", "DELETE"] as const)("%s", async (method) => {
    const answer = await app.inject({
      method,
      url: `/cas/login?${query({ service: SERVICE })}`,
      headers: { cookie: lin.cookie },
    });
    expect([404, 405]).toContain(answer.statusCode);
    expect(answer.headers["location"]).toBeUndefined();
  });
});

describe("a person for whom it is not", () => {
  const location = async (service: string, cookie: string) => {
    const answer = await get(`/cas/login?${query({ service })}`, cookie);
    return [answer.statusCode, answer.headers["location"], answer.body] as const;
  };

  it.each<[string, string, string]>([
    ["another identity", "pupil", SERVICE],
    ["a school that is closed", "old", SERVICE],
    ["an app that has closed", "lin", "https://closed.example/"],
  ])("%s", async (_what, account, service) => {
    const { cookie } = await person(account);
    const [status, to, body] = await location(service, cookie);
    expect([status, to]).toEqual([400, undefined]);
    expect(body).toContain("当前身份不能使用这个应用");
  });

  it.each<[string, () => string | Promise<string>]>([
    ["no cookie", () => ""],
    ["a token that is none", () => "token=guess"],
    [
      "a session that has ended",
      async () => {
        await send(app, logout, {}, { headers: lin.headers });
        return lin.cookie;
      },
    ],
    [
      "a session that was replaced",
      async () => {
        await person("lin");
        return lin.cookie;
      },
    ],
  ])("%s: asked to sign in, no ticket", async (_what, cookie) => {
    const [status, to] = await location(SERVICE, await cookie());
    expect(status).toBe(302);
    expect(to).toMatch(/^\/platformEntry\/#\/continue\/%2Fcas%2Flogin/);
  });

  it("a token in the address instead of the cookie", async () => {
    const jwt = lin.cookie.slice("token=".length);
    const answer = await get(`/cas/login?${query({ service: SERVICE, jwt })}`);
    expect(String(answer.headers["location"])).not.toContain("ticket=");
  });
});

describe("a launch", () => {
  const launched = async (app_id = "library", by = lin) => {
    const { body } = await send(app, launchApp, { app_id }, { headers: by.headers });
    const url = new URL(body.data.url);
    secrets.push(url.searchParams.get("launch") ?? "");
    return url;
  };
  const open = (url: URL, cookie: string) => get(url.pathname + url.search, cookie);

  it.each<[string, () => Promise<[URL, string]>]>([
    [
      "tampered with",
      async () => {
        const url = await launched();
        url.searchParams.set("launch", `${url.searchParams.get("launch")}x`);
        return [url, lin.cookie];
      },
    ],
    [
      "made up",
      async () => {
        const url = await launched();
        url.searchParams.set("launch", "a".repeat(43));
        return [url, lin.cookie];
      },
    ],
    [
      "of another app",
      async () => {
        const url = await launched("other");
        url.searchParams.set("service", SERVICE);
        return [url, lin.cookie];
      },
    ],
    ["in another person's browser", async () => [await launched(), sun.cookie]],
    ["in a browser where nobody is signed in", async () => [await launched(), ""]],
    [
      "a minute later",
      async () => {
        const url = await launched();
        now = new Date(now.getTime() + 60_000);
        return [url, lin.cookie];
      },
    ],
    [
      "a second time",
      async () => {
        const url = await launched();
        await open(url, lin.cookie);
        return [url, lin.cookie];
      },
    ],
    [
      "in the person's next session",
      async () => {
        const url = await launched();
        return [url, (await person("lin")).cookie];
      },
    ],
    [
      "a ticket of an app that redeems tickets",
      async () => {
        const { body } = await send(
          app,
          launchApp,
          { app_id: "homework" },
          { headers: lin.headers },
        );
        const launch = new URL(body.data.url).searchParams.get("ticket") ?? "";
        secrets.push(launch);
        return [
          new URL(`https://gate.example/cas/login?${query({ service: SERVICE, launch })}`),
          lin.cookie,
        ];
      },
    ],
    [
      "a service ticket",
      async () => {
        const launch = await ticketFor();
        return [
          new URL(`https://gate.example/cas/login?${query({ service: SERVICE, launch })}`),
          lin.cookie,
        ];
      },
    ],
  ])("%s", async (_what, given) => {
    const [url, cookie] = await given();
    const answer = await open(url, cookie);
    expect([answer.statusCode, answer.headers["location"]]).toEqual([400, undefined]);
    expect(answer.body).toContain("这次打开已经失效");
  });
});

describe("a ticket shown", () => {
  const PATHS = ["/serviceValidate", "/proxyValidate", "/p3/serviceValidate", "/p3/proxyValidate"];
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };

  it.each<[string, string, (ticket: string) => Promise<string> | string]>([
    ["without a ticket", "INVALID_REQUEST", () => query({ service: SERVICE })],
    ["without a service", "INVALID_REQUEST", (ticket) => query({ ticket })],
    ["with an empty service", "INVALID_REQUEST", (ticket) => query({ ticket, service: "" })],
    [
      "twice over",
      "INVALID_REQUEST",
      (ticket) => `${query({ ticket, service: SERVICE })}&ticket=x`,
    ],
    [
      "with two services",
      "INVALID_REQUEST",
      (ticket) => `${query({ ticket, service: OTHER })}&${query({ service: SERVICE })}`,
    ],
    [
      "with a zero byte",
      "INVALID_REQUEST",
      (ticket) => query({ ticket: `${ticket}\u0000`, service: SERVICE }),
    ],
    [
      "far too long",
      "INVALID_REQUEST",
      () => query({ ticket: `ST-${"a".repeat(3000)}`, service: SERVICE }),
    ],
    [
      "made up",
      "INVALID_TICKET",
      () => query({ ticket: `ST-${"0".repeat(64)}`, service: SERVICE }),
    ],
    [
      "in another spelling",
      "INVALID_TICKET",
      (ticket) => query({ ticket: ticket.toUpperCase(), service: SERVICE }),
    ],
    [
      "with a letter more",
      "INVALID_TICKET",
      (ticket) => query({ ticket: `${ticket}0`, service: SERVICE }),
    ],
    [
      "with a letter less",
      "INVALID_TICKET",
      (ticket) => query({ ticket: ticket.slice(0, -1), service: SERVICE }),
    ],
    [
      "without its prefix",
      "INVALID_TICKET",
      (ticket) => query({ ticket: ticket.slice(3), service: SERVICE }),
    ],
    [
      "as XML",
      "INVALID_TICKET",
      () => query({ ticket: "</cas:user><cas:user>admin", service: SERVICE }),
    ],
    ["as SQL", "INVALID_TICKET", () => query({ ticket: "ST-' or 1=1 --", service: SERVICE })],
    [
      "of the platform's own session",
      "INVALID_TICKET",
      () => query({ ticket: lin.cookie.slice(6), service: SERVICE }),
    ],
    ["at the other app", "INVALID_SERVICE", (ticket) => query({ ticket, service: OTHER })],
    [
      "at another address of the same app",
      "INVALID_SERVICE",
      (ticket) => query({ ticket, service: "https://library.example/" }),
    ],
    [
      "at its service in capitals",
      "INVALID_SERVICE",
      (ticket) => query({ ticket, service: SERVICE.toUpperCase() }),
    ],
    [
      "at its service with markup",
      "INVALID_SERVICE",
      (ticket) => query({ ticket, service: `${SERVICE}"><cas:user>` }),
    ],
    [
      "for a fresh sign-in, which it was not",
      "INVALID_TICKET",
      (ticket) => query({ ticket, service: SERVICE, renew: "true" }),
    ],
    [
      "to get a proxy ticket",
      "UNAUTHORIZED_SERVICE_PROXY",
      (ticket) => query({ ticket, service: SERVICE, pgtUrl: "https://library.example/pgt" }),
    ],
    [
      "a second time",
      "INVALID_TICKET",
      async (ticket) => {
        const shown = query({ ticket, service: SERVICE });
        expect((await get(`/cas/serviceValidate?${shown}`)).body).toContain(
          "authenticationSuccess",
        );
        return shown;
      },
    ],
    [
      "after it was shown at the wrong service",
      "INVALID_TICKET",
      async (ticket) => {
        await get(`/cas/serviceValidate?${query({ ticket, service: OTHER })}`);
        return query({ ticket, service: SERVICE });
      },
    ],
    [
      "after ten seconds",
      "INVALID_TICKET",
      (ticket) => {
        later(10_000);
        return query({ ticket, service: SERVICE });
      },
    ],
    [
      "after its person has signed out",
      "INVALID_TICKET",
      async (ticket) => {
        await send(app, logout, {}, { headers: lin.headers });
        return query({ ticket, service: SERVICE });
      },
    ],
    [
      "after its person has signed in elsewhere",
      "INVALID_TICKET",
      async (ticket) => {
        await person("lin");
        return query({ ticket, service: SERVICE });
      },
    ],
  ])("%s", async (_what, code, given) => {
    for (const path of PATHS) {
      lin = await person("lin");
      const shown = await given(await ticketFor());
      const answer = await get(`/cas${path}?${shown}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain(`<cas:authenticationFailure code="${code}">`);
      expect(answer.body.match(/<cas:/g)).toHaveLength(2);
      expect(answer.body).not.toContain("authenticationSuccess");
    }
    lin = await person("lin");
    const shown = await given(await ticketFor());
    const json = await get(`/cas/p3/serviceValidate?${shown}&format=JSON`);
    expect(json.json().serviceResponse).toEqual({
      authenticationFailure: { code, description: expect.stringMatching(/[\u4e00-\u9fff]/) },
    });
    lin = await person("lin");
    expect((await get(`/cas/validate?${await given(await ticketFor())}`)).body).toBe("no\n\n");
  });

  it.each<[string, string, boolean]>([
    ["/serviceValidate", "INVALID_TICKET_SPEC", false],
    ["/proxyValidate", "INVALID_TICKET", true],
  ])("as a proxy ticket at %s", async (path, code) => {
    const answer = await get(
      `/cas${path}?${query({ ticket: `PT-${"0".repeat(64)}`, service: SERVICE })}`,
    );
    expect(answer.body).toContain(`code="${code}"`);
  });

  it("in a format that is none", async () => {
    const ticket = await ticketFor();
    const answer = await get(
      `/cas/serviceValidate?${query({ ticket, service: SERVICE, format: "YAML" })}`,
    );
    expect(answer.body).toContain('code="INVALID_REQUEST"');
  });

  it.each<[string, string]>([
    [query({ pgt: "PGT-1", targetService: SERVICE }), "UNAUTHORIZED_SERVICE"],
    ["", "INVALID_REQUEST"],
  ])("for a proxy ticket: %s", async (given, code) => {
    const answer = await get(`/cas/proxy?${given}`);
    expect(answer.body).toContain(`<cas:proxyFailure code="${code}">`);
  });
});

it("leaves an audit line, and no token, launch or ticket, in the log", () => {
  expect(secrets.length).toBeGreaterThan(50);
  expect(logged).toMatch(
    /"path":"\/cas\/login".*"audit":"launch-refused","kind":"cas","reason":"late"/,
  );
  expect(secrets.filter((secret) => secret !== "" && logged.includes(secret))).toEqual([]);
});
