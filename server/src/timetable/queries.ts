import { sql } from "kysely";
import type { Identity, LessonWeeks } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { Term } from "./rules.ts";

/** A lesson of one's own, with the name of its class. */
export interface OwnLesson {
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

/** A pupil's or a teacher's place at a school. */
export interface Standing {
  user_id: string;
  identity: Identity;
  school_id: string;
}

/**
 * Reads the term of a school and the lessons of a person's own: of the classes that a pupil is in, or those that a teacher
 * holds. Undefined where the school has no timetable. The statements must see the school.
 */
export async function readOwnLessons(
  db: Queryable,
  { user_id, identity, school_id }: Standing,
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
    sql<OwnLesson>`select l.period, l.weekday, l.weeks, l.starts, l.ends, l.subject, l.teacher, l.room, k.name as class_name
      from timetable_lesson l join class k on k.school_id = l.school_id and k.id = l.class_id and k.is_abled
      where l.school_id = ${school_id} and ${own}
      order by l.weekday, l.starts, k.name`.execute(db),
  ]);
  const [term] = terms;
  return term && { term, lessons };
}
