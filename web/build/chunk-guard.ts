import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { transformWithOxc, type Plugin } from "vite";

const HELPER = fileURLToPath(new URL("../src/boot/preload-helper.ts", import.meta.url));
/** The virtual module that Vite puts around every `import()`. */
const VITE_HELPER = "\0vite/preload-helper.js";

/** Matches what the helper is given to load, with the code after `import()` that Vite takes for a part of the load. */
const LOADED = /import\("([^"]+)"\)((?:(?!import\()[^;])*?), __VITE_PRELOAD__/g;
/** Matches how the bundler takes one of several files out of a chunk. */
const PART = /^\.then\(\((\w+)\) => \1\.[\w$]+\)/;

/** Puts our preload helper in the place of Vite's (ER-06). */
export function chunkGuard(): Plugin {
  let base = "/";
  return {
    name: "chunk-guard",
    apply: "build",
    enforce: "pre",
    configResolved(config) {
      base = config.base;
    },
    load: {
      order: "pre",
      async handler(id) {
        if (id !== VITE_HELPER) return null;
        const source = await readFile(HELPER, "utf8");
        const { code } = await transformWithOxc(source, HELPER, {
          define: { CHUNK_BASE: JSON.stringify(base) },
        });
        return { code, moduleSideEffects: false };
      },
    },
    // after Vite has put the helper around every import that is written as one
    renderChunk(code) {
      for (const [, file = "", rest = ""] of code.matchAll(LOADED)) {
        if (rest.replace(PART, "") !== "")
          this.error(
            `What follows the import() of ${file} would be lost where it is tried again: await it, or take names out`,
          );
      }
      return code.includes("IMPORT_AT(") ? { code: code.replace("IMPORT_AT(", "import(") } : null;
    },
  };
}
