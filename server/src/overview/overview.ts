import type { FastifyInstance } from "fastify";
import { type Identity, type Overview, READINESS_CHECKS, type ReadinessCheck } from "#contract";
import { isSchoolWithin, type Organisations, type Scope } from "../rights/rules.ts";
import { countNeverSignedIn, type SchoolGaps } from "./checks.ts";
import { COUNTED, daysUpTo, readFailingApps, readJobs } from "./figures.ts";
import type { Figures } from "./figures-cache.ts";
import { type FigureOf, type Place, placesIn, shownFigure } from "./suppression.ts";

/**
 * Sums up the schools that lie wholly in a scope, or one of its districts or schools (AD-22). Statements must see rows of no
 * school too.
 */
export async function overviewOf(
  app: FastifyInstance,
  scope: Scope,
  within?: string,
): Promise<Overview> {
  const { db } = app;
  const now = app.now();
  const root = placesOf(scope, await app.organisations.tree());
  const asked = within === undefined ? root : placesIn(root).find(({ id }) => id === within);
  const own = asked === undefined ? [] : schoolsIn(asked);
  if (asked === undefined || own.length === 0) return nothing(daysUpTo(now));
  // all schools of the scope: what is shown of one must not say what is hidden of another
  const figures = await app.overviewFigures.of(schoolsIn(root));
  const narrow: Scope =
    within === undefined
      ? scope
      : { kind: "parts", schools: [asked.id, ...own], grades: [], classes: [] };
  const apps = await readFailingApps(db, narrow, now);
  const jobs = await readJobs(db, narrow, now);
  const show = (figureOf: FigureOf) => shownFigure(root, asked, figureOf)?.[0] ?? null;
  const { checks, classes, ...counted } = sumUp(figures, new Set(own), show);
  const counts: Record<ReadinessCheck, number | null> = {
    ...checks,
    "never-signed-in": await countNeverSignedIn(db, own),
    "failing-app": apps.length,
    "failed-job": jobs.filter(({ state }) => state === "failed").length,
  };
  const empty = emptyChecks(counted.people, classes);
  return {
    schools: own.length,
    checks: READINESS_CHECKS.map((id) => ({
      id,
      is_good: counts[id] === 0,
      is_empty: counts[id] === 0 && empty.has(id),
      count: counts[id],
    })),
    ...counted,
    apps,
    jobs,
  };
}

/** Returns the checks that have nobody, or no class, to look at. */
function emptyChecks(people: Overview["people"], classes: number): ReadonlySet<ReadinessCheck> {
  const isNone = (...wanted: readonly Identity[]) =>
    people.every(({ identity, count }) => count === 0 || !wanted.includes(identity));
  const empty: readonly [boolean, readonly ReadinessCheck[]][] = [
    [isNone("student"), ["no-class", "no-guardian"]],
    [isNone("teacher"), ["never-signed-in"]],
    [isNone("teacher", "parent", "manager"), ["expiring-identity"]],
    [isNone(...COUNTED), ["consent-missing", "failing-app"]],
    [classes === 0, ["class-without-head", "empty-class"]],
  ];
  return new Set(empty.flatMap(([is, checks]) => (is ? checks : [])));
}

/** Sums up figures of the caller's schools; those of pupils as far as they may be shown. */
function sumUp(
  { days, people, signIns, pupils, consents, schools }: Figures,
  own: ReadonlySet<string>,
  show: (figureOf: FigureOf) => number | null,
) {
  const sumOf = <T extends { school_id: string }>(rows: Iterable<T>, count: (row: T) => number) =>
    [...rows].reduce((sum, row) => sum + (own.has(row.school_id) ? count(row) : 0), 0);
  const ofIdentity = <T extends { identity: Identity }>(rows: readonly T[], identity: Identity) =>
    rows.filter((row) => row.identity === identity);
  const pupilsAt = new Map(
    ofIdentity(people, "student").map(({ school_id, people: count }) => [school_id, count]),
  );
  const pupilsWho = (countAt: (schoolId: string) => number | undefined) =>
    show((id) => {
      const count = countAt(id) ?? 0;
      return [count, Math.max(0, (pupilsAt.get(id) ?? 0) - count)];
    });
  const gaps = (name: keyof SchoolGaps) =>
    [...own].reduce((sum, id) => sum + (schools.get(id)?.[name] ?? 0), 0);
  const pupilsMissing = pupilsWho((id) => consents.get(id)?.pupils);
  const pupilsSignedIn = new Map(
    ofIdentity(signIns, "student").map(({ school_id, counts }) => [school_id, counts]),
  );
  return {
    checks: {
      "no-class": pupilsWho((id) => pupils.get(id)?.no_class),
      "no-guardian": pupilsWho((id) => pupils.get(id)?.no_guardian),
      "consent-missing":
        pupilsMissing === null
          ? null
          : pupilsMissing + sumOf(consents.values(), ({ others }) => others),
      "class-without-head": gaps("class_without_head"),
      "empty-class": gaps("empty_class"),
      "one-administrator": gaps("one_administrator"),
      "no-stage": gaps("no_stage"),
      "expiring-identity": gaps("expiring_identity"),
      "expiring-grant": gaps("expiring_grant"),
    },
    classes: gaps("classes"),
    people: COUNTED.map((identity) => ({
      identity,
      count:
        identity === "student"
          ? show((id) => [pupilsAt.get(id) ?? 0])
          : sumOf(ofIdentity(people, identity), (row) => row.people),
    })),
    days,
    sign_ins: COUNTED.map((identity) => ({
      identity,
      counts: days.map((_day, at) =>
        identity === "student"
          ? pupilsWho((id) => pupilsSignedIn.get(id)?.[at])
          : sumOf(ofIdentity(signIns, identity), ({ counts }) => counts[at] ?? 0),
      ),
    })),
  };
}

/** Lays out the whole schools of a scope: those of a district below it, if the district is in the scope. */
function placesOf(scope: Scope, organisations: Organisations): Place {
  const isMine = (id: string) => isSchoolWithin(scope, id);
  const mine = [...organisations].filter(([id]) => isMine(id));
  const of = (district: string | null): Place[] =>
    mine
      .filter(([, { kind, parent_id }]) => {
        const above = parent_id !== null && isMine(parent_id) ? parent_id : null;
        return kind === "school" && above === district;
      })
      .map(([id]) => ({ id, below: [] }));
  const districts = mine
    .filter(([, { kind }]) => kind === "district")
    .map(([id]): Place => ({ id, below: of(id) }))
    .filter(({ below }) => below.length > 0);
  return { id: "", below: [...districts, ...of(null)] };
}

function schoolsIn(place: Place): string[] {
  return place.below.length === 0 && place.id !== "" ? [place.id] : place.below.flatMap(schoolsIn);
}

/** Returns an empty overview: no whole school is the caller's, or the request names none of them. */
function nothing(days: string[]): Overview {
  return { schools: 0, checks: [], people: [], days, sign_ins: [], apps: [], jobs: [] };
}
