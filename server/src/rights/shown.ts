import type { FastifyInstance } from "fastify";
import { GRADE_NAMES, type HeldRights } from "#contract";
import { type HolderRow, namePlaces, placePathAt } from "./queries.ts";
import { contains, decide, type Held, type Scope } from "./rules.ts";

export const gradeName = (id: string) => GRADE_NAMES[id] ?? id;

/** Returns the rights of a holder that lie in the caller's scope, and those that are not in force. */
export async function shownRights(
  app: FastifyInstance,
  holder: HolderRow,
  caller: { held: readonly Held[]; scope: Scope },
): Promise<HeldRights[]> {
  const { given, suspended } = holder;
  const within = [...holder.held, ...suspended].filter((one) => isWithin(caller.scope, one));
  const places = await namePlaces(
    app.db,
    within.map(({ place }) => place),
    gradeName,
  );
  const tree = await app.organisations.tree();
  const now = app.now();
  const answers = [];
  for (const [index, one] of within.entries()) {
    const { rights, bundle, source, grant_id, until, place } = one;
    const named = places[index];
    if (named === undefined || (until !== null && until <= now)) continue;
    const made = given.get(grant_id ?? "");
    const placePath = grant_id === null ? undefined : await placePathAt(app.db, place, tree);
    answers.push({
      ...{ rights: [...rights], bundle, place: named, source, grant_id },
      since: made?.since.toISOString() ?? null,
      until: until?.toISOString() ?? null,
      given_by: made?.given_by ?? null,
      may_end: placePath !== undefined && decide(caller.held, "grant.give", placePath, now).may,
      in_force: !suspended.includes(one),
    });
  }
  return answers;
}

/** Returns whether rights are held at a place that a scope contains. */
export function isWithin(scope: Scope, { place: { kind, school_id, part_id } }: Held): boolean {
  if (scope.kind === "all") return true;
  if (school_id === null) return false;
  if (scope.schools.includes(school_id)) return true;
  const parts = [
    ...scope.grades.map((one) => ({ kind: "grade", ...one, part_id: one.grade_id }) as const),
    ...scope.classes.map((one) => ({ kind: "class", ...one, part_id: one.class_id }) as const),
  ];
  const placePath = {
    ...{ district_id: null, school_id },
    grade_id: kind === "grade" ? part_id : null,
    class_id: kind === "class" ? part_id : null,
  };
  return parts.some((part) => contains(part, placePath));
}
