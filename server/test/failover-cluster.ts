import { spawn, type ChildProcess } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { findPostgres, isMissing } from "../../scripts/test-programs.mjs";
import { noPostgres, postgresUser, query } from "./postgres.ts";
import { freePort } from "./free-port.ts";

const FILES = new URL("../../deploy/failover/", import.meta.url).pathname;
const PASSWORD = "a-test-password";
const NAMES = ["db-1", "db-2", "db-3"] as const;
type Name = (typeof NAMES)[number];
const START_WITHIN_MS = 50_000;

/** Three PostgreSQL servers, of which Patroni makes one the primary, behind HAProxy, as `deploy/failover` has them. */
export interface FailoverCluster {
  /** The address of a database behind HAProxy. */
  url(database: string): string;
  createDatabase(name: string): Promise<string>;
  /** Kills the primary's Patroni and every process of its PostgreSQL; returns its name. */
  killPrimary(): Promise<Name>;
  /** Starts a killed machine again; resolves when it follows the primary. */
  restart(name: Name): Promise<void>;
  primary(): Promise<Name | undefined>;
  /** The servers of which one must have a commit before it is acknowledged. */
  synchronous(): Promise<string[]>;
  /** The end of what each program wrote, for a failed test. */
  written(): string;
  remove(): Promise<void>;
}

/** Returns whether this machine cannot run a cluster. */
export const noFailover = (): boolean => noPostgres() || isMissing("failover");

interface Machine {
  readonly environment: Record<string, string>;
  readonly data: string;
  readonly api: string;
  readonly apiPort: number;
  readonly address: string;
}

interface Member {
  name: string;
  role: string;
  state: string;
}

