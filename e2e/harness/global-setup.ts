import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { connectDatabase } from "../../server/src/database/connect.ts";
import { keptDirectory, SERVER_SOURCES } from "../../server/test/kept.ts";
import { cheapHash } from "../../server/test/people.ts";
import { query, urlOf } from "../../server/test/postgres.ts";
import { programIn, providePrograms } from "../../server/test/programs.ts";
import { runServer } from "./run-server.ts";
import { DEMO_PASSWORD } from "./wire.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The data directory with the demo district; each test file works on a copy. */
    demoDataDir: string;
    /** A database with the demo district on the server of `TEST_DATABASE_URL`, where that is given. */
    demoOnServer: { server: string; template: string } | undefined;
    /** The folder of the run's own files, removed at its end. */
    runDir: string;
  }
}

/** Provides the demo district and the folders that journeys work in. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const program = programIn(await providePrograms(project), "main");
  project.provide("demoDataDir", await keepDemo(program));
  const runDir = mkdtempSync(join(tmpdir(), "schoolgate-e2e-"));
  project.provide("runDir", runDir);
  const server = process.env["TEST_DATABASE_URL"];
  const demoOnServer = server === undefined ? undefined : await bringInOnServer(server, program);
  project.provide("demoOnServer", demoOnServer);
  return async () => {
    rmSync(runDir, { recursive: true, force: true, maxRetries: 5 });
    if (demoOnServer === undefined) return;
    await query(demoOnServer.server, `drop database ${demoOnServer.template} with (force)`);
  };
}

/** Loads the demo district, as `npm start` does on a fresh machine: once a day for these very sources. */
export function keepDemo(program: readonly string[]): Promise<string> {
  const bringIn = async (directory: string) => {
    await (await runServer(directory, {}, program)).stop();
    await makeSignInsCheap(directory);
  };
  // another one each day: the import decides by the date who belongs to a school, and what is published
  return keptDirectory("demo", SERVER_SOURCES, bringIn, new Date().toDateString());
}

/** Keeps everybody's password at the least cost: the journeys sign in a thousand times, and ask nothing about a hash. */
async function makeSignInsCheap(dataDir: string): Promise<void> {
  const { everySchool: db, close } = await connectDatabase({ dataDir, databasePoolSize: 1 });
  const password_hash = await cheapHash(DEMO_PASSWORD);
  const known = db.updateTable("user").set({ password_hash });
  await known.where("password_hash", "is not", null).execute();
  await close();
}

/** Loads the demo district into a database of the run's own. */
async function bringInOnServer(server: string, program: readonly string[]) {
  const template = `schoolgate_demo_${randomBytes(6).toString("hex")}`;
  await query(server, `create database ${template} template template0 encoding 'UTF8' locale 'C'`);
  const dataDir = mkdtempSync(join(tmpdir(), "schoolgate-demo-"));
  try {
    const env = { DATABASE_URL: urlOf(server, template), DEMO: "on" };
    await (await runServer(dataDir, env, program)).stop();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  return { server, template };
}
