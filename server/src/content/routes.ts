import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import {
  DEFAULT_PAGE_SIZE,
  type Identity,
  type InputOf,
  readContent,
  readTagRelations,
  type SearchAnswer,
  searchContent,
} from "#contract";
import type { Database } from "../database/database.ts";
import { acrossSchools } from "../database/scope.ts";
import { scopeOf as scopeAt } from "../rights/rules.ts";
import type { MemberCaller } from "../session/caller.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { concurrencyLimit } from "../platform/concurrency-limit.ts";
import { TAG_RELATIONS } from "./curriculum.ts";
import { contentManagementRoutes } from "./management.ts";
import { contentDetail } from "./detail.ts";
import { listedItem } from "./listed-item.ts";
import { readNear } from "./near.ts";
import { SearchPageCache } from "./search-page-cache.ts";
import { type Own, type Owner, search, type Scope } from "./find.ts";
import { findContent, isMediumFor, readOwn, readOwners } from "./queries.ts";
import { facetsOf, type Filters, searchMoment, totalOf } from "./rules.ts";
import { TimedCache } from "./timed-cache.ts";
import { ViewCounter } from "./view-counter.ts";
import { readKeyword } from "./wanted.ts";

/** Milliseconds for which a node's copies of a school's owners and of an answer are valid. */
const LIFETIME_MS = 1000;
const SCHOOLS_REMEMBERED = 1000;
const ANSWERS_REMEMBERED = 200;
/** Types of content that are made for those who teach (SF-03). */
const NOT_FOR_PUPILS = ["plan"];
const hiddenFrom = (identity: Identity | null) => (identity === "student" ? NOT_FOR_PUPILS : []);
/** Searches at once on the embedded database, which has one connection; a server's pool is shared with all calls. */
const AT_ONCE_EMBEDDED = 1;
const AT_ONCE_ON_SERVER = 4;

/** The content that a caller may see, and what of it is their own. */
type Sight = Pick<Scope, "owners" | "hidden_types" | "own">;

export async function contentRoutes(app: FastifyInstance): Promise<void> {
  app.files.readMediaBy(async ({ identity, school, held }, key) => {
    const moment = app.now();
    const scope = scopeAt(held, "content.manage", await app.organisations.tree(), moment);
    // its condition says whose rows count
    return acrossSchools("administration", async () => {
      const owners = school?.is_abled === true ? await readOwners(app.db, school.id) : [];
      return isMediumFor(app.db, key, {
        owners,
        moment,
        hidden_types: hiddenFrom(identity),
        scope,
      });
    });
  });
  const owners = new TimedCache<Owner[]>(LIFETIME_MS, SCHOOLS_REMEMBERED, app.now);
  /** Answers by what was asked and by the versions of the owners. */
  const answers = new TimedCache<SearchAnswer>(LIFETIME_MS, ANSWERS_REMEMBERED, app.now);
  const pages = new SearchPageCache();
  const views = new ViewCounter(app.db, (error, count) =>
    app.log.warn({ err: error, count }, "views were not counted"),
  );
  app.addHook("onClose", () => views.flush());

  const { databaseUrl } = app.config;
  const limit = createSearchLimit(databaseUrl === undefined ? AT_ONCE_EMBEDDED : AT_ONCE_ON_SERVER);

  const own = new TimedCache<Own>(LIFETIME_MS, SCHOOLS_REMEMBERED, app.now);

  /** Returns whose content the caller may see, as `db` knows it: a replica may be behind what its reader has written. */
  async function sightOf(db: Database, caller: MemberCaller, child_id?: string): Promise<Sight> {
    const { user_id, identity, school } = caller;
    const isPrimary = db === app.db;
    const known = owners.get(JSON.stringify([isPrimary, school.id]), () =>
      readOwners(db, school.id),
    );
    const key = JSON.stringify([isPrimary, user_id, identity, school.id, child_id]);
    const theirs = own.get(key, () =>
      readOwn(db, { user_id, identity, school_id: school.id, child_id }),
    );
    return { owners: await known, hidden_types: hiddenFrom(identity), own: await theirs };
  }

  async function answerSearch(
    db: Database,
    sight: Sight,
    input: InputOf<typeof searchContent>,
  ): Promise<SearchAnswer> {
    const { page = 1, page_size: size = DEFAULT_PAGE_SIZE, sort = "relevance" } = input;
    const filters: Filters = {
      type_id: input.type_id ?? "",
      stage_id: input.stage_id ?? "",
      grade_id: input.grade_id ?? "",
      subject_id: input.subject_id ?? "",
    };
    const wanted = readKeyword(input.keyword ?? "");
    const now = app.now();
    const moment = searchMoment(input.as_of, now);
    const scope: Scope = { ...sight, moment, found: { pages, isNow: moment === now } };
    const asked = { wanted, filters, sort, limit: size, offset: (page - 1) * size };
    const { groups, rows } = await search(db, scope, asked);
    const total = totalOf(groups, filters);
    return {
      total,
      items: rows
        .filter(({ state }) => state === "published")
        .map((row) => listedItem(row, wanted)),
      facets: facetsOf(groups, filters),
      as_of: moment.toISOString(),
      near: total > 0 ? null : await readNear(db, scope, wanted, groups),
    };
  }

  serve(app, readTagRelations, () => TAG_RELATIONS, { remembered: true });

  serve(app, searchContent, ({ input, caller, request }) =>
    limit.run(
      caller.user_id,
      (takeTurn) =>
        app.replica.read(request, async (db) => {
          // another node may have taken what this person has just written
          if (app.replica.hasWritten(request)) owners.clear();
          const sight = await sightOf(db, caller, input.child_id);
          const asked = JSON.stringify([db === app.db, sight, input]);
          // a whole class looks for the same
          const known = answers.peek(asked);
          if (known !== undefined) return known;
          return takeTurn(() => answers.get(asked, () => answerSearch(db, sight, input)));
        }),
      () => request.raw.socket.destroyed,
    ),
  );

  serve(app, readContent, async ({ input: { id }, caller, request }) => {
    const now = app.now();
    return app.replica.read(request, async (db) => {
      const scope = { ...(await sightOf(db, caller)), moment: now };
      const found = await findContent(db, scope, id);
      if (found === undefined) throw new Refusal("notFound");
      views.count(caller.user_id, found, now);
      return contentDetail(db, scope, found);
    });
  });

  // who has changed something finds it at once
  await contentManagementRoutes(app, () => owners.clear());
}

