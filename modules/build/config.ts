import { fileURLToPath } from "node:url";
import type { InlineConfig } from "vite";
import { contractInBrowser } from "../../web/build/contract-in-browser.ts";
import { OLDER_NAMES, SCRIPT_TARGET, STYLE_TARGET } from "../../web/build/oldest-browsers.ts";
import { scopedName } from "../../web/build/scoped-names.ts";
import { keepStyles, takeShared } from "../../web/build/shared-with-modules.ts";

const BASE = "/platformEntry/";

/** Returns how one module is built: a single ES module, which takes React from the page's `shared` file, and its style sheet. */
export function moduleConfig(name: string, shared: string): InlineConfig {
  return {
    configFile: false,
    root: fileURLToPath(new URL(`../${name}/`, import.meta.url)),
    base: BASE,
    logLevel: "warn",
    publicDir: false,
    plugins: [contractInBrowser(), takeShared(BASE + shared), keepStyles()],
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
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: "index.tsx",
        preserveEntrySignatures: "strict",
        output: {
          format: "es",
          codeSplitting: false,
          entryFileNames: "index-[hash].js",
          assetFileNames: "[name]-[hash][extname]",
        },
      },
    },
  };
}
