import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { runServer } from "../e2e/harness/run-server.ts";
import { readConfig } from "../server/src/platform/config.ts";
import { connectDatabase } from "../server/src/database/connect.ts";

const USERS = new URL("../demo/roster/users.csv", import.meta.url);

export interface DemoPerson {
  id: string;
  account: string;
  name: string;
}

/** A data directory with the demo district in it, whose people have all agreed to what is in force. */
export async function prepareDistrict(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "schoolgate-bench-"));
  await (await runServer(dataDir, { LOG_LEVEL: "silent" })).stop();
  const { everySchool: db, close } = await connectDatabase(readConfig({ DATA_DIR: dataDir }));
  try {
    await sql`insert into consent (user_id, type, version)
      select u.id, a.type, a.version from "user" u cross join agreement a on conflict do nothing`.execute(
      db,
    );
  } finally {
    await close();
  }
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** The people of the demo's roster who may sign in, but those who stand for special cases; in the roster's order. */
export function demoPeople(): DemoPerson[] {
  const rows = parse<Record<string, string>>(readFileSync(USERS), { columns: true, bom: true });
  return rows
    .filter(
      (cells) => cells["password"] === "xuemen-2026" && !cells["sourcedId"]?.startsWith("person-"),
    )
    .map((cells) => ({
      id: cells["sourcedId"] ?? "",
      account: cells["username"] ?? "",
      name: `${cells["familyName"]}${cells["givenName"]}`,
    }));
}
