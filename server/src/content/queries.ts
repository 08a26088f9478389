import { sql, type RawBuilder } from "kysely";
import type { Identity } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { Scope as RightsScope } from "../rights/rules.ts";
import { schoolWithin } from "../rights/scope-sql.ts";
import { idsOf, type ContentRow, type Own, type Owner, type Scope } from "./find.ts";

/** Returns everyone ('', first), the school and the districts above it, as far as they have content. */
export async function readOwners(db: Queryable, schoolId: string): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    with recursive place as (
      select id, parent_id, 1 as depth from school where id = ${schoolId}
      union all
      select s.id, s.parent_id, place.depth + 1 from place join school s on s.id = place.parent_id
      where place.depth < 5
    ) select school_id as id, version from content_version
    where school_id = '' or school_id in (select id from place) order by school_id`.execute(db);
  return rows;
}

/**
 * Returns whether somebody may read an uploaded medium: an item of their school, of its district or of everybody shows
 * it, or they look after its owner. Only right where the statement sees every school.
 */
export async function isMediumFor(
  db: Queryable,
  mediumId: string,
  { owners, moment, hidden_types, scope }: Omit<Scope, "own"> & { scope: RightsScope | undefined },
): Promise<boolean> {
  const found = await db
    .selectFrom("content as c")
    .select("c.id")
    .where("c.medium_id", "=", mediumId)
    .where(({ or, and, eb }) =>
      or([
        and([
          eb("c.state", "=", "published"),
          eb("c.published_at", "<=", moment),
          ...(hidden_types.length === 0 ? [] : [eb("c.type_id", "not in", [...hidden_types])]),
          sql<boolean>`c.school_id = any(${idsOf(owners)}::text[])`,
        ]),
        ...(scope === undefined ? [] : [schoolWithin(scope, sql.ref("c.school_id"))]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Reads the grades and subjects of a person at a school, under one identity; none of staff who do not teach. */
export async function readOwn(
  db: Queryable,
  { user_id, identity, school_id, child_id }: OwnAsked,
): Promise<Own> {
  const classes = OWN_CLASSES[identity]?.(user_id, child_id);
  if (classes === undefined) return { grades: [], subjects: [] };
  const { rows } = await sql<Own>`
    select coalesce(array_agg(distinct k.grade_id), '{}') as grades,
      coalesce(array_agg(distinct o.subject_id) filter (where o.subject_id <> ''), '{}') as subjects
    from (${classes}) o join class k on k.school_id = o.school_id and k.id = o.class_id and k.is_abled
    where o.school_id = ${school_id}`.execute(db);
  return rows[0] ?? { grades: [], subjects: [] };
}

interface OwnAsked {
  user_id: string;
  identity: Identity;
  school_id: string;
  /** The only one of a parent's children that counts; absent: all do. */
  child_id: string | undefined;
}

const OWN_CLASSES: Partial<
  Record<Identity, (userId: string, childId: string | undefined) => RawBuilder<unknown>>
> = {
  student: (id) =>
    sql`select school_id, class_id, '' as subject_id from class_student where user_id = ${id}`,
  teacher: (id) =>
    sql`select school_id, class_id, subject_id from class_teacher where user_id = ${id}`,
  parent: (id, childId) => sql`select cs.school_id, cs.class_id, '' as subject_id
    from guardian g join class_student cs on cs.user_id = g.child_id where g.user_id = ${id}
      and ${childId === undefined ? sql`true` : sql`g.child_id = ${childId}`}`,
};

/** Returns an item, if it is published and has one of these owners. */
export async function findContent(
  db: Queryable,
  { owners, moment, hidden_types }: Scope,
  id: string,
): Promise<(ContentRow & { views: number }) | undefined> {
  return db
    .selectFrom("content as c")
    .leftJoin("content_view as v", (join) =>
      join.onRef("v.school_id", "=", "c.school_id").onRef("v.content_id", "=", "c.id"),
    )
    .where("c.id", "=", id)
    .where(sql<boolean>`c.school_id = any(${idsOf(owners)}::text[])`)
    .where("c.state", "=", "published")
    .where("c.published_at", "<=", moment)
    .$if(hidden_types.length > 0, (query) => query.where("c.type_id", "not in", [...hidden_types]))
    .selectAll("c")
    .select(sql<number>`coalesce(v.views, 0)`.as("views"))
    .orderBy("c.school_id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Views of one item in one slot. */
export interface SeenContent {
  school_id: string;
  content_id: string;
  slot: number;
  views: number;
}

/** Adds views; keeps the counts from the beginning of this slot and of the one before it. */
export async function addViews(db: Queryable, seen: readonly SeenContent[]): Promise<void> {
  if (seen.length === 0) return;
  const turned = sql`content_view.slot < excluded.slot`;
  const kept = (now: string, before: string) =>
    sql<number>`case when ${turned} then ${sql.ref(`content_view.${now}`)} else ${sql.ref(`content_view.${before}`)} end`;
  await db
    .insertInto("content_view")
    .values([...seen])
    .onConflict((conflict) =>
      conflict.columns(["school_id", "content_id"]).doUpdateSet({
        former_slot: kept("slot", "former_slot"),
        former_views_before: kept("views_before", "former_views_before"),
        views_before: kept("views", "views_before"),
        slot: sql<number>`greatest(content_view.slot, excluded.slot)`,
        views: sql<number>`content_view.views + excluded.views`,
      }),
    )
    .execute();
}
