import type { Database, Queryable } from "../database/database.ts";
import { hashSecret, newSecret } from "../http/secret.ts";
import type { PersonToSignIn } from "./queries.ts";

/** Days that a device stays remembered without signing in. */
const CREDENTIAL_DAYS = 180;
const MS_PER_DAY = 86_400_000;

/** What a remembered device keeps: `id.secret`. The secret changes with every use (SE-02). */
export interface Credential {
  id: string;
  secret: string;
}

export function readCredential(text: string): Credential | undefined {
  const [id, secret, ...rest] = text.split(".");
  return id && secret && rest.length === 0 ? { id, secret } : undefined;
}

/** The person whose device this is, if the credential is the newest one and belongs to the account. */
export async function findDevice(
  db: Database,
  { id, secret }: Credential,
  account: string,
  now: Date,
): Promise<PersonToSignIn | undefined> {
  return db
    .selectFrom("device_credential as d")
    .innerJoin("user as u", "u.id", "d.user_id")
    .select(["u.id", "u.account", "u.password_hash", "u.birth_date", "u.temporary_until"])
    .where("d.id", "=", id)
    .where("d.secret_hash", "=", hashSecret(secret))
    .where("d.revoked_at", "is", null)
    .where("d.expires_at", ">", now)
    .where("u.account", "=", account)
    .where("u.is_abled", "=", true)
    .executeTakeFirst();
}

/** Puts a new secret in the place of the old; undefined when the old one is no longer the newest. */
export async function rotateCredential(
  trx: Queryable,
  { id, secret }: Credential,
  now: Date,
): Promise<string | undefined> {
  const next = newSecret();
  const rotated = await trx
    .updateTable("device_credential")
    .set({ secret_hash: hashSecret(next), used_at: now, expires_at: expiry(now) })
    .where("id", "=", id)
    .where("secret_hash", "=", hashSecret(secret))
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .returning("id")
    .executeTakeFirst();
  return rotated && `${id}.${next}`;
}

/**
 * Someone holds a secret that has been used before: it was copied, so neither holder keeps it, nor any session that came
 * of the device. Answers whose it was; undefined when it is no such secret.
 */
export async function revokeReplayed(
  db: Database,
  { id, secret }: Credential,
  now: Date,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    const revoked = await trx
      .updateTable("device_credential")
      .set({ revoked_at: now })
      .where("id", "=", id)
      .where("secret_hash", "!=", hashSecret(secret))
      .where("revoked_at", "is", null)
      .returning("user_id")
      .executeTakeFirst();
    if (revoked === undefined) return undefined;
    await trx
      .updateTable("session")
      .set({ ended_at: now, end_reason: "revoked" })
      .where("credential_id", "=", id)
      .where("ended_at", "is", null)
      .execute();
    return revoked.user_id;
  });
}

/** Notes which device a session came of. */
export async function tieSession(trx: Queryable, sessionId: string, credential: string) {
  const { id } = readCredential(credential) ?? {};
  if (id === undefined) return;
  await trx.updateTable("session").set({ credential_id: id }).where("id", "=", sessionId).execute();
}

/** Forgets the device of an account, if the credential is the newest one; answers whose it was. */
export async function forgetCredential(
  trx: Queryable,
  { id, secret }: Credential,
  account: string,
  now: Date,
): Promise<string | undefined> {
  const forgotten = await trx
    .updateTable("device_credential as d")
    .from("user as u")
    .set({ revoked_at: now })
    .whereRef("u.id", "=", "d.user_id")
    .where("u.account", "=", account)
    .where("d.id", "=", id)
    .where("d.secret_hash", "=", hashSecret(secret))
    .where("d.revoked_at", "is", null)
    .returning("d.user_id")
    .executeTakeFirst();
  return forgotten?.user_id;
}

/** The person no longer wants the device to be remembered. */
export async function revokeCredential(trx: Queryable, id: string, now: Date): Promise<void> {
  await trx
    .updateTable("device_credential")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .execute();
}

export async function issueCredential(trx: Queryable, userId: string, now: Date): Promise<string> {
  const id = newSecret();
  const secret = newSecret();
  await trx
    .insertInto("device_credential")
    .values({
      id,
      user_id: userId,
      secret_hash: hashSecret(secret),
      created_at: now,
      used_at: now,
      expires_at: expiry(now),
      revoked_at: null,
    })
    .execute();
  return `${id}.${secret}`;
}

function expiry(now: Date): Date {
  return new Date(now.getTime() + CREDENTIAL_DAYS * MS_PER_DAY);
}
