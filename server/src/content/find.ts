import { sql, type RawBuilder, type Selectable, type SqlBool } from "kysely";
import type { SearchSort } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { ContentTable } from "../database/tables/content.ts";
import type { FoundKey, CachedSearchPage, SearchPageCache } from "./search-page-cache.ts";
import { slotOf, type Filters, type Group } from "./rules.ts";
import { holds, holdsAll, relevance, viewsBefore } from "./search-sql.ts";
import type { Wanted } from "./wanted.ts";

/** An owner of content, with the count of its changes. */
export interface Owner {
  id: string;
  version: number;
}

/** The owners whose content a person may see, and the moment of the search. */
export interface Scope {
  /** Those of the school, the organisations above it, and '' for everyone that have content. */
  owners: readonly Owner[];
  moment: Date;
  /** Types that this person does not see (SF-03). */
  hidden_types: readonly string[];
  /** Grades and subjects that are the person's own. */
  own: Own;
  /** Pages that the node has found before, for searches. */
  found?: { pages: SearchPageCache; isNow: boolean };
}

/** Grades and subjects that a person learns or teaches, or a child learns. */
export interface Own {
  grades: readonly string[];
  subjects: readonly string[];
}

/** Returns the ids of owners. */
export function idsOf(owners: readonly Owner[]): string[] {
  return owners.map(({ id }) => id);
}

export type ContentRow = Selectable<ContentTable>;
export type ListedRow = Pick<
  ContentRow,
  | "school_id"
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

/** Returns the condition on rows that were listed at that moment, published since or not. */
function listed({ owners, moment, hidden_types }: Scope): RawBuilder<SqlBool> {
  const seen =
    hidden_types.length === 0 ? sql`true` : sql`c.type_id <> all (${[...hidden_types]}::text[])`;
  return sql<SqlBool>`c.school_id = any(${idsOf(owners)}::text[]) and c.published_at <= ${moment}
    and (c.withdrawn_at is null or c.withdrawn_at > ${moment}) and ${seen}`;
}

/** Scores a row by how much of it is the person's own: grade and subject, grade, subject (SF-03). */
function ownness({ own: { grades, subjects } }: Scope): RawBuilder<number> {
  const points = (column: string, ids: readonly string[], score: number) =>
    ids.length === 0
      ? sql<number>`0`
      : sql<number>`case when ${sql.ref(column)} = any (${[...ids]}::text[]) then ${sql.lit(score)} else 0 end`;
  return sql<number>`(${points("c.grade_id", grades, 2)} + ${points("c.subject_id", subjects, 1)})`;
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
  const first = sort === "relevance" ? ownness(scope) : undefined;
  return find(db, scope, { ...page, matching, rank, ...(first && { first }) });
}

const NOTHING_WANTED = sql<SqlBool>`true`;

interface Finding {
  /** Condition on `content_searchable` `c`. */
  matching: RawBuilder<SqlBool>;
  /** Order of hits: the higher first, then the newer; of `c` and its `content_view` `v`. */
  rank?: RawBuilder<number>;
  /** Comes before the rank; of `c`. */
  first?: RawBuilder<number>;
  filters?: Filters;
  offset?: number;
  limit: number;
}

/** Finds a page: from one that was found before while nothing has changed, else by the index. */
async function find(db: Queryable, scope: Scope, finding: Finding): Promise<Found> {
  const { owners, hidden_types, found } = scope;
  if (found === undefined) return (await findAnew(db, scope, finding)).found;
  const { matching, first, rank, filters, offset, limit } = finding;
  const ranked = sql.join([matching, first ?? sql`0`, rank ?? sql`0`]);
  const { sql: text, parameters } = ranked.compile(db);
  const moment = found.isNow ? null : scope.moment;
  const what = [idsOf(owners), hidden_types, moment, text, parameters, filters, offset, limit];
  const key = JSON.stringify(what);
  const known = found.pages.get(key, scope);
  if (known !== undefined) {
    const rows = await readListed(db, known.keys);
    // fewer: one was deleted in this very second
    if (rows.length === known.keys.length) return { groups: known.groups, rows };
  }
  const { found: anew, page } = await findAnew(db, scope, finding);
  found.pages.set(key, page);
  return anew;
}

