import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { acrossSchools } from "../database/scope.ts";
import { atMost } from "../platform/at-most.ts";
import { platformAddress } from "../platform/platform-address.ts";
import { WindowLimit } from "../platform/window-limit.ts";
import { RosterFeeds } from "./feeds.ts";
import { countRecords, type ListOf, readPage, readRecord, withoutLeavers } from "./read-records.ts";
import { objectOf } from "./record.ts";
import { type ListQuery, readFields, readListQuery } from "./query.ts";
import type { RosterApp } from "./refresh.ts";
import { serveDescription } from "./description.ts";
import { answerStatusInfo, RosterRefusal } from "./status-info.ts";
import { sweepRosters } from "./sweep.ts";
import { bearerOf, serveToken } from "./token.ts";
import {
  BASE_PATH,
  type Ids,
  type ListRoute,
  LISTS,
  NAMES,
  scopesFor,
  SINGLES,
} from "./vocabulary.ts";

/** Requests of one app within a minute, on a node. */
const MAX_REQUESTS = 1200;
/** Refused tokens from one network within a minute. */
const MAX_REFUSED = 60;
const TOTALS_KEPT = 2000;
const SWEEP_EVERY_MS = 3_600_000;

/** Serves apps' rosters as OneRoster 1.2 Rostering, REST binding (RO-09). */
export async function oneRosterRoutes(app: FastifyInstance): Promise<void> {
  const feeds = new RosterFeeds(app);
  app.addHook("onClose", () => feeds.settle());
  app.jobs.handle("one-roster-sweep", {
    everyMs: SWEEP_EVERY_MS,
    run: () => sweepRosters(app.db, app.now()),
  });
  // an app comes as nobody's member: what it may see its roster says
  app.addHook("preHandler", (_request, _reply, done) => acrossSchools("app-call", done));
  serveToken(app);
  await app.register(async (scope) => serveRostering(scope, feeds), { prefix: BASE_PATH });
}

async function serveRostering(scope: FastifyInstance, feeds: RosterFeeds): Promise<void> {
  answerStatusInfo(scope);
  serveDescription(scope);
  const limit = new WindowLimit(MAX_REQUESTS);
  const refused = new WindowLimit(MAX_REFUSED);
  const totals = new LRUCache<string, number>(atMost(TOTALS_KEPT));
  const caller = async (request: FastifyRequest, kind: ListRoute["kind"], path: string) => {
    const bearer = await bearerOf(scope, request, scopesFor(kind, path), refused);
    const seconds = limit.secondsToWait(bearer.entry.id, 1, scope.now().getTime());
    if (seconds > 0) throw new RosterRefusal(429, "server_busy", "too many requests", seconds);
    return bearer;
  };
  const origin = platformAddress(scope.config);

  for (const route of LISTS) {
    scope.get(route.path, async (request, reply) => {
      const { entry } = await caller(request, route.kind, route.path);
      const query = readListQuery(route.kind, request.query as Record<string, unknown>);
      const stamp = await feeds.ensure(entry, { isLaterPage: query.offset > 0 });
      const of = await listOf(scope, entry, route, request.params as Partial<Ids>);
      const { limit: _l, offset: _o, sort: _s, descending: _d, fields: _f, ...where } = query;
      const key = JSON.stringify([of, where, stamp]);
      const total = totals.get(key) ?? (await countRecords(scope.db, of, query));
      totals.set(key, total);
      const page = await withoutLeavers(scope.db, await readPage(scope.db, of, query));
      if (query.offset === 0) noteRead(scope, request, entry, { list: route.operation, total });
      const items = page.map((record) => objectOf(record, origin, query.fields));
      sendLinks(request, reply, query, { total, origin });
      return sendJson(reply, { [NAMES[route.kind].many]: items });
    });
  }
  for (const { path, kind, part, operation } of SINGLES) {
    scope.get(`${path}/:id`, async (request, reply) => {
      const { entry } = await caller(request, kind, path);
      const fields = readFields(kind, request.query as Record<string, unknown>);
      await feeds.ensure(entry, { isLaterPage: false });
      const { id = "" } = request.params as { id?: string };
      const of = { app_id: entry.id, kind, part };
      const found = isId(id) ? await readRecord(scope.db, of, id) : undefined;
      const [record] = found === undefined ? [] : await withoutLeavers(scope.db, [found]);
      if (record === undefined || record.is_deleted) throw unknown();
      noteRead(scope, request, entry, { list: operation, user_id: record.user_id });
      return sendJson(reply, { [NAMES[kind].one]: objectOf(record, origin, fields) });
    });
  }
}

