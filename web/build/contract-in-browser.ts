import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { runnerImport, type Plugin } from "vite";

const CONTRACT = fileURLToPath(new URL("../../contract/src/index.ts", import.meta.url));
const NAME = "#contract";
const RESOLVED = "\0contract-in-browser";

type Exports = Readonly<Record<string, unknown>>;

/**
 * Lets the page import the contract without its schemas, which would bring the schema library along. The real contract
 * is evaluated at build time, and only what a page can use is written out: how each call is made, and the plain values
 * beside the schemas. Files that import nothing at run time (roles, refusals, the envelope) are taken as they are.
 * Importing anything else by value fails the build.
 */
export function contractInBrowser(): Plugin {
  return {
    name: "contract-in-browser",
    enforce: "pre",
    resolveId: (id) => (id === NAME ? RESOLVED : null),
    async load(id) {
      if (id !== RESOLVED) return null;
      const { module, dependencies } = await evaluate(CONTRACT);
      for (const file of [CONTRACT, ...dependencies]) this.addWatchFile(file);
      const whole = await onlyWhole(dependencies);
      const elsewhere = new Set<string>();
      for (const file of whole) {
        for (const name of Object.keys((await evaluate(file)).module)) elsewhere.add(name);
      }
      return [
        ...whole.map((file) => `export * from ${JSON.stringify(file)};`),
        ...Object.entries(module)
          .filter(([name]) => !elsewhere.has(name))
          .map(([name, value]) => declaration(name, value)),
      ].join("\n");
    },
    hotUpdate({ file, modules }) {
      const described = this.environment.moduleGraph.getModuleById(RESOLVED);
      const ours = file.startsWith(dirname(CONTRACT)) && described !== undefined;
      return ours ? [...modules, described] : undefined;
    },
  };
}

function evaluate(file: string): Promise<{ module: Exports; dependencies: string[] }> {
  return runnerImport<Exports>(file, { configFile: false, logLevel: "error" });
}

/** The files that can go into the bundle whole: they import types at most. */
async function onlyWhole(files: readonly string[]): Promise<string[]> {
  const sources = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return files.filter((_, index) => !/^import (?!type\b)/m.test(sources[index] ?? ""));
}

function declaration(name: string, value: unknown): string {
  if (isCall(value)) {
    return `export const ${name} = ${JSON.stringify({ method: value.method, path: value.path })};`;
  }
  return isPlain(value) ? `export const ${name} = ${JSON.stringify(value)};` : "";
}

function isCall(value: unknown): value is { method: string; path: string } {
  return typeof value === "object" && value !== null && "path" in value && "answer" in value;
}

/** True for what JSON can hold; a schema carries `~kind` and is not plain. */
function isPlain(value: unknown): boolean {
  if (typeof value === "function" || value === undefined) return false;
  if (typeof value !== "object" || value === null) return true;
  return !("~kind" in value) && Object.values(value).every(isPlain);
}
