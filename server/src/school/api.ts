import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Identity } from "#contract";
import type { Queryable } from "../database/database.ts";
import { OperatorRefused } from "../platform/operator-refused.ts";

export interface FoundSchool {
  id: string;
  name: string;
  kind: "school" | "district";
  /** The roster that it came from; null for one made by hand. */
  source: string | null;
}

/**
 * Returns the organisations that an operator may mean: that of this id, else those of this roster code, else those of
 * this name.
 */
export async function findSchools(
  db: Queryable,
  given: string,
  kind?: FoundSchool["kind"],
): Promise<FoundSchool[]> {
  const rows = await db
    .selectFrom("school")
    .select(["id", "name", "kind", "source", "sourced_id"])
    .where((row) =>
      row.or([row("id", "=", given), row("sourced_id", "=", given), row("name", "=", given)]),
    )
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? "school"))
    .orderBy("id")
    .execute();
  const found = mostExact(rows, given);
  return found.map(({ sourced_id: _, ...school }) => school);
}

/** Returns the only organisation of an id, a code or a name; throws `OperatorRefused` when there is none or several. */
export async function findSchool(
  db: Queryable,
  given: string,
  kind?: FoundSchool["kind"],
): Promise<FoundSchool> {
  const what = kind === undefined ? "机构" : kind === "school" ? "学校" : "区域";
  return only(await findSchools(db, given, kind), given, what, "npm run admin -- school list");
}

export interface FoundClass {
  id: string;
  name: string;
  school_id: string;
}

/** Returns the only class of an id, a code or a name, in one school or, as `学校/班级`, anywhere; else throws `OperatorRefused`. */
export async function findClass(
  db: Queryable,
  given: string,
  schoolId?: string,
): Promise<FoundClass> {
  const [, schoolName = "", className = ""] = /^([^/]+)\/(.+)$/.exec(given) ?? [];
  const within = schoolName === "" ? schoolId : (await findSchool(db, schoolName)).id;
  const wanted = className === "" ? given : className;
  const rows = await db
    .selectFrom("class")
    .select(["id", "name", "school_id", "sourced_id"])
    .where((row) =>
      row.or([row("id", "=", wanted), row("sourced_id", "=", wanted), row("name", "=", wanted)]),
    )
    .where("is_abled", "=", true)
    .$if(within !== undefined, (query) => query.where("school_id", "=", within ?? ""))
    .orderBy("id")
    .execute();
  const found = mostExact(rows, wanted);
  return only(found, given, "班级", "npm run admin -- class list");
}

/** Adds an organisation that is in no roster; returns its id. */
export async function addSchool(
  trx: Queryable,
  { name, kind }: Pick<FoundSchool, "name" | "kind">,
): Promise<string> {
  const id = randomUUID();
  const above = { parent_id: null, logo: null, source: null, sourced_id: null };
  await trx
    .insertInto("school")
    .values({ id, name, kind, ...above })
    .execute();
  return id;
}

export async function setSchoolEnabled(
  trx: Queryable,
  id: string,
  is_abled: boolean,
  now: Date,
): Promise<void> {
  await trx.updateTable("school").set({ is_abled, updated_at: now }).where("id", "=", id).execute();
}

/** Sets the days for which a school keeps leavers; null: as the platform does (AD-07). */
export async function setLeaverDays(
  trx: Queryable,
  id: string,
  leaver_days: number | null,
): Promise<void> {
  await trx.updateTable("school").set({ leaver_days }).where("id", "=", id).execute();
}

/** Adds a membership at a school, after the person's others; false when the person has this identity there already. */
export async function addMembership(
  trx: Queryable,
  user_id: string,
  { school_id, identity }: { school_id: string; identity: Identity },
): Promise<boolean> {
  const added = await trx
    .insertInto("membership")
    .values({
      school_id,
      user_id,
      identity,
      source: null,
      sort: sql<number>`(select coalesce(max(sort) + 1, 0) from membership where user_id = ${user_id})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .executeTakeFirst();
  return added !== undefined;
}

/** Enables or disables a person's memberships at a school; returns the identities. */
export async function setMembershipsEnabled(
  trx: Queryable,
  { school_id, user_id }: { school_id: string; user_id: string },
  is_abled: boolean,
): Promise<Identity[]> {
  const changed = await trx
    .updateTable("membership")
    .set({ is_abled })
    .where("school_id", "=", school_id)
    .where("user_id", "=", user_id)
    .returning("identity")
    .execute();
  return changed.map(({ identity }) => identity);
}

/** Returns the rows with this id; else those with this code; else all, which have this name. */
function mostExact<R extends { id: string; sourced_id: string | null }>(
  rows: readonly R[],
  given: string,
): readonly R[] {
  const byId = rows.filter(({ id }) => id === given);
  const byCode = rows.filter(({ sourced_id }) => sourced_id === given);
  return [byId, byCode, rows].find((some) => some.length > 0) ?? [];
}

const MAX_NAMED = 10;

function only<R extends { id: string }>(
  found: readonly R[],
  given: string,
  what: string,
  list: string,
): R {
  const [one, ...others] = found;
  if (one === undefined) {
    throw new OperatorRefused(`没有编号、代码或名称为“${given}”的${what}，可用 ${list} 查看。`);
  }
  if (others.length === 0) return one;
  const ids = found.slice(0, MAX_NAMED).map(({ id }) => id);
  const more = found.length > ids.length ? "等" : "";
  const instead = what === "班级" ? "写成 学校/班级，或改用编号" : "改用编号";
  throw new OperatorRefused(
    `有不止一个${what}叫“${given}”，请${instead}：${ids.join("、")}${more}。`,
  );
}

export { effectsOfMove } from "./move.ts";

/** Counts enabled and disabled schools among these, or all of them. */
export async function countSchools(
  db: Queryable,
  among: "all" | readonly string[],
): Promise<{ enabled: number; disabled: number }> {
  const within = among === "all" ? sql`true` : sql`id = any (${[...among]}::text[])`;
  const { rows } = await sql<{ enabled: number; disabled: number }>`
    select count(*) filter (where is_abled)::integer as enabled,
      count(*) filter (where not is_abled)::integer as disabled
    from school where kind = 'school' and ${within}`.execute(db);
  return rows[0] ?? { enabled: 0, disabled: 0 };
}
