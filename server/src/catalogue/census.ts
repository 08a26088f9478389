import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Identity, SchoolClass } from "#contract";
import type { Queryable } from "../database/database.ts";

/** A school or district where people can act. */
export interface Place {
  id: string;
  parent_id: string | null;
  stage_ids: string[];
}

/** One identity of a person at one school, as far as rules look at it. */
export interface Membership {
  school_id: string;
  heads: boolean;
  /** The person's classes there, as `classesOf` reads them; null: none. */
  classes: string | null;
  /** The id of a person who is told apart from all others; null: nobody in particular. */
  named: string | null;
  /** Ids of the groups that were asked for, with commas. */
  group_ids: string | null;
}

/** People with the same identity whose memberships are the same. */
export interface MembershipGroup {
  identity: Identity;
  /** One for each school at which they have the identity. */
  memberships: Membership[];
  people: number;
}

/** Everybody who can act at some schools, in groups that no rule about places and classes can tell apart. */
export interface Census {
  places: ReadonlyMap<string, Place>;
  classIndex: ClassIndex;
  groups: MembershipGroup[];
}

export type CensusClass = Pick<SchoolClass, "id" | "grade_id" | "stage_id">;

/** The classes in use of each school; a person's classes are written by their numbers among these. */
export interface ClassIndex {
  bySchool: ReadonlyMap<string, CensusClass[]>;
  /** True where classes are bits of a number, which is sooner put together than a list. */
  asBits: boolean;
}

/** As many classes of a school fit into a number. */
const BITS = 62;

/** The condition on the column of a person's id that a statement is about these people. */
export type IsAmong = (userId: string) => RawBuilder<boolean>;

/** Counts everybody at the schools of a condition on the row `s`; of many schools it wants `hashed` around it. */
export async function readCensus(db: Queryable, schools: RawBuilder<SqlBool>): Promise<Census> {
  const { rows: places } = await sql<Place>`
    select s.id, s.parent_id, s.stage_ids from school s where s.is_abled and ${schools}`.execute(
    db,
  );
  const found = { places: new Map(places.map((place) => [place.id, place])) };
  const classIndex = await readClassIndex(db, [...found.places.keys()]);
  return { ...found, classIndex, groups: await countMemberships(db, { ...found, classIndex }, {}) };
}

/** Reads the classes in use of schools, each school's in the order of their ids. */
export async function readClassIndex(
  db: Queryable,
  schools: readonly string[],
): Promise<ClassIndex> {
  const bySchool = new Map<string, CensusClass[]>();
  const { rows } = await sql<CensusClass & { school_id: string }>`
    select school_id, id, grade_id, stage_id from class
    where school_id = any (${schools}::text[]) and is_abled order by school_id, id`.execute(db);
  for (const { school_id, ...found } of rows) {
    const those = bySchool.get(school_id) ?? [];
    those.push(found);
    bySchool.set(school_id, those);
  }
  return { bySchool, asBits: [...bySchool.values()].every(({ length }) => length <= BITS) };
}

/** Returns the classes of a membership. */
export function classesOf(
  { classes, school_id }: Membership,
  { bySchool, asBits }: ClassIndex,
): CensusClass[] {
  if (classes === null) return [];
  const all = bySchool.get(school_id) ?? [];
  if (!asBits) return classes.split(",").flatMap((place) => all[Number(place)] ?? []);
  const bits = BigInt(classes);
  return all.filter((_class, place) => ((bits >> BigInt(place)) & 1n) === 1n);
}

interface SingleRow extends Membership {
  identity: Identity;
  people: number;
}

/**
 * Counts people at schools by their memberships: all, or those that `isAmong` chooses. With `named` they are told apart, and
 * with `grouped`, rows of people's groups, by these as well. Nearly everybody is at one school, and is counted by columns;
 * those at several are put together from all their schools first.
 */
export async function countMemberships(
  db: Queryable,
  { places, classIndex }: Pick<Census, "places" | "classIndex">,
  asked: {
    isAmong?: IsAmong;
    named?: readonly string[];
    grouped?: RawBuilder<unknown> | undefined;
  },
): Promise<MembershipGroup[]> {
  if (places.size === 0) return [];
  const ids = sql`${[...places.keys()]}::text[]`;
  const isAmong = asked.isAmong ?? (() => sql<boolean>`true`);
  // at one school nobody has an identity twice
  const several = places.size === 1 ? [] : await readAtSeveral(db, ids, isAmong);
  const members = (isOf: IsAmong) => membersOf({ ...asked, ids, classIndex, isAmong: isOf });
  const others = members(
    (userId) => sql<boolean>`${isAmong(userId)} and ${sql.ref(userId)} <> all (${several}::text[])`,
  );
  const { rows } = await sql<SingleRow>`
    select identity, school_id, heads, named, classes, group_ids, count(*)::int as people
    from (${others}) member
    group by identity, school_id, heads, named, classes, group_ids`.execute(db);
  const groups = rows.map(({ identity, people, ...membership }): MembershipGroup => ({
    ...{ identity, people, memberships: [membership] },
  }));
  if (several.length === 0) return groups;
  const those = members((userId) => sql<boolean>`${sql.ref(userId)} = any (${several}::text[])`);
  const { rows: ofSeveral } = await sql<{
    identity: Identity;
    memberships: string[];
    people: number;
  }>`
    select identity, memberships, count(*)::int as people from (
      select identity, array_agg(membership order by membership collate "C") as memberships from (
        select user_id, identity, json_build_object('school_id', school_id, 'heads', heads, 'named', named,
          'classes', classes, 'group_ids', group_ids)::text as membership
        from (${those}) member
      ) one group by user_id, identity
    ) person group by identity, memberships`.execute(db);
  for (const { memberships, ...group } of ofSeveral) {
    groups.push({ ...group, memberships: memberships.map((one) => JSON.parse(one) as Membership) });
  }
  return groups;
}

