// One word for each npm script; runs under the pinned Node, in the project's directory.
import cluster from "node:cluster";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { ensureBuilt, ensureCompressed, ensurePage } from "./build-web.ts";
import { ensureChromium, ensureFonts } from "./chromium.mjs";
import { runNode, runSeveral } from "./run-node.ts";
import { installTestPrograms } from "./test-programs.mjs";

const BIN = {
  knip: "node_modules/knip/bin/knip.js",
  oxfmt: "node_modules/oxfmt/bin/oxfmt",
  oxlint: "node_modules/oxlint/bin/oxlint",
  tsc: "node_modules/typescript/bin/tsc",
  vite: "node_modules/vite/bin/vite.js",
};

/** The niceness of compressing the page beside the platform. */
const COMPRESSING = 10;

type Task = (rest: string[]) => Promise<number>;

const TASKS: Record<string, Task> = {
  start: async () => {
    const { buildPageMeanwhile } = await import("../server/src/startup/page-build.ts");
    // the database and the demo are brought in beside it
    buildPageMeanwhile(ensurePage());
    await import("../server/src/main.ts");
    // the first who come have it as it is, and are served first
    if (cluster.isPrimary) void ensureCompressed(COMPRESSING);
    return RUNNING;
  },
  build: () => ensureBuilt("all"),
  dev: () =>
    runSeveral([
      ["--watch", "server/src/main.ts"],
      [BIN.vite, "--config", "web/vite.config.ts"],
    ]),
  test: async (rest) => {
    // half of what the platform's own processes take to start is to compile the same files again
    process.env["NODE_COMPILE_CACHE"] ??= path.resolve(".cache/compile");
    // a run of some files only needs the browser if those are journeys or pages
    if (rest.length === 0 || rest.some((argument) => /e2e|unit|web/.test(argument))) {
      const prepared = rest.length === 0 ? runNode(["e2e/harness/prepare.ts"]) : 0;
      const failed = (await ensureBrowser()) || (await ensureBuilt()) || (await prepared);
      if (failed !== 0) return failed;
    }
    if (rest.length === 0) installTestPrograms();
    return runNode(["scripts/run-tests.ts", ...rest]);
  },
  check: async () => {
    const checks: [string, string[]][] = [
      ["lint", [BIN.oxlint, "--type-aware", "--deny-warnings"]],
      ["format", [BIN.oxfmt, "--check", "."]],
      ["types", [BIN.tsc, "-p", "tsconfig.json"]],
      ["types of the page", [BIN.tsc, "-p", "web/tsconfig.json"]],
      ["types of its service worker", [BIN.tsc, "-p", "web/worker/tsconfig.json"]],
      ["types of its build and tests", [BIN.tsc, "-p", "web/tsconfig.node.json"]],
      ["types of the journeys", [BIN.tsc, "-p", "e2e/tsconfig.json"]],
      ["dead code", [BIN.knip]],
      ["lockfile", ["scripts/lockfile.ts", "--check"]],
    ];
    const failed: string[] = [];
    // the longest is first; each uses one core for most of its time
    const runRest = async () => {
      for (let next = checks.shift(); next !== undefined; next = checks.shift()) {
        const [name, args] = next;
        if ((await runNode(args)) !== 0) failed.push(name);
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, runRest));
    console.log(failed.length === 0 ? "check: all good" : `check failed: ${failed.join(", ")}`);
    return failed.length === 0 ? 0 : 1;
  },
  format: async () => (await runNode([BIN.oxfmt, "."])) || runNode(["scripts/lockfile.ts"]),
  size: async (rest) => (await ensureBuilt()) || runNode(["bench/size.ts", ...rest]),
  bench: async (rest) => {
    const [only, ...further] = rest;
    const names = only ? [only] : ["calls", "sign-in-storm", "first-load", "thousand-apps"];
    const unknown = names.find((name) => !existsSync(`bench/${name}.ts`));
    if (unknown !== undefined) {
      console.error(`没有“${unknown}”这项测量，有哪些见 docs/benches.md。`);
      return 1;
    }
    const failed = (await ensureBrowser()) || (await ensureBuilt());
    if (failed !== 0) return failed;
    for (const name of names) {
      const code = await runNode([`bench/${name}.ts`, ...further]);
      if (code !== 0) return code;
    }
    return 0;
  },
  ...Object.fromEntries(
    ["admin", "backup", "restore", "app", "content", "roster"].map((noun) => [
      noun,
      (rest) => runNode(["--optimize-for-size", "server/src/cli/main.ts", noun, ...rest]),
    ]),
  ),
  new: async ([word = "", chinese = ""]) => {
    const { newFeature } = await import("./new-feature.ts");
    try {
      const { written, changed } = newFeature(process.cwd(), word, chinese);
      console.log(["新文件：", ...written, "", "改动：", ...changed].join("\n"));
      return await runNode([BIN.oxfmt, ...written, ...changed]);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      return 1;
    }
  },
  demo: (rest) => runNode(["demo/generate/main.ts", ...rest]),
};

/** Exit code of a task that goes on in this process and ends it itself. */
const RUNNING = -1;

async function ensureBrowser(): Promise<number> {
  try {
    await ensureChromium();
    ensureFonts();
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

const [name = "", ...given] = process.argv.slice(2);
// npm takes the `--` away; without npm it would make vitest run everything, and not the file that follows
const rest = given[0] === "--" ? given.slice(1) : given;
const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined;
if (!task) {
  console.error(`没有“${name}”这个命令，可用的有：${Object.keys(TASKS).join("、")}。`);
  process.exit(1);
}
const code = await task(rest);
if (code !== RUNNING) process.exit(code);
