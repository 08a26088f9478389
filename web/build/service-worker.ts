import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import product from "../../package.json" with { type: "json" };
import { classicScript } from "./classic-script.ts";

const WORKER = fileURLToPath(new URL("../worker/sw.ts", import.meta.url));
const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Chunks that are kept for use without a network, besides those of the first screens. */
const WANTED =
  /^_(?:home|read-site|background|launch)-|^src\/(app\/further-routes|platform\/symbols|features\/(login\/(page|on-demand)|home\/(account-panel|bar-tools|category-spy)|connection|release|eye-care|no-school))/;
const PICTURES = ["brand/logo.svg", "brand/favicon.svg", "brand/gate.svg"];

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  css?: string[];
}

/** The version of this build, as the server announces it: the product's, and the hash in the entry's name. */
export function buildVersion(entryFile: string): string {
  return `${product.version}+${/index-([\w-]+)\.js$/.exec(entryFile)?.[1] ?? ""}`;
}

/** Writes sw.js beside the page when everything else is there: it names the shell's files with their SHA-256. */
export function serviceWorker(): Plugin {
  let outDir = "";
  return {
    name: "service-worker",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        // a failed build has its own error to show
        const page = ["index.html", "manifest.json"].map((file) => join(outDir, file));
        if (page.every((file) => existsSync(file))) await writeWorker(outDir);
      },
    },
  };
}

async function writeWorker(outDir: string): Promise<void> {
  const read = (file: string) => readFile(join(outDir, file));
  const chunks = JSON.parse(String(await read("manifest.json"))) as Record<string, Chunk>;
  const themes = (await readdir(join(outDir, "themes"))).filter((file) => /^\w+\.css$/.test(file));
  const names = [...shellOf(chunks), ...PICTURES, ...themes.map((file) => `themes/${file}`)];
  const files: Record<string, string> = { "": integrityOf(await read("index.html")) };
  for (const name of names.sort()) files[name] = integrityOf(await read(name));
  const version = buildVersion(chunks["index.html"]?.file ?? "");
  const name = hash("sha256", JSON.stringify(files), "hex").slice(0, 16);
  await writeFile(
    join(outDir, "sw.js"),
    await classicScript(WORKER, "chrome87", {
      root: ROOT,
      define: { BUILD: JSON.stringify({ version, name, files }) },
    }),
  );
}

/** Returns the entry, the chunks wanted, and everything that these import. */
function shellOf(chunks: Readonly<Record<string, Chunk>>): Set<string> {
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = chunks[key];
    if (chunk === undefined || files.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    chunk.imports?.forEach(visit);
  };
  for (const key of Object.keys(chunks)) {
    if (key === "index.html" || WANTED.test(key)) visit(key);
  }
  return files;
}

function integrityOf(bytes: Buffer): string {
  return `sha256-${hash("sha256", bytes, "base64")}`;
}
