import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { runServer } from "./run-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A data directory that holds the demo district; each test file works on a copy. */
    demoDataDir: string;
    /** Folder of the run's own files, until its end. */
    runDir: string;
  }
}

const ROOT = new URL("../../", import.meta.url).pathname;
const CACHE = join(ROOT, ".cache");
/** Everything that the demo district in a data directory comes from. */
const SOURCES = [
  "demo/**",
  "server/migrations/**",
  "server/src/**",
  "contract/**",
  "package-lock.json",
];

/** Brings the demo district in, as `npm start` does on a fresh machine: once a day for just these sources. */
export default async function setup(project: TestProject): Promise<() => void> {
  const demoDataDir = join(CACHE, `demo-${hashSources()}`);
  if (!existsSync(demoDataDir)) await bringDemoIn(demoDataDir);
  project.provide("demoDataDir", demoDataDir);
  const runDir = mkdtempSync(join(tmpdir(), "schoolgate-e2e-"));
  project.provide("runDir", runDir);
  return () => rmSync(runDir, { recursive: true, force: true, maxRetries: 5 });
}

async function bringDemoIn(directory: string): Promise<void> {
  for (const old of globSync(join(CACHE, "demo-*"))) rmSync(old, { recursive: true });
  const aside = `${directory}.${process.pid}`;
  mkdirSync(aside, { recursive: true });
  const platform = await runServer(aside);
  await platform.stop();
  renameSync(aside, directory);
}

/** Another one each day: the import decides by the date who belongs to a school, and what is published. */
function hashSources(): string {
  const hash = createHash("sha256").update(new Date().toDateString());
  for (const file of globSync(SOURCES, { cwd: ROOT, exclude: ["**/*.test.ts"] }).sort()) {
    if (!statSync(join(ROOT, file)).isFile()) continue;
    hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  }
  return hash.digest("hex").slice(0, 16);
}
