import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REFUSALS, type Call, type CallName } from "#contract";
import { EXAMPLES } from "#contract/examples";
import { buildTestApp, type TestApp } from "../build.ts";
import { send } from "../send.ts";
import { admittedBy, CALL_LIST, headersOf } from "./cells.ts";
import { makeWorld, NOW, type World } from "./world.ts";

/** The diagnostics channel on which Fastify reports each app it makes, before any route is added. */
const APP_MADE = "fastify.initialization";

let at: TestApp;
let world: World;
let isListening = false;
let received: unknown;

/** Stops a request that was admitted, read and found valid, and keeps its input. */
function keepInput(request: FastifyRequest): void {
  if (!isListening) return;
  received = request.method === "GET" ? request.query : request.body;
  throw new ReceivedError();
}

class ReceivedError extends Error {
  readonly statusCode = 418;
}

function onMade(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook("onRoute", (route) => {
    if (route.config?.call !== undefined) {
      route.preHandler = async (request: FastifyRequest) => keepInput(request);
    }
  });
}

beforeAll(async () => {
  subscribe(APP_MADE, onMade);
  at = await buildTestApp({ now: () => NOW });
  unsubscribe(APP_MADE, onMade);
  world = await makeWorld(at);
  isListening = true;
});
afterAll(() => at.close());

const FORMS = [true, false];

/** Returns the input that the handler would get, or the refusal of the call. */
async function receive(call: Call, input: object, form: boolean): Promise<unknown> {
  received = undefined;
  const caller = call.who === "app" ? "app" : (admittedBy(call)[0] ?? "nobody");
  const headers = headersOf(world, caller);
  const { body } = await send(at.app, call, { ...input }, { headers, form });
  return received ?? body;
}

function exampleOf(name: CallName): object {
  return { ...EXAMPLES[name]?.input };
}

describe("every call reads a form as it reads JSON (RQ-04)", () => {
  test.each(CALL_LIST)("%s", async (name, call) => {
    for (const form of FORMS)
      expect(await receive(call, exampleOf(name), form)).toEqual(exampleOf(name));
  });
});

describe("a field that is not declared is refused where the call takes only its own, ignored elsewhere", () => {
  test.each(CALL_LIST)("%s", async (name, call) => {
    const input = { ...exampleOf(name), undeclared: "x" };
    const isClosed =
      (call.input as { additionalProperties?: boolean }).additionalProperties === false;
    for (const form of FORMS) {
      const read = await receive(call, input, form);
      if (call.method === "GET" || !isClosed) expect(read).toMatchObject(exampleOf(name));
      else {
        expect(read).toMatchObject({
          code: REFUSALS.badInput.code,
          data: { errors: [{ path: "undeclared" }] },
        });
      }
    }
  });
});
