import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TSchema, Static } from "typebox";
import {
  MAX_APP_BATCH_ITEMS,
  AppBadge,
  AppBatch,
  AppCard,
  AppDeletion,
  AppItemKey,
  AppTodo,
} from "#contract";
import type { CatalogueApp } from "../catalogue/api.ts";
import { acrossSchools } from "../database/scope.ts";
import { admit } from "../http/admission.ts";
import { faultOf, withBody } from "../http/call-schemas.ts";
import { badField, Refusal } from "../http/refusal.ts";
import { WindowLimit } from "../platform/window-limit.ts";
import type { AppCaller } from "../session/caller.ts";
import { growthRoutes } from "./growth-routes.ts";
import { type Change, InputReader } from "./inputs.ts";
import { type Outcome, sweepOver, writeChanges } from "./write.ts";

const PATH = "/app/v1";
const PERSON = `${PATH}/people/:sub`;
/** Requests, and items, of one app within a minute on a node. */
const MAX_REQUESTS = 1200;
const MAX_ITEMS = 300_000;
const BATCH_LIMIT_BYTES = 1024 * 1024;
const SWEEP_EVERY_MS = 3_600_000;

interface Named {
  Params: { sub: string; key: string };
}

/** Serves what apps send for their people: badges, to-dos and cards (IN-06), and the growth record that they make up. */
export async function appDataRoutes(app: FastifyInstance): Promise<void> {
  app.jobs.handle("app-data-sweep", {
    everyMs: SWEEP_EVERY_MS,
    run: () => sweepOver(app.db, app.now()),
  });
  await app.register(async (scope) => serveChanges(scope));
  await app.register(growthRoutes);
}

function serveChanges(scope: FastifyInstance): void {
  const requests = new WindowLimit(MAX_REQUESTS);
  const items = new WindowLimit(MAX_ITEMS);
  // an app comes as nobody's member: whom it may write to is decided person by person
  scope.addHook("preHandler", (_request, _reply, done) => acrossSchools("app-call", done));
  // an item by itself has the same key as in a batch
  scope.addHook("preValidation", async (request) => {
    const { key } = request.params as { key?: string };
    if (key !== undefined) checkedBy(request, AppItemKey, { key });
  });
  // who calls is known before anything of the body is read
  scope.addHook("onRequest", async (request) => {
    request.caller = await admit(scope, request, "app");
    const { app_id } = request.caller as AppCaller;
    const wait = requests.secondsToWait(app_id, 1, scope.now().getTime());
    if (wait > 0) throw new Refusal("tooMany", { retryAfter: wait });
  });

  scope.put<Named & { Body: AppBadge }>(
    `${PERSON}/badge`,
    withBody(AppBadge),
    async (request, reply) =>
      putOne(request, reply, (reader) => reader.badge(request.params.sub, request.body, "")),
  );
  scope.put<Named & { Body: AppTodo }>(
    `${PERSON}/todos/:key`,
    withBody(AppTodo),
    async (request, reply) =>
      putOne(request, reply, (reader) => {
        const { sub, key } = request.params;
        return reader.todo(sub, key, request.body, "");
      }),
  );
  scope.put<Named & { Body: AppCard }>(
    `${PERSON}/cards/:key`,
    withBody(AppCard),
    async (request, reply) =>
      putOne(request, reply, (reader) => {
        const { sub, key } = request.params;
        return reader.card(sub, key, request.body, "");
      }),
  );
  for (const [path, kind] of [
    ["badge", "badge"],
    ["todos/:key", "todo"],
    ["cards/:key", "card"],
  ] as const) {
    scope.delete<Named & { Querystring: Record<string, unknown> }>(
      `${PERSON}/${path}`,
      async (request, reply) => {
        const given = { ...request.query, version: wholeNumber(request.query["version"]) };
        const query = checkedBy(request, AppDeletion, given);
        const { sub, key } = request.params;
        return putOne(request, reply, (reader) =>
          reader.deletion({ sub, kind, key, ...query }, ""),
        );
      },
    );
  }
  scope.post<{ Body: AppBatch }>(
    `${PATH}/batch`,
    { ...withBody(AppBatch), bodyLimit: BATCH_LIMIT_BYTES },
    async (request, reply) => {
      const { badges = [], todos = [], cards = [], deletions = [] } = request.body;
      const count = badges.length + todos.length + cards.length + deletions.length;
      if (count > MAX_APP_BATCH_ITEMS) throw tooLong();
      const entry = await entryOf(request);
      const reader = new InputReader(entry.url);
      const changes = reader.checked([
        ...badges.map(({ sub, ...badge }, nth) => reader.badge(sub, badge, `badges.${nth}.`)),
        ...todos.map(({ sub, key, ...todo }, nth) => reader.todo(sub, key, todo, `todos.${nth}.`)),
        ...cards.map(({ sub, key, ...card }, nth) => reader.card(sub, key, card, `cards.${nth}.`)),
        ...deletions.map((one, nth) => reader.deletion(one, `deletions.${nth}.`)),
      ]);
      const outcomes = await write(entry, changes);
      const next = (list: readonly unknown[]) => outcomes.splice(0, list.length);
      return answer(reply, {
        badges: next(badges),
        todos: next(todos),
        cards: next(cards),
        deletions: next(deletions),
      });
    },
  );

  /** Writes one change; who is not the app's to know answers as nobody does. */
  async function putOne(
    request: FastifyRequest,
    reply: FastifyReply,
    read: (reader: InputReader) => Change,
  ): Promise<FastifyReply> {
    const entry = await entryOf(request);
    const reader = new InputReader(entry.url);
    const [outcome = "unknown"] = await write(entry, [reader.checked(read(reader))]);
    if (outcome === "unknown") throw new Refusal("notFound");
    if (outcome === "full") {
      throw new Refusal("conflict", { msg: "此人在这个应用的条目太多，请先删除一些", data: {} });
    }
    return answer(reply, { result: outcome });
  }

  async function write(entry: CatalogueApp, changes: readonly Change[]): Promise<Outcome[]> {
    const now = scope.now();
    const wait = items.secondsToWait(entry.id, changes.length, now.getTime());
    if (wait > 0) throw new Refusal("tooMany", { retryAfter: wait });
    return changes.length === 0 ? [] : writeChanges(scope.db, entry, changes, now);
  }

  async function entryOf(request: FastifyRequest): Promise<CatalogueApp> {
    const { app_id } = request.caller as AppCaller;
    const entry = await scope.catalogue.app(app_id);
    if (entry === undefined) throw new Refusal("notAllowed");
    return entry;
  }
}

/** Returns a query that fits a schema; throws what a body that does not fit throws. */
function checkedBy<S extends TSchema>(
  request: FastifyRequest,
  schema: S,
  given: object,
): Static<S> {
  const fault = faultOf(schema, given, request);
  if (fault !== undefined) throw fault;
  return given as Static<S>;
}

/** Returns the number that is written in a query; NaN for anything else. */
function wholeNumber(given: unknown): number {
  return typeof given === "string" && /^\d+$/.test(given) ? Number(given) : Number.NaN;
}

function answer(reply: FastifyReply, data: object): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify({ code: 200, data, msg: "ok" }));
}

function tooLong(): Refusal {
  return badField("", `一次最多 ${MAX_APP_BATCH_ITEMS} 条`);
}
