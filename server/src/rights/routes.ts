import type { FastifyInstance } from "fastify";
import {
  endGrant,
  giveGrant,
  makeBundle,
  proveForAdministration,
  readAdministration,
  readBundles,
  readClass,
  readClasses,
  readHolders,
  readOrganisations,
  readRightsOf,
  readWhoMay,
  retireBundle,
  RIGHTS,
} from "#contract";
import { recordChildRead } from "../audit/child-read.ts";
import { visibilityOf } from "../change-set/api.ts";
import { acrossSchools } from "../database/scope.ts";
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { serveOnce } from "../http/serve-once.ts";
import { readOrigins } from "../origin/api.ts";
import type { RightsCaller } from "../session/caller.ts";
import { proveAgain, requireFreshProof } from "../session/fresh-proof.ts";
import { dutiesOfAll, separationOf } from "./duties.ts";
import { dutyRoutes } from "./duty-routes.ts";
import {
  addBundle,
  bundleOf,
  revokeGrant,
  grantRight,
  knownBundles,
  markBundleRetired,
  rightsToGive,
} from "./granting.ts";
import { isGrant } from "./grants.ts";
import { classesWithin, organisationsWithin, peopleOfClass } from "./organisation-queries.ts";
import { heldOf, holdersWithin, namePlaces, placePathsOf } from "./queries.ts";
import { reviewRoutes } from "./review.ts";
import { requireReached } from "./api.ts";
import { decide, holdingsBy, placesOf, type Scope } from "./rules.ts";
import { gradeName, isWithin, shownRights } from "./shown.ts";

/** Lets handlers see every school, since rights elsewhere decide as well; answers are bounded by the caller's scope. */
const ACROSS = { across: "administration" } as const;

