import { randomBytes } from "node:crypto";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { TestProject } from "vitest/node";
import { connectDatabase } from "../src/database/connect.ts";
import { migrate } from "../src/database/migrate.ts";
import { keptDirectory } from "./kept.ts";
import { query, urlOf } from "./postgres.ts";
import { providePrograms } from "./programs.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Holds two data directories: `created`, with an empty database, and `migrated`. */
    dataDirs: string;
    /** A dump of an embedded database that has just been migrated. */
    databaseTemplate: string;
    /** A PostgreSQL server to test on instead, where each test file gets a database of its own. */
    testDatabaseUrl: string | undefined;
    /** The name of a migrated database there. */
    serverTemplate: string;
  }
}

const SOURCES = ["server/migrations/**", "server/src/database/**", "package-lock.json"];

/** Makes the templates that every test database is copied from, and the programs that tests start. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await providePrograms(project);
  const testDatabaseUrl = process.env["TEST_DATABASE_URL"];
  project.provide("testDatabaseUrl", testDatabaseUrl);
  const dataDirs = await keepDataDirs();
  project.provide("dataDirs", dataDirs);
  project.provide("databaseTemplate", join(dataDirs, "migrated.tar"));
  if (testDatabaseUrl === undefined) return async () => {};
  const name = `schoolgate_template_${randomBytes(6).toString("hex")}`;
  await makeOnServer(testDatabaseUrl, name);
  project.provide("serverTemplate", name);
  return async () => void (await query(testDatabaseUrl, `drop database ${name} with (force)`));
}

/** Makes the data directories that every embedded test database is copied from. */
export const keepDataDirs = (): Promise<string> =>
  keptDirectory("databases", SOURCES, makeTemplates);

async function makeOnServer(server: string, name: string): Promise<void> {
  await query(server, `create database ${name} template template0 encoding 'UTF8' locale 'C'`);
  const databaseUrl = urlOf(server, name);
  const { db, close } = await connectDatabase({ dataDir: "", databaseUrl, databasePoolSize: 1 });
  await migrate(db);
  await close();
}

async function makeTemplates(directory: string): Promise<void> {
  const [created, migrated] = [join(directory, "created"), join(directory, "migrated")];
  await (await connectDatabase({ dataDir: created, databasePoolSize: 1 })).close();
  cpSync(created, migrated, { recursive: true });
  const { db, close } = await connectDatabase({ dataDir: migrated, databasePoolSize: 1 });
  await migrate(db);
  await close();
  const engine = await PGlite.create(join(migrated, "database"));
  const dump = await engine.dumpDataDir("none");
  await engine.close();
  writeFileSync(join(directory, "migrated.tar"), new Uint8Array(await dump.arrayBuffer()));
}
