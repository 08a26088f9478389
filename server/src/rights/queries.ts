import { sql } from "kysely";
import type { NamedPlace, Place, Right } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { Holdings, Separation } from "./duties.ts";
import {
  type ActiveGrant,
  decide,
  type Held,
  holdingsBy,
  type Organisations,
  type RightsMembership,
  type Scope,
  type PlacePath,
  placePathOf,
} from "./rules.ts";
import { classWithin, membershipWithin, schoolWithin } from "./scope-sql.ts";

/**
 * The SQL of the grants of "user" `u` that rest on an enabled membership, as JSON; those past their day are among them.
 */
export const ACTIVE_GRANTS = sql`(
    select coalesce(json_agg(json_build_object(
      'id', g.id, 'right_name', g.right_name, 'bundle_id', g.bundle_id, 'bundle_name', b.name, 'bundle_rights', b.rights,
      'place_kind', g.place_kind, 'school_id', g.school_id, 'part_id', g.part_id, 'until', g.until
      ) order by g.created_at, g.id), '[]')
    from right_grant g
    join membership gm on gm.user_id = g.user_id and gm.school_id = g.rests_on_school_id
      and gm.identity = g.rests_on_identity and gm.is_abled
    join school gs on gs.id = gm.school_id and gs.is_abled
    left join right_bundle b on b.id = g.bundle_id
    where g.user_id = u.id and g.ended_at is null)`;

/** The SQL of the ids of enabled classes that membership `m` heads, as JSON. */
export const HEADED_CLASSES = sql`case when m.identity in ('teacher', 'manager') then (
        select coalesce(json_agg(distinct k.id), '[]') from class_teacher ct
        join class k on k.school_id = ct.school_id and k.id = ct.class_id
        where ct.user_id = m.user_id and ct.school_id = m.school_id and ct.is_head and k.is_abled
      ) else '[]' end`;

/** A person with memberships and grants, and the time and giver of each grant. */
export interface HolderRow extends Holdings {
  id: string;
  name: string;
  account: string;
  given: ReadonlyMap<string, Given>;
}

interface Given {
  since: Date;
  given_by: { id: string; name: string } | null;
}

/** Reads people's memberships and grants. The statement must see every school: those elsewhere count. */
export async function heldOf(
  db: Queryable,
  ids: readonly string[],
  separation: Separation,
): Promise<HolderRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{
    id: string;
    name: string;
    account: string;
    memberships: RightsMembership[];
    grants: ActiveGrant[];
    given: { id: string; since: string; by_id: string | null; by_name: string | null }[];
  }>`
    select u.id, u.name, u.account, ${ACTIVE_GRANTS} as grants,
      (select coalesce(json_agg(json_build_object('id', m.school_id, 'identity', m.identity,
          'is_abled', m.is_abled and s.is_abled, 'headed_classes', ${HEADED_CLASSES}) order by m.sort, m.school_id), '[]')
        from membership m join school s on s.id = m.school_id where m.user_id = u.id) as memberships,
      (select coalesce(json_agg(json_build_object('id', g.id, 'since', g.created_at, 'by_id', p.id, 'by_name', p.name)), '[]')
        from right_grant g left join "user" p on p.id = g.given_by
        where g.user_id = u.id and g.ended_at is null) as given
    from "user" u where u.id = any (${[...ids]}::text[]) and u.is_abled
    order by u.name, u.id`.execute(db);
  return rows.map(({ memberships, grants, given, ...person }) => ({
    ...person,
    ...holdingsBy(memberships, grants, separation),
    given: new Map(
      given.map(({ id, since, by_id, by_name }) => [
        id,
        {
          since: new Date(since),
          given_by: by_id === null || by_name === null ? null : { id: by_id, name: by_name },
        },
      ]),
    ),
  }));
}

/** Selects whoever may do anything that others may not: by an identity, a grant, or as head-teacher. */
export const RIGHT_HOLDERS = sql<{ user_id: string }>`
  select m.user_id from membership m where m.is_abled and m.identity in ('manager', 'admin', 'inner_admin')
  union select g.user_id from right_grant g where g.ended_at is null
  union select ct.user_id from class_teacher ct where ct.is_head`;

/**
 * Returns the people among these who may do, anywhere, what the actor may not do there; also what is not in force while
 * somebody has the rights of two duties.
 */
export async function idsAbove(
  db: Queryable,
  actor: { user_id: string; held: readonly Held[] },
  ids: readonly string[],
  organisations: Organisations,
  separation: Separation,
): Promise<{ id: string; name: string }[]> {
  const { now } = separation;
  const { rows } = await sql<{ user_id: string }>`
    select user_id from (${RIGHT_HOLDERS}) holder
    where user_id = any (${[...ids]}::text[])`.execute(db);
  const holders = await heldOf(
    db,
    rows.map(({ user_id }) => user_id).filter((id) => id !== actor.user_id),
    separation,
  );
  const above = [];
  for (const { id, name, held, suspended } of holders) {
    for (const { rights, place, until } of [...held, ...suspended]) {
      if (until !== null && until <= now) continue;
      const placePath = await placePathAt(db, place, organisations);
      if (placePath === undefined) continue;
      if (rights.every((right) => decide(actor.held, right, placePath, now).may)) continue;
      above.push({ id, name });
      break;
    }
  }
  return above;
}

const MAX_HOLDERS = 500;

/**
 * Lists the people with rights at the schools of a scope, or at one of them; head-teachers only for one school, since a
 * district has thousands.
 */
