import type { FastifyInstance } from "fastify";
import { Refusal } from "../http/refusal.ts";
import { isSchoolWithin, reaches, type Scope } from "./rules.ts";

/** Parts of rights that other rooms may call, beside what decides. */

export { hasDuty, holdersByDuty, peopleInConflict } from "./duty-queries.ts";
export { heldOf } from "./queries.ts";
export { endRestingGrants, insertGrant, markGrantEnded } from "./grants.ts";

/** Throws `notFound` unless the whole school lies in the scope. */
export function requireSchool(scope: Scope, school_id: string): void {
  if (!isSchoolWithin(scope, school_id)) throw new Refusal("notFound");
}

/** Throws `notFound` unless the school, or a grade or class of it, lies in the scope. */
export async function requireReached(
  app: Pick<FastifyInstance, "organisations">,
  scope: Scope,
  school_id: string,
): Promise<void> {
  if (!reaches(scope, school_id, await app.organisations.tree())) throw new Refusal("notFound");
}

/** Throws `notAllowed` unless the scope is the whole platform. */
export function requirePlatform(scope: Scope): void {
  if (scope.kind !== "all") throw new Refusal("notAllowed");
}
