import { existsSync, readFileSync, renameSync, rmdirSync, rmSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { DurableFileSystem, DURABLE_SETTINGS, syncPath } from "./durable-file-system.ts";

/** The place of the engine's files: a directory that outlives the process, or memory filled from a dump of one. */
export type EngineSource = { directory: string } | { memory: true; template: string | undefined };

const LOG_LINES = 200;

/** Opens the engine; PostgreSQL's output goes to `log`. */
export async function openEngine(source: EngineSource, log: string[]): Promise<PGlite> {
  const listen = listening(log);
  if ("memory" in source) {
    const template = source.template && new Blob([readFileSync(source.template)]);
    return PGlite.create({ ...listen, ...(template && { loadDataDir: template }) });
  }
  return openDurable(source.directory, listen);
}

/**
 * Creates an empty database in a directory: it is made aside, synced and then renamed, so that a killed process leaves
 * no half of one.
 */
export async function createDatabase(directory: string, log: string[]): Promise<void> {
  // one that holds something else is refused before the work
  if (existsSync(directory)) rmdirSync(directory);
  const aside = `${directory}.new`;
  rmSync(aside, { recursive: true, force: true });
  const engine = await openDurable(aside, listening(log));
  await engine.close();
  syncTree(aside);
  renameSync(aside, directory);
  syncPath(dirname(directory));
}

function listening(log: string[]): PGliteOptions {
  return {
    onStderr: (line) => {
      if (log.push(line) > LOG_LINES) log.shift();
      return false; // not to the console as well
    },
  };
}

async function openDurable(directory: string, listen: PGliteOptions): Promise<PGlite> {
  const files = new DurableFileSystem(directory);
  const settings = PGlite.defaultStartParams.filter((parameter) => parameter !== "-F");
  const engine = await PGlite.create({
    ...listen,
    fs: files,
    startParams: [...settings, ...DURABLE_SETTINGS],
  });
  await assertDurable(engine, files);
  return engine;
}

/**
 * Throws unless commits reach the disk: otherwise data that people were told is saved could be lost, so the engine must
 * not start.
 */
async function assertDurable(engine: PGlite, files: DurableFileSystem): Promise<void> {
  const before = files.syncs;
  await engine.query("select pg_logical_emit_message(true, 'schoolgate', 'is this written?')");
  if (files.syncs === before) {
    await engine.close();
    throw Object.assign(new Error("a commit did not call fsync"), { code: "NOT_DURABLE" });
  }
}

function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else syncPath(path);
  }
  syncPath(directory);
}
