import { type RawBuilder, sql } from "kysely";
import type { Identity, InboxCounts, InboxItem, NoticeConfirm, PageCursor } from "#contract";
import type { Queryable } from "../database/database.ts";

/** The reader of an inbox: a person under the active identity. */
export interface Reader {
  user_id: string;
  identity: Identity;
}

/** The SQL of whether recipient `r` has the identity still, at the school by which the notice came: whoever left reads nothing more of it. */
export const IS_THERE = sql<boolean>`exists (select from membership m
  where m.user_id = r.user_id and m.school_id = r.school_id and m.identity = r.identity and m.is_abled)`;
/**
 * Returns the SQL of whether recipient `r` of notice `n` is in an inbox: it has arrived, the identity lasts, and a guardian is still one.
 * Statements about inboxes must see every school.
 */
export const arrived = (
  now: Date,
) => sql<boolean>`(n.sent_at is not null and r.visible_at <= ${now} and ${IS_THERE}
  and (r.child_id is null or exists (select from guardian g where g.child_id = r.child_id and g.user_id = r.user_id)))`;
/** Returns the SQL of whether it is new to the recipient: never read, changed, or reminded of since. */
export const unread = (now: Date) => sql<boolean>`(n.state = 'sent' and (r.read_version < n.version
  or (r.reminded_at <= ${now} and r.read_at < r.reminded_at)))`;
/** The SQL of whether the confirmation is done: one's own, or of a child another guardian's where one suffices. */
const IS_DONE = sql<boolean>`(r.answered_version >= n.asked_version or n.guardians = 'any' and r.child_id is not null
  and exists (select from notice_recipient o where o.notice_id = r.notice_id and o.identity = r.identity
    and o.child_id = r.child_id and o.answered_version >= n.asked_version))`;
/** The SQL of whether the recipient, or another guardian where one suffices, has yet to confirm. */
export const IS_WAITING = sql<boolean>`(n.state = 'sent' and n.confirm in ('received', 'choice') and not ${IS_DONE})`;

interface InboxRow {
  id: string;
  notice_id: string;
  title: string;
  content: string;
  from_name: string;
  by_name: string | null;
  visible_at: Date;
  child_id: string | null;
  child_name: string | null;
  is_unread: boolean;
  is_waiting: boolean;
  is_own: boolean;
  changed_at: Date | null;
  is_taken_back: boolean;
  reminded_at: Date | null;
  confirm: NoticeConfirm;
  choices: string[];
  answered_at: Date | null;
  choice: string | null;
  file_count: number;
}

interface InboxQuery {
  id?: string | undefined;
  child_id?: string | undefined;
  waiting?: boolean | undefined;
  after?: PageCursor | undefined;
  limit: number;
}

