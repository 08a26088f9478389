import { basename } from "node:path/posix";
import type { Plugin } from "vite";

/** Matches the object that the bundler makes of a module's exports, from the functions that return them. */
const NAMESPACE =
  /(?:\/\* @__PURE__ \*\/ )?\b__exportAll\((\{(?:\s*[\w$"-]+: \(\) => [\w$]+,?)+\s*\})\)/g;
const EXPORTED = /([\w$"-]+): \(\) => ([\w$]+)/g;
const IMPORTED = /^import \{ \w+ as __exportAll \} from "[^"]+";\n/m;

/**
 * Writes the object of exports that `import()` gives for a part of a larger chunk as a literal of getters. The bundler calls a
 * helper for it, from a file which holds those for CommonJS as well and cannot be joined to a chunk: every first load
 * would fetch that file, 0.4 KB.
 */
export function plainNamespaces(): Plugin {
  return {
    name: "plain-namespaces",
    apply: "build",
    renderChunk: (code) =>
      code.includes("__exportAll(") ? { code: withPlainNamespaces(code), map: null } : null,
    generateBundle: {
      // before Vite and the manifest read what a chunk imports
      order: "pre",
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== "chunk") continue;
          const { code, imports } = chunk;
          chunk.imports = imports.filter((file) => code.includes(basename(file)));
        }
      },
    },
  };
}

/** Rewrites every such call in a chunk that is not minified yet, and with them the import of the helper. */
export function withPlainNamespaces(code: string): string {
  const plain = code
    .replace(NAMESPACE, (_, list: string) => list.replace(EXPORTED, "get $1() { return $2; }"))
    .replace(IMPORTED, "");
  if (plain.includes("__exportAll("))
    throw new Error("A namespace is no longer what web/build/plain-namespaces.ts knows");
  return plain;
}
