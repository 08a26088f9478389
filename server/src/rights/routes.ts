import type { FastifyInstance } from "fastify";
import {
  endGrant,
  giveGrant,
  GRADE_NAMES,
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
import { Refusal } from "../http/refusal.ts";
import { serve } from "../http/serve.ts";
import { wantFreshProof } from "../session/fresh-proof.ts";
import { addBundle, endRight, giveRight, knownBundles, markRetired } from "./giving.ts";
import { classesWithin, organisationsWithin, peopleOfClass } from "./organisation-queries.ts";
import { heldOf, type HolderRow, holdersWithin, namePlaces, spotAt, spotsOf } from "./queries.ts";
import { reviewRoutes } from "./review.ts";
import { contains, decide, type Held, placesOf, type Scope, schoolsOf } from "./rules.ts";

/** Lets handlers see every school, since rights elsewhere decide as well; answers are bounded by the caller's scope. */
const ACROSS = { across: "administration" } as const;

export const gradeName = (id: string) => GRADE_NAMES[id] ?? id;

/** Serves rights and places: the caller's own rights, those of others, giving them and taking them away (GR-01…06). */
export async function rightsRoutes(app: FastifyInstance): Promise<void> {
  await app.register(reviewRoutes);

  serve(app, proveForAdministration, async ({ input, caller, request }) => {
    await wantFreshProof(app, caller, input, request);
    return {};
  });

  serve(
    app,
    readAdministration,
    async ({ caller: { held } }) => {
      const now = app.now();
      const rights = RIGHTS.map((right) => ({ right, places: placesOf(held, right, now) }));
      const had = rights.filter(({ places }) => places.length > 0);
      const flat = had.flatMap(({ places }) => places);
      const named = await namePlaces(app.db, flat, gradeName);
      return {
        rights: had.map(({ right, places }) => ({ right, places: named.splice(0, places.length) })),
      };
    },
    ACROSS,
  );

  serve(app, readOrganisations, async ({ caller: { scope } }) => ({
    organisations: await organisationsWithin(app.db, scope),
  }));

  serve(app, readClasses, async ({ input: { school_id, archived = false }, caller: { scope } }) => {
    await wantReached(scope, school_id);
    return { classes: await classesWithin(app.db, scope, { school_id, archived }) };
  });

  serve(app, readClass, async ({ input, caller: { scope }, request }) => {
    const { school_id, class_id } = input;
    const [found] = await classesWithin(app.db, scope, { school_id, class_id, archived: true });
    if (found === undefined) throw new Refusal("notFound");
    const people = await peopleOfClass(app.db, school_id, class_id);
    const shown = people.pupils.map(({ id }) => id);
    await recordChildRead(app, request, shown, { object: { kind: "class", id: class_id } });
    return { class: found, ...people };
  });

  serve(
    app,
    readRightsOf,
    async ({ input: { user_id }, caller }) => {
      await spotsWithin(caller.scope, user_id);
      const [holder] = await heldOf(app.db, [user_id]);
      return { held: holder === undefined ? [] : await shown(holder, caller) };
    },
    ACROSS,
  );

  serve(
    app,
    readHolders,
    async ({ input: { school_id, right }, caller }) => {
      if (school_id !== undefined) await wantReached(caller.scope, school_id);
      const found = await heldOf(app.db, await holdersWithin(app.db, caller.scope, school_id));
      const holders = [];
      for (const holder of found) {
        const held = (await shown(holder, caller)).filter(
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
      const spots = await spotsWithin(scope, user_id);
      const now = app.now();
      const schools = [...new Set(spots.map(({ school_id }) => school_id))];
      const ids = new Set<string>();
      for (const school of schools) {
        if (school === null) continue;
        for (const id of await holdersWithin(app.db, scope, school)) ids.add(id);
      }
      const found = await heldOf(app.db, [...ids]);
      const holders = [];
      for (const { id, name, held } of found) {
        const within = held.filter((one) => isWithin(scope, one));
        const yes = RIGHTS.filter((right) => right.startsWith("people.")).flatMap((right) => {
          const because = spots
            .map((spot) => decide(within, right, spot, now))
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
    async ({ caller: { scope } }) => ({ bundles: await knownBundles(app.db, scope) }),
    ACROSS,
  );

  serve(
    app,
    makeBundle,
    async ({ input, caller, request }) => addBundle(app, request, caller, input),
    ACROSS,
  );

  serve(
    app,
    retireBundle,
    async ({ input: { bundle_id }, caller, request }) => {
      await markRetired(app, request, caller, bundle_id);
      return {};
    },
    ACROSS,
  );

  serve(
    app,
    giveGrant,
    async ({ input, caller, request }) => {
      await wantFreshProof(app, caller, input, request);
      const grantId = await giveRight(app, request, caller, input);
      const [holder] = await heldOf(app.db, [input.user_id]);
      const given = holder && (await shown(holder, caller));
      const made = given?.find(({ grant_id }) => grant_id === grantId);
      if (made === undefined) throw new Refusal("notFound");
      return made;
    },
    ACROSS,
  );

  serve(
    app,
    endGrant,
    async ({ input, caller, request }) => {
      await wantFreshProof(app, caller, input, request);
      await endRight(app, request, caller, input);
      return {};
    },
    ACROSS,
  );

  /** Refuses a school of which no part lies in the scope, as one that does not exist. */
  async function wantReached(scope: Scope, schoolId: string) {
    const schools = schoolsOf(scope);
    const isReached =
      schools === "all"
        ? (await app.organisations.tree()).has(schoolId)
        : schools.includes(schoolId);
    if (!isReached) throw new Refusal("notFound");
  }

  async function spotsWithin(scope: Scope, userId: string) {
    const spots = await spotsOf(app.db, scope, userId, await app.organisations.tree());
    if (spots.length === 0) throw new Refusal("notFound");
    return spots;
  }

  /** Returns the rights of a holder that lie in the caller's scope. */
  async function shown(holder: HolderRow, caller: { held: readonly Held[]; scope: Scope }) {
    const within = holder.held.filter((one) => isWithin(caller.scope, one));
    const places = await namePlaces(
      app.db,
      within.map(({ place }) => place),
      gradeName,
    );
    const tree = await app.organisations.tree();
    const now = app.now();
    const answers = [];
    for (const [index, { rights, bundle, source, grant_id, until, place }] of within.entries()) {
      const named = places[index];
      if (named === undefined || (until !== null && until <= now)) continue;
      const given = holder.given.get(grant_id ?? "");
      const spot = grant_id === null ? undefined : await spotAt(app.db, place, tree);
      answers.push({
        ...{ rights: [...rights], bundle, place: named, source, grant_id },
        since: given?.since.toISOString() ?? null,
        until: until?.toISOString() ?? null,
        given_by: given?.given_by ?? null,
        may_end: spot !== undefined && decide(caller.held, "grant.give", spot, now).may,
      });
    }
    return answers;
  }
}

/** Returns whether rights are held at a place that a scope contains. */
function isWithin(scope: Scope, { place: { kind, school_id, part_id } }: Held): boolean {
  if (scope.kind === "all") return true;
  if (school_id === null) return false;
  if (scope.schools.includes(school_id)) return true;
  const parts = [
    ...scope.grades.map((one) => ({ kind: "grade", ...one, part_id: one.grade_id }) as const),
    ...scope.classes.map((one) => ({ kind: "class", ...one, part_id: one.class_id }) as const),
  ];
  const spot = {
    ...{ district_id: null, school_id },
    grade_id: kind === "grade" ? part_id : null,
    class_id: kind === "class" ? part_id : null,
  };
  return parts.some((part) => contains(part, spot));
}
