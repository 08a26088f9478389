import { sql } from "kysely";
import { EXPIRING_DAYS } from "#contract";
import { lacksConsent, type OwnAndChild, peopleWithoutConsent } from "../consent/api.ts";
import type { Queryable } from "../database/database.ts";
import { daysAfter } from "../platform/days.ts";
import { PRESENT_PUPILS } from "../rights/scope-sql.ts";

export interface PupilGaps {
  school_id: string;
  no_class: number;
  no_guardian: number;
}

/**
 * The way to find people's rows in other tables: `set` compares whole tables by hash, `probe` looks up each person's.
 */
export type Use = "set" | "probe";

/** Counts pupils in no enabled class, and those without guardian, by school. */
export async function readPupilGaps(
  db: Queryable,
  schools: readonly string[],
  use: Use = "probe",
): Promise<PupilGaps[]> {
  const at = sql`= any (${[...schools]}::text[])`;
  // conditions that are no join: behind row-level security the planner takes a table of thousands for one of a few
  const placed = sql`(select cs.school_id, cs.user_id from class_student cs
    join class k on k.school_id = cs.school_id and k.id = cs.class_id and k.is_abled where cs.school_id ${at})`;
  const guarded =
    use === "set"
      ? sql`(select g.child_id from guardian g)`
      : sql`(select g.child_id from guardian g
          where g.child_id in (select p.user_id from membership p where p.school_id ${at}))`;
  const { rows } = await sql<PupilGaps>`
    select m.school_id,
      count(*) filter (where (m.school_id, m.user_id) not in ${placed})::integer as no_class,
      count(*) filter (where m.user_id not in ${guarded})::integer as no_guardian
    from membership m
    where m.is_abled and m.identity = 'student' and m.school_id ${at}
    group by m.school_id`.execute(db);
  return rows;
}

export interface MissingConsents {
  school_id: string;
  pupils: number;
  others: number;
}

/** Counts pupils, and others, who lack a consent in force, by school. */
export async function readMissingConsents(
  db: Queryable,
  schools: readonly string[],
  { agreements, now, use = "probe" }: { agreements: OwnAndChild; now: Date; use?: Use },
): Promise<MissingConsents[]> {
  const isMissing =
    use === "set"
      ? sql`m.user_id in (${peopleWithoutConsent(agreements, now)})`
      : lacksConsent(agreements, now);
  const { rows } = await sql<MissingConsents>`
    select m.school_id, count(*) filter (where m.identity = 'student')::integer as pupils,
      count(*) filter (where m.identity <> 'student')::integer as others
    from membership m ${use === "set" ? sql`` : sql`join "user" u on u.id = m.user_id`}
    where m.is_abled and m.school_id = any (${[...schools]}::text[])
      and m.identity in ('student', 'teacher', 'parent', 'manager') and ${isMissing}
    group by m.school_id`.execute(db);
  return rows;
}

export interface SchoolGaps {
  /** Classes in use, in which gaps are looked for. */
  classes: number;
  class_without_head: number;
  empty_class: number;
  one_administrator: number;
  no_stage: number;
  expiring_identity: number;
  expiring_grant: number;
}

/** Counts the gaps of a school's classes, staff and settings, and the classes, by school. */
export async function readSchoolGaps(
  db: Queryable,
  schools: readonly string[],
  now: Date,
): Promise<(SchoolGaps & { school_id: string })[]> {
  const until = daysAfter(now, EXPIRING_DAYS);
  const { rows } = await sql<SchoolGaps & { school_id: string }>`select s.id as school_id,
    (select count(*)::integer from class k where k.school_id = s.id and k.is_abled) as classes,
    (select count(*)::integer from class k where k.school_id = s.id and k.is_abled and not exists (
      select from class_teacher ct where ct.school_id = k.school_id and ct.class_id = k.id and ct.is_head)) as class_without_head,
    (select count(*)::integer from class k where k.school_id = s.id and k.is_abled and not exists (
      select from ${PRESENT_PUPILS}
      where cs.school_id = k.school_id and cs.class_id = k.id)) as empty_class,
    (s.is_abled and (select count(*) from (
      select m.user_id from membership m where m.school_id = s.id and m.identity = 'manager' and m.is_abled
      union select g.user_id from right_grant g where g.school_id = s.id and g.bundle_id = 'school'
        and g.ended_at is null and (g.until is null or g.until > ${now})) administrator) < 2)::integer as one_administrator,
    (s.is_abled and s.stage_ids = '{}')::integer as no_stage,
    (select count(*)::integer from membership m where m.school_id = s.id and m.is_abled
      and m.identity <> 'student' and m.until > ${now} and m.until <= ${until}) as expiring_identity,
    (select count(*)::integer from right_grant g where g.school_id = s.id and g.ended_at is null
      and g.until > ${now} and g.until <= ${until}) as expiring_grant
    from school s where s.id = any (${[...schools]}::text[])`.execute(db);
  return rows;
}

/** Counts teachers who have never signed in; one who teaches at several of the schools counts once. */
export async function countNeverSignedIn(
  db: Queryable,
  schools: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct m.user_id)::integer as count
    from membership m join person_search s on s.user_id = m.user_id
    where m.school_id = any (${[...schools]}::text[]) and m.is_abled and m.identity = 'teacher'
      and not s.has_signed_in`.execute(db);
  return rows[0]?.count ?? 0;
}
