import { sql } from "kysely";
import type { LessonWeeks } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { Term } from "./rules.ts";
import type { Membership } from "./membership.ts";

/** A lesson of one's own, with the name of its class. */
export interface OwnLesson {
  class_id: string;
  period: number;
  weekday: number;
  weeks: LessonWeeks;
  starts: string;
  ends: string;
  subject: string;
  teacher: string;
  room: string;
  class_name: string;
}

/**
 * Reads the term of a school and the lessons of a person's own: of the classes that a pupil is in, or those that a teacher
 * holds. Undefined where the school has no timetable. The statements must see the school.
 */
export async function readOwnLessons(
  db: Queryable,
  { user_id, identity, school_id }: Membership,
): Promise<{ term: Term; lessons: OwnLesson[] } | undefined> {
  const own =
    identity === "student"
      ? sql`l.class_id in (select cs.class_id from class_student cs
          where cs.school_id = l.school_id and cs.user_id = ${user_id})`
      : sql`l.teacher_id = ${user_id}`;
  const [{ rows: terms }, { rows: lessons }] = await Promise.all([
    sql<Term>`select first_day::text, last_day::text from timetable where school_id = ${school_id}`.execute(
      db,
    ),
    sql<OwnLesson>`select l.class_id, l.period, l.weekday, l.weeks, l.starts, l.ends, l.subject, l.teacher, l.room, k.name as class_name
      from timetable_lesson l join class k on k.school_id = l.school_id and k.id = l.class_id and k.is_abled
      where l.school_id = ${school_id} and ${own}
      order by l.weekday, l.starts, k.name, l.slot, l.class_id`.execute(db),
  ]);
  const [term] = terms;
  return term && { term, lessons };
}

/** Reads a school's term, and how many lessons and classes its timetable has; undefined without one. */
export async function readTerm(
  db: Queryable,
  school_id: string,
): Promise<(Term & { lessons: number; classes: number }) | undefined> {
  const { rows } = await sql<Term & { lessons: number; classes: number }>`
    select t.first_day::text, t.last_day::text, count(l.slot)::int as lessons, count(distinct l.class_id)::int as classes
    from timetable t left join timetable_lesson l on l.school_id = t.school_id
    where t.school_id = ${school_id} group by t.school_id`.execute(db);
  return rows[0];
}

/** Reads the classes that a school has. */
export function readClasses(
  db: Queryable,
  school_id: string,
): Promise<{ id: string; name: string; grade_id: string }[]> {
  return db
    .selectFrom("class")
    .select(["id", "name", "grade_id"])
    .where("school_id", "=", school_id)
    .where("is_abled", "=", true)
    .execute();
}

/** Returns whether there is such a school, in use. */
export async function isSchool(db: Queryable, id: string): Promise<boolean> {
  const found = await db
    .selectFrom("school")
    .select("id")
    .where("id", "=", id)
    .where("kind", "=", "school")
    .where("is_abled", "=", true)
    .executeTakeFirst();
  return found !== undefined;
}
