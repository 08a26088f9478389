import { randomUUID } from "node:crypto";
import type { Database, Queryable } from "../database/database.ts";
import type { OutboxTable } from "../database/tables/code.ts";
import { waitAfter, TRIES_AT_MOST } from "./rules.ts";
import type { Message } from "./message.ts";

/** Puts a message in: `waiting` for a carrier, or `kept` for the operator to read. Answers its id. */
export async function putMessage(
  trx: Queryable,
  message: Message,
  status: "waiting" | "kept",
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await trx
    .insertInto("outbox")
    .values({ id, ...message, status, created_at: now, next_try_at: now })
    .execute();
  return id;
}

/** The ids of messages whose next try has come. */
export async function dueMessages(db: Database, now: Date, atMost: number): Promise<string[]> {
  const due = await db
    .selectFrom("outbox")
    .select("id")
    .where("status", "=", "waiting")
    .where("next_try_at", "<=", now)
    .where("expires_at", ">", now)
    .orderBy("next_try_at")
    .limit(atMost)
    .execute();
  return due.map(({ id }) => id);
}

/** Takes one message for one try: of several nodes, one gets it. */
export async function claimMessage(
  db: Database,
  id: string,
  now: Date,
): Promise<(Message & { tries: number }) | undefined> {
  const claimed = await db
    .updateTable("outbox")
    .set((row) => ({ tries: row("tries", "+", 1), next_try_at: claimedUntil(now) }))
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .where("next_try_at", "<=", now)
    .where("expires_at", ">", now)
    .returning(["channel", "receiver", "use", "code", "expires_at", "tries"])
    .executeTakeFirst();
  return claimed?.code == null ? undefined : { ...claimed, code: claimed.code };
}

/** A node that dies while it tries leaves the message to the others. */
function claimedUntil(now: Date): Date {
  return new Date(now.getTime() + 60_000);
}

export async function markSent(db: Database, id: string): Promise<void> {
  await db.updateTable("outbox").set({ status: "sent", code: null }).where("id", "=", id).execute();
}

/** Notes that a try failed; answers whether there will be another one. */
export async function markFailed(
  db: Database,
  id: string,
  tries: number,
  now: Date,
): Promise<boolean> {
  const again = tries < TRIES_AT_MOST;
  await db
    .updateTable("outbox")
    .set(again ? { next_try_at: waitAfter(tries, now) } : { status: "failed", code: null })
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .execute();
  return again;
}

/** Forgets codes that are out of date, gives up on what could not go out in time, and drops old rows. */
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

/** The newest messages; a code that is out of date or has gone out is not among them. */
export async function readOutbox(db: Database, now: Date, atMost: number): Promise<ShownMessage[]> {
  const rows = await db
    .selectFrom("outbox")
    .select(["channel", "receiver", "use", "code", "status", "created_at", "expires_at"])
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(atMost)
    .execute();
  return rows.map((row) => ({ ...row, code: row.expires_at > now ? row.code : null }));
}
