import { sql } from "kysely";
import type { Identity } from "#contract";
import type { Queryable } from "../../database/database.ts";

/** The second factors of a person. */
export interface KeptFactors {
  user_id: string;
  account: string;
  name: string;
  birth_date: string | null;
  totp: { secret: string; created_at: string; used_at: string | null } | null;
  passkeys: KeptPasskey[];
  recovery_left: number;
}

export interface KeptPasskey {
  id: string;
  public_key: string;
  counter: number;
  transports: string;
  name: string;
  created_at: string;
  used_at: string | null;
}

/** A passkey with its owner. */
export type OwnedPasskey = Omit<KeptPasskey, "created_at" | "used_at"> & { user_id: string };

/** Returns a passkey by its credential id. */
export async function findPasskey(db: Queryable, id: string): Promise<OwnedPasskey | undefined> {
  return db
    .selectFrom("passkey")
    .select(["id", "user_id", "public_key", "counter", "transports", "name"])
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function findFactors(db: Queryable, userId: string): Promise<KeptFactors | undefined> {
  return db
    .selectFrom("user as u")
    .select([
      "u.id as user_id",
      "u.account",
      "u.name",
      "u.birth_date",
      sql<KeptFactors["totp"]>`(
        select json_build_object('secret', t.secret, 'created_at', t.created_at, 'used_at', t.used_at)
        from totp t where t.user_id = u.id)`.as("totp"),
      sql<KeptPasskey[]>`(
        select coalesce(json_agg(json_build_object('id', p.id, 'public_key', p.public_key,
          'counter', p.counter, 'transports', p.transports, 'name', p.name,
          'created_at', p.created_at, 'used_at', p.used_at) order by p.created_at, p.id), '[]')
        from passkey p where p.user_id = u.id)`.as("passkeys"),
      sql<number>`(
        select count(*) from recovery_code r where r.user_id = u.id and r.used_at is null)`.as(
        "recovery_left",
      ),
    ])
    .where("u.id", "=", userId)
    .executeTakeFirst();
}

/** Returns the identities that a person can act under. */
export async function identitiesOf(db: Queryable, userId: string): Promise<Identity[]> {
  const rows = await db
    .selectFrom("membership as m")
    .innerJoin("school as s", "s.id", "m.school_id")
    .select("m.identity")
    .distinct()
    .where("m.user_id", "=", userId)
    .where("m.is_abled", "=", true)
    .where("s.is_abled", "=", true)
    .execute();
  return rows.map(({ identity }) => identity);
}

/** Locks a person's factors, so that a decision about the first or last one holds until the end of the transaction. */
export async function holdFactors(trx: Queryable, userId: string): Promise<void> {
  await trx.selectFrom("user").select("id").where("id", "=", userId).forUpdate().execute();
}

/**
 * Stores the step of a used code; true for its first use, and only for a newer one than before. Of two at once, one
 * succeeds.
 */
export async function useTotp(
  trx: Queryable,
  userId: string,
  step: number,
  now: Date,
): Promise<boolean> {
  const used = await trx
    .updateTable("totp")
    .set({ last_step: step, used_at: now })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .returning("user_id")
    .executeTakeFirst();
  return used !== undefined;
}

/** Stores an authenticator; false when the person has one already. */
export async function keepTotp(
  trx: Queryable,
  totp: { user_id: string; secret: string; last_step: number; created_at: Date },
): Promise<boolean> {
  const kept = await trx
    .insertInto("totp")
    .values({ ...totp, used_at: null })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .returning("user_id")
    .executeTakeFirst();
  return kept !== undefined;
}

export async function keepPasskey(
  trx: Queryable,
  passkey: OwnedPasskey & { created_at: Date },
): Promise<boolean> {
  const kept = await trx
    .insertInto("passkey")
    .values({ ...passkey, used_at: null })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return kept !== undefined;
}

/**
 * Stores a passkey's counter; false when it went back, as that of a copied authenticator does. Most count nothing and
 * send 0.
 */
export async function usePasskey(
  trx: Queryable,
  { id, user_id }: { id: string; user_id: string },
  counter: number,
  now: Date,
): Promise<boolean> {
  const used = await trx
    .updateTable("passkey")
    .set({ counter, used_at: now })
    .where("id", "=", id)
    .where("user_id", "=", user_id)
    .where((row) =>
      row.or([
        row("counter", "<", counter),
        row.and([row("counter", "=", 0), row.val(counter === 0)]),
      ]),
    )
    .returning("id")
    .executeTakeFirst();
  return used !== undefined;
}

export async function removeTotp(trx: Queryable, userId: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom("totp")
    .where("user_id", "=", userId)
    .returning("user_id")
    .executeTakeFirst();
  return removed !== undefined;
}

export async function removePasskey(trx: Queryable, userId: string, id: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom("passkey")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return removed !== undefined;
}
