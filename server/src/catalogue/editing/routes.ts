import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql, type SqlBool } from "kysely";
import {
  type AnswerOf,
  listApps,
  previewApp,
  readAppChoices,
  readAppEntry,
  saveApp,
} from "#contract";
import type { MemberCaller } from "../../session/caller.ts";
import { pupilsAmong, recordChildRead } from "../../audit/child-read.ts";
import { Refusal } from "../../http/refusal.ts";
import { serve } from "../../http/serve.ts";
import { serveOnce } from "../../http/serve-once.ts";
import { platformAddress } from "../../platform/platform-address.ts";
import { addressesOf } from "../registry/report.ts";
import { readViewerGroups } from "../viewer-groups.ts";
import { CensusCache } from "../census-cache.ts";
import {
  findByAccount,
  findDistricts,
  groupsInAppScope,
  isInAppScope,
  namesIn,
} from "../entry-references.ts";
import { mayEdit, mayKnow, appScopeOf } from "../app-scope.ts";
import { explain } from "../rules.ts";
import { SETTING_FIELDS } from "../setting-fields.ts";
import { entryOf, listedApp } from "./draft.ts";
import { seenBy } from "./preview.ts";
import { draftedAudience, editable, madeApp, newAppId, saveDraft } from "./save.ts";

/**
 * Lets handlers see the schools of a district, whose administrators name their schools, classes and people; SQL bounds
 * them to these.
 */
const ACROSS = { across: "catalogue" } as const;

/** Most schools that one answer lists. */
const MAX_SCHOOLS = 2000;
const MAX_GROUPS = 500;

/** Serves the developers' table of every app, and the editing of entries (RT-15, AD-19). */
export async function editingRoutes(app: FastifyInstance): Promise<void> {
  const censuses = new CensusCache(app.db, app.now);

  const named = async (request: FastifyRequest, saved: AnswerOf<typeof saveApp>) => {
    const people = [...saved.allow_user_ids, ...saved.deny_user_ids];
    await recordNamed(app, request, people, { kind: "app", id: saved.id });
    return saved;
  };
  serveOnce(
    app,
    saveApp,
    {
      make: async ({ input, caller, request }, id) =>
        named(request, await saveDraft(app, request, caller, input, newAppId(id))),
      made: async ({ input, caller, request }, id) => {
        const saved = input.id === undefined && (await madeApp(app, request, caller, newAppId(id)));
        return saved ? named(request, saved) : undefined;
      },
    },
    ACROSS,
  );

  serve(app, listApps, async ({ caller }) => {
    const [{ apps, categories }, viewer] = await Promise.all([
      app.catalogue.contents(),
      app.catalogue.viewer(caller),
    ]);
    const now = app.now().getTime();
    const appScope = appScopeOf(caller, app.now(), "debug");
    const known = apps.filter((one) => mayKnow(appScope, one));
    const edited = appScopeOf(caller, app.now());
    return {
      categories,
      apps: known.map((one) =>
        listedApp(one, explain(one, viewer, now).trace, mayEdit(edited, one)),
      ),
    };
  });

  serve(
    app,
    readAppEntry,
    async ({ input: { id }, caller, request }) => {
      const appScope = appScopeOf(caller, app.now());
      const kept = await editable(app.db, appScope, id);
      const school_ids = [...kept.school_ids, ...(kept.roster?.school_ids ?? [])];
      const names = await namesIn(app.db, appScope, { ...kept, school_ids });
      const named = names.map((one) => one.id);
      await recordNamed(app, request, named, { kind: "app", id });
      const given = addressesOf(kept, platformAddress(app.config));
      const handover = given.map(([name, value]) => ({ name, value }));
      return { app: entryOf(kept), names, handover };
    },
    ACROSS,
  );

  serve(
    app,
    readAppChoices,
    async ({ input: { school_id, account }, caller, request }) => {
      const appScope = appScopeOf(caller, app.now());
      // whoever opens the editor asks next who sees the app
      app.background.run("people were not counted", () => censuses.prepare(isInAppScope(appScope)));
      const [{ categories }, districts, schools, groups] = await Promise.all([
        app.catalogue.contents(),
        findDistricts(app.db, appScope),
        app.db
          .selectFrom("school as s")
          .select(["s.id", "s.name"])
          .where(isInAppScope(appScope))
          .orderBy("s.name")
          .orderBy("s.id")
          .limit(MAX_SCHOOLS)
          .execute(),
        groupsInAppScope(app.db, appScope).limit(MAX_GROUPS).execute(),
      ]);
      const person =
        account === undefined ? undefined : await findByAccount(app.db, appScope, account);
      if (person !== undefined) await recordNamed(app, request, [person.id]);
      return {
        for_everyone: appScope.everything,
        categories,
        settings: [...SETTING_FIELDS],
        districts,
        schools,
        groups: groups.map(({ id, name, place }) => ({ id, name: `${place} ${name}` })),
        classes: school_id === undefined ? [] : await classesIn(app, caller, school_id),
        person: person ?? null,
      };
    },
    ACROSS,
  );

  serve(
    app,
    previewApp,
    async ({ input: { school, client = "web", ...given }, caller }) => {
      const appScope = appScopeOf(caller, app.now());
      const { audience } = await draftedAudience(app.db, appScope, given);
      if (school !== undefined) await requireSchool(app, caller, school);
      const at =
        school === undefined ? sql`true` : sql`(s.id = ${school} or s.parent_id = ${school})`;
      const schools = sql<SqlBool>`${isInAppScope(appScope)} and ${at}`;
      const census = await censuses.of(schools);
      const groups = await readViewerGroups(app.db, audience, census, { client, now: app.now() });
      return { identities: seenBy(audience, groups, app.now().getTime()) };
    },
    ACROSS,
  );
}

/** Records that pupils were shown, by id or by a masked name. */
async function recordNamed(
  app: FastifyInstance,
  request: FastifyRequest,
  named: readonly string[],
  object?: { kind: string; id: string },
): Promise<void> {
  const children = await pupilsAmong(app.db, named);
  await recordChildRead(app, request, children, { object });
}

/** Returns a school in the caller's scope; throws `notFound` for any other. */
async function requireSchool(app: FastifyInstance, caller: MemberCaller, id: string) {
  const school = await app.db
    .selectFrom("school as s")
    .select("s.id")
    .where("s.id", "=", id)
    .where(isInAppScope(appScopeOf(caller, app.now())))
    .executeTakeFirst();
  if (school === undefined) throw new Refusal("notFound");
  return school;
}

async function classesIn(app: FastifyInstance, caller: MemberCaller, school_id: string) {
  const { id } = await requireSchool(app, caller, school_id);
  return app.db
    .selectFrom("class")
    .select(["id", "name", "grade_id", "stage_id"])
    .where("school_id", "=", id)
    .where("is_abled", "=", true)
    .orderBy("sort")
    .orderBy("id")
    .execute();
}
