import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll } from "vitest";
import { openTestDatabase } from "../../test/database.ts";
import { buildCommandApp } from "../core.ts";
import { readConfig } from "../platform/config.ts";
import type { ConnectedDatabase } from "../database/connect.ts";
import { derivedId, type SourcedKind } from "./derived-id.ts";
import { importByCommand } from "./bring.ts";
import type { ImportOptions, ImportReport } from "./import.ts";
import { writeFolder, type Files } from "./small-bundle.fixture.ts";
import { KINDS } from "./table-shapes.ts";

export const now = () => new Date("2026-11-20T08:00:00+08:00");
export const id = (kind: SourcedKind, sourcedId: string) => derivedId("small", kind, sourcedId);

export const NOTHING = {};
export const EVERYTHING = {
  school: [3, 0, 0],
  user: [3, 0, 0],
  membership: [4, 0, 0],
  class: [2, 0, 0],
  class_student: [1, 0, 0],
  class_teacher: [1, 0, 0],
  guardian: [1, 0, 0],
};

/** Opens a database for a test file, empty before each test; its imports have the source `small`. */
export function openRoster() {
  let connected: ConnectedDatabase;
  beforeAll(async () => {
    connected = await openTestDatabase();
  });
  afterAll(() => connected.close());
  afterEach(async () => {
    await sql`truncate school, "user", subject, roster_source, roster_bundle cascade`.execute(
      connected.db,
    );
  });

  const open = async () => buildCommandApp({ db: connected.db, config: readConfig({}), now });

  async function bringIn(files: Files, options: ImportOptions = {}): Promise<ImportReport> {
    const folder = await writeFolder(files);
    try {
      return await importByCommand(connected.db, open, folder, { now, ...options });
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  /** Returns every row of every table that an import may write, as text. */
  async function snapshot(): Promise<Record<string, string[]>> {
    const tables = [...KINDS, "subject", "roster_source", "roster_file"] as const;
    const contents: Record<string, string[]> = {};
    for (const table of tables) {
      const rows = await connected.db.selectFrom(table).selectAll().execute();
      contents[table] = rows.map((row) => JSON.stringify(row)).toSorted();
    }
    return contents;
  }

  const counts = ({ changes }: ImportReport) =>
    Object.fromEntries(
      KINDS.flatMap((kind) => {
        const { created, changed, ended } = changes[kind];
        return created + changed + ended === 0 ? [] : [[kind, [created, changed, ended]]];
      }),
    );

  function person(sourcedId: string) {
    return connected.db
      .selectFrom("user")
      .selectAll()
      .where("id", "=", id("user", sourcedId))
      .executeTakeFirst();
  }

  return {
    get db() {
      return connected.db;
    },
    bringIn,
    snapshot,
    counts,
    person,
  };
}
