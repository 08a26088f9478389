import { sql } from "kysely";
import { type Identity, type InboxTask, INBOX_TASKS, isChild } from "#contract";
import type { Queryable } from "../database/database.ts";
import { readOwnChildren } from "../family/api.ts";
import { dueWords } from "../platform/due-words.ts";
import { isChildInSql } from "../session/age-facts.ts";

/** A person under an identity at a school, with the apps that are seen there. */
export interface Tasked {
  user_id: string;
  identity: Identity;
  school_id: string | undefined;
  app_ids: readonly string[];
}

/**
 * Reads what waits for a person beside the messages (IN-01): consents that a guardian has not decided, answers to feedback that
 * were not read, and to-dos of apps that are seen now, the nearest due first. Statements must see every school.
 */
export async function readTasks(
  db: Queryable,
  { user_id, identity, school_id, app_ids }: Tasked,
  now: Date,
): Promise<InboxTask[]> {
  const children = identity === "parent" ? await readOwnChildren(db, user_id, now) : [];
  const consents = children
    .filter((child) => isChild(child, now) && !child.is_agreed)
    .map(({ id, name }): InboxTask => ({
      ...{ kind: "consent", id, title: name, from_name: "", due: null, due_words: null },
      link: "/module/profile/family",
    }));
  const { rows } = await sql<Omit<InboxTask, "due" | "due_words"> & { due: Date | null }>`
    select kind, id, title, from_name, due, link from (
      (select 'feedback' as kind, t.id, t.title, '' as from_name, null::timestamptz as due, '/feedback/thread/' || t.id as link,
        t.updated_at as at
      from feedback_thread t where t.user_id = ${user_id} and t.identity = ${identity} and t.person_unread > 0)
      union all
      (select 'todo', i.app_id || '/' || i.key, i.body->>'title', a.name, i.due_at, coalesce(i.body->>'link', ''), i.updated_at
      from app_item i join app a on a.id = i.app_id join "user" u on u.id = i.user_id
      where i.user_id = ${user_id} and i.identity = ${identity} and i.school_id = ${school_id ?? ""} and i.kind = 'todo'
        and not i.is_gone and not coalesce((i.body->>'done')::boolean, false) and i.app_id = any (${app_ids}::text[])
        and not (${isChildInSql(now, "probe")} and not exists (select from consent c
          where c.user_id = u.id and c.type = 'child' and c.given_by is not null))
      order by i.due_at nulls last, i.updated_at desc limit ${INBOX_TASKS})) t
    order by kind, due nulls last, at desc`.execute(db);
  return [
    ...consents,
    ...rows.map(({ kind, id, title, from_name, due, link }) => ({
      ...{ kind, id, title, from_name, link },
      due: due?.toISOString() ?? null,
      due_words: due === null ? null : dueWords(due, now),
    })),
  ];
}
