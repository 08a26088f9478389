import { sql } from "kysely";
import type { Identity } from "#contract";
import type { Queryable } from "../database/database.ts";

/** People, classes and their relations at one school, as a roster is compared with them. */

export interface KnownMembership {
  identity: Identity;
  is_abled: boolean;
  until: string | null;
  source: string | null;
}

export interface KnownPerson {
  id: string;
  name: string;
  /** Names before the school corrected them, which a roster may still have (ID-11). */
  former_names: readonly string[];
  account: string;
  number: string | null;
  birth_date: string | null;
  gender: string | null;
  mobile: string | null;
  email: string | null;
  admission_time: string | null;
  id_hash: string | null;
  source: string | null;
  next_sort: number;
  /** True for an account that belongs to other schools as well: its own data is not this school's to change. */
  is_elsewhere: boolean;
  memberships: readonly KnownMembership[];
}

export interface KnownClass {
  id: string;
  name: string;
  grade_id: string;
  stage_id: string;
}

export interface Seat {
  class_id: string;
  user_id: string;
  source: string | null;
}

export interface Lesson extends Seat {
  subject_id: string;
  is_head: boolean;
}

export interface Bond {
  child_id: string;
  user_id: string;
  relation: string;
  source: string | null;
}

export interface KnownSchool {
  people: ReadonlyMap<string, KnownPerson>;
  classes: readonly KnownClass[];
  /** Seats of a pupil. */
  seats: ReadonlyMap<string, readonly Seat[]>;
  lessons: readonly Lesson[];
  /** Guardians of a pupil. */
  bonds: ReadonlyMap<string, readonly Bond[]>;
  subjects: readonly { id: string; name: string }[];
}

/**
 * Reads a school whole, in a fixed number of statements: its people, be they disabled there, and the guardians of its
 * pupils. Nobody of another school is in it.
 */
export async function readKnownSchool(db: Queryable, school_id: string): Promise<KnownSchool> {
  const { rows: people } = await sql<KnownPerson>`
    with here as (
      select m.user_id, json_agg(json_build_object('identity', m.identity, 'is_abled', m.is_abled,
        'until', to_jsonb(m) ->> 'until', 'source', m.source)) as memberships
      from membership m where m.school_id = ${school_id} group by m.user_id),
    bound as (
      select distinct g.user_id from guardian g join membership m on m.user_id = g.child_id
      where m.school_id = ${school_id} and m.identity = 'student'),
    corrected as (
      select c.user_id, json_agg(c.from_name order by c.decided_at) as former_names
      from name_correction c where c.is_accepted group by c.user_id),
    others as (
      select m.user_id, max(m.sort) + 1 as next_sort, bool_or(m.school_id <> ${school_id}) as is_elsewhere
      from membership m where m.user_id in (select user_id from here union select user_id from bound)
      group by m.user_id)
    select u.id, u.name, coalesce(c.former_names, '[]') as former_names, u.account, u.sourced_id as number,
      to_jsonb(u.birth_date) #>> '{}' as birth_date, u.gender, u.mobile, u.email,
      to_jsonb(u.admission_time) #>> '{}' as admission_time, u.id_hash, u.source,
      coalesce(o.next_sort, 0) as next_sort, coalesce(o.is_elsewhere, false) as is_elsewhere,
      coalesce(h.memberships, '[]') as memberships
    from (select user_id from here union select user_id from bound) w
    join "user" u on u.id = w.user_id
    left join here h on h.user_id = u.id left join corrected c on c.user_id = u.id
    left join others o on o.user_id = u.id
    where not exists (select from erasure e where e.user_id = u.id and e.erased_at is not null)
    order by u.id`.execute(db);
  const { rows: classes } = await sql<KnownClass>`
    select id, name, grade_id, stage_id from class where school_id = ${school_id} and is_abled order by name, id`.execute(
    db,
  );
  const { rows: seats } = await sql<Seat>`
    select class_id, user_id, source from class_student where school_id = ${school_id} order by class_id`.execute(
    db,
  );
  const { rows: lessons } = await sql<Lesson>`
    select class_id, user_id, subject_id, is_head, source from class_teacher where school_id = ${school_id}
    order by class_id, subject_id, user_id`.execute(db);
  const { rows: bonds } = await sql<Bond>`
    select g.child_id, g.user_id, g.relation, g.source from guardian g
    join membership m on m.user_id = g.child_id and m.school_id = ${school_id} and m.identity = 'student'
    order by g.child_id, g.user_id`.execute(db);
  const subjects = await db.selectFrom("subject").select(["id", "name"]).orderBy("id").execute();
  return {
    people: new Map(people.map((one) => [one.id, one])),
    ...{ classes, lessons, subjects },
    seats: Map.groupBy(seats, ({ user_id }) => user_id),
    bonds: Map.groupBy(bonds, ({ child_id }) => child_id),
  };
}
