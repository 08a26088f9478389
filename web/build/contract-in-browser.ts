import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runnerImport, type Plugin } from "vite";
import { REFUSALS, type Call } from "#contract";

const CONTRACT = fileURLToPath(new URL("../../contract/src/index.ts", import.meta.url));
const NAME = "#contract";
const DESCRIBED = "\0contract:";
/** The module whose exports are computed from the schemas at build time; the page gets the result only. */
const SHAPES = fileURLToPath(new URL("../src/api/answer-shapes.ts", import.meta.url));

/** A value of a refusal, as the page names it. */
const REFUSAL = /\bREFUSALS\.(\w+)\.(code|msg|status)\b/g;

/**
 * Lets the page import the contract without its schemas, which would bring the schema library along. The real contract
 * is evaluated at build time, file by file, and only what a page can use is written out: how each call is made, and the
 * plain values beside the schemas. Files that import nothing at run time but files like them (roles, refusals, the envelope)
 * are taken as they are. Importing anything else by value fails the build. What is named of a refusal is written out, too: else the
 * whole table would be in the first load.
 */
export function contractInBrowser(): Plugin {
  let evaluate = evaluateOnce;
  return {
    name: "contract-in-browser",
    enforce: "pre",
    configResolved({ command }) {
      if (command === "serve") evaluate = evaluateAnew;
    },
    resolveId: (id) => (id === NAME ? DESCRIBED + CONTRACT : id.startsWith(DESCRIBED) ? id : null),
    async load(id) {
      if (!id.startsWith(DESCRIBED) && id !== SHAPES) return null;
      const file = id === SHAPES ? id : id.slice(DESCRIBED.length);
      this.addWatchFile(file);
      const source = await readFile(file, "utf8");
      if (file === CONTRACT) return declarations(reExports(source));
      if (await importsOnlyLike(file, source))
        return declarations(`export * from ${JSON.stringify(file)};`);
      const { module, dependencies } = await evaluate(file);
      dependencies.forEach((dependency) => this.addWatchFile(dependency));
      return declarations(
        Object.entries(module)
          .map(([name, value]) => declaration(name, value))
          .join("\n"),
      );
    },
    transform: (code, id) =>
      id.startsWith(dirname(CONTRACT))
        ? declarations(code)
        : REFUSAL.test(code)
          ? { code: code.replace(REFUSAL, refusalValue), map: null }
          : null,
    hotUpdate({ file, modules }) {
      const described = this.environment.moduleGraph.getModuleById(DESCRIBED + file);
      return described === undefined ? undefined : [...modules, described];
    },
  };
}

function refusalValue(named: string, name: string, field: "code" | "msg" | "status"): string {
  const refusal = Object.entries(REFUSALS).find(([known]) => known === name)?.[1];
  return refusal === undefined ? named : JSON.stringify(refusal[field]);
}

/** Marks a module as free of side effects, so that a chunk takes only the exports that it uses. */
function declarations(code: string) {
  return { code, map: null, moduleSideEffects: false };
}

/** Rewrites the index's `export *` lines to the description of each file. */
function reExports(index: string): string {
  const files = Array.from(index.matchAll(/^export \* from "(.+)";$/gm), ([, file]) => file ?? "");
  return files
    .map((file) => `export * from ${JSON.stringify(DESCRIBED + join(dirname(CONTRACT), file))};`)
    .join("\n");
}

/** Returns whether a file imports nothing at run time, or only files of which the same is true. */
async function importsOnlyLike(file: string, source: string): Promise<boolean> {
  const imported = Array.from(
    source.matchAll(/^import (?!type\b)[^;]*"([^"]+)";$/gm),
    ([, from]) => from ?? "",
  );
  for (const from of imported) {
    if (!from.startsWith("./")) return false;
    const other = join(dirname(file), from);
    if (!(await importsOnlyLike(other, await readFile(other, "utf8")))) return false;
  }
  return true;
}

interface Evaluated {
  module: Readonly<Record<string, unknown>>;
  dependencies: string[];
}

/** Evaluates a file as the server does, together with all builds of this process. */
async function evaluateOnce(file: string): Promise<Evaluated> {
  return {
    module: (await import(pathToFileURL(file).href)) as Evaluated["module"],
    dependencies: [],
  };
}

/** Evaluates a file as it is now: each time costs an environment of its own, so only development does it. */
function evaluateAnew(file: string): Promise<Evaluated> {
  return runnerImport(file, { configFile: false, logLevel: "error" });
}

function declaration(name: string, value: unknown): string {
  if (isCall(value)) {
    const { method, path, anyServer, once, keepsNothing } = value;
    return `export const ${name} = ${JSON.stringify({ method, path, anyServer, once, keepsNothing })};`;
  }
  return isPlain(value) ? `export const ${name} = ${JSON.stringify(value)};` : "";
}

function isCall(value: unknown): value is Call {
  return typeof value === "object" && value !== null && "path" in value && "answer" in value;
}

/** Returns true for values that JSON can hold; a schema carries `~kind` and is not plain. */
function isPlain(value: unknown): boolean {
  if (typeof value === "function" || value === undefined) return false;
  if (typeof value !== "object" || value === null) return true;
  return !("~kind" in value) && Object.values(value).every(isPlain);
}
