import { type RawBuilder, sql } from "kysely";
import type { Queryable } from "../database/database.ts";

export interface ErasureRequest {
  user_id: string;
  requested_by: string;
  now: Date;
  due_at: Date;
}

/** Stores an erasure request; returns its due time, unchanged where there is a request already. */
export async function askForErasure(trx: Queryable, request: ErasureRequest): Promise<Date> {
  const { user_id, requested_by, now, due_at } = request;
  const row = await trx
    .insertInto("erasure")
    .values({ user_id, requested_by, requested_at: now, due_at })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet((given) => ({ user_id: given.ref("excluded.user_id") })),
    )
    .returning("due_at")
    .executeTakeFirstOrThrow();
  return row.due_at;
}

/** Withdraws the request while its days of grace last; returns whether there was one. */
export async function takeBack(trx: Queryable, userId: string, now: Date): Promise<boolean> {
  const gone = await trx
    .deleteFrom("erasure")
    .where("user_id", "=", userId)
    .where("erased_at", "is", null)
    // one that the school objected to waits on after its day
    .where(({ eb, or }) => or([eb("due_at", ">", now), eb("objected_at", "is not", null)]))
    .returning("user_id")
    .executeTakeFirst();
  return gone !== undefined;
}

/** Returns the pending erasure request, with a school's objection. */
export function findErasureRequest(db: Queryable, userId: string) {
  return db
    .selectFrom("erasure as e")
    .leftJoin("school as s", "s.id", "e.objecting_school_id")
    .select(["e.requested_at", "e.due_at", "e.objection", "s.name as objecting_school"])
    .where("e.user_id", "=", userId)
    .where("e.erased_at", "is", null)
    .executeTakeFirst();
}

/** Returns whether the person is the only one who runs a school or district: somebody else must be able to first. */
export async function isIndispensable(db: Queryable, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 where ${indispensable(sql`${userId}`)}`.execute(db);
  return rows.length > 0;
}

/** The SQL of `isIndispensable`. */
export const indispensable = (userId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from membership m join school s on s.id = m.school_id and s.is_abled
  where m.user_id = ${userId} and m.is_abled and m.identity in ('manager', 'admin', 'inner_admin')
    and not exists (
      select from membership o join "user" u on u.id = o.user_id and u.is_abled
      where o.school_id = m.school_id and o.identity = m.identity and o.is_abled and o.user_id <> m.user_id
        and not exists (select from erasure e where e.user_id = o.user_id)))`;

/** Stores the permission to fetch an export. */
export async function permitExport(
  trx: Queryable,
  row: { id_hash: string; session_id: string; subject_id: string; now: Date; expires_at: Date },
): Promise<void> {
  const { now, ...rest } = row;
  await trx
    .insertInto("data_export")
    .values({ ...rest, created_at: now, used_at: null })
    .execute();
}

/** Uses the permission up: once, by the session it was given to. Returns whose data it opens. */
export async function useExport(
  db: Queryable,
  { id_hash, session_id, now }: { id_hash: string; session_id: string; now: Date },
): Promise<string | undefined> {
  const used = await db
    .updateTable("data_export")
    .set({ used_at: now })
    .where("id_hash", "=", id_hash)
    .where("session_id", "=", session_id)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("subject_id")
    .executeTakeFirst();
  return used?.subject_id;
}
