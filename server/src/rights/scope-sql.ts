import { sql, type RawBuilder } from "kysely";
import type { Scope } from "./rules.ts";

/** Pupils in classes, as `cs`: who has left a school is listed in a class until somebody takes them out, and is none. */
export const PRESENT_PUPILS = sql`class_student cs join membership m on m.school_id = cs.school_id
  and m.user_id = cs.user_id and m.identity = 'student' and m.is_abled`;

/** SQL conditions that agree with `decide` (rules.ts): which rows lie in a scope (GR-05). */

const NEVER = sql<boolean>`false`;
const ALWAYS = sql<boolean>`true`;

/** Returns the condition that a school, as a whole, lies in the scope. */
export function schoolWithin(scope: Scope, schoolId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope.kind === "all") return ALWAYS;
  if (scope.schools.length === 0) return NEVER;
  return sql<boolean>`${schoolId} = any (${[...scope.schools]}::text[])`;
}

/** Returns the condition that a class lies in the scope: `k` is its row's alias. */
export function classWithin(scope: Scope, k: string): RawBuilder<boolean> {
  const school = sql.ref(`${k}.school_id`);
  if (scope.kind === "all") return ALWAYS;
  const parts = [schoolWithin(scope, school)];
  for (const { school_id, grade_id } of scope.grades) {
    parts.push(sql`(${school} = ${school_id} and ${sql.ref(`${k}.grade_id`)} = ${grade_id})`);
  }
  for (const { school_id, class_id } of scope.classes) {
    parts.push(sql`(${school} = ${school_id} and ${sql.ref(`${k}.id`)} = ${class_id})`);
  }
  return sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

/**
 * Returns the condition that a membership lies in the scope: at a school of it, or, for a pupil or parent, by a class
 * of the pupil. `m` is its row's alias.
 */
export function membershipWithin(scope: Scope, m: string): RawBuilder<boolean> {
  const at = schoolWithin(scope, sql.ref(`${m}.school_id`));
  if (scope.kind === "all" || scope.grades.length + scope.classes.length === 0) return at;
  const inside = classWithin({ ...scope, schools: [] }, "within_k");
  const user = sql.ref(`${m}.user_id`);
  const ofSchool = sql`within_cs.school_id = ${sql.ref(`${m}.school_id`)}`;
  const join = sql`join class within_k on within_k.school_id = within_cs.school_id and within_k.id = within_cs.class_id`;
  return sql<boolean>`(${at}
    or (${sql.ref(`${m}.identity`)} = 'student' and exists (select from class_student within_cs ${join}
      where within_cs.user_id = ${user} and ${ofSchool} and ${inside}))
    or (${sql.ref(`${m}.identity`)} = 'parent' and exists (select from guardian within_g
      join class_student within_cs on within_cs.user_id = within_g.child_id ${join}
      where within_g.user_id = ${user} and ${ofSchool} and ${inside})))`;
}

/** Returns the condition that a person has a membership in the scope, be it disabled. */
export function personWithin(scope: Scope, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from membership within_m
    where within_m.user_id = ${userId} and ${membershipWithin(scope, "within_m")})`;
}

/**
 * Returns the condition that every membership of a person lies in the scope, so that an act on the account touches
 * nobody else's. Only right where the statement sees every school.
 */
export function accountWithin(scope: Scope, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope.kind === "all") return ALWAYS;
  return sql<boolean>`(${personWithin(scope, userId)} and not exists (select from membership without_m
    where without_m.user_id = ${userId} and not ${membershipWithin(scope, "without_m")}))`;
}