export async function holdersWithin(
  db: Queryable,
  scope: Scope,
  schoolId: string | undefined,
): Promise<string[]> {
  const at = (column: string) =>
    schoolId === undefined
      ? schoolWithin(scope, sql.ref(column))
      : sql<boolean>`(${schoolWithin(scope, sql.ref(column))} and ${sql.ref(column)} = ${schoolId})`;
  const heads =
    schoolId === undefined
      ? sql``
      : sql`union select ct.user_id from class_teacher ct
          join class k on k.school_id = ct.school_id and k.id = ct.class_id
          where ct.is_head and k.school_id = ${schoolId} and ${classWithin(scope, "k")}`;
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from membership m
      where m.is_abled and m.identity in ('manager', 'admin', 'inner_admin') and ${at("m.school_id")}
    union select g.user_id from right_grant g where g.ended_at is null and ${at("g.school_id")}
    ${heads} limit ${MAX_HOLDERS}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Returns the places of a person within a scope, each with what contains it: each school, and each class of a pupil or of a parent's child. */
export async function placePathsOf(
  db: Queryable,
  scope: Scope,
  userId: string,
  organisations: Organisations,
): Promise<PlacePath[]> {
  const { rows } = await sql<{
    school_id: string;
    class_id: string | null;
    grade_id: string | null;
  }>`
    select m.school_id, k.id as class_id, k.grade_id from membership m
    left join class_student cs on cs.school_id = m.school_id and (
      (m.identity = 'student' and cs.user_id = m.user_id)
      or (m.identity = 'parent' and cs.user_id in (select child_id from guardian where user_id = m.user_id)))
    left join class k on k.school_id = cs.school_id and k.id = cs.class_id
    where m.user_id = ${userId} and ${membershipWithin(scope, "m")}`.execute(db);
  return rows.map(({ school_id, class_id, grade_id }) => ({
    school_id,
    district_id: organisations.get(school_id)?.parent_id ?? null,
    class_id,
    grade_id,
  }));
}

/** Returns a place with what contains it, a class with its grade. Undefined where there is no such place. */
export async function placePathAt(
  db: Queryable,
  place: Place,
  organisations: Organisations,
): Promise<PlacePath | undefined> {
  const { kind, school_id, part_id } = place;
  if (kind === "platform") return placePathOf(place, organisations);
  const organisation = organisations.get(school_id ?? "");
  if (organisation === undefined) return undefined;
  if ((kind === "district") !== (organisation.kind === "district")) return undefined;
  if (kind !== "class") return placePathOf(place, organisations);
  const row = await db
    .selectFrom("class")
    .select("grade_id")
    .where("school_id", "=", school_id ?? "")
    .where("id", "=", part_id)
    .executeTakeFirst();
  return row && placePathOf(place, organisations, () => row.grade_id);
}

/** Returns the names of places, in the given order. */
export async function namePlaces(
  db: Queryable,
  places: readonly Place[],
  gradeName: (id: string) => string,
): Promise<NamedPlace[]> {
  const ids = [...new Set(places.map(({ school_id }) => school_id).filter((id) => id !== null))];
  const parts = places.filter(({ kind }) => kind === "class").map(({ part_id }) => part_id);
  if (ids.length === 0) return places.map(platformNamed);
  const [schools, classes] = await Promise.all([
    db.selectFrom("school").select(["id", "name"]).where("id", "in", ids).execute(),
    parts.length === 0
      ? []
      : db
          .selectFrom("class")
          .select(["school_id", "id", "name"])
          .where("school_id", "in", ids)
          .where("id", "in", [...new Set(parts)])
          .execute(),
  ]);
  const schoolName = new Map(schools.map(({ id, name }) => [id, name]));
  const className = new Map(
    classes.map(({ school_id, id, name }) => [`${school_id}\n${id}`, name]),
  );
  return places.map((place) => {
    const { kind, school_id, part_id } = place;
    if (school_id === null) return platformNamed(place);
    const school = schoolName.get(school_id) ?? "";
    if (kind === "grade") return { ...place, name: gradeName(part_id), school_name: school };
    if (kind !== "class") return { ...place, name: school, school_name: "" };
    const name = className.get(`${school_id}\n${part_id}`) ?? "";
    return { ...place, name, school_name: school };
  });
}

function platformNamed(place: Place): NamedPlace {
  return { ...place, name: "全平台", school_name: "" };
}

/**
 * Returns whether anybody holds a right at a place even without one grant: false when that grant is the last (GR-03).
 */
export async function othersWith(
  db: Queryable,
  { placePath, right, without }: { placePath: PlacePath; right: Right; without: string },
  separation: Separation,
): Promise<boolean> {
  const schools = [placePath.school_id, placePath.district_id].filter((id) => id !== null);
  const { rows } = await sql<{ user_id: string }>`
    select user_id from membership where is_abled
      and (identity = 'inner_admin' or (identity in ('manager', 'admin') and school_id = any (${schools}::text[])))
    union select user_id from right_grant where ended_at is null
      and (school_id is null or school_id = any (${schools}::text[]))
    limit ${MAX_HOLDERS}`.execute(db);
  const holders = await heldOf(
    db,
    rows.map(({ user_id }) => user_id),
    separation,
  );
  return holders.some(({ held }) => {
    const rest = held.filter(({ grant_id }) => grant_id !== without);
    return decide(rest, right, placePath, separation.now).may;
  });
}
