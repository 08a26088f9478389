import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { launchApp, leaveApps } from "#contract";
import { makeApps } from "../../../test/apps.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { makePerson, makeSchool, signIn } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";
import { buildApp } from "../../app.ts";
import { readConfig } from "../../platform/config.ts";
import type { ConnectedDatabase } from "../../database/connect.ts";
import { TRY_AGAIN_AFTER_MS } from "./logout-queue.ts";

const SERVICE = "https://library.example/";
const SWEEP_MS = 60_000;

let connected: ConnectedDatabase;
let app: FastifyInstance;
let now = new Date("2026-09-01T08:00:00+08:00");
let service: Server;
let ticket: string;
let received: string[];
let answer: number;

const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

async function node(): Promise<FastifyInstance> {
  const config = readConfig({
    DEMO: "off",
    LOG_LEVEL: "silent",
    DATA_DIR: tmpdir(),
    APP_NETWORKS: "127.0.0.1",
    SECOND_FACTOR: "offered",
  });
  const built = await buildApp({ db: connected.db, config, now: () => now });
  await built.ready();
  return built;
}

beforeAll(async () => {
  service = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      received.push(new URLSearchParams(body).get("logoutRequest") ?? "");
      response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  connected = await openTestDatabase();
  const { db } = connected;
  const school = await makeSchool(db);
  await makePerson(db, { account: "lin", memberships: [{ school, identity: "teacher" }] });
  const { port } = service.address() as AddressInfo;
  const single_logout_url = `http://127.0.0.1:${port}/told`;
  const settings = { services: [SERVICE], single_logout: true, single_logout_url };
  await makeApps(db, [{ id: "library", launch: "cas", url: SERVICE, settings }]);
});
afterAll(async () => {
  service.close();
  await connected.close();
});
beforeEach(async () => {
  later(2001);
  received = [];
  answer = 500;
  app = await node();
  await visitAndLeave();
});
afterEach(async () => {
  await app.close();
  await connected.db.deleteFrom("cas_logout").execute();
});

/** Opens the app and leaves it again: its service is notified, and fails. */
async function visitAndLeave(): Promise<void> {
  const { token, headers } = await signIn(app, "lin");
  await send(app, launchApp, { app_id: "library" }, { headers });
  const onward = await app.inject({
    url: "/cas/login",
    query: { service: SERVICE },
    headers: { cookie: `token=${token}` },
  });
  ticket = new URL(String(onward.headers["location"])).searchParams.get("ticket") ?? "";
  await app.inject({ url: "/cas/serviceValidate", query: { service: SERVICE, ticket } });
  await send(app, leaveApps, {}, { headers });
  await app.background.settle();
  expect(received).toHaveLength(1);
}

async function sweep(): Promise<void> {
  await app.jobs.runNow("cas-logout");
}
const waiting = () => connected.db.selectFrom("cas_logout").select("tries").execute();
const sessionOf = (message: string) => /<samlp:SessionIndex>([^<]+)</.exec(message)?.[1];

test("a service that did not hear is told again after a while, of the same sign-in, until it does", async () => {
  await sweep();
  expect(received).toHaveLength(1);
  later(TRY_AGAIN_AFTER_MS[0] + 1);
  answer = 200;
  await sweep();
  expect(received).toHaveLength(2);
  expect(received.map(sessionOf)).toEqual([ticket, ticket]);
  expect(await waiting()).toEqual([]);
  later(SWEEP_MS);
  await sweep();
  expect(received).toHaveLength(2);
});

test("it is given up after five times, with more and more time between them", async () => {
  for (const [tries, ms] of TRY_AGAIN_AFTER_MS.entries()) {
    later(ms - 1);
    await sweep();
    expect(received).toHaveLength(tries + 1);
    later(1);
    await sweep();
    expect(received).toHaveLength(tries + 2);
  }
  expect(await waiting()).toEqual([]);
});

test("a logout that one node has not sent is sent by another after its end", async () => {
  await app.close();
  expect(await waiting()).toEqual([{ tries: 1 }]);
  app = await node();
  later(TRY_AGAIN_AFTER_MS[0] + 1);
  answer = 200;
  await sweep();
  expect(received).toHaveLength(2);
});

test("of two nodes one tells", async () => {
  const other = await node();
  later(TRY_AGAIN_AFTER_MS[0] + 1);
  answer = 200;
  later(SWEEP_MS);
  await Promise.all([app.jobs.runDue(), other.jobs.runDue()]);
  expect(received).toHaveLength(2);
  await other.close();
});

test("an app that does not want to know any more is not told", async () => {
  const settings = { services: [SERVICE] };
  await makeApps(connected.db, [{ id: "library", launch: "cas", url: SERVICE, settings }]);
  later(TRY_AGAIN_AFTER_MS[0] + 2001);
  await sweep();
  expect(received).toHaveLength(1);
  expect(await waiting()).toEqual([]);
});
