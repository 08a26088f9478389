import { randomUUID } from "node:crypto";
import type { Database, Queryable } from "../database/database.ts";
import type { Mail } from "./message.ts";

/** Stores a mail that waits to be sent; returns its id. */
export async function putMail(trx: Queryable, mail: Mail, now: Date): Promise<string> {
  const id = randomUUID();
  await trx
    .insertInto("mail")
    .values({ id, ...mail, status: "waiting", created_at: now })
    .execute();
  return id;
}

/** Returns a mail that waits to be sent. */
export async function waitingMail(db: Database, id: string): Promise<Mail | undefined> {
  const found = await db
    .selectFrom("mail")
    .select(["receiver", "subject", "body"])
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .executeTakeFirst();
  return found?.body == null ? undefined : { ...found, body: found.body };
}

/** Marks a mail as sent or given up; its text is dropped. */
export async function endMail(db: Database, id: string, status: "sent" | "failed"): Promise<void> {
  await db.updateTable("mail").set({ status, body: null }).where("id", "=", id).execute();
}

export async function sweepMails(db: Database, keepSince: Date): Promise<void> {
  await db.deleteFrom("mail").where("created_at", "<", keepSince).execute();
}
