import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { normalizePath, type Plugin } from "vite";

const require = createRequire(import.meta.url);

/** The scripts of React that the page uses, by the name that they are imported by. */
const SCRIPTS = {
  react: "react.production.js",
  "react/jsx-runtime": "react-jsx-runtime.production.js",
  "react-dom": "react-dom.production.js",
  "react-dom/client": "react-dom-client.production.js",
  scheduler: "scheduler.production.js",
} as const;

const FILES = new Map(
  Object.entries(SCRIPTS).map(([name, script]) => [name, normalizePath(fileOf(name, script))]),
);
const NAMES = new Map(Array.from(FILES, ([name, file]) => [file, name]));

/** Matches a default import of React, as packages have it from CommonJS. */
const DEFAULT = /\bimport\s+(\w+)\s*(?:,\s*(\{[^}]*\})\s*)?from\s*(["']react(?:-dom)?["'])/g;

/** Matches a copy of React, by which packages ask for what an older one may lack. */
const COPY = /\bconst (\w+) = \{\s*\.\.\.React\s*\};/g;

/**
 * Gives the bundler React as ES modules. It is published as CommonJS, of which each use in the page is a property read
 * from an object that helpers of the bundler copy: as modules, all first loads are 1 KB less. The files assign to
 * `exports.name`, once each at the beginning of a line, and require each other in one statement: the build fails when that is no longer so.
 */
export function reactAsModules(): Plugin {
  return {
    name: "react-as-modules",
    apply: "build",
    enforce: "pre",
    resolveId: (name) => FILES.get(name) ?? null,
    transform(code, id) {
      const name = NAMES.get(id);
      if (name === undefined) return id.includes("node_modules") ? named(code) : null;
      const moduleSideEffects = name === "react-dom/client";
      return { code: moduleOf(code, name), map: null, moduleSideEffects };
    },
  };
}

/** Has a package read single names of React: the whole of it would come as one object, with every first load. */
function named(code: string) {
  const copies = Array.from(code.matchAll(COPY), ([, name = ""]) => name);
  const changed = code
    .replace(DEFAULT, (_, local: string, names: string | undefined, from: string) => {
      const beside = names === undefined ? "" : `import ${names} from ${from};`;
      return `${beside}import * as ${local} from ${from}`;
    })
    .replace(COPY, "");
  if (changed === code) return null;
  const read = (text: string, copy: string) => text.replaceAll(`${copy}.`, "React.");
  return { code: copies.reduce(read, changed), map: null };
}

/** Rewrites one of React's scripts as an ES module, whose exports have names only. */
export function moduleOf(script: string, name: string): string {
  const names = new Set<string>();
  const imports: string[] = [];
  const code = script
    .replace(/^var ((?:\w+ = require\("[\w-]+"\)[,;]\s*)+)/gm, (_, list: string) => {
      for (const [, local, from] of list.matchAll(/(\w+) = require\("([\w-]+)"\)/g))
        imports.push(`import * as ${local} from "${from}";`);
      return "";
    })
    .replace(/^exports\.(\w+) =/gm, (_, exported: string) => {
      names.add(exported);
      return `var $${exported} =`;
    })
    .replace(/\bexports\.(\w+)/g, (_, exported: string) => {
      if (!names.has(exported)) throw new Error(`${name} exports ${exported} late`);
      return `$${exported}`;
    });
  if (names.size === 0 || /\b(?:exports\.|require\(|module\.)/.test(code))
    throw new Error(`${name} is no longer what web/build/react-as-modules.ts knows`);
  const list = Array.from(names, (one) => `$${one} as ${one}`).join(", ");
  return `${imports.join("\n")}\n${code}\nexport { ${list} };\n`;
}

function fileOf(name: string, script: string): string {
  const [root = name] = name.split("/");
  return join(dirname(require.resolve(`${root}/package.json`)), "cjs", script);
}
