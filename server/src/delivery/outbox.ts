import { randomUUID } from "node:crypto";
import type { Database, Queryable } from "../database/database.ts";
import type { OutboxTable } from "../database/tables/session.ts";
import type { Message } from "./message.ts";

/** Stores a message: `waiting` for a carrier, or `kept` for the operator to read. Returns its id. */
export async function putMessage(
  trx: Queryable,
  message: Message,
  status: "waiting" | "kept",
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await trx
    .insertInto("outbox")
    .values({ id, ...message, status, created_at: now })
    .execute();
  return id;
}

/** Returns a message that waits for a carrier and has not expired. */
export async function waitingMessage(
  db: Database,
  id: string,
  now: Date,
): Promise<Message | undefined> {
  const found = await db
    .selectFrom("outbox")
    .select(["channel", "receiver", "use", "code", "expires_at"])
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return found?.code == null ? undefined : { ...found, code: found.code };
}

/** Marks a message as sent or given up. */
export async function markEnded(
  db: Database,
  id: string,
  status: "sent" | "failed",
): Promise<void> {
  await db.updateTable("outbox").set({ status, code: null }).where("id", "=", id).execute();
}

/** Erases expired codes, gives up messages that could not be sent in time, and drops old rows. */
export async function sweepOutbox(db: Database, now: Date, keepSince: Date): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ code: null })
    .where("code", "is not", null)
    .where("expires_at", "<=", now)
    .execute();
  await db
    .updateTable("outbox")
    .set({ status: "failed" })
    .where("status", "=", "waiting")
    .where("expires_at", "<=", now)
    .execute();
  await db.deleteFrom("outbox").where("created_at", "<", keepSince).execute();
}

export type ShownMessage = Pick<
  OutboxTable,
  "channel" | "receiver" | "use" | "code" | "status" | "created_at" | "expires_at"
>;

/** Returns the newest messages, without codes that have expired or were sent. */
export async function readOutbox(db: Database, now: Date, limit: number): Promise<ShownMessage[]> {
  const rows = await db
    .selectFrom("outbox")
    .select(["channel", "receiver", "use", "code", "status", "created_at", "expires_at"])
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, code: row.expires_at > now ? row.code : null }));
}

/** Attempts at a message before it is given up. */
export const MAX_TRIES = 4;
const FIRST_WAIT_MS = 5000;
const LONGER_BY = 3;

/** Returns the milliseconds to wait after this many failures: 5, 15, then 45 seconds. */
export function waitAfter(failures: number): number {
  return FIRST_WAIT_MS * LONGER_BY ** (failures - 1);
}
