import { sql } from "kysely";
import type { Queryable } from "../database/database.ts";

/** The person and identity by which an address was made, and whose lessons it gives. */
export interface AddressOwner {
  user_id: string;
  identity: "student" | "teacher" | "parent";
  school_id: string;
  subject_id: string;
}

/** An owner who is still here: the account and, but for a parent, the membership are in use. */
export interface KnownAddress extends AddressOwner {
  is_alive: boolean;
}

export async function insertAddress(
  db: Queryable,
  owner: AddressOwner,
  { secret_hash, made_at }: { secret_hash: string; made_at: Date },
): Promise<void> {
  await db
    .insertInto("calendar_address")
    .values({ ...owner, secret_hash, made_at })
    .onConflict((conflict) =>
      conflict
        .columns(["school_id", "user_id", "identity", "subject_id"])
        .doUpdateSet({ secret_hash, made_at }),
    )
    .execute();
}

export async function readMadeAt(db: Queryable, owner: AddressOwner): Promise<Date | undefined> {
  const found = await db
    .selectFrom("calendar_address")
    .select("made_at")
    .where((where) => where.and({ ...owner }))
    .executeTakeFirst();
  return found?.made_at;
}

/** Deletes the address of an owner; tells whether there was one. */
export async function deleteAddress(db: Queryable, owner: AddressOwner): Promise<boolean> {
  const { user_id, identity, school_id, subject_id } = owner;
  const gone = await db
    .deleteFrom("calendar_address")
    .where((where) => where.and({ user_id, identity, school_id, subject_id }))
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Finds the owner of an address by its hash. Must see every school. */
export async function findAddress(
  db: Queryable,
  secret_hash: string,
): Promise<KnownAddress | undefined> {
  const { rows } = await sql<KnownAddress>`
    select c.user_id, c.identity, c.school_id, c.subject_id, u.is_abled and o.is_abled and (
      c.identity = 'parent' or exists (select from membership m where m.school_id = c.school_id
        and m.user_id = c.user_id and m.identity = c.identity and m.is_abled)) as is_alive
    from calendar_address c join "user" u on u.id = c.user_id join school o on o.id = c.school_id
    where c.secret_hash = ${secret_hash}`.execute(db);
  return rows[0];
}
