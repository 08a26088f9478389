import { sql, type RawBuilder } from "kysely";
import type { Identity, SchoolClass, User } from "#contract";
import type { Database } from "../database/database.ts";
import {
  batchedReads,
  type InStatement,
  PLACED_PERSON,
  placedPeople,
} from "../database/batched-reads.ts";
import type { UserField } from "./rules.ts";

type Row<F extends UserField> = NonNullable<User[F]>;

/** Facts of a person that depend on the active identity and school, or on other people. */
export interface Surroundings {
  app_ids: Row<"app_ids">;
  classes: Row<"classes">;
  charge_classes: Row<"charge_classes">;
  subjects: Row<"subjects">;
  parents: Row<"parents">;
  children: Row<"children">;
  teaching_info: Row<"teaching_info">;
}

export type SurroundingField = keyof Surroundings;

interface ActiveMembership {
  user_id: string;
  identity: Identity | null;
  school_id: string | null;
}

type Active = InStatement<ActiveMembership>;

/**
 * Returns the wanted surroundings, with the place where its SQL is given, which depends on nothing but the membership; those
 * of several people come by one statement.
 */
export async function readSurroundings<Place>(
  db: Database,
  { identity, ...of }: ActiveMembership,
  wanted: readonly SurroundingField[],
  placeOf?: (active: Active) => RawBuilder<Place>,
): Promise<Partial<Surroundings & { place: Place }>> {
  if (wanted.length === 0) return {};
  const kind = `surroundings ${identity} ${wanted.join()}${placeOf === undefined ? "" : " place"}`;
  return batchedReads(db).get(kind, of, async (people) => {
    const active = { ...PLACED_PERSON, identity };
    const columns = wanted.map((field) => sql`${PARTS[field](active)} as ${sql.ref(field)}`);
    if (placeOf !== undefined) columns.push(sql`${placeOf(active)} as place`);
    const { rows } = await sql<Partial<Surroundings & { place: Place }>>`
      select ${sql.join(columns)} from ${placedPeople(people)} order by a.nth`.execute(db);
    return rows;
  });
}

const NONE = sql`'[]'::json`;
const CLASS = sql`json_build_object(
  'id', k.id, 'name', k.name, 'grade_id', k.grade_id, 'stage_id', k.stage_id)`;
const CLASS_ORDER = sql`k.grade_id !~ '^k', length(k.grade_id), k.grade_id, k.sort, k.id`;

const PARTS: Record<SurroundingField, (active: Active) => RawBuilder<unknown>> = {
  app_ids: ({ user_id, identity }) => sql`(
    select coalesce((
      select to_json(app_ids) from quick_app
      where user_id = ${user_id} and identity = ${identity}
    ), ${NONE}))`,

  classes: (active) => {
    if (active.identity === "student") return classesOfPupil(active);
    return active.identity === "teacher" ? classesOfTeacher(active, sql`true`) : NONE;
  },

  charge_classes: (active) =>
    active.identity === "teacher" || active.identity === "manager"
      ? classesOfTeacher(active, sql`ct.is_head`)
      : NONE,

  subjects: ({ user_id, identity, school_id }) =>
    identity === "teacher"
      ? sql`(
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.sort, s.id), ${NONE})
    from subject s where s.id in (
      select ct.subject_id from class_teacher ct
      where ct.user_id = ${user_id} and ct.school_id = ${school_id}))`
      : NONE,

  teaching_info: ({ user_id, school_id }) => sql`(
    select coalesce(json_agg(json_build_object(
      'class_id', k.id, 'class_name', k.name, 'subject_id', s.id, 'subject_name', s.name
    ) order by ${CLASS_ORDER}, s.sort), ${NONE})
    from class_teacher ct
    join class k on k.school_id = ct.school_id and k.id = ct.class_id and k.is_abled
    join subject s on s.id = ct.subject_id
    where ct.user_id = ${user_id} and ct.school_id = ${school_id})`,

  parents: ({ user_id }) => sql`(
    select coalesce(json_agg(json_build_object(
      'id', p.id, 'name', p.name, 'relation', g.relation, 'mobile', p.mobile
    ) order by g.relation, p.id), ${NONE})
    from guardian g join "user" p on p.id = g.user_id where g.child_id = ${user_id})`,

  children: ({ user_id }) => sql`(
    select coalesce(json_agg(json_build_object(
      'id', c.id, 'name', c.name, 'avatar', c.avatar,
      'school', (
        select json_build_object('id', o.id, 'name', o.name)
        from membership m join school o on o.id = m.school_id
        where m.user_id = c.id and m.identity = 'student'
        order by (m.is_abled and o.is_abled) desc, m.sort, o.id limit 1),
      'classes', (
        select coalesce(json_agg(${CLASS} order by ${CLASS_ORDER}), ${NONE})
        from class_student cs
        join class k on k.school_id = cs.school_id and k.id = cs.class_id and k.is_abled
        where cs.user_id = c.id)
    ) order by c.birth_date, c.id), ${NONE})
    from guardian g join "user" c on c.id = g.child_id where g.user_id = ${user_id})`,
};

function classesOfPupil({ user_id, school_id }: Active): RawBuilder<SchoolClass[]> {
  return sql`(
    select coalesce(json_agg(${CLASS} order by ${CLASS_ORDER}), ${NONE})
    from class_student cs
    join class k on k.school_id = cs.school_id and k.id = cs.class_id and k.is_abled
    where cs.user_id = ${user_id} and cs.school_id = ${school_id})`;
}

function classesOfTeacher(
  { user_id, school_id }: Active,
  which: RawBuilder<unknown>,
): RawBuilder<SchoolClass[]> {
  return sql`(
    select coalesce(json_agg(${CLASS} order by ${CLASS_ORDER}), ${NONE})
    from class k where k.school_id = ${school_id} and k.is_abled and exists (
      select 1 from class_teacher ct
      where ct.school_id = k.school_id and ct.class_id = k.id and ct.user_id = ${user_id} and ${which}))`;
}