/** Searches of one person that may wait while another of theirs runs: people type fast, or have several tabs open. */
export const WAITING_EACH = 3;
const COME_BACK_SECONDS = 1;
/** Milliseconds after which too many searches are refused: who asks again at once would keep the node busy with refusals. */
const REFUSED_AFTER_MS = 250;
/** Milliseconds that a search may wait for its turn on the node; the browser gives up after ten seconds (RQ-06). */
const MAX_WAIT_MS = 5000;
/** The rest after a search, in times of what it took: one person's searches take a third of the node at most. */
const REST = 2;
const MAX_REST_MS = 1000;

/** Waits for a place among the searches of the node, and then runs a piece of work. */
type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

interface SearchLimit {
  /**
   * Runs one search of a person, which takes a turn for what the database does; refuses with `tooMany` when too many of theirs
   * wait, with `notReady` when everybody's wait too long. `isGone` says that nobody waits for the answer any more.
   */
  run<T>(
    userId: string,
    work: (takeTurn: TakeTurn) => Promise<T>,
    isGone?: () => boolean,
  ): Promise<T>;
}

/**
 * Limits searches to one at a time for each person, with a rest after each, and to `atOnce` on this node, so that nobody's
 * searches hold up other people's calls: a search costs the database many times what another call does.
 */
export function createSearchLimit(
  atOnce: number,
  clock: () => number = () => performance.now(),
): SearchLimit {
  const onNode = concurrencyLimit(atOnce);
  /** The waiting searches of each person; an entry exists while one of theirs runs or rests. */
  const lines = new Map<string, (() => void)[]>();
  const letNext = (userId: string) => {
    const next = lines.get(userId)?.shift();
    if (next === undefined) lines.delete(userId);
    else next();
  };
  return {
    async run(userId, work, isGone = () => false) {
      const line = lines.get(userId);
      if (line === undefined) lines.set(userId, []);
      else if (line.length < WAITING_EACH) await new Promise<void>((go) => line.push(go));
      else {
        await setTimeout(REFUSED_AFTER_MS);
        throw tooMany();
      }
      const begun = performance.now();
      try {
        return await work((search) => {
          const since = clock();
          return onNode(async () => {
            if (isGone()) throw tooMany();
            if (clock() - since > MAX_WAIT_MS) throw tooManyPeople();
            return search();
          });
        });
      } finally {
        const rest = Math.min(REST * (performance.now() - begun), MAX_REST_MS);
        void setTimeout(rest, undefined, { ref: false }).then(() => letNext(userId));
      }
    },
  };
}

function tooManyPeople(): Refusal {
  const msg = "搜索的人较多，请稍后再试";
  return new Refusal("notReady", { msg, retryAfter: COME_BACK_SECONDS });
}

function tooMany(): Refusal {
  const msg = "搜索得太快了，请稍后再试";
  return new Refusal("tooMany", { msg, retryAfter: COME_BACK_SECONDS });
}
