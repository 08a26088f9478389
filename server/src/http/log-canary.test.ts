import { tmpdir } from "node:os";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CALENDAR_PATH, CALLS, type Call } from "#contract";
import { openTestDatabase } from "../../test/database.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { buildApp } from "../app.ts";
import { readConfig } from "../platform/config.ts";
import type { ConnectedDatabase } from "../database/connect.ts";

const CANARY = "canary0f1e2d3c4b5a";
/** The parts of a request that carry the canary in turn. */
const PARTS = ["header", "query", "cookie", "body", "form", "path", "everything"] as const;

let database: ConnectedDatabase;
let app: Awaited<ReturnType<typeof buildApp>>;
let token: string;
const lines: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  const environment = { DEMO: "off", LOG_LEVEL: "trace", DATA_DIR: tmpdir() };
  const config = readConfig(environment);
  app = await buildApp({ db, config, log: { write: (line) => void lines.push(line) } });
  const school = await makeSchool(db);
  await makePerson(db, { account: "lin", memberships: [{ school, identity: "teacher" }] });
  ({ token } = await signIn(app, "lin"));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

/** Returns a request of a call with the canary in one part of it, everything else valid. */
function request(call: Call, part: (typeof PARTS)[number]) {
  const has = (one: string) => part === one || part === "everything";
  const { properties = {} } = call.input as { properties?: Record<string, { type?: string }> };
  const input = Object.fromEntries(
    Object.entries(properties).map(([name, { type }]) => [
      name,
      has("body") || has("form") ? (type === "array" ? [CANARY] : CANARY) : "x",
    ]),
  );
  const query = { t: "1", ...(has("query") && { jwt: CANARY, ticket: CANARY, code: CANARY }) };
  const headers: Record<string, string> = {
    authorization: has("header") ? `Bearer ${CANARY}` : `Bearer ${token}`,
    "user-agent": has("header") ? `agent ${CANARY}` : "agent",
    ...(has("header") && {
      "x-forwarded-for": CANARY,
      "x-token": CANARY,
      referer: `/?a=${CANARY}`,
    }),
    ...(has("cookie") && { cookie: `token=${CANARY}; other=${CANARY}` }),
  };
  const url = has("path") ? `${call.path}/${CANARY}?jwt=${CANARY}` : call.path;
  if (call.method === "GET")
    return { method: call.method, url, headers, query: { ...query, ...input } };
  if (part !== "form") return { method: call.method, url, headers, query, payload: input };
  const type = "application/x-www-form-urlencoded";
  const payload = new URLSearchParams(input as Record<string, string>).toString();
  return {
    method: call.method,
    url,
    headers: { ...headers, "content-type": type },
    query,
    payload,
  };
}

function expectNoCanary(): void {
  const told = lines.filter((line) => line.includes(CANARY));
  // a path is no secret; what follows it is
  expect(told.filter((line) => !/"path":"[^"?]*canary[^"?]*"/.test(line))).toEqual([]);
  for (const line of told) expect(line.split(CANARY)).toHaveLength(2);
}

describe("a token sent anywhere is found nowhere in the log (OP-04)", () => {
  test.each(Object.entries<Call>(CALLS))("%s", async (_name, call) => {
    for (const part of PARTS) {
      const before = lines.length;
      await app.inject(request(call, part) as never);
      expect(lines.length, "a line at least is written of each request").toBeGreaterThan(before);
    }
    expectNoCanary();
  });

  test("also where the database fails at each of them", async () => {
    await sql`alter table session rename to session_away`.execute(database.db);
    await sql`alter table login_throttle rename to login_throttle_away`.execute(database.db);
    await sql`alter table agreement rename to agreement_away`.execute(database.db);
    let faults = 0;
    for (const call of Object.values<Call>(CALLS)) {
      for (const part of PARTS) {
        const answer = await app.inject(request(call, part) as never);
        if (answer.statusCode === 500) faults += 1;
        expect(answer.body).not.toContain(CANARY);
      }
    }
    await sql`alter table session_away rename to session`.execute(database.db);
    await sql`alter table login_throttle_away rename to login_throttle`.execute(database.db);
    await sql`alter table agreement_away rename to agreement`.execute(database.db);
    expect(faults).toBeGreaterThan(20);
    expectNoCanary();
  });

  test("a calendar's address, which is a secret whole, is found nowhere", async () => {
    const secret = `${CANARY}${"x".repeat(43 - CANARY.length)}`;
    for (const url of [
      `${CALENDAR_PATH}${secret}.ics`,
      `/dt-platform/v1/%63alendar/${secret}.ics`,
    ]) {
      for (const method of ["GET", "POST"] as const) await app.inject({ method, url });
    }
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
    expect(lines.some((line) => line.includes("/dt-platform/v1/calendar/[hidden].ics"))).toBe(true);
  });

  test("and on pages, uploads, launches and addresses that are not there", async () => {
    for (const url of [
      "/",
      "/platformEntry/",
      "/oidc/auth",
      "/oidc/token",
      "/cas/login",
      "/cas/serviceValidate",
      "/lti/authorize",
      "/lti/token",
      "/file/upload/x",
      "/metrics",
      "/openapi.json",
      "/nothing",
      "/dt-platform/%zz",
    ]) {
      for (const method of ["GET", "POST", "PUT"] as const) {
        const query = `jwt=${CANARY}&ticket=${CANARY}&code=${CANARY}&signature=${CANARY}`;
        await app.inject({
          method,
          url: `${url}?${query}&login_hint=${CANARY}&state=${CANARY}`,
          headers: { cookie: `token=${CANARY}`, authorization: `Basic ${CANARY}` },
          ...(method !== "GET" && {
            payload: `code=${CANARY}&client_secret=${CANARY}&client_assertion=${CANARY}`,
            headers: { "content-type": "application/x-www-form-urlencoded" },
          }),
        });
      }
    }
    expectNoCanary();
  });
});
