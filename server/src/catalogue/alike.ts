import { type RawBuilder, sql, type SqlBool } from "kysely";
import { type Identity, rolesOf, type SchoolClass } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { ClientKind } from "../session/caller.ts";
import { findGroups, type GroupTerms, standingsOf } from "../group/api.ts";
import { type Audience, type Viewer, viewerOf } from "./rules.ts";

/** People whom an app cannot tell apart: one of them stands for all. */
export interface Alike {
  identity: Identity;
  /** One for each school at which they have the identity. */
  viewers: Viewer[];
  people: number;
}

interface School {
  id: string;
  parent_id: string | null;
  stage_ids: string[];
}

/** School, whether they head a class, the id of who is named by the app, the kinds of their classes and their groups as text. */
type Key = [
  ...[school_id: string, heads: boolean, named: string | null],
  ...[kinds: string | null, group_ids: string | null],
];

/** A class as far as the app looks at it: one that it does not name has no id. */
type Kind = Pick<SchoolClass, "id" | "grade_id" | "stage_id">;

interface Rooms {
  kinds: Kind[];
  /** The schools' classes, with the place of each one's kind. */
  school_ids: string[];
  class_ids: string[];
  places: number[];
}

/**
 * Returns everybody who can act at some schools in groups that the rules cannot tell apart, for one app. The database
 * only counts; who sees the app is for `decide` to say. `schools` is a condition on the row `s` of a school. Of many
 * schools it wants `hashed` around it.
 */
export async function readAlike(
  db: Queryable,
  app: Audience,
  schools: RawBuilder<SqlBool>,
  { client, now }: { client: ClientKind; now: Date },
): Promise<Alike[]> {
  const { rows: places } = await sql<School>`
    select s.id, s.parent_id, s.stage_ids from school s
    where s.is_abled and ${schools}`.execute(db);
  if (places.length === 0) return [];
  const rooms = looksAtClasses(app) ? await readRooms(db, app, places) : undefined;
  const named = await groupsNamed(db, app);
  const groups = await readGroups(db, app, places, rooms, standingsIn(named, now));
  const at = new Map(places.map((place) => [place.id, place]));
  return groups.map(({ identity, keys, people }) => ({
    identity,
    people,
    viewers: keys.map(([school_id, heads, person, kinds, group_ids]) => {
      const school = at.get(school_id);
      return viewerOf({
        user_id: person ?? "",
        group_ids: group_ids?.split(",") ?? [],
        client,
        roles: rolesOf(identity, heads ? [school_id] : []),
        school_id,
        parent_id: school?.parent_id ?? null,
        school_stage_ids: school?.stage_ids ?? [],
        classes: placesIn(kinds, rooms).flatMap((place) => {
          const kind = rooms?.kinds[place];
          return kind === undefined ? [] : [{ ...kind, name: "" }];
        }),
      });
    }),
  }));
}

async function readRooms(db: Queryable, app: Audience, schools: readonly School[]): Promise<Rooms> {
  const { class_ids, pilot_class_ids, allow_class_ids, deny_class_ids } = app;
  const named = new Set([...class_ids, ...pilot_class_ids, ...allow_class_ids, ...deny_class_ids]);
  const { rows } = await sql<Kind & { school_id: string }>`
    select school_id, id, grade_id, stage_id from class
    where school_id = any (${schools.map(({ id }) => id)}::text[]) and is_abled`.execute(db);
  const rooms: Rooms = { kinds: [], school_ids: [], class_ids: [], places: [] };
  const known = new Map<string, number>();
  for (const { school_id, id, grade_id, stage_id } of rows) {
    const kind = { id: named.has(id) ? id : "", grade_id, stage_id };
    const word = JSON.stringify(kind);
    const place = known.get(word) ?? rooms.kinds.push(kind) - 1;
    known.set(word, place);
    rooms.school_ids.push(school_id);
    rooms.class_ids.push(id);
    rooms.places.push(place);
  }
  return rooms;
}

interface Group {
  identity: Identity;
  keys: Key[];
  people: number;
}

interface SingleRow {
  identity: Identity;
  school_id: string;
  heads: boolean;
  named: string | null;
  kinds: string | null;
  group_ids: string | null;
  people: number;
}

/**
 * Counts people by what the app can tell of them. Nearly everybody is at one school, and is counted by columns; those at
 * several are put together from all their schools first.
 */
