// What every npm script calls, on any Node from 18 on: installs what the lockfile says once, then goes on under the
// pinned Node, whose scripts/tasks.ts does the work.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const WANTED_MAJOR = 26;
const STAMP = path.join("node_modules", ".install-stamp");
const isWindows = process.platform === "win32";

process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
install();
run(findNode());

/** Installs from the lockfile, unless that was done for this very one on this kind of machine. */
function install() {
  const lockfile = readFileSync("package-lock.json");
  const wanted = `${createHash("sha256").update(lockfile).digest("hex")} ${process.platform} ${process.arch}`;
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  console.log("正在安装依赖（首次约需一分钟）……");
  const options = ["ci", "--include=dev", "--include=optional", "--ignore-scripts"];
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env["npm_execpath"];
  const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
  const { status } = spawnSync(command, [...first, ...options, ...quiet], {
    stdio: "inherit",
    shell: isWindows && !npm,
  });
  if (status !== 0) {
    console.error("依赖没有装上：请检查网络和 npm 的镜像设置，然后重试。");
    process.exit(status ?? 1);
  }
  writeFileSync(STAMP, wanted);
}

/** Returns the Node that the lockfile pins, else the running one, if it is new enough. */
function findNode() {
  const kind = `${isWindows ? "win" : process.platform}-${process.arch}`;
  // the package for Macs of Apple's own processors is called node-bin-…, all others node-…
  for (const name of [`node-${kind}`, `node-bin-${kind}`]) {
    const pinned = path.resolve("node_modules", name, "bin", isWindows ? "node.exe" : "node");
    if (existsSync(pinned) && spawnSync(pinned, ["--version"]).status === 0) return pinned;
  }
  if (Number.parseInt(process.versions.node, 10) >= WANTED_MAJOR) return process.execPath;
  console.error(
    `这台机器（${process.platform} ${process.arch}）需要自备 Node ${WANTED_MAJOR} 或更新的版本，现在是 ${process.version}。`,
  );
  return process.exit(1);
}

/** @param {string} node */
function run(node) {
  const env = {
    // glibc raises this bound by itself and then keeps 100 MB that nobody uses,
    MALLOC_TRIM_THRESHOLD_: "131072",
    // and a heap for every thread, each with holes of its own
    MALLOC_ARENA_MAX: "2",
    // V8 lets what is new grow to 60 MB under load before it looks what is still in use
    NODE_OPTIONS: "--max-semi-space-size=16",
    // compiled code is kept: a second start takes two thirds of the time
    NODE_COMPILE_CACHE: path.resolve(".cache", "compile"),
    ...process.env,
    PATH: `${path.dirname(node)}${path.delimiter}${process.env["PATH"]}`,
  };
  const child = spawn(node, ["scripts/tasks.ts", ...process.argv.slice(2)], {
    stdio: "inherit",
    env,
  });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal));
  }
  child.on("exit", (code, signal) => {
    process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1));
  });
}
