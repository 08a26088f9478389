import { randomUUID } from "node:crypto";
import { type Insertable, sql } from "kysely";
import type { Queryable } from "../database/database.ts";
import type { RightGrantTable } from "../database/tables/rights.ts";

/** Writes a grant, with the given id if any; returns its id. */
export async function insertGrant(
  trx: Queryable,
  {
    id = randomUUID(),
    ...grant
  }: Omit<Insertable<RightGrantTable>, "id" | "ended_at" | "ended_by" | "ended_why"> & {
    id?: string;
  },
): Promise<string> {
  await trx
    .insertInto("right_grant")
    .values({ ...grant, id, ended_at: null, ended_by: null, ended_why: null })
    .execute();
  return id;
}

/** Returns whether there is a grant of this id, also one that has ended. */
export async function isGrant(db: Queryable, id: string): Promise<boolean> {
  const query = db.selectFrom("right_grant").select("id").where("id", "=", id);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Ends a grant; false where it has ended already. */
export async function markGrantEnded(
  trx: Queryable,
  id: string,
  { by, why, now }: { by: string | null; why: string | null; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("right_grant")
    .set({ ended_at: now, ended_by: by, ended_why: why })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends for good the grants that rest on ended memberships: no undo gives a right back (GR-03). */
export async function endRestingGrants(
  trx: Queryable,
  ended: readonly { school_id: string; user_id: string; identity: string }[],
  now: Date,
): Promise<void> {
  if (ended.length === 0) return;
  await sql`update right_grant g set ended_at = ${now}, ended_why = 'membership'
    from jsonb_to_recordset(${JSON.stringify(ended)}::text::jsonb) as r(school_id text, user_id text, identity text)
    where g.user_id = r.user_id and g.rests_on_school_id = r.school_id and g.rests_on_identity = r.identity
      and g.ended_at is null`.execute(trx);
}
