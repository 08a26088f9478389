import { execFile, spawn, type SpawnOptions } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { freePort } from "./free-port.ts";
import { programIn } from "./programs.ts";

const { PATH, NODE_COMPILE_CACHE } = process.env;
/** Environment that lets a process find its programs, and compiled code instead of compiling again. */
const OF_NODE = { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) };

/** The product's own process, started by a test and killed at its end at the latest. */
export interface RunningProcess {
  readonly origin: string;
  readonly pid: number;
  /** Its standard output and standard error so far. */
  readonly written: { out: string; error: string };
  /** Resolves with the exit code, or the signal's name, once it has ended. */
  readonly ended: Promise<number | string>;
  /** Resolves when it answers; rejects if it ends before that. */
  ready(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

/**
 * Starts the platform with exactly this environment, without the demo unless asked for. `onEnd` registers the kill: at
 * the end of the running test, unless the process serves several.
 */
export async function startMain(
  environment: Record<string, string>,
  options: Pick<SpawnOptions, "uid" | "gid"> & { program?: readonly string[] } = {},
  onEnd: (kill: () => void) => void = onTestFinished,
): Promise<RunningProcess> {
  const port = environment["PORT"] ?? String(await freePort());
  const { program = programIn(inject("programsDir"), "main"), ...system } = options;
  const child = spawn(process.execPath, program, {
    ...system,
    cwd: tmpdir(),
    env: { ...OF_NODE, DEMO: "off", LOG_LEVEL: "warn", ...environment, PORT: port },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onEnd(() => void child.kill("SIGKILL"));
  const written = { out: "", error: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (written.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (written.error += text));
  const ended = new Promise<number | string>((resolve) =>
    child.once("close", (code, signal) => resolve(signal ?? code ?? "?")),
  );
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    pid: child.pid ?? 0,
    written,
    ended,
    kill: (signal) => void child.kill(signal),
    async ready() {
      let end: number | string | undefined;
      void ended.then((how) => (end = how));
      for (;;) {
        const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
        if (answer?.ok) return;
        if (end !== undefined) throw new Error(`the process ended (${end}): ${written.error}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}

/** Runs an operator's command to its end, as `npm run` does on this data directory. */
export function runCommand(
  dataDir: string,
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const env = { ...OF_NODE, DATA_DIR: dataDir };
    const given = [...programIn(inject("programsDir"), "cli"), ...args];
    execFile(process.execPath, given, { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

/** Makes a directory that is removed when the test is over, unless something else is to remove it. */
export async function temporaryDirectory(
  onEnd: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "schoolgate-test-"));
  onEnd(() => rm(path, { recursive: true, force: true }));
  return path;
}

/**
 * Makes a data directory with an embedded database, just created or migrated as well, removed like
 * `temporaryDirectory`. Making one takes eight seconds of processor.
 */
export async function dataDirectory(
  state: "created" | "migrated",
  onEnd?: (remove: () => Promise<void>) => void,
): Promise<string> {
  const path = await temporaryDirectory(onEnd);
  await cp(join(inject("dataDirs"), state), path, { recursive: true });
  return path;
}
