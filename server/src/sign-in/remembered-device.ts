import type { Database, Queryable } from "../database/database.ts";
import { hashSecret, newSecret } from "../platform/secret.ts";
import { daysAfter } from "../platform/days.ts";
import { Refusal } from "../http/refusal.ts";
import { endSessions, linkSessionToDevice } from "../session/session-ends.ts";
import type { PersonToSignIn, SignIn, Credential } from "./sign-in.ts";

/** Days that a device stays remembered without signing in. */
const CREDENTIAL_DAYS = 180;

/**
 * Adds the write that rotates the device's credential, issues a first one where the person asked for it, or revokes it
 * (SE-02).
 */
export function updateDeviceCredential(signIn: SignIn): void {
  const { person, used, remember, writes } = signIn;
  if (used === undefined && remember !== true) return;
  writes.push(async (trx, at, sessionId) => {
    const kept =
      used === undefined ? await issueCredential(trx, person.id, at) : await renew(trx, used, at);
    signIn.credential = remember === false ? undefined : kept;
    if (remember === false && used !== undefined) await revokeCredential(trx, used.id, at);
    const { id } = readCredential(signIn.credential ?? "") ?? {};
    if (id !== undefined) await linkSessionToDevice(trx, sessionId, id);
  });
}

async function renew(trx: Queryable, used: Credential, now: Date): Promise<string> {
  const next = await rotateCredential(trx, used, now);
  if (next === undefined) throw new Refusal("wrongPassword");
  return next;
}

export function readCredential(text: string): Credential | undefined {
  const [id, secret, ...rest] = text.split(".");
  return id && secret && rest.length === 0 ? { id, secret } : undefined;
}

/** Returns the person of a device, if the credential is the newest one and belongs to the account. */
export async function findDevice(
  db: Database,
  { id, secret }: Credential,
  account: string,
  now: Date,
): Promise<PersonToSignIn | undefined> {
  return db
    .selectFrom("device_credential as d")
    .innerJoin("user as u", "u.id", "d.user_id")
    .select(["u.id", "u.account", "u.password_hash", "u.birth_date", "u.must_change_password"])
    .where("d.id", "=", id)
    .where("d.secret_hash", "=", hashSecret(secret))
    .where("d.revoked_at", "is", null)
    .where("d.expires_at", ">", now)
    .where("u.account", "=", account)
    .where("u.is_abled", "=", true)
    .executeTakeFirst();
}

/** Replaces the credential's secret; undefined when the old one is no longer the newest. */
async function rotateCredential(
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
 * Revokes a device whose secret has been used before: it was copied, so neither holder keeps it, nor any session of the
 * device. Returns its person; undefined when the secret is no such one.
 */
export async function revokeReplayed(
  db: Database,
  { id, secret }: Credential,
  now: Date,
): Promise<string | undefined> {
  // out of date, and not only until the clock is put back (SE-14)
  await db
    .updateTable("device_credential")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("expires_at", "<=", now)
    .where("revoked_at", "is", null)
    .execute();
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
    await endSessions(trx, ["credential_id", id], "revoked", now);
    return revoked.user_id;
  });
}

/** Forgets the device of an account, if the credential is the newest one; returns its person. */
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

/** Revokes a device that its person no longer wants remembered. */
export async function revokeCredential(trx: Queryable, id: string, now: Date): Promise<void> {
  await trx
    .updateTable("device_credential")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .execute();
}

async function issueCredential(trx: Queryable, userId: string, now: Date): Promise<string> {
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
  return daysAfter(now, CREDENTIAL_DAYS);
}
