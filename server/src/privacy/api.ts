import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";

export { askForErasure } from "./requests.ts";

/**
 * Stores a school's objection to an erasure (ID-11); false where no enrolled pupil of the school has one that can still
 * be objected to.
 */
export async function putOffErasure(
  trx: Queryable,
  { user_id, by, school_id, reason, now }: Objection,
): Promise<boolean> {
  const { rows } = await sql`
    update erasure e
    set objected_at = ${now}, objected_by = ${by}, objecting_school_id = ${school_id}, objection = ${reason}
    from "user" u
    where e.user_id = ${user_id} and u.id = e.user_id and u.is_abled and e.erased_at is null
      and e.due_at > ${now} and e.objected_at is null and exists (
        select from membership m where m.user_id = u.id and m.school_id = ${school_id}
          and m.identity = 'student' and m.is_abled)
    returning e.user_id`.execute(trx);
  return rows.length > 0;
}

interface Objection {
  user_id: string;
  by: string;
  school_id: string;
  reason: string;
  now: Date;
}

/** Withdraws this school's objection; false where it has none. */
export async function dropObjection(
  trx: Queryable,
  userId: string,
  schoolId: string,
): Promise<boolean> {
  const dropped = await trx
    .updateTable("erasure")
    .set({ objected_at: null, objected_by: null, objecting_school_id: null, objection: null })
    .where("user_id", "=", userId)
    .where("objecting_school_id", "=", schoolId)
    .where("erased_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return dropped !== undefined;
}

/** An erasure that was requested and is not carried out yet. */
export interface PendingErasure {
  account: string;
  name: string;
  requested_by: string;
  requested_at: Date;
  due_at: Date;
  /** The school that objects, and its reason; null: none. */
  school: string | null;
  objection: string | null;
}

/** Returns the erasures that wait, the next due first, for whoever runs the platform. */
export async function pendingErasures(db: Queryable): Promise<PendingErasure[]> {
  return db
    .selectFrom("erasure as e")
    .innerJoin("user as u", "u.id", "e.user_id")
    .innerJoin("user as r", "r.id", "e.requested_by")
    .leftJoin("school as s", "s.id", "e.objecting_school_id")
    .select(["u.account", "u.name", "r.name as requested_by", "e.requested_at", "e.due_at"])
    .select(["s.name as school", "e.objection"])
    .where("e.erased_at", "is", null)
    .orderBy("e.due_at")
    .orderBy("u.account")
    .execute();
}
