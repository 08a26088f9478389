import { UNDO_DAYS } from "#contract";
import type { Database, Queryable } from "../database/database.ts";
import { findMedium } from "./api.ts";
import { deleteDropped, dropIdleFiles, markCleared, unclearedFiles } from "./queries.ts";
import { deleteIdleMedium, deleteIdlePictures, idleMedia, markIdle } from "./shared-queries.ts";
import type { Store } from "./store/store.ts";
import { daysBefore } from "../platform/days.ts";

/**
 * Milliseconds until an unreferenced file is deleted: time to attach a new one, and for a screen that still shows an
 * old one.
 */
export const IDLE_MS = 24 * 3_600_000;
const AT_ONCE = 500;

/**
 * Deletes files that nothing refers to: permissions never used, uploads never confirmed or attached, avatars replaced.
 * Several nodes may do it at once: the mark in the database comes first, then the bytes, then the row, and each step
 * may happen twice.
 */
export async function sweepFiles(db: Database, store: Store, now: Date): Promise<void> {
  const before = new Date(now.getTime() - IDLE_MS);
  for (const id of await dropIdleFiles(db, before, AT_ONCE)) await deleteFile(db, store, id);
  for (const id of await unclearedFiles(db, before, AT_ONCE)) {
    await store.dropArrived(id);
    await markCleared(db, id);
  }
  await sweepShared(db, store, now);
}

/**
 * Days until a logo, cover or medium that nothing refers to is deleted: longer than a change that would bring it back
 * can be undone.
 */
export const SHARED_IDLE_DAYS = UNDO_DAYS + 1;

/** Deletes logos, covers and media of lessons that nothing has referred to for some time (AD-20). */
async function sweepShared(db: Database, store: Store, now: Date): Promise<void> {
  const before = daysBefore(now, SHARED_IDLE_DAYS);
  await markIdle(db, now);
  await db.transaction().execute((trx) => deleteIdlePictures(trx, before));
  for (const id of await idleMedia(db, before, AT_ONCE)) {
    // who refers to it meanwhile waits, and learns that it is gone
    await db.transaction().execute(async (trx) => {
      if (await deleteIdleMedium(trx, id, before)) await store.drop(id);
    });
  }
}

/** Deletes the bytes of a file that is marked as dropped, then its row; a lesson's medium keeps its bytes. */
export async function deleteFile(db: Queryable, store: Store, id: string): Promise<void> {
  await store.dropArrived(id);
  if ((await findMedium(db, id)) === undefined) await store.drop(id);
  await deleteDropped(db, id);
}
