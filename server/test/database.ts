import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { connectDatabase, openInMemory, type ConnectedDatabase } from "../src/database/connect.ts";
import type { Database } from "../src/database/database.ts";
import { migrate } from "../src/database/migrate.ts";

/** A clean, migrated database of one's own: embedded in memory, or on the server that TEST_DATABASE_URL names. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = inject("testDatabaseUrl");
  const { db, everySchool, ...connected } =
    server === undefined
      ? await openInMemory(inject("databaseTemplate"))
      : await openOnServer(server);
  return { ...connected, db: everySchool, everySchool, walled: db };
}

/** `db` sees every school, to prepare and to look; `walled` is what an app is given. */
export interface TestDatabase extends ConnectedDatabase {
  walled: Database;
}

async function openOnServer(server: string): Promise<ConnectedDatabase> {
  const name = `schoolgate_test_${randomBytes(6).toString("hex")}`;
  await asAdmin(server, `create database ${name} template template0 encoding 'UTF8' locale 'C'`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const connected = await connectDatabase({
    dataDir: "",
    databaseUrl: url.href,
    databasePoolSize: 8,
  });
  await migrate(connected.db);
  return {
    ...connected,
    async close() {
      await connected.close();
      await asAdmin(server, `drop database ${name} with (force)`);
    },
  };
}

async function asAdmin(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
