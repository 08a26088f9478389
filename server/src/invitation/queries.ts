import { sql } from "kysely";
import type { InvitationKind } from "#contract";
import type { Database, Queryable } from "../database/database.ts";
import type { InvitationTable } from "../database/tables/user.ts";

/** The place that a working code opens. */
export interface Opened {
  id: string;
  school_id: string;
  kind: InvitationKind;
  identity: InvitationTable["identity"];
  class_id: string | null;
  child_id: string | null;
}

/**
 * The SQL of whether the maker of invitation `i` may still invite to it, so that no code outlasts the identity by which it was
 * made; an operator's has no maker.
 */
export const MAKER_STAYS = sql<boolean>`(i.created_by is null or exists (
  select 1 from membership mm join "user" mu on mu.id = mm.user_id and mu.is_abled
  where mm.school_id = i.school_id and mm.user_id = i.created_by and mm.is_abled
    and (mm.identity = 'manager' or mm.identity = 'teacher' and i.kind <> 'staff')))`;

/**
 * Returns the condition that a code works: in time, not revoked, not used up; its maker is still there; school, class and
 * child still exist and are enabled.
 */
function works(code: string, kinds: readonly InvitationKind[], now: Date) {
  return sql<boolean>`(i.code = ${code} and i.kind in (${sql.join(kinds)})
    and i.revoked_at is null and i.expires_at > ${now} and i.used < i.max_uses and ${MAKER_STAYS}
    and exists (select 1 from school o where o.id = i.school_id and o.is_abled)
    and (i.class_id is null or exists (
      select 1 from class c where c.school_id = i.school_id and c.id = i.class_id and c.is_abled))
    and (i.child_id is null or exists (
      select 1 from membership m join "user" p on p.id = m.user_id
      where m.school_id = i.school_id and m.user_id = i.child_id and m.identity = 'student'
        and m.is_abled and p.is_abled)))`;
}

/** Returns what a code would open; undefined when it does not work. */
export async function findOpened(
  db: Database,
  code: string,
  kinds: readonly InvitationKind[],
  now: Date,
) {
  return db
    .selectFrom("invitation as i")
    .innerJoin("school as s", "s.id", "i.school_id")
    .leftJoin("class as k", (join) =>
      join.onRef("k.school_id", "=", "i.school_id").onRef("k.id", "=", "i.class_id"),
    )
    .leftJoin("user as u", "u.id", "i.child_id")
    .select(["i.kind", "i.identity", "s.name as school_name"])
    .select(["k.name as class_name", "u.name as child_name"])
    .where(works(code, kinds, now))
    .executeTakeFirst();
}

/** Uses a code once; undefined when it does not work, or its last use has just been taken. */
export async function useInvitation(
  trx: Queryable,
  code: string,
  kinds: readonly InvitationKind[],
  now: Date,
): Promise<Opened | undefined> {
  return trx
    .updateTable("invitation as i")
    .set((row) => ({ used: row("i.used", "+", 1) }))
    .where(works(code, kinds, now))
    .returning(["i.id", "i.school_id", "i.kind", "i.identity", "i.class_id", "i.child_id"])
    .executeTakeFirst();
}

/** Adds a teacher to the class; false for one who teaches there already. */
export async function addTeacher(
  trx: Queryable,
  userId: string,
  { school_id, class_id }: { school_id: string; class_id: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into class_teacher (school_id, class_id, user_id)
    select ${school_id}, ${class_id}, ${userId}
    where not exists (select 1 from class_teacher
      where school_id = ${school_id} and class_id = ${class_id} and user_id = ${userId})
    on conflict do nothing returning user_id`.execute(trx);
  return rows.length > 0;
}

/** Returns the pupil's class at this school. */
export async function classOfPupil(
  trx: Queryable,
  userId: string,
  schoolId: string,
): Promise<string | undefined> {
  const found = await trx
    .selectFrom("class_student as cs")
    .innerJoin("class as k", (join) =>
      join.onRef("k.school_id", "=", "cs.school_id").onRef("k.id", "=", "cs.class_id"),
    )
    .select("cs.class_id")
    .where("cs.user_id", "=", userId)
    .where("cs.school_id", "=", schoolId)
    .where("k.is_abled", "=", true)
    .executeTakeFirst();
  return found?.class_id;
}

export async function addPupil(
  trx: Queryable,
  userId: string,
  { school_id, class_id }: { school_id: string; class_id: string },
): Promise<void> {
  await trx
    .insertInto("class_student")
    .values({ school_id, class_id, user_id: userId, source: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Binds a child to a guardian; false when it is bound already. */
export async function addGuardian(
  trx: Queryable,
  userId: string,
  childId: string,
  relation: string,
): Promise<boolean> {
  const added = await trx
    .insertInto("guardian")
    .values({ child_id: childId, user_id: userId, relation, source: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .executeTakeFirst();
  return added !== undefined;
}
