import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { runServer } from "./run-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data directory that holds the demo district; each test file works on a copy. */
    demoDataDir: string;
  }
}

/** Brings the demo district in once, as `npm start` does on a fresh machine. */
export default async function setup(project: TestProject) {
  const demoDataDir = await mkdtemp(join(tmpdir(), "schoolgate-demo-"));
  const platform = await runServer(demoDataDir);
  await platform.stop();
  project.provide("demoDataDir", demoDataDir);
  return () => rm(demoDataDir, { recursive: true, force: true });
}
