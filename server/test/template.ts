import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { TestProject } from "vitest/node";
import packageFile from "../../package.json" with { type: "json" };
import { connectDatabase } from "../src/database/connect.ts";
import { migrate, readMigrations } from "../src/database/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A dump of an embedded database that has just been migrated. */
    databaseTemplate: string;
    /** A PostgreSQL server to test on instead, where each test file gets a database of its own. */
    testDatabaseUrl: string | undefined;
  }
}

const CACHE = new URL("../../.cache/", import.meta.url).pathname;

/** Makes the template once, for as long as neither the migrations nor the engine change. */
export default async function setup(project: TestProject): Promise<void> {
  const testDatabaseUrl = process.env["TEST_DATABASE_URL"];
  project.provide("testDatabaseUrl", testDatabaseUrl);
  const template = join(CACHE, `template-${templateHash()}.tar`);
  if (testDatabaseUrl === undefined && !existsSync(template)) await makeTemplate(template);
  project.provide("databaseTemplate", template);
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
