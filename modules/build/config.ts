import { fileURLToPath } from "node:url";
import type { InlineConfig } from "vite";
import { chunkGuard } from "../../web/build/chunk-guard.ts";
import { isOneOf } from "../../web/build/chunks.ts";
import { contractInBrowser } from "../../web/build/contract-in-browser.ts";
import { minifyTwice } from "../../web/build/minify-twice.ts";
import { OLDER_NAMES, SCRIPT_TARGET, STYLE_TARGET } from "../../web/build/oldest-browsers.ts";
import { scopedName } from "../../web/build/scoped-names.ts";
import { keepStyles, takeShared } from "../../web/build/shared-with-modules.ts";

const BASE = "/platformEntry/";
/** A file of ours in place of a library's: spreadsheets are packed without workers. */
const IN_PLACE = [
  {
    find: /^\.\.\/zip\/zipToArrayBuffer\.js$/,
    replacement: fileURLToPath(new URL("../admin/list/zip-in-pieces.ts", import.meta.url)),
  },
];
/** The name of the chunk of a module's first screen. */
export const FIRST = "first";

/**
 * Returns how one module is built: an ES module that takes React from the page's `shared` file, a chunk for each part that
 * it imports late, and one style sheet for all of them, since styles of a shadow root cannot come with a chunk. The files
 * `first` are one chunk with all that they import: a slow line brings one file sooner than thirty small ones. So are those
 * of `together`, small screens that pack badly one by one.
 */
export function moduleConfig(
  name: string,
  shared: string,
  first: readonly string[] = [],
  together: readonly string[] = [],
): InlineConfig {
  const folder = new URL(`../${name}/`, import.meta.url);
  const isOurs = (id: string) => !id.includes("node_modules");
  return {
    configFile: false,
    root: fileURLToPath(folder),
    base: `${BASE}assets/modules/${name}/`,
    logLevel: "warn",
    publicDir: false,
    plugins: [
      contractInBrowser(),
      chunkGuard(),
      takeShared(BASE + shared),
      keepStyles(),
      minifyTwice(),
    ],
    resolve: { alias: IN_PLACE },
    css: { modules: { generateScopedName: scopedName } },
    define: OLDER_NAMES,
    build: {
      target: SCRIPT_TARGET,
      cssTarget: STYLE_TARGET,
      outDir: `../../web/dist/assets/modules/${name}`,
      emptyOutDir: true,
      assetsDir: "",
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        // libraries mark what a server may not run; nothing of a module runs there
        checks: { moduleLevelDirective: false, bundlerTimings: false },
        input: "index.tsx",
        preserveEntrySignatures: "strict",
        output: {
          format: "es",
          entryFileNames: "index-[hash:7].js",
          chunkFileNames: "part-[name]-[hash:7].js",
          assetFileNames: "[name]-[hash][extname]",
          ...(first.length > 0 && {
            codeSplitting: {
              groups: [
                { name: FIRST, test: isOneOf(first, folder), priority: 1 },
                // what several screens have in common packs badly in twenty pieces
                { name: "common", test: isOurs, minShareCount: 2, maxModuleSize: 2500 },
                { name: "together", test: isOneOf(together, folder) },
              ],
            },
          }),
        },
      },
    },
  };
}