async function findAnew(
  db: Queryable,
  scope: Scope,
  finding: Finding,
): Promise<{ found: Found; page: CachedSearchPage }> {
  const { matching, filters = {}, offset = 0, limit } = finding;
  const { rank = sql<number>`0`, first = sql<number>`0` } = finding;
  const chosen = Object.entries(filters)
    .filter(([, value]) => value !== "")
    .map(([tag, value]) => sql`${sql.ref(tag)} = ${value}`);
  const owners = idsOf(scope.owners);
  const { rows } = await sql<{
    groups: Group[];
    rows: JsonRow[];
    versions: Owner[];
    next_at: Date | null;
  }>`
    with found as materialized (
      select c.school_id, c.id, c.type_id, c.stage_id, c.grade_id, c.subject_id, c.published_at, ${first} as first, ${rank} as rank
      from content_searchable c left join ${VIEWS} where ${listed(scope)} and ${matching}
    ), page as (
      select school_id, id, first, rank from found where ${sql.join([sql`true`, ...chosen], sql` and `)}
      order by first desc, rank desc, published_at desc, id offset ${offset} limit ${limit}
    )
    select
      (select coalesce(json_agg(g), '[]') from (
        select type_id, stage_id, grade_id, subject_id, count(*)::int as count from found
        group by type_id, stage_id, grade_id, subject_id
      ) g) as groups,
      (select coalesce(json_agg(r), '[]') from (
        select ${sql.join(LISTED.map((column) => sql.ref(column)))}, coalesce(v.views, 0) as views
        from page join content c on c.school_id = page.school_id and c.id = page.id left join ${VIEWS}
        order by page.first desc, page.rank desc, c.published_at desc, c.id
      ) r) as rows,
      (select coalesce(json_agg(v), '[]') from (
        select school_id as id, version from content_version where school_id = any(${owners}::text[]) order by school_id
      ) v) as versions,
      (select min(published_at) from content
        where school_id = any(${owners}::text[]) and published_at > ${scope.moment}) as next_at`.execute(
    db,
  );
  const [found] = rows;
  if (found === undefined) throw new Error("A search answers one row");
  const listedRows = found.rows.map((one) => ({
    ...one,
    published_at: new Date(one.published_at),
  }));
  const { groups, versions, next_at } = found;
  const keys = listedRows.map(({ school_id, id }) => ({ school_id, id }));
  const { moment } = scope;
  return { found: { groups, rows: listedRows }, page: { groups, keys, versions, moment, next_at } };
}

/** Reads the rows of a page that was kept, in its order. */
async function readListed(db: Queryable, keys: readonly FoundKey[]): Promise<ListedRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<ListedRow>`
    select ${sql.join(LISTED.map((column) => sql.ref(column)))}, coalesce(v.views, 0) as views
    from unnest(${keys.map(({ school_id }) => school_id)}::text[], ${keys.map(({ id }) => id)}::text[])
      with ordinality as page(school_id, id, place)
      join content c on c.school_id = page.school_id and c.id = page.id left join ${VIEWS}
    order by page.place`.execute(db);
  return rows;
}

type JsonRow = Omit<ListedRow, "published_at"> & { published_at: string };

const VIEWS = sql`content_view v on v.school_id = c.school_id and v.content_id = c.id`;

const LISTED = [
  "c.school_id",
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

/** The most rows that are looked at for each token: one that most rows hold would have all of them read, for six. */
const ROWS_OF_TOKEN = 300;

/** Returns rows with most of the tokens, at least one; of rows that hold a token only some are looked at. */
export async function readHoldingMost(
  db: Queryable,
  scope: Scope,
  tokens: readonly string[],
  limit: number,
): Promise<ListedRow[]> {
  if (tokens.length === 0) return [];
  const some = tokens.map(
    (token) => sql`(select c.school_id, c.id from content_searchable c
      where ${listed(scope)} and c.state = 'published' and ${holdsAll([token])} limit ${sql.lit(ROWS_OF_TOKEN)})`,
  );
  const matching = sql<SqlBool>`(c.school_id, c.id) in (${sql.join(some, sql` union `)})`;
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