/** Serves rights and places: the caller's own rights, those of others, giving them and taking them away (GR-01…06). */
export async function rightsRoutes(app: FastifyInstance): Promise<void> {
  await app.register(reviewRoutes);
  await app.register(dutyRoutes);

  serve(app, proveForAdministration, async ({ input, caller, request }) => {
    // one that is given counts although another is fresh: administration may have been unused for a shorter while
    if (await proveAgain(app, caller, input, request)) return {};
    await requireFreshProof(app, caller, {}, request);
    return {};
  });

  serve(
    app,
    readAdministration,
    async ({ caller: { held, person } }) => {
      const separation = separationOf(app);
      const { isSeparate, now } = separation;
      const rights = RIGHTS.map((right) => ({ right, places: placesOf(held, right, now) }));
      const had = rights.filter(({ places }) => places.length > 0);
      const flat = had.flatMap(({ places }) => places);
      const named = await namePlaces(app.db, flat, gradeName);
      const { suspended } = holdingsBy(person.memberships, person.grants, separation);
      return {
        rights: had.map(({ right, places }) => ({ right, places: named.splice(0, places.length) })),
        is_separate: isSeparate,
        conflict: dutiesOfAll(suspended, now),
      };
    },
    ACROSS,
  );

  serve(app, readOrganisations, async ({ caller: { scope } }) => ({
    organisations: await organisationsWithin(app.db, scope),
  }));

  serve(app, readClasses, async ({ input: { school_id, archived = false }, caller: { scope } }) => {
    await requireReached(app, scope, school_id);
    return { classes: await classesWithin(app.db, scope, { school_id, archived }) };
  });

  serve(app, readClass, async ({ input, caller, request }) => {
    const { school_id, class_id } = input;
    const { scope } = caller;
    const [found] = await classesWithin(app.db, scope, { school_id, class_id, archived: true });
    if (found === undefined) throw new Refusal("notFound");
    const people = await peopleOfClass(app.db, { scope, now: app.now() }, found);
    const shown = people.pupils.map(({ id }) => id);
    await recordChildRead(app, request, shown, { object: { kind: "class", id: class_id } });
    const maySee = await visibilityOf(app, caller);
    const reader = { scope, maySee, organisations: await app.organisations.tree() };
    const teachers = people.teachers.map(({ id }) => id);
    const room = { school_id, id: class_id };
    return acrossSchools("administration", async () => {
      const origins = await readOrigins(app.db, reader, { people: teachers, room });
      return {
        class: found,
        written: origins.of("class", room, { source: people.source }),
        pupils: people.pupils,
        teachers: people.teachers.map(({ source: own, ...one }) => {
          const key = { school_id, class_id, user_id: one.id, subject_id: one.subject_id };
          return { ...one, written: origins.of("class_teacher", key, { source: own }) };
        }),
      };
    });
  });

  serve(
    app,
    readRightsOf,
    async ({ input: { user_id }, caller }) => {
      await placePathsWithin(caller.scope, user_id);
      const [holder] = await heldOf(app.db, [user_id], separationOf(app));
      return { held: holder === undefined ? [] : await shownRights(app, holder, caller) };
    },
    ACROSS,
  );

  serve(
    app,
    readHolders,
    async ({ input: { school_id, right }, caller }) => {
      if (school_id !== undefined) await requireReached(app, caller.scope, school_id);
      const ids = await holdersWithin(app.db, caller.scope, school_id);
      const found = await heldOf(app.db, ids, separationOf(app));
      const holders = [];
      for (const holder of found) {
        const held = (await shownRights(app, holder, caller)).filter(
          (one) =>
            (right === undefined || one.rights.includes(right)) &&
            (school_id === undefined || one.place.school_id === school_id),
        );
        const { id, name, account } = holder;
        if (held.length > 0) holders.push({ id, name, account, held });
      }
      return { holders };
    },
    ACROSS,
  );

  serve(
    app,
    readWhoMay,
    async ({ input: { user_id }, caller: { scope } }) => {
      const placePaths = await placePathsWithin(scope, user_id);
      const now = app.now();
      const schools = [...new Set(placePaths.map(({ school_id }) => school_id))];
      const ids = new Set<string>();
      for (const school of schools) {
        if (school === null) continue;
        for (const id of await holdersWithin(app.db, scope, school)) ids.add(id);
      }
      const found = await heldOf(app.db, [...ids], separationOf(app));
      const holders = [];
      for (const { id, name, held } of found) {
        const within = held.filter((one) => isWithin(scope, one));
        const yes = RIGHTS.filter((right) => right.startsWith("people.")).flatMap((right) => {
          const because = placePaths
            .map((placePath) => decide(within, right, placePath, now))
            .find((decision) => decision.may);
          return because?.may === true ? [{ right, because: because.because }] : [];
        });
        const [first] = yes;
        if (first === undefined) continue;
        const [place] = await namePlaces(app.db, [first.because.place], gradeName);
        const because = [first.because.bundle ?? "单项权限", place?.name].join(" · ");
        holders.push({ id, name, rights: yes.map(({ right }) => right), because });
      }
      return { holders, above: scope.kind !== "all" };
    },
    ACROSS,
  );

  serve(
    app,
    readBundles,
    async ({ caller: { scope, held } }) => ({
      bundles: await knownBundles(app.db, scope, app.config.separateAdmins),
      rights: rightsToGive(held, separationOf(app)),
    }),
    ACROSS,
  );

  serveOnce(
    app,
    makeBundle,
    {
      make: ({ input, caller, request }, id) => addBundle(app, request, caller, { ...input, id }),
      made: (_served, id) => bundleOf(app.db, id),
    },
    ACROSS,
  );

  serve(
    app,
    retireBundle,
    async ({ input: { bundle_id }, caller, request }) => {
      await markBundleRetired(app, request, caller, bundle_id);
      return {};
    },
    ACROSS,
  );

  serveOnce(
    app,
    giveGrant,
    {
      make: async ({ input, caller, request }, id) => {
        await requireFreshProof(app, caller, input, request);
        await grantRight(app, request, caller, { ...input, id });
        return requireGiven(caller, input.user_id, id);
      },
      made: async ({ input: { user_id }, caller }, id) =>
        (await isGrant(app.db, id)) ? requireGiven(caller, user_id, id) : undefined,
    },
    ACROSS,
  );

  serve(
    app,
    endGrant,
    async ({ input, caller, request }) => {
      await requireFreshProof(app, caller, input, request);
      await revokeGrant(app, request, caller, input);
      return {};
    },
    ACROSS,
  );

  /** Returns a grant that a person has; refuses one that has ended. */
  async function requireGiven(caller: RightsCaller, userId: string, grantId: string) {
    const [holder] = await heldOf(app.db, [userId], separationOf(app));
    const given = holder && (await shownRights(app, holder, caller));
    const found = given?.find(({ grant_id }) => grant_id === grantId);
    if (found === undefined) throw new Refusal("notFound");
    return found;
  }

  /** Refuses a school of which no part lies in the scope, as one that does not exist. */
  async function placePathsWithin(scope: Scope, userId: string) {
    const placePaths = await placePathsOf(app.db, scope, userId, await app.organisations.tree());
    if (placePaths.length === 0) throw new Refusal("notFound");
    return placePaths;
  }
}
