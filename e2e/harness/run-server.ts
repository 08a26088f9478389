import { spawn, type ChildProcess } from "node:child_process";
import { freePort } from "../../server/test/free-port.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
/** The module that ends a process together with its parent. */
export const END_WITH_PARENT = new URL("./end-with-parent.ts", import.meta.url).pathname;
const READY_WITHIN_MS = 120_000;

/** The product as an operator runs it: its own process and data directory, with the demo district. */
export interface Platform {
  /** As `http://127.0.0.1:7100`, without a slash at the end. */
  origin: string;
  /** The page's address, `…/platformEntry/`. */
  page: string;
  dataDir: string;
  pid: number;
  /** Returns everything that the process has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** Runs the platform on a data directory and resolves when it answers. */
export async function runServer(
  dataDir: string,
  env: Record<string, string> = {},
  program: readonly string[] = ["server/src/main.ts"],
): Promise<Platform> {
  const port = env["PORT"] ?? String(await freePort());
  const demoAppPort = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let printed = "";
  const server = spawn(process.execPath, ["--import", END_WITH_PARENT, ...program], {
    cwd: ROOT,
    env: {
      PATH: process.env["PATH"] ?? "",
      PORT: port,
      DEMO_APP_PORT: String(demoAppPort),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      LOG_LEVEL: "info",
      ...settingsOfScripts(),
      ...env,
    },
    stdio: "pipe",
  });
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (printed += text));
  }
  await untilReady(server, `${origin}/readyz`, () => printed);
  return {
    origin,
    page: `${origin}/platformEntry/`,
    dataDir,
    pid: server.pid ?? 0,
    output: () => printed,
    stop: () => stopped(server),
  };
}

/** The environment that every npm script sets: the compile cache, and the limit of memory arenas. */
export function settingsOfScripts(): NodeJS.ProcessEnv {
  const set = Object.entries(process.env).filter(([name]) =>
    /^(MALLOC_|NODE_COMPILE_|NODE_OPTIONS$)/.test(name),
  );
  return Object.fromEntries(set);
}

async function untilReady(server: ChildProcess, address: string, printed: () => string) {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`The server ended early:\n${printed()}`);
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  server.kill("SIGKILL");
  throw new Error(`The server was not ready within ${READY_WITHIN_MS} ms:\n${printed()}`);
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  server.kill("SIGTERM");
  await ended;
}
