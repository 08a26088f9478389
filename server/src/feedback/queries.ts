import { sql, type ExpressionBuilder } from "kysely";
import type { FeedbackSide, FeedbackStatus, FileType } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";
import type { Scope } from "../rights/rules.ts";
import { schoolWithin } from "../rights/scope-sql.ts";

const MAX_MESSAGES = 200;

/** A reader of feedback: the person, and the institution whose feedback that person answers, if any. */
export interface Reader {
  user_id: string;
  assigned_school_id: string | undefined;
}

const COLUMNS = [
  "t.school_id",
  "t.id",
  "t.user_id",
  "t.identity",
  "t.assigned_school_id",
  "t.kind",
  "t.title",
  "t.status",
  "t.last_seq",
  "t.person_unread",
  "t.staff_unread",
  "t.created_at",
  "t.updated_at",
  "u.name as person_name",
  "s.name as school_name",
  "d.name as assigned_school_name",
] as const;

/** Selects threads with the names of the asker, the asker's school and the institution that answers. */
export function threads(db: Queryable) {
  return db
    .selectFrom("feedback_thread as t")
    .innerJoin("user as u", "u.id", "t.user_id")
    .innerJoin("school as s", "s.id", "t.school_id")
    .innerJoin("school as d", "d.id", "t.assigned_school_id")
    .select(COLUMNS);
}

/** Returns the thread, if the reader is on one of its sides. */
export function findThread(db: Queryable, id: string, reader: Reader) {
  return threads(db)
    .where("t.id", "=", id)
    .where((row) => isReaders(row, reader))
    .executeTakeFirst();
}
export type ThreadRow = NonNullable<Awaited<ReturnType<typeof findThread>>>;

function isReaders(
  { or, eb }: ExpressionBuilder<Tables & { t: Tables["feedback_thread"] }, "t">,
  { user_id, assigned_school_id }: Reader,
) {
  const own = eb("t.user_id", "=", user_id);
  return assigned_school_id === undefined
    ? own
    : or([own, eb("t.assigned_school_id", "=", assigned_school_id)]);
}

/** Returns a page of a side's threads, the latest message first. */
export async function listThreads(
  db: Queryable,
  side: FeedbackSide,
  reader: Reader,
  { status, limit, offset }: { status: FeedbackStatus | undefined; limit: number; offset: number },
) {
  const ofSide = ({ eb, and }: ExpressionBuilder<Tables & { t: Tables["feedback_thread"] }, "t">) =>
    side === "person"
      ? eb("t.user_id", "=", reader.user_id)
      : and([
          eb("t.assigned_school_id", "=", reader.assigned_school_id ?? ""),
          // one's own questions are among one's own
          eb("t.user_id", "!=", reader.user_id),
        ]);
  const { total } = await db
    .selectFrom("feedback_thread as t")
    .select(({ fn }) => fn.countAll<string>().as("total"))
    .where(ofSide)
    .$if(status !== undefined, (query) => query.where("t.status", "=", status ?? "open"))
    .executeTakeFirstOrThrow();
  const rows = await threads(db)
    .innerJoin("feedback_message as m", (join) =>
      join
        .onRef("m.school_id", "=", "t.school_id")
        .onRef("m.thread_id", "=", "t.id")
        .onRef("m.seq", "=", "t.last_seq"),
    )
    .select("m.content")
    .where(ofSide)
    .$if(status !== undefined, (query) => query.where("t.status", "=", status ?? "open"))
    .orderBy("t.updated_at", "desc")
    .orderBy("t.id")
    .limit(limit)
    .offset(offset)
    .execute();
  return { total: Number(total), rows };
}

/** Returns the newest messages of a thread, the oldest first, with their attachments. */
export async function readMessages(db: Queryable, thread: { school_id: string; id: string }) {
  const messages = await db
    .selectFrom("feedback_message as m")
    .innerJoin("user as u", "u.id", "m.user_id")
    .select(["m.seq", "m.side", "m.user_id", "m.content", "m.created_at", "u.name"])
    .where("m.school_id", "=", thread.school_id)
    .where("m.thread_id", "=", thread.id)
    .orderBy("m.seq", "desc")
    .limit(MAX_MESSAGES)
    .execute();
  const attached = await db
    .selectFrom("feedback_attachment as a")
    .innerJoin("file as f", "f.id", "a.file_id")
    .select(["a.seq", "f.id", "f.name", "f.mime", "f.size", "f.width", "f.height"])
    .where("a.school_id", "=", thread.school_id)
    .where("a.thread_id", "=", thread.id)
    .where("f.state", "=", "stored")
    .orderBy("a.seq")
    .orderBy("a.sort")
    .$narrowType<{ mime: FileType; size: number }>()
    .execute();
  return messages.toReversed().map((message) => ({
    ...message,
    attachments: attached.filter(({ seq }) => seq === message.seq),
  }));
}

/** Returns the number of unread messages: in the reader's own threads, and in those the reader answers (AP-09). */
export async function countUnread(
  db: Queryable,
  { user_id, assigned_school_id }: Reader,
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select coalesce((
      select sum(person_unread) from feedback_thread where user_id = ${user_id} and person_unread > 0
    ), 0) + coalesce((
      select sum(staff_unread) from feedback_thread
      where assigned_school_id = ${assigned_school_id ?? null} and staff_unread > 0 and user_id <> ${user_id}
    ), 0) as count`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Returns whether a file is attached in a thread that the person asked or may answer: of one of these schools, or
 * within the scope.
 */
export async function isAttachedFor(
  db: Queryable,
  fileId: string,
  {
    user_id,
    schools,
    scope,
  }: { user_id: string; schools: readonly string[]; scope: Scope | undefined },
): Promise<boolean> {
  const found = await db
    .selectFrom("feedback_attachment as a")
    .innerJoin("feedback_thread as t", (join) =>
      join.onRef("t.school_id", "=", "a.school_id").onRef("t.id", "=", "a.thread_id"),
    )
    .select("a.file_id")
    .where("a.file_id", "=", fileId)
    .where(({ or, eb }) =>
      or([
        eb("t.user_id", "=", user_id),
        ...(schools.length > 0 ? [eb("t.assigned_school_id", "in", [...schools])] : []),
        ...(scope === undefined ? [] : [schoolWithin(scope, sql.ref("t.assigned_school_id"))]),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}