async function readGroups(
  db: Queryable,
  app: Audience,
  places: readonly School[],
  rooms: Rooms | undefined,
  grouped: RawBuilder<unknown> | undefined,
): Promise<Group[]> {
  const ids = sql`${places.map(({ id }) => id)}::text[]`;
  const named = sql`${[...app.allow_user_ids, ...app.deny_user_ids]}::text[]`;
  // at one school nobody has an identity twice
  const several = places.length === 1 ? [] : await readAtSeveral(db, ids);
  const members = (isAmong: (userId: string) => RawBuilder<boolean>) => sql`
    select m.user_id, m.identity, m.school_id,
      m.identity in ('teacher', 'manager') and h.user_id is not null as heads,
      case when m.user_id = any (${named}) then m.user_id end as named,
      ${rooms === undefined ? sql`null::text` : sql`p.kinds`} as kinds,
      ${grouped === undefined ? sql`null::text` : sql`g.group_ids`} as group_ids
    from membership m
    ${
      grouped === undefined
        ? sql``
        : sql`left join (${grouped}) g
            on g.identity = m.identity and g.school_id = m.school_id and g.user_id = m.user_id`
    }
    ${
      rooms === undefined
        ? sql``
        : sql`left join (${placed(rooms, ids, isAmong)}) p
            on p.identity = m.identity and p.school_id = m.school_id and p.user_id = m.user_id`
    }
    left join (
      select distinct ct.school_id, ct.user_id from class_teacher ct
      join class k on k.school_id = ct.school_id and k.id = ct.class_id
      where ct.school_id = any (${ids}) and ct.is_head and k.is_abled
    ) h on h.school_id = m.school_id and h.user_id = m.user_id
    where m.school_id = any (${ids}) and m.is_abled and ${isAmong("m.user_id")}
      and m.user_id not in (select u.id from "user" u where not u.is_abled)`;
  const others = members((userId) => sql<boolean>`${sql.ref(userId)} <> all (${several}::text[])`);
  const { rows } = await sql<SingleRow>`
    select identity, school_id, heads, named, kinds, group_ids, count(*)::int as people from (${others}) member
    group by identity, school_id, heads, named, kinds, group_ids`.execute(db);
  const groups: Group[] = rows.map(
    ({ school_id, heads, named: who, kinds, group_ids, ...group }) => ({
      ...{ ...group, keys: [[school_id, heads, who, kinds, group_ids]] },
    }),
  );
  if (several.length === 0) return groups;
  const those = members((userId) => sql<boolean>`${sql.ref(userId)} = any (${several}::text[])`);
  const { rows: ofSeveral } = await sql<{ identity: Identity; keys: string[]; people: number }>`
    select identity, keys, count(*)::int as people from (
      select identity, array_agg(key order by key collate "C") as keys from (
        select user_id, identity, json_build_array(school_id, heads, named, kinds, group_ids)::text as key
        from (${those}) member
      ) one group by user_id, identity
    ) person group by identity, keys`.execute(db);
  for (const { keys, ...group } of ofSeveral) {
    groups.push({ ...group, keys: keys.map((key) => JSON.parse(key) as Key) });
  }
  return groups;
}

/** Returns the ids of those who are more than one thing at these schools. */
async function readAtSeveral(db: Queryable, ids: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from membership where school_id = any (${ids}) and is_abled
    group by user_id having count(*) > 1`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Returns the groups that an app names. */
function groupsNamed(db: Queryable, { allow_group_ids, deny_group_ids }: Audience) {
  return findGroups(db, { ids: [...new Set([...allow_group_ids, ...deny_group_ids])] });
}

/** Selects everybody's groups among these as text, at each school under each identity; undefined where there are none. */
function standingsIn(groups: readonly GroupTerms[], now: Date): RawBuilder<unknown> | undefined {
  if (groups.length === 0) return undefined;
  const each = groups.map(
    (group) => sql`select t.school_id, t.user_id, t.identity, ${group.id}::text as id
      from (${standingsOf(group, now)}) t`,
  );
  return sql`select school_id, user_id, identity, string_agg(distinct id, ',') as group_ids
    from (${sql.join(each, sql` union all `)}) one group by school_id, user_id, identity`;
}

function looksAtClasses(app: Audience): boolean {
  const { stage_ids, grade_ids, class_ids, pilot_class_ids, allow_class_ids, deny_class_ids } = app;
  const lists = [stage_ids, grade_ids, class_ids, pilot_class_ids, allow_class_ids, deny_class_ids];
  return lists.some((list) => list.length > 0);
}

/** As many kinds are one bit each of a number, which is sooner put together than a list. */
const KINDS_IN_BITS = 62;

/** The places of kinds in what `placed` writes of them. */
function placesIn(kinds: string | null, rooms: Rooms | undefined): number[] {
  if (kinds === null || rooms === undefined) return [];
  if (rooms.kinds.length > KINDS_IN_BITS) return kinds.split(",").map(Number);
  const bits = BigInt(kinds);
  return rooms.kinds.flatMap((_kind, place) =>
    ((bits >> BigInt(place)) & 1n) === 1n ? [place] : [],
  );
}

/** The kinds of everybody's classes at the schools, as `placeOf` has the classes of one. */
function placed(
  rooms: Rooms,
  ids: RawBuilder<unknown>,
  isAmong: (userId: string) => RawBuilder<boolean>,
): RawBuilder<unknown> {
  const kinds =
    rooms.kinds.length > KINDS_IN_BITS
      ? sql`string_agg(distinct place::text, ',')`
      : sql`bit_or(1::bigint << place)::text`;
  return sql`
    select identity, school_id, user_id, ${kinds} as kinds from (
      with room as (
        select school_id, id, place from unnest(
          ${rooms.school_ids}::text[], ${rooms.class_ids}::text[], ${rooms.places}::int[]
        ) as given (school_id, id, place)
      )
      select 'student' as identity, r.school_id, cs.user_id, r.place
      from class_student cs join room r on r.school_id = cs.school_id and r.id = cs.class_id
      where cs.school_id = any (${ids}) and ${isAmong("cs.user_id")}
      union all
      select 'teacher', r.school_id, ct.user_id, r.place
      from class_teacher ct join room r on r.school_id = ct.school_id and r.id = ct.class_id
      where ct.school_id = any (${ids}) and ${isAmong("ct.user_id")}
      union all
      select 'parent', r.school_id, g.user_id, r.place
      from class_student cs join room r on r.school_id = cs.school_id and r.id = cs.class_id
      join membership m on m.school_id = cs.school_id and m.user_id = cs.user_id
        and m.identity = 'student' and m.is_abled
      join guardian g on g.child_id = cs.user_id
      where cs.school_id = any (${ids}) and ${isAmong("g.user_id")}
    ) one group by identity, school_id, user_id`;
}
