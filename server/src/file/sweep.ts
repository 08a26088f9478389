import type { Queryable } from "../database/database.ts";
import { deleteDropped, dropIdleFiles, markCleared, unclearedFiles } from "./queries.ts";
import type { Store } from "./store/store.ts";

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
export async function sweepFiles(db: Queryable, store: Store, now: Date): Promise<void> {
  const before = new Date(now.getTime() - IDLE_MS);
  for (const id of await dropIdleFiles(db, before, AT_ONCE)) await deleteFile(db, store, id);
  for (const id of await unclearedFiles(db, before, AT_ONCE)) {
    await store.dropArrived(id);
    await markCleared(db, id);
  }
}

/** Deletes the bytes of a file that is marked as dropped, then its row. */
export async function deleteFile(db: Queryable, store: Store, id: string): Promise<void> {
  await store.dropArrived(id);
  await store.drop(id);
  await deleteDropped(db, id);
}
