import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { connectDatabase, overEngine, type ConnectedDatabase } from "../src/database/connect.ts";
import type { Database } from "../src/database/database.ts";
import { takeEngine } from "./embedded-pool.ts";
import { query, urlOf } from "./postgres.ts";

/** Opens a clean, migrated database: embedded in memory, or on the server of `TEST_DATABASE_URL`. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = inject("testDatabaseUrl");
  const { db, everySchool, ...connected } =
    server === undefined ? await openEmbedded() : await openOnServer(server);
  return { ...connected, db: everySchool, everySchool, scoped: db };
}

/** A test's database: `db` sees every school, for setup and checks; `scoped` is the one that an app gets. */
export interface TestDatabase extends ConnectedDatabase {
  scoped: Database;
}

async function openEmbedded(): Promise<ConnectedDatabase> {
  const { engine, giveBack } = await takeEngine();
  return overEngine({ ...engine, close: giveBack });
}

async function openOnServer(server: string): Promise<ConnectedDatabase> {
  const name = `schoolgate_test_${randomBytes(6).toString("hex")}`;
  await query(server, `create database ${name} template ${inject("serverTemplate")}`);
  const connected = await connectDatabase({
    dataDir: "",
    databaseUrl: urlOf(server, name),
    databasePoolSize: 8,
  });
  return {
    ...connected,
    async close() {
      await connected.close();
      await query(server, `drop database ${name} with (force)`);
    },
  };
}
