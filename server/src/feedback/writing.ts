import { sql } from "kysely";
import type { FeedbackKind, FeedbackSide, FeedbackStatus, Identity } from "#contract";
import type { Queryable } from "../database/database.ts";

export interface NewThread {
  school_id: string;
  id: string;
  user_id: string;
  identity: Identity;
  kind: FeedbackKind;
  title: string;
  attempt?: string | undefined;
  now: Date;
}

/**
 * Writes a thread without messages, unless the person has begun `most` since `since`; returns whether it was written.
 */
export async function insertThread(
  trx: Queryable,
  thread: NewThread,
  above: boolean,
  { since, most }: { since: Date; most: number },
): Promise<boolean> {
  const { school_id, id, user_id, identity, kind, title, attempt, now } = thread;
  await takeTurn(trx, user_id);
  const { rows } = await sql<{ id: string }>`
    insert into feedback_thread (school_id, id, user_id, identity, assigned_school_id, kind, title, attempt, created_at, updated_at)
    select s.id, ${id}, ${user_id}, ${identity},
      case when ${above}::boolean then coalesce(s.parent_id, s.id) else s.id end,
      ${kind}, ${title}, ${attempt ?? null}::uuid, ${now}::timestamptz, ${now}::timestamptz
    from school s where s.id = ${school_id} and (
      select count(*) from feedback_thread where user_id = ${user_id} and created_at > ${since}::timestamptz
    ) < ${most}::integer
    returning id`.execute(trx);
  return rows.length > 0;
}

/** Returns the id of the thread that this attempt of the person began already; waits for one under way. */
export async function threadOfAttempt(
  trx: Queryable,
  { school_id, user_id, attempt }: Pick<NewThread, "school_id" | "user_id" | "attempt">,
): Promise<string | undefined> {
  if (attempt === undefined) return undefined;
  await takeTurn(trx, user_id);
  const thread = await trx
    .selectFrom("feedback_thread")
    .select("id")
    .where("school_id", "=", school_id)
    .where("user_id", "=", user_id)
    .where("attempt", "=", attempt)
    .executeTakeFirst();
  return thread?.id;
}

/** Returns the number of the message that this attempt of the person wrote in the thread already; waits as above. */
export async function messageOfAttempt(
  trx: Queryable,
  message: Pick<NewMessage, "school_id" | "thread_id" | "user_id" | "attempt">,
): Promise<number | undefined> {
  const { school_id, thread_id, user_id, attempt } = message;
  if (attempt === undefined) return undefined;
  await takeTurn(trx, user_id);
  const written = await trx
    .selectFrom("feedback_message")
    .select("seq")
    .where("school_id", "=", school_id)
    .where("thread_id", "=", thread_id)
    .where("user_id", "=", user_id)
    .where("attempt", "=", attempt)
    .executeTakeFirst();
  return written?.seq;
}

/** Locks the person's row, so that messages sent at the same moment are counted one after the other. */
async function takeTurn(trx: Queryable, userId: string): Promise<void> {
  await sql`select from "user" where id = ${userId} for no key update`.execute(trx);
}

export interface NewMessage {
  school_id: string;
  thread_id: string;
  side: FeedbackSide;
  user_id: string;
  content: string;
  file_keys: readonly string[];
  attempt?: string | undefined;
  now: Date;
}

/**
 * Adds a message at the end of its thread. Updating the thread's row gives the number and locks the row, so that
 * numbers have no gaps. An answer by staff takes a thread that nobody has taken. Undefined when the person has written
 * `most` since `since`.
 */
export async function addMessage(
  trx: Queryable,
  message: NewMessage,
  status: FeedbackStatus,
  { since, most }: { since: Date; most: number },
): Promise<number | undefined> {
  const { school_id, thread_id, side, user_id, content, file_keys, attempt, now } = message;
  const unread = side === "person" ? sql.ref("staff_unread") : sql.ref("person_unread");
  await takeTurn(trx, user_id);
  const { rows } = await sql<{ last_seq: number }>`
    update feedback_thread set last_seq = last_seq + 1, status = ${status}, updated_at = ${now}::timestamptz,
      ${unread} = ${unread} + 1,
      taken_by = case when ${side} = 'staff' then coalesce(taken_by, ${user_id}) else taken_by end,
      taken_at = case when ${side} = 'staff' then coalesce(taken_at, ${now}::timestamptz) else taken_at end
    where school_id = ${school_id} and id = ${thread_id} and (
      select count(*) from feedback_message where user_id = ${user_id} and created_at > ${since}::timestamptz
    ) < ${most}::integer
    returning last_seq`.execute(trx);
  const seq = rows[0]?.last_seq;
  if (seq === undefined) return undefined;
  await trx
    .insertInto("feedback_message")
    .values({
      school_id,
      thread_id,
      seq,
      side,
      user_id,
      content,
      created_at: now,
      attempt: attempt ?? null,
    })
    .execute();
  if (file_keys.length > 0) {
    const rowsOf = file_keys.map((file_id, sort) => ({ school_id, thread_id, seq, file_id, sort }));
    await trx.insertInto("feedback_attachment").values(rowsOf).execute();
  }
  return seq;
}

/** Stores how far a side has read; returns the number still unread, which arrived meanwhile. */
export async function markRead(
  db: Queryable,
  { school_id, id }: { school_id: string; id: string },
  side: FeedbackSide,
  seq: number,
): Promise<number> {
  const read = side === "person" ? sql.ref("person_read_seq") : sql.ref("staff_read_seq");
  const unread = side === "person" ? sql.ref("person_unread") : sql.ref("staff_unread");
  const other: FeedbackSide = side === "person" ? "staff" : "person";
  const { rows } = await sql<{ unread: number }>`
    update feedback_thread t set ${read} = greatest(${read}, least(${seq}::integer, last_seq)),
      ${unread} = (
        select count(*) from feedback_message m
        where m.school_id = t.school_id and m.thread_id = t.id and m.side = ${other}
          and m.seq > greatest(t.${read}, ${seq}::integer))
    where school_id = ${school_id} and id = ${id}
    returning ${unread} as unread`.execute(db);
  return rows[0]?.unread ?? 0;
}

/** Closes a thread; false where it is closed already. */
export async function closeThread(
  db: Queryable,
  { school_id, id }: { school_id: string; id: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("feedback_thread")
    .set({ status: "closed", updated_at: now })
    .where("school_id", "=", school_id)
    .where("id", "=", id)
    .where("status", "!=", "closed")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
