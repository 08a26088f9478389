import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

const PARTS = ["account", "container", "object"] as const;
const READY_WITHIN_MS = 30_000;

export interface Swift {
  /** The address, without a slash at the end. */
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  stop(): Promise<void>;
}

/** Makes the three rings of one disk each; one process, because each start of Python takes its time. */
const RINGS = `
import sys
from swift.common.ring import RingBuilder
root = sys.argv[1]
for given in sys.argv[2:]:
    part, port = given.split(":")
    ring = RingBuilder(4, 1, 1)
    ring.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": int(port), "device": "d1", "weight": 1})
    ring.rebalance()
    ring.get_ring().save("%s/%s.ring.gz" % (root, part))
`;
/** The filters of the proxy in the order of the pipeline. Those that use a cache do without, as none answers. */
const FILTERS: Readonly<Record<string, string>> = {
  catch_errors: "",
  gatekeeper: "",
  memcache: "memcache_servers = 127.0.0.1:9",
  listing_formats: "",
  s3api: "",
  tempauth: "user_test_tester = testing .admin",
};

/** Runs a whole Swift of one disk: its four servers, each its own process. */
export async function startSwift(): Promise<Swift> {
  const root = await mkdtemp(join(tmpdir(), "schoolgate-swift-"));
  await mkdir(join(root, "disks", "d1"), { recursive: true });
  await write(root, "swift", "[swift-hash]\nswift_hash_path_suffix = schoolgate\n");
  const ports = await Promise.all(PARTS.map(async (part) => [part, await freePort()] as const));
  const rings = ports.map(([part, port]) => `${part}:${port}`);
  spawnSync("/usr/bin/python3", ["-c", RINGS, root, ...rings], { stdio: "inherit" });
  for (const [part, port] of ports) {
    const disks = `devices = ${root}/disks\nmount_check = false\ndisable_fallocate = true\n`;
    const own = `[pipeline:main]\npipeline = ${part}-server\n[app:${part}-server]\nuse = egg:swift#${part}\n`;
    await write(root, `${part}-server`, defaults(root, port) + disks + own);
  }
  const port = await freePort();
  const filters = Object.entries(FILTERS);
  const pipeline = [...Object.keys(FILTERS), "proxy-server"].join(" ");
  await write(
    root,
    "proxy-server",
    `${defaults(root, port)}[pipeline:main]\npipeline = ${pipeline}\n` +
      "[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n" +
      filters
        .map(([name, more]) => `[filter:${name}]\nuse = egg:swift#${name}\n${more}\n`)
        .join(""),
  );
  const servers = [...PARTS, "proxy"].map((part) =>
    spawn(`/usr/bin/swift-${part}-server`, [join(root, `${part}-server.conf`)], {
      stdio: "ignore",
    }),
  );
  const stop = async () => {
    await Promise.all(servers.map(ended));
    await rm(root, { recursive: true, force: true });
  };
  const endpoint = `http://127.0.0.1:${port}`;
  try {
    for (const one of [...ports.map(([, own]) => own), port]) {
      await untilReady(`http://127.0.0.1:${one}`);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    endpoint,
    accessKeyId: "test:tester",
    secretAccessKey: "testing",
    region: "us-east-1",
    stop,
  };
}

function defaults(root: string, port: number): string {
  return (
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\n` +
    `user = ${userInfo().username}\nswift_dir = ${root}\n`
  );
}

function write(root: string, name: string, text: string): Promise<void> {
  return writeFile(join(root, `${name}.conf`), text);
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const over = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  server.kill("SIGKILL");
  await over;
}

async function untilReady(endpoint: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if ((await fetch(endpoint).catch(() => null)) !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("Swift was not ready");
}
