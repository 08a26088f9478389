import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Ajv } from "ajv";
import type { FastifyInstance, RouteOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  AppBadge,
  AppBatch,
  AppCard,
  AppTodo,
  CALENDAR_PATH,
  CALLS,
  INBOX_EVENTS_PATH,
  IDENTITIES,
  PERMISSIONS,
  RIGHTS,
  SETTINGS_OF_KIND,
  type Call,
} from "#contract";
import { compileRest } from "../src/http/call-schemas.ts";
import { buildTestApp, type TestApp } from "./build.ts";

/** The diagnostics channel on which Fastify reports each app it makes, before any route is added. */
const APP_MADE = "fastify.initialization";

const routes: RouteOptions[] = [];
let at: TestApp;

function listen(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook("onRoute", (route) => {
    routes.push(route);
  });
  fastify.get("/schemas", async (request, reply) => {
    request.compileValidationSchema({});
    reply.compileSerializationSchema({});
    await compileRest(fastify);
    return "compiled";
  });
}

beforeAll(async () => {
  subscribe(APP_MADE, listen);
  at = await buildTestApp();
  unsubscribe(APP_MADE, listen);
});
afterAll(() => at.close());

const calls = Object.entries<Call>(CALLS);

describe("the contract is what is served", () => {
  test.each(calls)("%s is served exactly once", (_name, call) => {
    const serving = routes.filter((route) => route.url === call.path);
    expect(serving.map(({ method }) => method)).toEqual([call.method]);
    expect(serving[0]?.config?.call).toBe(call);
  });

  test("every schema of a call can be compiled", async () => {
    expect((await at.app.inject("/schemas")).body).toBe("compiled");
  });

  test("every schema fits the schema of schemas, which no start asks", () => {
    const ajv = new Ajv();
    const others = { AppBadge, AppBatch, AppCard, AppTodo, ...SETTINGS_OF_KIND };
    const schemas = [
      ...calls.flatMap(([name, { input, answer }]) => [
        [name, input] as const,
        [name, answer] as const,
      ]),
      ...Object.entries(others),
    ];
    for (const [name, schema] of schemas) {
      void ajv.validateSchema(schema);
      expect([name, ajv.errors ?? []]).toEqual([name, []]);
    }
    expect(ajv.validateSchema({ type: "string", minLength: -1 })).toBe(false);
  });

  test("nothing is served below /dt-… that is not declared", () => {
    const declared = calls.map(([, call]) => call);
    const undeclared = routes
      .filter(({ url }) => url.startsWith("/dt-") || url.includes("*/dt-"))
      .filter(({ config }) => config?.call === undefined || !declared.includes(config.call))
      // a stream of events answers no envelope (notice/inbox.test.ts)
      .filter(({ url }) => url !== INBOX_EVENTS_PATH)
      // nor does a calendar (calendar/calendar.test.ts)
      .filter(({ url }) => url !== `${CALENDAR_PATH}:file`)
      .map(({ url }) => url);
    expect(undeclared).toEqual([]);
  });

  test("no two calls share a method and path", () => {
    const addresses = calls.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});

describe("each call", () => {
  test.each(calls)("%s says who may make it, and takes an object", (_name, call) => {
    const { who } = call;
    if (typeof who === "string") expect(["anyone", "self", "member", "app"]).toContain(who);
    else if ("permission" in who) expect(PERMISSIONS).toContain(who.permission);
    else if ("right" in who) expect(RIGHTS).toContain(who.right);
    else expect(who.identities.every((one) => IDENTITIES.includes(one))).toBe(true);
    expect(call.input).toMatchObject({ type: "object" });
    expect(call.path).toMatch(/^\/dt-(platform|ecampus)\//);
  });

  const persons = calls.filter(([, { who }]) => who !== "anyone" && who !== "app");
  test.each(persons)("%s is refused without a session", async (_name, { method, path }) => {
    const answer = await at.app.inject({ method, url: path });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ code: 401, data: { reason: "none" }, msg: "请先登录" });
  });
});