/** Returns the records of a path; throws `RosterRefusal` where it names what is not in the app's roster. */
async function listOf(
  { db }: FastifyInstance,
  { id: app_id }: RosterApp,
  { kind, part, tags, named = [], classesOf }: ListRoute,
  params: Partial<Ids>,
): Promise<ListOf> {
  const ids = { school: "", class: "", course: "", term: "", person: "", ...params };
  let person: string[] = [];
  for (const [name, of, ofPart] of named) {
    const found = isId(ids[name])
      ? await readRecord(db, { app_id, kind: of, part: ofPart }, ids[name])
      : undefined;
    if (found === undefined) throw unknown();
    // a class of another school is none of this one
    const isElsewhere = name === "class" && ids.school !== "";
    if (isElsewhere && !found.tags.includes(`school:${ids.school}`)) throw unknown();
    if (name === "person") person = found.tags;
  }
  if (classesOf === undefined) return { app_id, kind, part, tags: tags?.(ids) };
  const classes = person.flatMap((tag) => {
    const [, id, role] = /^class:(.+):(\w+)$/.exec(tag) ?? [];
    return id !== undefined && (classesOf === "any" || role === classesOf) ? [id] : [];
  });
  return { app_id, kind, part, ids: classes };
}

/** The ids that this provider gives; the database refuses some other texts. */
function isId(id: string): boolean {
  return /^[\w.-]{1,200}$/.test(id);
}

function unknown(): RosterRefusal {
  return new RosterRefusal(404, "unknownobject", "there is no such object");
}

/** Audits what an app reads: each list once, at its first page, and each single person. */
function noteRead(
  scope: FastifyInstance,
  request: FastifyRequest,
  { id }: RosterApp,
  { user_id, ...detail }: { list: string; total?: number; user_id?: string | null },
): void {
  scope.audit.note(request, {
    action: "roster-read",
    actor: { app_id: id },
    object: { kind: "app", id },
    ...(user_id != null && { subject_id: user_id }),
    detail,
  });
}

/** The longest header of links: more than this, and proxies and clients give the answer up. */
const MAX_LINKS = 4000;

/** Sends the count of the whole list, and links to its other pages. */
function sendLinks(
  request: FastifyRequest,
  reply: FastifyReply,
  { limit, offset }: ListQuery,
  { total, origin }: { total: number; origin: string },
): void {
  void reply.header("x-total-count", total);
  const at = (from: number, rel: string) => {
    const url = new URL(request.url, origin);
    url.searchParams.set("limit", String(limit));
    url.searchParams.set("offset", String(from));
    return `<${origin}${url.pathname}${url.search}>; rel="${rel}"`;
  };
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const next = offset + limit < total ? [at(offset + limit, "next")] : [];
  const others = [
    ...(offset > 0 ? [at(Math.max(0, offset - limit), "prev")] : []),
    at(0, "first"),
    at(last, "last"),
  ];
  const all = [...next, ...others].join(", ");
  // each repeats the filter
  const links = all.length <= MAX_LINKS ? all : next.join("");
  if (links !== "") void reply.header("link", links);
}

function sendJson(reply: FastifyReply, body: object): FastifyReply {
  return reply
    .header("cache-control", "private, no-store")
    .type("application/json")
    .send(JSON.stringify(body));
}
