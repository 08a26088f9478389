import { join } from "node:path";
import { afterEach } from "vitest";
import { folders } from "../src/backup/backup.fixture.ts";
import { backupLines } from "../src/backup/backup.ts";
import { restore, type Restored } from "../src/backup/restore.ts";
import { writeSafely } from "../src/backup/write-archive.ts";
import type { Database } from "../src/database/database.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";

/** Makes backups and restores for a test file, each at the moment of the file's clock. */
export function backupsAt(now: () => Date) {
  const folder = folders();
  const places: TestDatabase[] = [];
  afterEach(async () => {
    for (const place of places.splice(0)) await place.close();
  });

  /** Opens a database that nobody has used yet; it is closed after the test. */
  async function emptyPlace(): Promise<Database> {
    const place = await openTestDatabase();
    places.push(place);
    return place.db;
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

  return { emptyPlace, backUp, putBack };
}
