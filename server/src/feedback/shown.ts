import { type FeedbackSide, fileUrl } from "#contract";
import type { Queryable } from "../database/database.ts";
import { readMessages, type ThreadRow } from "./queries.ts";

/** Returns a thread as one of its sides reads it. */
export function shown(row: ThreadRow, side: FeedbackSide) {
  const { id, kind, title, status, person_name, identity, school_name, assigned_school_name } = row;
  return {
    id,
    kind,
    title,
    status,
    side,
    person_name,
    identity,
    school_name,
    assigned_school_name,
    unread: side === "person" ? row.person_unread : row.staff_unread,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Returns the messages of a thread as this person reads them. */
export async function messagesFor(
  db: Queryable,
  thread: { school_id: string; id: string },
  userId: string,
) {
  const messages = await readMessages(db, thread);
  return messages.map(({ user_id, created_at, attachments, ...message }) => ({
    ...message,
    mine: user_id === userId,
    created_at: created_at.toISOString(),
    attachments: attachments.map(({ id, seq: _seq, ...file }) => ({
      ...file,
      key: id,
      url: fileUrl(id),
    })),
  }));
}
