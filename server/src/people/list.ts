import { sql, type RawBuilder } from "kysely";
import type { Identity, ListedPerson, PeopleSort } from "#contract";
import type { Queryable } from "../database/database.ts";
import { maskMobile } from "../platform/mask.ts";
import { classWithin, membershipWithin } from "../rights/scope-sql.ts";
import type { Scope } from "../rights/rules.ts";
import type { Cursor } from "./rules.ts";
import { type PeopleFilter, idsMatching, idsFound, matchesFilter, isLocked } from "./search-sql.ts";

/** A sort over "user" `u` and `person_search` `s`, with the form of a place in it. */
interface Order {
  by: RawBuilder<unknown>;
  keys: RawBuilder<unknown>;
  after: (keys: readonly string[]) => RawBuilder<boolean>;
}

const CREATED = utcText(sql`u.created_at`);

const ORDERS: Readonly<Record<PeopleSort, Order>> = {
  name: {
    by: sql`s.syllables, s.name, s.user_id`,
    keys: sql`array[s.syllables, s.name, s.user_id]`,
    after: ([syllables, name, id]) =>
      sql<boolean>`(s.syllables, s.name, s.user_id) > (${syllables}, ${name}, ${id})`,
  },
  account: {
    by: sql`u.account collate "C"`,
    keys: sql`array[u.account]`,
    after: ([account]) => sql<boolean>`u.account collate "C" > ${account}`,
  },
  recent: {
    by: sql`u.created_at desc, u.id desc`,
    keys: sql`array[${CREATED}, u.id]`,
    after: ([at, id]) => sql<boolean>`(u.created_at, u.id) < (${at}::timestamptz, ${id})`,
  },
};

export interface PeoplePageQuery extends PeopleFilter {
  sort: PeopleSort;
  after?: Cursor | undefined;
  limit: number;
}

export interface PeoplePage {
  people: ListedPerson[];
  /** The cursor of the next page; null on the last. */
  next: Cursor | null;
  /** Ids of people on the page who are pupils of a school in the scope. */
  pupils: string[];
}

interface Bounds {
  /** People who can be read and sorted in the time of a page; of more, a page fills up soon. */
  fewAre: number;
  /** People up to which checking one by one is faster than whole tables. */
  aHandfulIs: number;
}
const BOUNDS: Bounds = { fewAre: 4000, aHandfulIs: 1000 };

/** Reads a page of the requested people, with the part of each that lies in the scope. */
export async function readPage(
  db: Queryable,
  asked: PeoplePageQuery,
  bounds: Bounds = BOUNDS,
): Promise<PeoplePage> {
  const { sort, after, limit, scope, now } = asked;
  const order = ORDERS[sort];
  const few = await readFew(db, asked, bounds);
  const conditions = few?.isAll === true ? [sql`true`] : [matchesFilter(asked)];
  if (after !== undefined) conditions.push(order.after(after.keys));
  const { rows } = await sql<Row>`
    with page as materialized (
      select u.id, ${order.keys} as keys, row_number() over (order by ${order.by}) as place
      from ${few === undefined ? sql`` : sql`unnest(${few.ids}::text[]) as few (id) join`} "user" u
        ${few === undefined ? sql`` : sql`on u.id = few.id`} join person_search s on s.user_id = u.id
      where ${sql.join(conditions, sql` and `)}
      order by ${order.by} limit ${limit + 1}
    )
    select page.keys, ${listedColumns(scope, now)}
    from page join "user" u on u.id = page.id order by page.place`.execute(db);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    people: shown.map(listed),
    next: rows.length > limit && last !== undefined ? { sort, keys: last.keys ?? [] } : null,
    pupils: shown.filter(isPupil).map(({ id }) => id),
  };
}

/** Reads these people, with the part of each that lies in the scope; `ids` are known to be in it. */
export async function readListed(
  db: Queryable,
  { scope, now }: Pick<PeopleFilter, "scope" | "now">,
  ids: readonly string[],
): Promise<Omit<PeoplePage, "next">> {
  const { rows } = await sql<Row>`
    select ${listedColumns(scope, now)}
    from unnest(${[...ids]}::text[]) with ordinality as page (id, place) join "user" u on u.id = page.id
    order by page.place`.execute(db);
  return { people: rows.map(listed), pupils: rows.filter(isPupil).map(({ id }) => id) };
}

/** Returns the SQL of the columns that a list shows of "user" `u`. */
function listedColumns(scope: Scope, now: Date): RawBuilder<unknown> {
  return sql`u.id, u.name, u.account, u.avatar, u.is_abled, u.mobile, u.sourced_id,
      ${membershipsOf(scope)} as memberships, ${classesOf(scope)} as classes,
      (select max(x.created_at) from session x where x.user_id = u.id) as last_sign_in,
      (select json_build_object('until', l.until, 'reason', l.reason) from person_lock l
        where l.user_id = u.id and ${isLocked(now)}) as locked`;
}