/** Returns the ids of those who are more than one thing at these schools. */
async function readAtSeveral(
  db: Queryable,
  ids: RawBuilder<unknown>,
  isAmong: IsAmong,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from membership m
    where m.school_id = any (${ids}) and m.is_abled and ${isAmong("m.user_id")}
    group by m.user_id having count(*) > 1`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** One identity of one person at a school. */
export interface Member extends Membership {
  user_id: string;
  identity: Identity;
}

/**
 * Returns every person at schools under each identity, or those that `isAmong` chooses; `grouped` are rows of people's
 * groups.
 */
export async function readMembers(
  db: Queryable,
  { places, classIndex }: Pick<Census, "places" | "classIndex">,
  grouped: RawBuilder<unknown> | undefined,
  isAmong: IsAmong = () => sql<boolean>`true`,
): Promise<Member[]> {
  const ids = sql`${[...places.keys()]}::text[]`;
  return (await sql<Member>`${membersOf({ ids, classIndex, isAmong, grouped })}`.execute(db)).rows;
}

interface Members {
  ids: RawBuilder<unknown>;
  classIndex: ClassIndex;
  isAmong: IsAmong;
  named?: readonly string[];
  grouped?: RawBuilder<unknown> | undefined;
}

/** Selects people's memberships, one row each. */
function membersOf({
  ids,
  classIndex,
  isAmong,
  named = [],
  grouped,
}: Members): RawBuilder<unknown> {
  const same = (other: string) => {
    const [table, m] = [sql.ref(other), sql.ref("m")];
    return sql`${table}.identity = ${m}.identity and ${table}.school_id = ${m}.school_id
      and ${table}.user_id = ${m}.user_id`;
  };
  return sql`
    select m.user_id, m.identity, m.school_id,
      m.identity in ('teacher', 'manager') and h.user_id is not null as heads,
      case when m.user_id = any (${named}::text[]) then m.user_id end as named,
      c.classes, ${grouped === undefined ? sql`null::text` : sql`g.group_ids`} as group_ids
    from membership m
    left join (${inClasses(ids, classIndex, isAmong)}) c on ${same("c")}
    ${grouped === undefined ? sql`` : sql`left join (${grouped}) g on ${same("g")}`}
    left join (
      select distinct ct.school_id, ct.user_id from class_teacher ct
      join class k on k.school_id = ct.school_id and k.id = ct.class_id
      where ct.school_id = any (${ids}) and ct.is_head and k.is_abled
    ) h on h.school_id = m.school_id and h.user_id = m.user_id
    where m.school_id = any (${ids}) and m.is_abled and ${isAmong("m.user_id")}
      and m.user_id not in (select u.id from "user" u where not u.is_abled and ${isAmong("u.id")})`;
}

/** Selects everybody's classes at the schools: a pupil's, a teacher's, and those of a parent's children. */
function inClasses(
  ids: RawBuilder<unknown>,
  classIndex: ClassIndex,
  isAmong: IsAmong,
): RawBuilder<unknown> {
  const all = [...classIndex.bySchool].flatMap(([school_id, those]) =>
    those.map(({ id }, place) => ({ school_id, id, place })),
  );
  const classes = classIndex.asBits
    ? sql`bit_or(1::bigint << place)::text`
    : sql`string_agg(distinct place::text, ',')`;
  return sql`
    select identity, school_id, user_id, ${classes} as classes from (
      with numbered as (
        select school_id, id, place from unnest(${all.map((one) => one.school_id)}::text[],
          ${all.map((one) => one.id)}::text[], ${all.map((one) => one.place)}::int[]
        ) as given (school_id, id, place)
      )
      select 'student' as identity, n.school_id, cs.user_id, n.place
      from class_student cs join numbered n on n.school_id = cs.school_id and n.id = cs.class_id
      where cs.school_id = any (${ids}) and ${isAmong("cs.user_id")}
      union all
      select 'teacher', n.school_id, ct.user_id, n.place
      from class_teacher ct join numbered n on n.school_id = ct.school_id and n.id = ct.class_id
      where ct.school_id = any (${ids}) and ${isAmong("ct.user_id")}
      union all
      select 'parent', n.school_id, g.user_id, n.place
      from class_student cs join numbered n on n.school_id = cs.school_id and n.id = cs.class_id
      join membership m on m.school_id = cs.school_id and m.user_id = cs.user_id
        and m.identity = 'student' and m.is_abled
      join guardian g on g.child_id = cs.user_id
      where cs.school_id = any (${ids}) and ${isAmong("g.user_id")}
    ) one group by identity, school_id, user_id`;
}
