import { sql, type RawBuilder, type Selectable, type SqlBool } from "kysely";
import type { SearchSort } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { ContentTable } from "../database/tables/content.ts";
import type { Scope as RightsScope } from "../rights/rules.ts";
import { schoolWithin } from "../rights/within.ts";
import { slotOf, type Filters, type Group } from "./rules.ts";
import { holds, holdsAny, holdsAll, relevance, viewsBefore } from "./search-sql.ts";
import type { Wanted } from "./wanted.ts";

/** The owners whose content a person may see, and the moment of the search. */
export interface Scope {
  /** The school, the organisations above it, and '' for everyone. */
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

/** Returns the school's own id, and those of the districts above it. */
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

/**
 * Returns whether somebody may read an uploaded medium: an item of their school, of its district or of everybody shows
 * it, or they look after its owner. Only right where the statement sees every school.
 */
export async function isMediumFor(
  db: Queryable,
  mediumId: string,
  { owners, scope }: { owners: readonly string[]; scope: RightsScope | undefined },
): Promise<boolean> {
  const found = await db
    .selectFrom("content as c")
    .select("c.id")
    .where("c.medium_id", "=", mediumId)
    .where(({ or, and, eb }) =>
      or([
        and([
          eb("c.state", "=", "published"),
          sql<boolean>`c.school_id = any(${[...owners]}::text[])`,
        ]),
        ...(scope === undefined ? [] : [schoolWithin(scope, sql.ref("c.school_id"))]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the condition on rows that were listed at that moment, published since or not. */
function listed({ owners, moment }: Scope): RawBuilder<SqlBool> {
  return sql<SqlBool>`c.school_id = any(${[...owners]}::text[]) and c.published_at <= ${moment}
    and (c.withdrawn_at is null or c.withdrawn_at > ${moment})`;
}

export interface PageWanted {
  wanted: Wanted | null;
  filters: Filters;
  sort: SearchSort;
  offset: number;
  limit: number;
}

export interface Found {
  /** Counts of matches of the keyword, filtered or not, for each combination of tags. */
  groups: Group[];
  /** One page. Items withdrawn since the moment still hold their place; the caller leaves them out. */
  rows: ListedRow[];
}

/** Finds, counts and ranks in one pass over the index; only the page's own rows are read whole. */
export async function search(
  db: Queryable,
  scope: Scope,
  { wanted, sort, ...page }: PageWanted,
): Promise<Found> {
  const matching = wanted === null ? NOTHING_WANTED : holds(wanted);
  if (sort === "newest") return find(db, scope, { ...page, matching });
  // without a keyword everything answers it alike
  const isByViews = sort === "popular" || wanted === null;
  const rank = isByViews ? viewsBefore(slotOf(scope.moment)) : relevance(wanted);
  return find(db, scope, { ...page, matching, rank });
}

const NOTHING_WANTED = sql<SqlBool>`true`;

interface Finding {
  /** Condition on `content_searchable` `c`. */
  matching: RawBuilder<SqlBool>;
  /** Order of hits: the higher first, then the newer; of `c` and its `content_view` `v`. */
  rank?: RawBuilder<number>;
  filters?: Filters;
  offset?: number;
  limit: number;
}

async function find(db: Queryable, scope: Scope, finding: Finding): Promise<Found> {
  const { matching, rank = sql<number>`0`, filters = {}, offset = 0, limit } = finding;
  const chosen = Object.entries(filters)
    .filter(([, value]) => value !== "")
    .map(([tag, value]) => sql`${sql.ref(tag)} = ${value}`);
  const { rows } = await sql<{ groups: Group[]; rows: JsonRow[] }>`
    with found as materialized (
      select c.school_id, c.id, c.type_id, c.stage_id, c.grade_id, c.subject_id, c.published_at, ${rank} as rank
      from content_searchable c left join ${VIEWS} where ${listed(scope)} and ${matching}
    ), page as (
      select school_id, id, rank from found where ${sql.join([sql`true`, ...chosen], sql` and `)}
      order by rank desc, published_at desc, id offset ${offset} limit ${limit}
    )
    select
      (select coalesce(json_agg(g), '[]') from (
        select type_id, stage_id, grade_id, subject_id, count(*)::int as count from found
        group by type_id, stage_id, grade_id, subject_id
      ) g) as groups,
      (select coalesce(json_agg(r), '[]') from (
        select ${sql.join(LISTED.map((column) => sql.ref(column)))}, coalesce(v.views, 0) as views
        from page join content c on c.school_id = page.school_id and c.id = page.id left join ${VIEWS}
        order by page.rank desc, c.published_at desc, c.id
      ) r) as rows`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error("A search answers one row");
  const page = found.rows.map((one) => ({ ...one, published_at: new Date(one.published_at) }));
  return { groups: found.groups, rows: page };
}

type JsonRow = Omit<ListedRow, "published_at"> & { published_at: string };

const VIEWS = sql`content_view v on v.school_id = c.school_id and v.content_id = c.id`;

const LISTED = [
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
] as const;

/** Returns rows whose title has these syllables side by side. */
export async function readSoundingAlike(
  db: Queryable,
  scope: Scope,
  tokens: readonly string[],
  limit: number,
): Promise<ListedRow[]> {
  const matching = sql<SqlBool>`c.state = 'published' and ${holdsAll(tokens)}`;
  return (await find(db, scope, { matching, limit })).rows;
}

/** Returns rows with most of the tokens, at least one. */
export async function readHoldingMost(
  db: Queryable,
  scope: Scope,
  tokens: readonly string[],
  limit: number,
): Promise<ListedRow[]> {
  const matching = sql<SqlBool>`c.state = 'published' and ${holdsAny(tokens)}`;
  return (await find(db, scope, { matching, rank: countOf(tokens), limit })).rows;
}

/** Returns other rows of the same subject and grade, those with most of the tokens first. */
export async function readRelated(
  db: Queryable,
  scope: Scope,
  { id, subject_id, grade_id }: Pick<ContentRow, "id" | "subject_id" | "grade_id">,
  tokens: readonly string[],
  limit: number,
): Promise<ListedRow[]> {
  return db
    .selectFrom("content as c")
    .leftJoin("content_view as v", (join) =>
      join.onRef("v.school_id", "=", "c.school_id").onRef("v.content_id", "=", "c.id"),
    )
    .where(listed(scope))
    .select(LISTED)
    .select(sql<number>`coalesce(v.views, 0)`.as("views"))
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

/** Returns an item, if it is published and has one of these owners. */
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