/** Ids that include all requested people; unless `isAll`, each is still to be checked. */
interface Few {
  ids: string[];
  isAll: boolean;
}

/** Returns the ids if they are few; undefined when walking through the sorted list is faster. */
async function readFew(
  db: Queryable,
  asked: PeopleFilter,
  { fewAre, aHandfulIs }: Bounds,
): Promise<Few | undefined> {
  const handful = await readUpTo(db, idsFound(asked), aHandfulIs);
  if (handful !== undefined) return { ids: handful, isAll: false };
  const ids = await readUpTo(db, idsMatching(asked), fewAre);
  return ids && { ids, isAll: true };
}

async function readUpTo(
  db: Queryable,
  select: RawBuilder<unknown> | undefined,
  limit: number,
): Promise<string[] | undefined> {
  if (select === undefined) return undefined;
  const { rows } = await sql<{ id: string }>`
    select id from (${select}) as found (id) limit ${limit + 1}`.execute(db);
  return rows.length > limit ? undefined : [...new Set(rows.map(({ id }) => id))];
}

interface Row {
  id: string;
  name: string;
  account: string;
  avatar: string | null;
  is_abled: boolean;
  mobile: string | null;
  sourced_id: string | null;
  keys?: string[];
  memberships: MembershipRow[];
  classes: { school_id: string; id: string; name: string }[];
  last_sign_in: Date | null;
  locked: LockRow | null;
}

export interface MembershipRow {
  school_id: string;
  school_name: string;
  identity: Identity;
  is_abled: boolean;
  until: string | null;
  since: string;
  source: string | null;
}

/** A lock as JSON brings it, with moments in the database's form. */
export interface LockRow {
  until: string | null;
  reason: string;
}

function listed({ keys: _keys, mobile, sourced_id, ...row }: Row): ListedPerson {
  return {
    ...row,
    memberships: row.memberships.map(shownMembership),
    mobile_masked: maskMobile(mobile),
    student_number: isPupil(row) ? sourced_id : null,
    last_sign_in: row.last_sign_in?.toISOString() ?? null,
    locked: shownLock(row.locked),
  };
}

export function isPupil({ memberships }: { memberships: readonly MembershipRow[] }): boolean {
  return memberships.some(({ identity }) => identity === "student");
}

export function shownMembership({ since: _since, source: _source, until, ...row }: MembershipRow) {
  return { ...row, until: moment(until) };
}

export function shownLock(row: LockRow | null): ListedPerson["locked"] {
  return row && { reason: row.reason, until: moment(row.until) };
}

export function moment(text: string | null): string | null {
  return text === null ? null : new Date(text).toISOString();
}

/** Returns the SQL of a moment as places have it, to the microsecond: a Date would lose what tells two apart. */
export function utcText(moment: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** Returns the SQL of the memberships of "user" `u` in the scope, as JSON, in the person's own order. */
export function membershipsOf(scope: Scope): RawBuilder<MembershipRow[]> {
  return sql`coalesce((
    select json_agg(json_build_object('school_id', o.id, 'school_name', o.name, 'identity', m.identity,
      'is_abled', m.is_abled and o.is_abled, 'until', m.until, 'since', m.created_at, 'source', m.source
      ) order by m.sort, o.id, m.identity)
    from membership m join school o on o.id = m.school_id
    where m.user_id = u.id and ${membershipWithin(scope, "m")}), '[]')`;
}

/** Returns the SQL of the classes in the scope that "user" `u` learns or teaches in, as JSON. */
function classesOf(scope: Scope): RawBuilder<Row["classes"]> {
  return sql`coalesce((
    select json_agg(json_build_object('school_id', k.school_id, 'id', k.id, 'name', k.name)
      order by k.school_id, k.grade_id !~ '^k', length(k.grade_id), k.grade_id, k.sort, k.id)
    from class k where k.is_abled and ${classWithin(scope, "k")} and (k.school_id, k.id) in (
      select c.school_id, c.class_id from class_student c where c.user_id = u.id
      union select c.school_id, c.class_id from class_teacher c where c.user_id = u.id)), '[]')`;
}

/** Counts the requested people, up to a bound. */
export async function countMatching(
  db: Queryable,
  asked: PeopleFilter,
  upTo: number,
): Promise<number> {
  const ids = idsMatching(asked);
  // everybody is gone through one by one, which ends at the bound; all others are found whole before they are told apart
  const those =
    ids === undefined
      ? sql`select u.id from "user" u
          where coalesce((select true from membership m where m.user_id = u.id limit 1), false)`
      : sql`select distinct id from (${ids}) as asked (id)`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${those} limit ${upTo}) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns a school, or a district with all that belongs to it. */
export async function readSchoolsUnder(db: Queryable, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive under as (
      select id, 1 as depth from school where id = ${id}
      union all
      select s.id, under.depth + 1 from under join school s on s.parent_id = under.id where under.depth < 5
    ) select distinct id from under`.execute(db);
  return rows.map((row) => row.id);
}
