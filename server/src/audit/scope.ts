import { sql, type RawBuilder } from "kysely";
import type { PageCursor } from "#contract";
import type { Queryable } from "../database/database.ts";
import { type Organisations, type Scope, schoolsOf } from "../rights/rules.ts";
import { personWithin } from "../rights/scope-sql.ts";

export interface AuditQuery {
  scope: Scope;
  who?: string | undefined;
  whom?: string | undefined;
  action?: string | undefined;
  since?: Date | undefined;
  /** The end of the period, exclusive. */
  until?: Date | undefined;
}

/**
 * Narrows a scope to a school, or to a district with its schools; undefined where the scope does not hold the whole of
 * it.
 */
export function narrowed(
  scope: Scope,
  within: string | undefined,
  organisations: Organisations,
): Scope | undefined {
  const whole = schoolsOf(scope.kind === "all" ? scope : { ...scope, grades: [], classes: [] });
  if (within === undefined) {
    return whole === "all" || whole.length > 0 ? scopeOver(whole) : undefined;
  }
  const schools = [...organisations]
    .filter(([id, { parent_id }]) => id === within || parent_id === within)
    .map(([id]) => id)
    .filter((id) => whole === "all" || whole.includes(id));
  return schools.length === 0 ? undefined : scopeOver(schools);
}

function scopeOver(schools: "all" | readonly string[]): Scope {
  return schools === "all" ? { kind: "all" } : { kind: "parts", schools, grades: [], classes: [] };
}

/** Returns the ids of people in a scope whose name, account or id equals the typed text. */
async function idsOf(db: Queryable, scope: Scope, typed: string): Promise<string[]> {
  const text = typed.normalize("NFC").trim();
  const { rows } = await sql<{ id: string }>`select u.id from "user" u
    where (u.name = ${text} or u.account = ${text.toLowerCase()} or u.id = ${text})
      and ${scope.kind === "all" ? sql`true` : personWithin(scope, sql.ref("u.id"))}
    limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns the conditions on `audit_entry` `e` that do not depend on the school; undefined where the typed text is
 * nobody in the scope.
 */
export async function conditionsOf(
  db: Queryable,
  { scope, who, whom, action, since, until }: AuditQuery,
): Promise<RawBuilder<unknown> | undefined> {
  const conditions = [sql`true`];
  for (const [column, typed] of [
    ["user_id", who],
    ["subject_id", whom],
  ] as const) {
    if (typed === undefined || typed.trim() === "") continue;
    const ids = await idsOf(db, scope, typed);
    if (ids.length === 0) return undefined;
    conditions.push(sql`${sql.ref(`e.${column}`)} = any (${ids}::text[])`);
  }
  if (action !== undefined) conditions.push(sql`e.action = ${action}`);
  if (since !== undefined) conditions.push(sql`e.at >= ${since}`);
  if (until !== undefined) conditions.push(sql`e.at < ${until}`);
  return sql.join(conditions, sql` and `);
}

/**
 * Returns a query of a scope's entries as `e`, the latest first: those of its schools, and those of no school, such as
 * sign-ins, about its people. Each half is read by its own index.
 */
export function entriesWithin(
  scope: Scope,
  conditions: RawBuilder<unknown>,
  { after, limit }: { after?: PageCursor | undefined; limit: number },
): RawBuilder<unknown> {
  const beyond = after === undefined ? sql`true` : sql`(e.at, e.id) < (${after.at}, ${after.id})`;
  const some = (where: RawBuilder<unknown>) => sql`(select e.* from audit_entry e
    where ${where} and ${conditions} and ${beyond} order by e.at desc, e.id desc limit ${limit})`;
  if (scope.kind === "all") return some(sql`true`);
  const atSchool = sql`e.school_id = any (${[...scope.schools]}::text[])`;
  const atNone = sql`e.school_id is null and e.subject_id is not null
    and ${personWithin(scope, sql.ref("e.subject_id"))}`;
  return sql`(select * from (${some(atSchool)} union all ${some(atNone)}) as e
    order by e.at desc, e.id desc limit ${limit})`;
}
