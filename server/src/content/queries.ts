import { sql, type RawBuilder, type Selectable, type SqlBool } from "kysely";
import type { SearchSort } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { ContentTable } from "../database/tables/content.ts";
import { slotOf, type Filters, type Group } from "./rules.ts";
import { holds, holdsAny, holdsTokens, relevance, viewsBefore } from "./search-sql.ts";
import type { Wanted } from "./wanted.ts";

/** The schools whose content someone may know of, and the moment. */
export interface Scope {
  /** The school, what it belongs to, and '' for everyone. */
  owners: readonly string[];
  moment: Date;
}

export type ContentRow = Selectable<ContentTable>;
export type ListedRow = Pick<
  ContentRow,
  | "id"
  | "title"
  | "description"
  | "sections"
  | "cover"
  | "type_id"
  | "stage_id"
  | "grade_id"
  | "subject_id"
  | "source"
  | "sounds"
  | "state"
  | "published_at"
> & { views: number };

/** The school's own id, and those of the districts above it. */
export async function readOwners(db: Queryable, schoolId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive place as (
      select id, parent_id, 1 as depth from school where id = ${schoolId}
      union all
      select s.id, s.parent_id, place.depth + 1 from place join school s on s.id = place.parent_id
      where place.depth < 5
    ) select id from place`.execute(db);
  return ["", ...rows.map(({ id }) => id)];
}

/** The rows that stood in a list at that moment, published since or not. */
function listed({ owners, moment }: Scope): RawBuilder<SqlBool> {
  return sql<SqlBool>`c.school_id = any(${[...owners]}::text[]) and c.published_at <= ${moment}
    and (c.withdrawn_at is null or c.withdrawn_at > ${moment})`;
}

function matching(wanted: Wanted | null): RawBuilder<SqlBool> {
  return wanted === null ? sql<SqlBool>`true` : holds(wanted);
}

/** Counts the rows that the keyword finds for each combination of tags. */
export async function countGroups(
  db: Queryable,
  scope: Scope,
  wanted: Wanted | null,
): Promise<Group[]> {
  return db
    .selectFrom("content as c")
    .where(listed(scope))
    .where(matching(wanted))
    .groupBy(["c.type_id", "c.stage_id", "c.grade_id", "c.subject_id"])
    .select(["c.type_id", "c.stage_id", "c.grade_id", "c.subject_id"])
    .select(sql<number>`count(*)::int`.as("count"))
    .execute();
}

export interface PageWanted {
  wanted: Wanted | null;
  filters: Filters;
  sort: SearchSort;
  offset: number;
  limit: number;
}

/** One page. What was withdrawn since the moment still holds its place; it is for the caller to leave it out. */
export async function readPage(
  db: Queryable,
  scope: Scope,
  { wanted, filters, sort, offset, limit }: PageWanted,
): Promise<ListedRow[]> {
  let query = listing(db, scope).where(matching(wanted));
  for (const [tag, value] of Object.entries(filters) as [keyof Filters, string][]) {
    if (value !== "") query = query.where(`c.${tag}`, "=", value);
  }
  if (sort === "relevance" && wanted !== null) query = query.orderBy(relevance(wanted), "desc");
  // without a keyword everything answers it alike
  else if (sort !== "newest") query = query.orderBy(viewsBefore(slotOf(scope.moment)), "desc");
  return query
    .orderBy("c.published_at", "desc")
    .orderBy("c.id")
    .offset(offset)
    .limit(limit)
    .execute();
}

/** Rows whose title sounds as the syllables do, side by side. */
export async function readSoundingAlike(
  db: Queryable,
  scope: Scope,
  tokens: readonly string[],
  limit: number,
): Promise<ListedRow[]> {
  return listing(db, scope)
    .where("c.state", "=", "published")
    .where(holdsTokens(tokens))
    .orderBy("c.published_at", "desc")
    .orderBy("c.id")
    .limit(limit)
    .execute();
}

/** Rows that hold most of the tokens, at least one. */
export async function readHoldingMost(
  db: Queryable,
  scope: Scope,
  tokens: readonly string[],
  limit: number,
): Promise<ListedRow[]> {
  return listing(db, scope)
    .where("c.state", "=", "published")
    .where(holdsAny(tokens))
    .orderBy(countOf(tokens), "desc")
    .orderBy("c.published_at", "desc")
    .orderBy("c.id")
    .limit(limit)
    .execute();
}

/** Others of the same subject and grade, those first whose words hold most of the tokens. */
export async function readRelated(
  db: Queryable,
  scope: Scope,
  { id, subject_id, grade_id }: Pick<ContentRow, "id" | "subject_id" | "grade_id">,
  tokens: readonly string[],
  limit: number,
): Promise<ListedRow[]> {
  return listing(db, scope)
    .where("c.state", "=", "published")
    .where("c.id", "<>", id)
    .where("c.subject_id", "=", subject_id)
    .where("c.grade_id", "=", grade_id)
    .orderBy(countOf(tokens), "desc")
    .orderBy("c.published_at", "desc")
    .orderBy("c.id")
    .limit(limit)
    .execute();
}

/** Counts the tokens that a row holds. */
function countOf(tokens: readonly string[]): RawBuilder<number> {
  const each = tokens.map((token) => sql`case when ${token} = any(c.tok) then 1 else 0 end`);
  // a bare 0 would be read as the number of a column
  return sql<number>`(${sql.join([sql`0::int`, ...each], sql` + `)})`;
}

/** One item, if it is published and someone of these owners may know of it. */
export async function findContent(
  db: Queryable,
  { owners, moment }: Scope,
  id: string,
): Promise<(ContentRow & { views: number }) | undefined> {
  return db
    .selectFrom("content as c")
    .leftJoin("content_view as v", (join) =>
      join.onRef("v.school_id", "=", "c.school_id").onRef("v.content_id", "=", "c.id"),
    )
    .where("c.id", "=", id)
    .where("c.school_id", "in", [...owners])
    .where("c.state", "=", "published")
    .where("c.published_at", "<=", moment)
    .selectAll("c")
    .select(sql<number>`coalesce(v.views, 0)`.as("views"))
    .orderBy("c.school_id", "desc")
    .limit(1)
    .executeTakeFirst();
}

function listing(db: Queryable, scope: Scope) {
  return db
    .selectFrom("content as c")
    .leftJoin("content_view as v", (join) =>
      join.onRef("v.school_id", "=", "c.school_id").onRef("v.content_id", "=", "c.id"),
    )
    .where(listed(scope))
    .select([
      "c.id",
      "c.title",
      "c.description",
      "c.sections",
      "c.cover",
      "c.type_id",
      "c.stage_id",
      "c.grade_id",
      "c.subject_id",
      "c.source",
      "c.sounds",
      "c.state",
      "c.published_at",
    ])
    .select(sql<number>`coalesce(v.views, 0)`.as("views"));
}

/** Views of one item in one slot. */
export interface SeenContent {
  school_id: string;
  content_id: string;
  slot: number;
  views: number;
}

/** Adds views, keeping what the counts were when this slot and the one before it began. */
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
