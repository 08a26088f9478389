import { type RawBuilder, sql, type SqlBool } from "kysely";
import { type Identity, rolesOf, type SchoolClass } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { ClientKind } from "../session/caller.ts";
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

/** School, whether they head a class, the id of who is named by the app, and the kinds of their classes. */
type Key = [school_id: string, heads: boolean, named: string | null, kinds: number[] | null];

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
 * only counts; who sees the app is for `decide` to say. `schools` is a condition on the row `s` of a school.
 */
export async function readAlike(
  db: Queryable,
  app: Audience,
  schools: RawBuilder<SqlBool>,
  client: ClientKind,
): Promise<Alike[]> {
  const { rows: places } = await sql<School>`
    select s.id, s.parent_id, s.stage_ids from school s
    where s.is_abled and ${schools}`.execute(db);
  if (places.length === 0) return [];
  const rooms = looksAtClasses(app) ? await readRooms(db, app, places) : undefined;
  const groups = await readGroups(db, app, places, rooms);
  const at = new Map(places.map((place) => [place.id, place]));
  return groups.map(({ identity, keys, people }) => ({
    identity,
    people,
    viewers: keys.map((text) => {
      const [school_id, heads, named, kinds] = JSON.parse(text) as Key;
      const school = at.get(school_id);
      return viewerOf({
        user_id: named ?? "",
        client,
        roles: rolesOf(identity, heads ? [school_id] : []),
        school_id,
        parent_id: school?.parent_id ?? null,
        school_stage_ids: school?.stage_ids ?? [],
        classes: (kinds ?? []).flatMap((place) => {
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
  keys: string[];
  people: number;
}

async function readGroups(
  db: Queryable,
  app: Audience,
  places: readonly School[],
  rooms: Rooms | undefined,
): Promise<Group[]> {
  const ids = sql`${places.map(({ id }) => id)}::text[]`;
  const named = sql`${[...app.allow_user_ids, ...app.deny_user_ids]}::text[]`;
  const classesOf =
    rooms === undefined
      ? sql`select null::text as identity, null::text as school_id, null::text as user_id, null::int[] as kinds
          where false`
      : placed(rooms, ids);
  // a person at several of the schools is one person; at one school nobody has an identity twice
  const byPerson =
    places.length === 1
      ? sql`select identity, array[key] as keys, count(*)::int as people from member group by identity, key`
      : sql`select identity, keys, count(*)::int as people from (
          select identity, array_agg(key order by key collate "C") as keys
          from member group by user_id, identity
        ) person group by identity, keys`;
  const { rows } = await sql<Group>`
    with placed as (${classesOf}), head as (
      select distinct ct.school_id, ct.user_id from class_teacher ct
      join class k on k.school_id = ct.school_id and k.id = ct.class_id
      where ct.school_id = any (${ids}) and ct.is_head and k.is_abled
    ), member as (
      select m.user_id, m.identity, json_build_array(
        m.school_id,
        m.identity in ('teacher', 'manager') and h.user_id is not null,
        case when m.user_id = any (${named}) then m.user_id end,
        p.kinds
      )::text as key
      from membership m
      join "user" u on u.id = m.user_id
      left join placed p on p.identity = m.identity and p.school_id = m.school_id and p.user_id = m.user_id
      left join head h on h.school_id = m.school_id and h.user_id = m.user_id
      where m.school_id = any (${ids}) and m.is_abled and u.is_abled
    ) ${byPerson}`.execute(db);
  return rows;
}

function looksAtClasses(app: Audience): boolean {
  const { stage_ids, grade_ids, class_ids, pilot_class_ids, allow_class_ids, deny_class_ids } = app;
  const lists = [stage_ids, grade_ids, class_ids, pilot_class_ids, allow_class_ids, deny_class_ids];
  return lists.some((list) => list.length > 0);
}

/** The kinds of everybody's classes at the schools, as `placeOf` has the classes of one. */
function placed(rooms: Rooms, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select identity, school_id, user_id, array_agg(distinct place order by place) as kinds from (
      with room as (
        select school_id, id, place from unnest(
          ${rooms.school_ids}::text[], ${rooms.class_ids}::text[], ${rooms.places}::int[]
        ) as given (school_id, id, place)
      )
      select 'student' as identity, r.school_id, cs.user_id, r.place
      from class_student cs join room r on r.school_id = cs.school_id and r.id = cs.class_id
      where cs.school_id = any (${ids})
      union all
      select 'teacher', r.school_id, ct.user_id, r.place
      from class_teacher ct join room r on r.school_id = ct.school_id and r.id = ct.class_id
      where ct.school_id = any (${ids})
      union all
      select 'parent', r.school_id, g.user_id, r.place
      from class_student cs join room r on r.school_id = cs.school_id and r.id = cs.class_id
      join membership m on m.school_id = cs.school_id and m.user_id = cs.user_id
        and m.identity = 'student' and m.is_abled
      join guardian g on g.child_id = cs.user_id
      where cs.school_id = any (${ids})
    ) one group by identity, school_id, user_id`;
}
