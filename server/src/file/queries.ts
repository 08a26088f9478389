import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { FilePurpose, FileType } from "#contract";
import type { Queryable } from "../database/database.ts";
import type { ContentMediumTable, FileTable, PictureTable } from "../database/tables/file.ts";

export type FileRow = Selectable<FileTable>;

export interface NewPermission {
  id: string;
  user_id: string;
  purpose: FilePurpose;
  name: string;
  promised_mime: FileType;
  promised_size: number;
  created_at: Date;
  expires_at: Date;
}

/** Writes an upload permission, unless the person was given `most` of them since `since`. */
export async function insertPermission(
  db: Queryable,
  row: NewPermission,
  { since, most }: { since: Date; most: number },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into file (id, user_id, purpose, name, promised_mime, promised_size, created_at, expires_at)
    select ${row.id}, ${row.user_id}, ${row.purpose}, ${row.name}, ${row.promised_mime},
      ${row.promised_size}::integer, ${row.created_at}::timestamptz, ${row.expires_at}::timestamptz
    where (select count(*) from file where user_id = ${row.user_id} and created_at > ${since}::timestamptz)
      < ${most}::integer
    returning id`.execute(db);
  return rows.length > 0;
}

/**
 * Returns whether a school has room for so many bytes more: those of its members' files, also of such as are on their way,
 * are `most` at most. Others who ask at the school wait for the end of the transaction, so that together they do not exceed it.
 */
export async function hasRoom(
  trx: Queryable,
  school_id: string,
  { more, most }: { more: number; most: number },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${school_id}`}, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ has_room: boolean }>`
    select coalesce(sum(coalesce(f.size, f.promised_size)), 0) + ${more}::bigint <= ${most}::bigint as has_room
    from file f where f.state <> 'dropped'
      and f.user_id in (select user_id from membership where school_id = ${school_id})`.execute(
    trx,
  );
  return rows[0]?.has_room === true;
}

export function findFile(db: Queryable, id: string): Promise<FileRow | undefined> {
  return db.selectFrom("file").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Moves a file from one state to the next; undefined when it is not in that state, so that only one of many does it. */
export function moveFile(
  db: Queryable,
  id: string,
  from: readonly FileRow["state"][],
  to: Updateable<FileTable>,
): Promise<FileRow | undefined> {
  return db
    .updateTable("file")
    .set(to)
    .where("id", "=", id)
    .where("state", "in", [...from])
    .returningAll()
    .executeTakeFirst();
}

/** Uses an upload permission: once, and only while it is valid. */
export function beginArrival(db: Queryable, id: string, now: Date): Promise<FileRow | undefined> {
  return db
    .updateTable("file")
    .set({ state: "arriving" })
    .where("id", "=", id)
    .where("state", "=", "promised")
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
}

/** Marks the files as held; true when all were the person's own, stored, and not held yet. */
export async function holdFiles(
  trx: Queryable,
  ids: readonly string[],
  owner: { user_id: string; purpose: FilePurpose },
): Promise<boolean> {
  const held = await trx
    .updateTable("file")
    .set({ is_held: true, released_at: null })
    .where("id", "in", [...ids])
    .where("user_id", "=", owner.user_id)
    .where("purpose", "=", owner.purpose)
    .where("state", "=", "stored")
    .where("is_held", "=", false)
    .returning("id")
    .execute();
  return held.length === new Set(ids).size;
}

/** Stores a public picture, once for each key. */
export async function keepPicture(db: Queryable, picture: Insertable<PictureTable>): Promise<void> {
  await db
    .insertInto("picture")
    .values(picture)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Stores what is known of a lesson's medium, once for each key; its bytes are in the store. */
export async function keepMedium(
  db: Queryable,
  medium: Insertable<ContentMediumTable>,
): Promise<void> {
  await db
    .insertInto("content_medium")
    .values(medium)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function findPicture(
  db: Queryable,
  id: string,
): Promise<Selectable<PictureTable> | undefined> {
  return db.selectFrom("picture").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Marks files as referred to by nothing: the sweep deletes them later. */
export async function releaseFiles(
  trx: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await trx
    .updateTable("file")
    .set({ is_held: false, released_at: now })
    .where("id", "in", [...ids])
    .execute();
}

/** Reads the files that a person uploaded, the oldest first. */
export function filesOf(db: Queryable, userId: string): Promise<FileRow[]> {
  return db
    .selectFrom("file")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Marks every file of a person for deletion. */
export async function dropFilesOf(trx: Queryable, userId: string): Promise<void> {
  await trx
    .updateTable("file")
    .set({ state: "dropped", is_held: false })
    .where("user_id", "=", userId)
    .execute();
}

/**
 * Marks as dropped the files that nothing has referred to since `before`; returns up to `most` ids of dropped files.
 */
export async function dropIdleFiles(db: Queryable, before: Date, most: number): Promise<string[]> {
  await db
    .updateTable("file")
    .set({ state: "dropped" })
    .where("is_held", "=", false)
    .where("expires_at", "<", before)
    .where(({ or, eb }) => or([eb("released_at", "is", null), eb("released_at", "<", before)]))
    .where("state", "!=", "dropped")
    .execute();
  const rows = await db
    .selectFrom("file")
    .select("id")
    .where("state", "=", "dropped")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteDropped(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom("file").where("id", "=", id).where("state", "=", "dropped").execute();
}

/**
 * Returns ids of stored files whose permission expired before `before`, so that nothing can be uploaded under it again,
 * and whose waiting place is not cleared yet.
 */
export async function unclearedFiles(db: Queryable, before: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom("file")
    .select("id")
    .where("is_cleared", "=", false)
    .where("expires_at", "<", before)
    .where("state", "=", "stored")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

export async function markCleared(db: Queryable, id: string): Promise<void> {
  await db.updateTable("file").set({ is_cleared: true }).where("id", "=", id).execute();
}
