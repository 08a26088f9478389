import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { keptDirectory, SERVER_SOURCES } from "../../server/test/kept.ts";
import { programIn, providePrograms } from "../../server/test/programs.ts";
import { runServer } from "./run-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The data directory with the demo district; each test file works on a copy. */
    demoDataDir: string;
    /** The folder of the run's own files, removed at its end. */
    runDir: string;
  }
}

/** Loads the demo district, as `npm start` does on a fresh machine: once a day for these very sources. */
export default async function setup(project: TestProject): Promise<() => void> {
  const program = programIn(await providePrograms(project), "main");
  const bringDemoIn = async (directory: string) => (await runServer(directory, {}, program)).stop();
  // another one each day: the import decides by the date who belongs to a school, and what is published
  const today = new Date().toDateString();
  project.provide("demoDataDir", await keptDirectory("demo", SERVER_SOURCES, bringDemoIn, today));
  const runDir = mkdtempSync(join(tmpdir(), "schoolgate-e2e-"));
  project.provide("runDir", runDir);
  return () => rmSync(runDir, { recursive: true, force: true, maxRetries: 5 });
}
