import { sql } from "kysely";
import type { GroupRule, Identity } from "#contract";
import type { Queryable } from "../database/database.ts";
import { classKey, type GroupTerms, membershipsOf } from "./membership.ts";
import { nameKey } from "./words.ts";

export interface GroupRow extends GroupTerms {
  name: string;
  description: string;
  place_name: string;
  updated_at: Date;
}

/** Reads groups in use: of some places ("all": every one), or by their ids. */
export async function findGroups(
  db: Queryable,
  by: { places: "all" | readonly string[] } | { ids: readonly string[] },
): Promise<GroupRow[]> {
  if ("ids" in by && by.ids.length === 0) return [];
  return db
    .selectFrom("people_group as g")
    .innerJoin("school as s", "s.id", "g.school_id")
    .select(["g.id", "g.school_id", "g.name", "g.description", "g.kind", "g.identities"])
    .select(["g.grade_ids", "g.class_ids", "g.subject_ids", "g.part", "g.updated_at"])
    .select("s.name as place_name")
    .where("g.retired_at", "is", null)
    .$if("ids" in by, (query) => query.where("g.id", "in", "ids" in by ? by.ids : []))
    .$if("places" in by && by.places !== "all", (query) =>
      query.where(
        sql<boolean>`g.school_id = any (${"places" in by && by.places !== "all" ? [...by.places] : []}::text[])`,
      ),
    )
    .orderBy("s.kind")
    .orderBy("s.name")
    .orderBy("g.name")
    .orderBy("g.id")
    .execute();
}

/** Counts the people of each group. */
export async function countPeopleOf(
  db: Queryable,
  groups: readonly GroupTerms[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  if (groups.length === 0) return new Map();
  const each = groups.map(
    (group) =>
      sql`select ${group.id}::text as id, (select count(distinct t.user_id)::integer from (${membershipsOf(group, now)}) t) as people`,
  );
  const { rows } = await sql<{ id: string; people: number }>`
    ${sql.join(each, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ id, people }) => [id, people]));
}

/** Counts the people of a group by the identity under which they are in it, and all of them once. */
export async function countByIdentity(db: Queryable, group: GroupTerms, now: Date) {
  const { rows } = await sql<{ identity: Identity | null; people: number }>`
    select t.identity, count(distinct t.user_id)::integer as people from (${membershipsOf(group, now)}) t
    group by grouping sets ((t.identity), ()) order by t.identity`.execute(db);
  const people = rows.find(({ identity }) => identity === null)?.people ?? 0;
  const identities = rows.flatMap(({ identity, people: count }) =>
    identity === null ? [] : [{ identity, people: count }],
  );
  return { people, identities };
}

/** Returns the ids of the groups that a person is in at a school under an identity. */
export async function groupsOfMembership(
  db: Queryable,
  groups: readonly GroupTerms[],
  membership: { user_id: string; school_id: string; identity: string },
  now: Date,
): Promise<string[]> {
  if (groups.length === 0) return [];
  const { user_id, school_id, identity } = membership;
  const each = groups.map(
    (group) => sql`select ${group.id}::text as id from (${membershipsOf(group, now)}) t
      where t.user_id = ${user_id} and t.school_id = ${school_id} and t.identity = ${identity}`,
  );
  const { rows } = await sql<{ id: string }>`${sql.join(each, sql` union `)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the rule of a group; null for one made by hand. */
export function ruleOf(group: GroupTerms): GroupRule | null {
  if (group.kind === "hand") return null;
  const { identities, grade_ids, class_ids, subject_ids, part } = group;
  return {
    ...{ identities: [...identities], class_ids: [...class_ids], subject_ids: [...subject_ids] },
    ...{ grade_ids: [...grade_ids] as GroupRule["grade_ids"], part },
  };
}

/** Names of the classes and subjects that rules name, by {@link nameKey}: two schools may have the same ids. */
export async function namesOf(
  db: Queryable,
  groups: readonly Pick<GroupTerms, "school_id" | "class_ids" | "subject_ids">[],
): Promise<ReadonlyMap<string, string>> {
  const rooms = groups.flatMap(({ school_id, class_ids }) =>
    class_ids.map((id) => ({ school_id, id })),
  );
  const subjects = groups.flatMap(({ subject_ids }) => subject_ids);
  if (rooms.length + subjects.length === 0) return new Map();
  const named = sql`unnest(${rooms.map(({ school_id }) => school_id)}::text[], ${rooms.map(({ id }) => id)}::text[]) n (place, id)`;
  const { rows } = await sql<{ place: string; id: string; name: string }>`
    select n.place, n.id, k.name from ${named} join class k on k.school_id = n.place and k.id = n.id
    union select n.place, n.id, s.name || k.name from ${named}
      join school s on s.parent_id = n.place and s.id = split_part(n.id, '/', 1)
      join class k on k.school_id = s.id and s.id || '/' || k.id = n.id
    union select '', id, name from subject where id = any (${subjects}::text[])`.execute(db);
  return new Map(rows.map(({ place, id, name }) => [nameKey(place, id), name]));
}

/** Returns those of the classes named that a school, or a district with its schools, has; `key` is how they are named. */
export async function classesNamed(
  db: Queryable,
  place: string,
  keys: readonly string[],
): Promise<{ key: string; school_id: string; class_id: string; grade_id: string }[]> {
  if (keys.length === 0) return [];
  return db
    .selectFrom("class as k")
    .innerJoin("school as s", "s.id", "k.school_id")
    .select(["k.school_id", "k.id as class_id", "k.grade_id", classKey(place).as("key")])
    .where(sql<boolean>`${classKey(place)} = any (${[...keys]}::text[])`)
    .where(({ or, eb }) => or([eb("s.id", "=", place), eb("s.parent_id", "=", place)]))
    .execute();
}
