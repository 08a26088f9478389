// One word for each npm script; runs under the pinned Node, in the project's directory.
import { ensureBuilt } from "./build-web.ts";
import { findChromium, ensureFonts, installChromium } from "./chromium.mjs";
import { ensurePostgres } from "./postgresql.mjs";
import { runNode, runSeveral } from "./run-node.ts";

const BIN = {
  knip: "node_modules/knip/bin/knip.js",
  oxfmt: "node_modules/oxfmt/bin/oxfmt",
  oxlint: "node_modules/oxlint/bin/oxlint",
  tsc: "node_modules/typescript/bin/tsc",
  vite: "node_modules/vite/bin/vite.js",
  vitest: "node_modules/vitest/vitest.mjs",
};

type Task = (rest: string[]) => Promise<number>;

const TASKS: Record<string, Task> = {
  start: async () => {
    const failed = await ensureBuilt();
    if (failed !== 0) return failed;
    await import("../server/src/main.ts");
    return RUNNING;
  },
  build: () => ensureBuilt("all"),
  dev: () =>
    runSeveral([
      ["--watch", "server/src/main.ts"],
      [BIN.vite, "--config", "web/vite.config.ts"],
    ]),
  test: async (rest) => {
    // a run of some files only needs the browser if those are journeys or pages
    if (rest.length === 0 || rest.some((argument) => /e2e|unit|web/.test(argument))) {
      const failed = (await ensureBrowser()) || (await ensureBuilt());
      if (failed !== 0) return failed;
    }
    if (rest.length === 0) ensurePostgres();
    return runNode([BIN.vitest, "run", ...rest]);
  },
  check: async () => {
    const checks: [string, string[]][] = [
      ["format", [BIN.oxfmt, "--check", "."]],
      ["lint", [BIN.oxlint, "--type-aware", "--deny-warnings"]],
      ["types", [BIN.tsc, "-p", "tsconfig.json"]],
      ["types of the page", [BIN.tsc, "-p", "web/tsconfig.json"]],
      ["types of its service worker", [BIN.tsc, "-p", "web/worker/tsconfig.json"]],
      ["types of its build and tests", [BIN.tsc, "-p", "web/tsconfig.node.json"]],
      ["types of the journeys", [BIN.tsc, "-p", "e2e/tsconfig.json"]],
      ["dead code", [BIN.knip]],
    ];
    const failed: string[] = [];
    for (const [name, args] of checks) if ((await runNode(args)) !== 0) failed.push(name);
    console.log(failed.length === 0 ? "check: all good" : `check failed: ${failed.join(", ")}`);
    return failed.length === 0 ? 0 : 1;
  },
  format: () => runNode([BIN.oxfmt, "."]),
  size: async (rest) => (await ensureBuilt()) || runNode(["bench/size.ts", ...rest]),
  bench: async (rest) => {
    const [only, ...further] = rest;
    const names = only ? [only] : ["calls", "sign-in-storm", "first-load", "thousand-apps"];
    const failed = (await ensureBrowser()) || (await ensureBuilt());
    if (failed !== 0) return failed;
    for (const name of names) {
      const code = await runNode([`bench/${name}.ts`, ...further]);
      if (code !== 0) return code;
    }
    return 0;
  },
  admin: ([word, ...rest]) =>
    word === "audit" || word === "release" || word === "agreement"
      ? runNode([`server/src/${word}/main.ts`, ...rest])
      : runNode(["server/src/admin/main.ts", ...(word === undefined ? [] : [word, ...rest])]),
  backup: (rest) => runNode(["server/src/backup/main.ts", "backup", ...rest]),
  restore: (rest) => runNode(["server/src/backup/main.ts", "restore", ...rest]),
  app: (rest) => runNode(["server/src/catalogue/registry/main.ts", ...rest]),
  content: (rest) => runNode(["server/src/content/import/main.ts", ...rest]),
  roster: (rest) => runNode(["server/src/roster/main.ts", ...rest]),
  demo: (rest) => runNode(["demo/generate/main.ts", ...rest]),
};

/** The task goes on in this process and ends it itself. */
const RUNNING = -1;

async function ensureBrowser(): Promise<number> {
  try {
    if ((await findChromium()) === undefined) await installChromium();
    ensureFonts();
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

const [name = "", ...rest] = process.argv.slice(2);
const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined;
if (!task) {
  console.error(`没有“${name}”这个命令，可用的有：${Object.keys(TASKS).join("、")}。`);
  process.exit(1);
}
const code = await task(rest);
if (code !== RUNNING) process.exit(code);
