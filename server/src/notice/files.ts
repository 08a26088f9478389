import type { FastifyInstance } from "fastify";
import { type FileType, fileUrl, NOTICE_BYTES_MAX, type StoredFile } from "#contract";
import type { Queryable } from "../database/database.ts";
import { acrossSchools } from "../database/scope.ts";
import { badField, Refusal } from "../http/refusal.ts";
import { scopeOf } from "../rights/rules.ts";
import { isManagedBy } from "./audience.ts";
import { hasFile } from "./inbox.ts";
import { findNotice } from "./queries.ts";

const PURPOSE = "notice";
const MB = 1024 * 1024;

/** Returns the files of a notice in their order. */
export async function filesOf(db: Queryable, notice_id: string): Promise<StoredFile[]> {
  const rows = await db
    .selectFrom("notice_file as a")
    .innerJoin("file as f", "f.id", "a.file_id")
    .select(["f.id", "f.name", "f.mime", "f.size", "f.width", "f.height"])
    .where("a.notice_id", "=", notice_id)
    .where("f.state", "=", "stored")
    .orderBy("a.sort")
    .$narrowType<{ mime: FileType; size: number }>()
    .execute();
  return rows.map(({ id, ...file }) => ({ key: id, ...file, url: fileUrl(id) }));
}

/**
 * Inspects the files that a notice is to have, before the transaction that attaches them; returns their keys, each once.
 * Refuses files of others, and too much of them together.
 */
export async function finishFiles(
  app: FastifyInstance,
  user_id: string,
  keys: readonly string[],
  notice_id?: string,
): Promise<string[]> {
  const attached = notice_id === undefined ? [] : await filesOf(app.db, notice_id);
  const once = [...new Set(keys)];
  let bytes = 0;
  for (const key of once) {
    const known = attached.find((file) => file.key === key);
    bytes += (known ?? (await finish(app, user_id, key))).size;
    if (bytes > NOTICE_BYTES_MAX) {
      throw wrong(`图片和文件合计不能超过 ${NOTICE_BYTES_MAX / MB} MB`);
    }
  }
  return once;
}

async function finish(app: FastifyInstance, user_id: string, key: string): Promise<StoredFile> {
  try {
    return await app.files.finish(user_id, key);
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== "notFound") throw error;
    throw wrong("有文件不存在或已过期，请重新添加");
  }
}

/** Makes these files the notice's, in this order; those that it had and are left out go. */
export async function attachFiles(
  app: FastifyInstance,
  trx: Queryable,
  { id: notice_id, school_id }: { id: string; school_id: string },
  user_id: string,
  keys: readonly string[],
): Promise<void> {
  const had = await detach(trx, notice_id);
  await app.files.release(
    trx,
    had.filter((key) => !keys.includes(key)),
  );
  const added = keys.filter((key) => !had.includes(key));
  await app.files.hold(trx, { user_id, purpose: PURPOSE }, added);
  if (keys.length === 0) return;
  const rows = keys.map((file_id, sort) => ({ school_id, notice_id, file_id, sort }));
  await trx.insertInto("notice_file").values(rows).execute();
}

/** Lets all files of a notice go: nobody opens them any more, and the sweep deletes them. */
export async function releaseFilesOf(
  app: FastifyInstance,
  trx: Queryable,
  notice_id: string,
): Promise<void> {
  await app.files.release(trx, await detach(trx, notice_id));
}

async function detach(trx: Queryable, notice_id: string): Promise<string[]> {
  const gone = await trx
    .deleteFrom("notice_file")
    .where("notice_id", "=", notice_id)
    .returning("file_id")
    .execute();
  return gone.map(({ file_id }) => file_id);
}

/** Lets those read a notice's file who have the notice in an inbox, and those who manage it. */
export function readFilesByNotice(app: FastifyInstance): void {
  const { db } = app;
  app.files.readAttachmentsBy(PURPOSE, ({ user_id, held }, key) =>
    // a notice may be a district's, or of the school that a child is at
    acrossSchools("inbox", async () => {
      const now = app.now();
      if (await hasFile(db, user_id, key, now)) return true;
      const scope = scopeOf(held, "notice.send", await app.organisations.tree(), now);
      const notice = scope === undefined ? undefined : await noticeOf(db, key);
      if (scope === undefined || notice === undefined) return false;
      return isManagedBy(db, { scope, user_id }, notice);
    }),
  );
}

async function noticeOf(db: Queryable, file_id: string) {
  const attached = await db
    .selectFrom("notice_file")
    .select("notice_id")
    .where("file_id", "=", file_id)
    .executeTakeFirst();
  return attached === undefined ? undefined : findNotice(db, attached.notice_id);
}

function wrong(message: string): Refusal {
  return badField("file_keys", message);
}
