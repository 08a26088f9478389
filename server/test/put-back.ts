import { cp } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { folders } from "../src/backup/backup.fixture.ts";
import { backupLines } from "../src/backup/backup.ts";
import { restore, type Restored } from "../src/backup/restore.ts";
import { writeSafely } from "../src/backup/write-archive.ts";
import { connectDatabase } from "../src/database/connect.ts";
import type { Database } from "../src/database/database.ts";

/** Makes backups and restores for a test file, each at the moment of the file's clock. */
export function backupsAt(now: () => Date) {
  const folder = folders();

  /** Makes a data directory with a database that nobody has used yet. */
  async function emptyPlace(): Promise<string> {
    const place = await folder();
    await cp(join(inject("dataDirs"), "migrated"), place, { recursive: true });
    return place;
  }

  async function backUp(db: Database): Promise<string> {
    const path = join(await folder(), "one.backup");
    const lines = backupLines(db, { config: { dataDir: await folder() }, version: "", now: now() });
    await writeSafely(path, lines);
    return path;
  }

  async function putBack(db: Database, path: string, more: object = {}): Promise<Restored> {
    const config = { dataDir: await folder() };
    return restore(db, path, { config, now: now(), replace: true, signOut: false, ...more });
  }

  return { emptyPlace, folder, backUp, putBack };
}

/**
 * Runs work on a connection of its own, as a command does, so that a second restore finds nothing of the first in it.
 */
export async function within<T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> {
  const { everySchool, close } = await connectDatabase({ dataDir, databasePoolSize: 1 });
  try {
    return await work(everySchool);
  } finally {
    await close();
  }
}
