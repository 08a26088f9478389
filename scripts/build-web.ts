import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { runNode } from "./run-node.ts";

/** The sources that the page is built from. */
const SOURCES = ["web/**/*", "contract/src/**/*", "modules/**/*", "package-lock.json"];
const STAMP = "web/dist/.sources";
/** Stamp of a build that has all its compressed copies; each build begins without it. */
const COMPRESSED = "web/dist/.compressed";

/** Builds the page and compresses it, unless that was done from just these sources; returns the exit code. */
export async function ensureBuilt(say: "all" | "errors" = "errors"): Promise<number> {
  return (await ensurePage(say)) || ensureCompressed();
}

/** Compresses the built page; returns the exit code. */
export async function ensureCompressed(niceness = 0): Promise<number> {
  if (existsSync(COMPRESSED)) return 0;
  const code = await runNode(["web/build/compress.ts"], niceness);
  if (code === 0) writeFileSync(COMPRESSED, "");
  return code;
}

/** Builds a page that can be served, and is yet to be compressed; returns the exit code. */
export async function ensurePage(say: "all" | "errors" = "errors"): Promise<number> {
  const hash = hashSources();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === hash) return 0;
  console.log("正在构建网页……");
  const started = performance.now();
  const code = await runNode([
    "node_modules/vite/bin/vite.js",
    "build",
    "--config",
    "web/vite.config.ts",
    "--logLevel",
    say === "all" ? "info" : "error",
  ]);
  // both write beside what the page's build has written
  const further = () =>
    Promise.all([runNode(["modules/build/main.ts"]), runNode(["web/flash/write.ts"])]);
  const failed = code || (await further()).find((one) => one !== 0) || 0;
  if (failed !== 0) {
    console.error("网页没有构建成功，原因见上。");
    return failed;
  }
  writeFileSync(STAMP, hash);
  console.log(`网页已构建，用时 ${((performance.now() - started) / 1000).toFixed(1)} 秒。`);
  return 0;
}

function hashSources(): string {
  const hash = createHash("sha256");
  const exclude = ["web/dist", "**/node_modules"];
  for (const file of globSync(SOURCES, { exclude }).sort()) {
    if (!statSync(file).isFile() || /\.test\.tsx?$/.test(file)) continue;
    hash.update(`${file.replaceAll("\\", "/")}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}
