import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { findPostgres, isMissing } from "../../scripts/test-programs.mjs";
import { freePort } from "./free-port.ts";

const CACHE = new URL("../../.cache/", import.meta.url).pathname;

/** A PostgreSQL server of a test's own, in a directory that goes with it. */
export interface TestServer {
  readonly port: number;
  url(database: string): string;
  /** Makes an empty database; returns its address. */
  createDatabase(name: string): Promise<string>;
  /** Ends it: `fast` cuts every connection, `immediate` is a power cut. */
  stop(mode: "fast" | "immediate"): Promise<void>;
  /** Starts it again where it was; resolves when it takes connections. */
  start(): Promise<void>;
  /** Starts a copy that follows it; it goes with `remove` of its own. */
  startStandby(): Promise<TestServer>;
  /** Ends it and removes its files. */
  remove(): Promise<void>;
}

/** Returns whether tests that need a server cannot run here. */
export const noPostgres = (): boolean => isMissing("postgresql") || postgresUser() === undefined;

/** Makes and starts a server that keeps its files safe, as a real one does. */
export function startPostgres(): Promise<TestServer> {
  return startOn(makeCluster);
}

interface Site {
  bin: string;
  as: { uid?: number; gid?: number };
  home: string;
}

/** Starts a server on files that `make` puts into a folder. */
async function startOn(make: (data: string, site: Site) => void): Promise<TestServer> {
  const bin = findPostgres();
  const as = postgresUser();
  if (bin === undefined || as === undefined) {
    throw new Error("this machine has no PostgreSQL server (Debian: apt-get install postgresql)");
  }
  const home = mkdtempSync(join(tmpdir(), "schoolgate-postgres-"));
  if (as.uid !== undefined) chownSync(home, as.uid, as.gid ?? as.uid);
  const data = join(home, "data");
  make(data, { bin, as, home });
  const port = await freePort();
  const settings = ["-h", "127.0.0.1", "-p", String(port), "-k", home, "-c", "max_connections=120"];
  let running: ChildProcess | undefined;
  const kill = () => void running?.kill("SIGQUIT");
  process.once("exit", kill);
  let ended = Promise.resolve();

  const server: TestServer = {
    port,
    url: (database) => `postgres://schoolgate@127.0.0.1:${port}/${database}`,
    async createDatabase(name) {
      await query(server.url("postgres"), `create database ${name} template template0`);
      return server.url(name);
    },
    async start() {
      running = spawn(join(bin, "postgres"), ["-D", data, ...settings], {
        ...as,
        cwd: home,
        stdio: "ignore",
      });
      ended = new Promise((resolve) => running?.once("exit", () => resolve()));
      while (!(await answers(server.url("postgres")))) await setTimeout(20);
    },
    async stop(mode) {
      running?.kill(mode === "fast" ? "SIGINT" : "SIGQUIT");
      await ended;
      running = undefined;
    },
    startStandby: () => startOn((into, site) => copyCluster(port, into, site)),
    async remove() {
      await server.stop("immediate");
      process.off("exit", kill);
      rmSync(home, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

/** Copies a running server's files, to be a standby of it. */
function copyCluster(port: number, data: string, { bin, as, home }: Site): void {
  const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "schoolgate"];
  const made = spawnSync(
    join(bin, "pg_basebackup"),
    [...from, "-D", data, "-R", "-X", "stream", "--checkpoint=fast", "--no-sync"],
    { ...as, cwd: home, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`pg_basebackup: ${made.stderr}`);
}

/** Makes the files of a new server: a copy of those first made on this machine. */
function makeCluster(data: string, { bin, as, home }: Site): void {
  const version = spawnSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" }).stdout;
  const kept = join(CACHE, `cluster-${version.replaceAll(/[^\w.]+/g, "-")}${as.uid ?? ""}`);
  const copy = (from: string, to: string) => spawnSync("cp", ["-a", from, to]).status === 0;
  if (existsSync(kept) && copy(kept, data)) return;
  const made = spawnSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "schoolgate", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
    { ...as, cwd: home, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  mkdirSync(CACHE, { recursive: true });
  const aside = `${kept}.${process.pid}`;
  try {
    if (copy(data, aside)) renameSync(aside, kept);
  } catch {
    rmSync(aside, { recursive: true }); // another worker was first
  }
}

/** Returns the address of another database on the same server. */
export function urlOf(server: string, database: string): string {
  return Object.assign(new URL(server), { pathname: `/${database}` }).href;
}

/** Runs one statement at an address. */
export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    await query(url, "select 1");
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the user to run PostgreSQL as, which refuses root: the user that its package made; undefined when this
 * process cannot switch to it.
 */
export function postgresUser(): { uid?: number; gid?: number } | undefined {
  if (userInfo().uid !== 0) return {};
  const numbers = ["-u", "-g"].map((which) => {
    const { status, stdout } = spawnSync("id", [which, "postgres"], { encoding: "utf8" });
    return status === 0 ? Number(stdout) : undefined;
  });
  const [uid, gid] = numbers;
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}
