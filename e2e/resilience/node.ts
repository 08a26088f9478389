import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { hash } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { programIn } from "../../server/test/programs.ts";
import { freePort } from "../../server/test/free-port.ts";
import { settingsOfScripts } from "../harness/run-server.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DIST = join(ROOT, "web/dist");
/** Matches large files that no test here needs. */
const LEFT_OUT = /^flash$/;
const READY_WITHIN_MS = 60_000;

/** A server on one address and one database that can be stopped, and started with another build of the page. */
export interface Node {
  origin: string;
  page: string;
  /** Starts the platform, or restarts it, with the page of `dist`. */
  start(dist?: string, environment?: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

export async function openNode(): Promise<Node> {
  const dataDir = await mkdtemp(join(inject("runDir"), "data-"));
  await cp(inject("demoDataDir"), dataDir, { recursive: true });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const program = programIn(inject("programsDir"), "serve-page");
  let server: ChildProcess | null = null;
  let running = "";
  const node: Node = {
    origin,
    page: `${origin}/platformEntry/`,
    async start(dist = DIST, environment = {}) {
      const wanted = JSON.stringify([dist, environment]);
      if (server !== null && running === wanted) return;
      await node.stop();
      running = wanted;
      server = spawn(process.execPath, [...program, dist], {
        cwd: ROOT,
        env: {
          PATH: process.env["PATH"] ?? "",
          HOST: "127.0.0.1",
          PORT: String(port),
          DATA_DIR: dataDir,
          LOG_LEVEL: "silent",
          ...settingsOfScripts(),
          ...environment,
        },
        stdio: ["ignore", "ignore", "inherit"],
      });
      await untilReady(server, origin);
    },
    async stop() {
      if (server === null) return;
      const ended = once(server, "exit");
      if (server.exitCode === null && server.kill()) await ended;
      server = null;
    },
    async close() {
      await node.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return node;
}

async function untilReady(server: ChildProcess, origin: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline && server.exitCode === null) {
    const answer = await fetch(`${origin}/readyz`).catch(() => null);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  server.kill("SIGKILL");
  throw new Error("The server did not become ready");
}

/** Makes another build of the same page: its entry has another name, and so it is named in the page and by the worker. */
export async function anotherBuild(): Promise<{ dist: string; remove(): Promise<void> }> {
  const dist = await mkdtemp(join(tmpdir(), "schoolgate-build-"));
  await cp(DIST, dist, {
    recursive: true,
    filter: (source) => !LEFT_OUT.test(relative(DIST, source)) && !/\.(br|gz)$/.test(source),
  });
  const read = (file: string) => readFile(join(dist, file), "utf8");
  const { file: entry } = (
    JSON.parse(await read("manifest.json")) as Record<string, { file: string }>
  )["index.html"] ?? { file: "" };
  const next = "assets/index-NextOne1.js";
  // the other chunks import the former entry by its name
  await writeFile(join(dist, next), `import "./${basename(entry)}";`);
  for (const file of ["index.html", "server/home.html", "manifest.json"]) {
    await writeFile(join(dist, file), (await read(file)).replaceAll(entry, next));
  }
  const integrityOf = async (file: string) =>
    `sha256-${hash("sha256", await readFile(join(dist, file)), "base64")}`;
  const ofNext = await integrityOf(next);
  const ofPage = await integrityOf("index.html");
  const worker = (await read("sw.js"))
    .replace(`"${entry}"`, (former) => `"${next}":"${ofNext}",${former}`)
    .replace(/\+[\w-]{7}(?=["`'])/, "+NextOne1")
    .replace(/-[\da-f]{16}/g, "-00000000000000ab")
    .replace(/(""\s*:\s*")sha256-[^"]+/, `$1${ofPage}`);
  await writeFile(join(dist, "sw.js"), worker);
  return { dist, remove: () => rm(dist, { recursive: true, force: true }) };
}
