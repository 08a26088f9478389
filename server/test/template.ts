import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { TestProject } from "vitest/node";
import packageFile from "../../package.json" with { type: "json" };
import { connectDatabase } from "../src/database/connect.ts";
import { migrate, readMigrations } from "../src/database/migrate.ts";
import { query } from "./postgres.ts";
import { providePrograms } from "./programs.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A dump of an embedded database that has just been migrated. */
    databaseTemplate: string;
    /** A PostgreSQL server to test on instead, where each test file gets a database of its own. */
    testDatabaseUrl: string | undefined;
    /** The name of a migrated database there. */
    serverTemplate: string;
  }
}

const CACHE = new URL("../../.cache/", import.meta.url).pathname;

/** Makes what every test database is a copy of, and what the processes of tests run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await providePrograms(project);
  const testDatabaseUrl = process.env["TEST_DATABASE_URL"];
  project.provide("testDatabaseUrl", testDatabaseUrl);
  // once, for as long as neither the migrations nor the engine change
  const template = join(CACHE, `template-${templateHash()}.tar`);
  if (!existsSync(template)) await makeTemplate(template);
  project.provide("databaseTemplate", template);
  if (testDatabaseUrl === undefined) return async () => {};
  const name = `schoolgate_template_${randomBytes(6).toString("hex")}`;
  await makeOnServer(testDatabaseUrl, name);
  project.provide("serverTemplate", name);
  return async () => void (await query(testDatabaseUrl, `drop database ${name} with (force)`));
}

async function makeOnServer(server: string, name: string): Promise<void> {
  await query(server, `create database ${name} template template0 encoding 'UTF8' locale 'C'`);
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const { db, close } = await connectDatabase({ dataDir: "", databaseUrl, databasePoolSize: 1 });
  await migrate(db);
  await close();
}

function templateHash(): string {
  const scripts = readMigrations().map(({ script }) => script);
  return createHash("sha256")
    .update([packageFile.dependencies["@electric-sql/pglite"], ...scripts].join("\n"))
    .digest("hex")
    .slice(0, 16);
}

async function makeTemplate(file: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "schoolgate-template-"));
  try {
    const { db, close } = await connectDatabase({ dataDir, databasePoolSize: 1 });
    await migrate(db);
    await close();
    const engine = await PGlite.create(join(dataDir, "database"));
    const dump = await engine.dumpDataDir("none");
    await engine.close();
    mkdirSync(CACHE, { recursive: true });
    const aside = `${file}.${process.pid}`;
    writeFileSync(aside, new Uint8Array(await dump.arrayBuffer()));
    renameSync(aside, file);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
