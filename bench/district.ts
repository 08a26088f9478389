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

/**
 * Makes a data directory, or a database on a server, with the demo district in it, whose people have consented to all
 * agreements in force.
 */
export async function prepareDistrict(
  databaseUrl?: string,
): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "schoolgate-bench-"));
  const where = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, DEMO: "on" };
  await (await runServer(dataDir, { LOG_LEVEL: "silent", ...where })).stop();
  const config = readConfig({ DATA_DIR: dataDir, ...where });
  const { everySchool: db, close } = await connectDatabase(config);
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

/**
 * Opens sessions for people of a district that is not running, except those whose school is disabled; resolves to their
 * tokens.
 */
export async function openSessions(
  dataDir: string,
  accounts: readonly string[],
): Promise<string[]> {
  const { everySchool: db, close } = await connectDatabase(readConfig({ DATA_DIR: dataDir }));
  try {
    const { rows } = await sql<{ token: string }>`
      with opened as (
        insert into session (id, token_hash, user_id, client, expires_at)
        select 'of ' || u.id, encode(sha256(convert_to('token-' || u.account, 'UTF8')), 'hex'), u.id, 'web', now() + interval '30 days'
      from "user" u where u.account = any(${[...accounts]}::text[]) and not exists (
        select from membership m join school s on s.id = m.school_id
        where m.user_id = u.id and not (m.is_abled and s.is_abled))
        returning user_id
      ) select 'token-' || u.account as token from opened o join "user" u on u.id = o.user_id order by 1`.execute(
      db,
    );
    return rows.map(({ token }) => token);
  } finally {
    await close();
  }
}

/** Returns the people of the demo's roster who can sign in, except special cases, in the roster's order. */
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
