import { sql } from "kysely";
import { type AgeFacts, isMinor, type OwnChild, type SchoolClass } from "#contract";
import type { Queryable } from "../database/database.ts";
import { GRADES, IS_PUPIL } from "../session/age-facts.ts";

/** A child as stored: the parent's view, with the facts of its age. */
export interface KeptChild extends Omit<OwnChild, "needs_consent" | "eye_protection">, AgeFacts {
  eye_mode: boolean;
  eye_interval: number;
  eye_fixed: boolean;
  is_agreed: boolean;
  classes: SchoolClass[];
}

/** Returns a guardian's children under 18; only one of them where an id is given. */
export async function readOwnChildren(
  db: Queryable,
  userId: string,
  now: Date,
  childId?: string,
): Promise<KeptChild[]> {
  const one = childId === undefined ? sql`true` : sql`u.id = ${childId}`;
  const { rows } = await sql<KeptChild>`
    select u.id, u.name, u.avatar, u.birth_date, u.eye_mode, u.eye_interval, u.eye_fixed,
      ${IS_PUPIL(sql`u.id`)} as is_pupil, ${GRADES(sql`u.id`)} as grades,
      (select json_build_object('id', o.id, 'name', o.name)
        from membership m join school o on o.id = m.school_id
        where m.user_id = u.id and m.identity = 'student' and m.is_abled and o.is_abled
        order by m.sort, o.id limit 1) as school,
      (select coalesce(json_agg(json_build_object(
          'id', k.id, 'name', k.name, 'grade_id', k.grade_id, 'stage_id', k.stage_id
        ) order by k.grade_id !~ '^k', length(k.grade_id), k.grade_id, k.sort, k.id), '[]')
        from class_student cs
        join class k on k.school_id = cs.school_id and k.id = cs.class_id and k.is_abled
        where cs.user_id = u.id) as classes,
      exists (select from consent c
        where c.user_id = u.id and c.type = 'child' and c.given_by is not null) as is_agreed
    from guardian g join "user" u on u.id = g.child_id
    where g.user_id = ${userId} and u.is_abled and ${one}
    order by u.birth_date, u.id`.execute(db);
  return rows.filter((child) => isMinor(child, now));
}