export async function startFailoverCluster(): Promise<FailoverCluster> {
  const as = postgresUser();
  const bin = findPostgres();
  if (as === undefined || bin === undefined) throw new Error("this machine cannot run a cluster");
  const home = mkdtempSync(join(tmpdir(), "schoolgate-failover-"));
  const own = (folder: string): string => {
    mkdirSync(folder, { recursive: true });
    if (as.uid !== undefined) chownSync(folder, as.uid, as.gid ?? as.uid);
    return folder;
  };
  own(home);
  const running = new Map<string, ChildProcess>();
  const texts = new Map<string, string>();
  const run = (name: string, command: string, args: string[], env: Record<string, string>) => {
    const child = spawn(command, args, {
      ...as,
      cwd: home,
      env: { PATH: process.env["PATH"], HOME: home, LANG: "C.UTF-8", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        texts.set(name, ((texts.get(name) ?? "") + text).slice(-4000));
      });
    }
    running.set(name, child);
    child.once("exit", () => {
      if (running.get(name) === child) running.delete(name);
    });
  };

  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const etcd = { client: `http://127.0.0.1:${etcdPort}`, peer: `http://127.0.0.1:${peerPort}` };
  const machines = new Map<Name, Machine>();
  for (const name of NAMES) {
    const [databasePort, apiPort] = [await freePort(), await freePort()];
    const [address, api] = [`127.0.0.1:${databasePort}`, `127.0.0.1:${apiPort}`];
    const folder = own(join(home, name));
    const data = join(folder, "data");
    machines.set(name, {
      data,
      api: `http://${api}`,
      apiPort,
      address,
      environment: exampleWith("node.env", {
        ETCD_DATA_DIR: join(home, "etcd"),
        ETCD_LISTEN_CLIENT_URLS: etcd.client,
        ETCD_ADVERTISE_CLIENT_URLS: etcd.client,
        ETCD_LISTEN_PEER_URLS: etcd.peer,
        ETCD_INITIAL_ADVERTISE_PEER_URLS: etcd.peer,
        ETCD_INITIAL_CLUSTER: `db-1=${etcd.peer}`,
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdPort}`,
        PATRONI_RESTAPI_LISTEN: api,
        PATRONI_RESTAPI_CONNECT_ADDRESS: api,
        PATRONI_POSTGRESQL_LISTEN: address,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: address,
        PATRONI_POSTGRESQL_DATA_DIR: data,
        PATRONI_POSTGRESQL_BIN_DIR: bin,
        PATRONI_POSTGRESQL_PGPASS: join(folder, "pgpass"),
        PATRONI_RESTAPI_PASSWORD: PASSWORD,
        PATRONI_SUPERUSER_PASSWORD: PASSWORD,
        PATRONI_REPLICATION_PASSWORD: PASSWORD,
      }),
    });
  }
  const machine = (name: Name): Machine => machines.get(name) as Machine;
  const startMachine = (name: Name) =>
    run(name, "/usr/bin/patroni", [join(FILES, "patroni.yml")], machine(name).environment);
  const members = async (): Promise<Member[]> => {
    for (const { api } of machines.values()) {
      const answer = await fetch(`${api}/cluster`).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const until = async (what: string, isSo: () => Promise<boolean>) => {
    const from = performance.now();
    while (!(await isSo())) {
      if (performance.now() - from > START_WITHIN_MS) {
        throw new Error(`${what} did not come\n${cluster.written()}`);
      }
      await setTimeout(100);
    }
  };
  const follows = (name: string) => async () =>
    (await members()).some(
      (member) => member.name === name && FOLLOWING.has(member.role) && member.state !== "starting",
    );

  const cluster: FailoverCluster = {
    url: (database) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`,
    async createDatabase(name) {
      await query(cluster.url("postgres"), `create database ${name} template template0`);
      return cluster.url(name);
    },
    async primary() {
      const leader = (await members()).find(({ role }) => role === "leader");
      return NAMES.find((name) => name === leader?.name);
    },
    async synchronous() {
      return (await members()).flatMap(({ name, role }) => (role === "sync_standby" ? [name] : []));
    },
    async killPrimary() {
      const name = await cluster.primary();
      if (name === undefined) throw new Error("there is no primary");
      running.get(name)?.kill("SIGKILL");
      killServer(machine(name).data);
      return name;
    },
    async restart(name) {
      startMachine(name);
      await until(name, follows(name));
    },
    written: () => [...texts].map(([name, text]) => `== ${name}\n${text}`).join("\n"),
    async remove() {
      end();
      process.off("exit", end);
      await Promise.all([...running.values()].map((child) => once(child)));
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
  const end = () => {
    for (const child of running.values()) child.kill("SIGKILL");
    for (const { data } of machines.values()) killServer(data);
  };
  process.once("exit", end);

  try {
    run("etcd", "/usr/bin/etcd", [], machine("db-1").environment);
    startMachine("db-1");
    await until("a primary", async () => (await cluster.primary()) === "db-1");
    startMachine("db-2");
    startMachine("db-3");
    run("haproxy", "/usr/sbin/haproxy", ["-db", "-f", join(FILES, "haproxy.cfg")], {
      ...exampleWith("haproxy.env", {
        LISTEN: `127.0.0.1:${port}`,
        ...Object.fromEntries(
          [...machines.values()].flatMap(({ address, apiPort }, index) => [
            [`DB_${index + 1}`, address],
            [`DB_${index + 1}_PATRONI`, String(apiPort)],
          ]),
        ),
      }),
    });
    await until("db-2", follows("db-2"));
    await until("db-3", follows("db-3"));
    await until("a second copy", async () => (await cluster.synchronous()).length > 0);
  } catch (error) {
    await cluster.remove();
    throw error;
  }
  return cluster;
}

const FOLLOWING: ReadonlySet<string> = new Set(["replica", "sync_standby"]);

/** Reads a file of variables that we ship, with a test's own values; throws where it does not have one of them. */
function exampleWith(file: string, values: Record<string, string>): Record<string, string> {
  const lines = readFileSync(join(FILES, file), "utf8").split("\n");
  const given = lines.flatMap((line) => {
    const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    return name === "" ? [] : [[name, value] as const];
  });
  const example = Object.fromEntries(given);
  for (const name of Object.keys(values)) {
    if (!(name in example)) throw new Error(`${file} does not name ${name}`);
  }
  return { ...example, ...values };
}

/** Kills every process of a PostgreSQL server, in the middle of whatever it does. */
function killServer(data: string): void {
  let postmaster: string | undefined;
  try {
    [postmaster] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return; // it does not run
  }
  if (postmaster === undefined || postmaster === "") return;
  const pids = [postmaster];
  try {
    // the file outlives its process, whose number another one may have by now
    if (!readFileSync(`/proc/${postmaster}/cmdline`, "utf8").includes(data)) return;
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8");
    pids.push(...children.split(" ").filter(Boolean));
  } catch {
    return; // it has ended
  }
  for (const pid of pids) {
    try {
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // gone already
    }
  }
}

function once(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once("exit", () => resolve()));
}