/** Reads items of an inbox, the newest first. */
export async function findItems(
  db: Queryable,
  { user_id, identity }: Reader,
  { id, child_id, waiting, after, limit }: InboxQuery,
  now: Date,
): Promise<InboxRow[]> {
  const conditions = [arrived(now)];
  if (id !== undefined) conditions.push(sql`r.id = ${id}`);
  if (child_id !== undefined) conditions.push(sql`r.child_id = ${child_id}`);
  if (waiting === true) conditions.push(IS_WAITING);
  if (after !== undefined) conditions.push(sql`(r.visible_at, r.id) < (${after.at}, ${after.id})`);
  const { rows } = await sql<InboxRow>`
    select r.id, r.notice_id, n.title, n.content, s.name as from_name, u.name as by_name, r.visible_at, r.child_id, c.name as child_name,
      ${unread(now)} as is_unread, ${IS_WAITING} as is_waiting, n.changed_at, n.state = 'taken-back' as is_taken_back,
      r.reminded_at, n.confirm, n.choices, r.answered_version >= n.asked_version as is_own,
      r.answered_at, r.choice,
      (select count(*)::integer from notice_file f where f.notice_id = n.id) as file_count
    from notice_recipient r join notice n on n.id = r.notice_id join school s on s.id = n.school_id
    left join "user" u on u.id = n.made_by left join "user" c on c.id = r.child_id
    where r.user_id = ${user_id} and r.identity = ${identity} and ${sql.join(conditions, sql` and `)}
    order by r.visible_at desc, r.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Characters of the text that a list shows. */
const EXCERPT = 120;

/** Returns an item as its reader sees it: of one that was taken back, nothing but that. */
export function itemOf(row: InboxRow, now: Date): InboxItem {
  const { id, from_name, by_name, child_id, child_name, confirm, choices, is_taken_back } = row;
  const isOpen = !is_taken_back;
  const text = row.content.replaceAll(/\s+/g, " ");
  return {
    ...{ id, from_name, by_name, is_taken_back },
    title: isOpen ? row.title : "",
    excerpt: isOpen ? (text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text) : "",
    at: row.visible_at.toISOString(),
    child: child_id === null || child_name === null ? null : { id: child_id, name: child_name },
    is_read: !row.is_unread,
    changed_at: isOpen ? (row.changed_at?.toISOString() ?? null) : null,
    is_waiting: row.is_waiting,
    is_reminded: row.is_waiting && row.reminded_at !== null && row.reminded_at <= now,
    confirm: isOpen ? confirm : "none",
    choices: isOpen ? choices : [],
    answered_at: row.is_own && isOpen ? (row.answered_at?.toISOString() ?? null) : null,
    choice: row.is_own && isOpen ? row.choice : null,
    file_count: isOpen ? row.file_count : 0,
  };
}

/** Returns whether a file is of a notice that lies in an inbox of the person, under whichever identity. */
export async function hasFile(
  db: Queryable,
  user_id: string,
  file_id: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`select from notice_file f join notice n on n.id = f.notice_id
    join notice_recipient r on r.notice_id = n.id
    where f.file_id = ${file_id} and n.state = 'sent' and r.user_id = ${user_id} and ${arrived(now)} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Counts what is unread and waits to be confirmed, and what is unread under the other identities. */
export async function countInbox(
  db: Queryable,
  { user_id, identity }: { user_id: string; identity: Identity | null },
  now: Date,
): Promise<Omit<InboxCounts, "tasks">> {
  const { rows } = await sql<{ identity: Identity; unread: number; waiting: number }>`
    select r.identity, (count(*) filter (where ${unread(now)}))::integer as unread,
      (count(*) filter (where ${IS_WAITING}))::integer as waiting
    from notice_recipient r join notice n on n.id = r.notice_id
    where r.user_id = ${user_id} and ${arrived(now)} and n.state = 'sent'
    group by r.identity order by r.identity`.execute(db);
  const own = rows.find((row) => row.identity === identity);
  return {
    unread: own?.unread ?? 0,
    waiting: own?.waiting ?? 0,
    others: rows
      .filter((row) => row.identity !== identity && row.unread > 0)
      .map((row) => ({ identity: row.identity, unread: row.unread })),
  };
}

/** Marks items of an inbox as read; without ids all of them. */
export async function markRead(
  db: Queryable,
  { user_id, identity }: Reader,
  ids: readonly string[] | undefined,
  now: Date,
): Promise<void> {
  const named: RawBuilder<boolean> =
    ids === undefined ? sql`true` : sql`r.id = any (${[...ids]}::text[])`;
  await sql`update notice_recipient as r set read_at = ${now}, read_version = n.version, touched_at = ${now} from notice n
    where n.id = r.notice_id and r.user_id = ${user_id} and r.identity = ${identity} and ${named}
      and ${arrived(now)} and ${unread(now)}`.execute(db);
}

/**
 * Writes a person's confirmation of an item that is in the inbox.
 *
 * @returns false where the notice has been taken back meanwhile
 */
export async function writeAnswer(
  db: Queryable,
  { user_id, identity }: Reader,
  { id, choice }: { id: string; choice: string | null },
  now: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } =
    await sql`update notice_recipient as r set answered_at = ${now}, answered_version = n.version,
      choice = ${choice}, read_at = ${now}, read_version = n.version, touched_at = ${now} from notice n
    where n.id = r.notice_id and n.state = 'sent' and r.id = ${id} and r.user_id = ${user_id} and r.identity = ${identity}`.execute(
      db,
    );
  return numAffectedRows > 0n;
}
