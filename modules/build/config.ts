import { fileURLToPath } from "node:url";
import type { InlineConfig } from "vite";
import { contractInBrowser } from "../../web/build/contract-in-browser.ts";
import { OLDER_NAMES } from "../../web/build/older-names.ts";

/**
 * How one module is built: a single ES module and its style sheet, which need nothing of the page's own bundle. A module
 * written with React gets Preact in its place, some 6 KB instead of 57, so that it need not share the page's copy.
 */
export function moduleConfig(name: string): InlineConfig {
  return {
    configFile: false,
    root: fileURLToPath(new URL(`../${name}/`, import.meta.url)),
    base: "/platformEntry/",
    logLevel: "warn",
    publicDir: false,
    plugins: [contractInBrowser()],
    resolve: {
      alias: [
        { find: /^react$/, replacement: "preact/compat" },
        { find: /^react-dom\/client$/, replacement: "preact/compat/client" },
        { find: /^react\/jsx-runtime$/, replacement: "preact/jsx-runtime" },
      ],
    },
    define: OLDER_NAMES,
    build: {
      target: ["chrome87", "edge88", "firefox91", "safari14"],
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
