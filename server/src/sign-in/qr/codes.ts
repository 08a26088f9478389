import { sql } from "kysely";
import type { Database, Queryable } from "../../database/database.ts";
import type { QrCodeTable } from "../../database/tables/session.ts";
import { hashSecret } from "../../platform/secret.ts";

/** A new code to store; its secrets are hashed when written. */
export interface NewQrCode {
  id: string;
  code: string;
  browser: string;
  client: QrCodeTable["client"];
  device: string;
  ip: string;
  network: string;
  created_at: Date;
  expires_at: Date;
}

export async function insertQrCode(
  db: Database,
  { id, code, browser, ...row }: NewQrCode,
): Promise<void> {
  await db
    .insertInto("qr_code")
    .values({
      ...row,
      poll_hash: hashSecret(id),
      code_hash: hashSecret(code),
      browser_hash: hashSecret(browser),
      user_id: null,
    })
    .execute();
}

/** Counts the codes that a network has asked for in this many seconds. */
export async function countQrCodes(
  db: Database,
  network: string,
  seconds: number,
  now: Date,
): Promise<number> {
  const since = new Date(now.getTime() - seconds * 1000);
  const { asked } = await db
    .selectFrom("qr_code")
    .select(sql<number>`count(*)`.as("asked"))
    .where("network", "=", network)
    .where("created_at", ">", since)
    // not what was made while the clock was ahead
    .where("created_at", "<=", now)
    .executeTakeFirstOrThrow();
  return asked;
}

/** Returns the state of a code, for the page that polls from the browser that asked for it. */
export async function findQrCode(db: Database, id: string, browser: string, now: Date) {
  return db
    .selectFrom("qr_code as q")
    .leftJoin("user as u", "u.id", "q.user_id")
    .select(["q.status", "u.name", "u.avatar"])
    .where("q.poll_hash", "=", hashSecret(id))
    .where("q.browser_hash", "=", hashSecret(browser))
    .where("q.expires_at", ">", now)
    .executeTakeFirst();
}

/** Deletes an expired code, so that it stays expired when the clock is put back (SE-14). */
export async function dropExpiredQrCode(
  db: Database,
  shown: { id: string } | { code: string },
  now: Date,
): Promise<void> {
  const [column, secret] =
    "id" in shown ? (["poll_hash", shown.id] as const) : (["code_hash", shown.code] as const);
  await db
    .deleteFrom("qr_code")
    .where(column, "=", hashSecret(secret))
    .where("expires_at", "<=", now)
    .execute();
}

/** Uses a confirmed code up; returns the person to sign in, to one of several requests at once. */
export async function takeQrCode(
  db: Database,
  id: string,
  browser: string,
  now: Date,
): Promise<string | undefined> {
  const taken = await db
    .updateTable("qr_code as q")
    .from("user as u")
    .set({ status: "used" })
    .whereRef("u.id", "=", "q.user_id")
    .where("u.is_abled", "=", true)
    .where("q.poll_hash", "=", hashSecret(id))
    .where("q.browser_hash", "=", hashSecret(browser))
    .where("q.status", "=", "confirmed")
    .where("q.expires_at", ">", now)
    .returning("u.id as user_id")
    .executeTakeFirst();
  return taken?.user_id;
}

/** Marks a code as scanned by this person; undefined when it has expired, or somebody else has scanned it. */
export async function markScanned(db: Database, code: string, userId: string, now: Date) {
  return db
    .updateTable("qr_code")
    .set({ status: "scanned", user_id: userId })
    .where("code_hash", "=", hashSecret(code))
    .where("expires_at", ">", now)
    .where((row) =>
      row.or([
        row("status", "=", "waiting"),
        row.and([row("status", "=", "scanned"), row("user_id", "=", userId)]),
      ]),
    )
    .returning(["device", "client", "ip", "network", "created_at", "expires_at"])
    .executeTakeFirst();
}

/** Confirms or refuses a code that this person has scanned, once; false when there is none to decide. */
export async function decideQrCode(
  trx: Queryable,
  code: string,
  userId: string,
  status: "confirmed" | "refused",
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const decided = await trx
    .updateTable("qr_code")
    .set({ status, expires_at: until })
    .where("code_hash", "=", hashSecret(code))
    .where("user_id", "=", userId)
    .where("status", "=", "scanned")
    .where("expires_at", ">", now)
    .returning("status")
    .executeTakeFirst();
  return decided !== undefined;
}

export async function sweepQrCodes(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("qr_code").where("expires_at", "<", before).execute();
}
