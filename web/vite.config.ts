import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunkGroups } from "./build/chunks.ts";
import { chunkGuard } from "./build/chunk-guard.ts";
import { contractInBrowser } from "./build/contract-in-browser.ts";
import { iconSprite } from "./build/icon-sprite.ts";
import { leanHtml } from "./build/lean-html.ts";
import { minifyTwice } from "./build/minify-twice.ts";
import {
  IN_NO_BUILT_PAGE,
  OLDER_NAMES,
  SCRIPT_TARGET,
  STYLE_TARGET,
} from "./build/oldest-browsers.ts";
import { plainNamespaces } from "./build/plain-namespaces.ts";
import { scopedName } from "./build/scoped-names.ts";
import { reactAsModules } from "./build/react-as-modules.ts";
import { offerShared } from "./build/shared-with-modules.ts";
import { shortPreloadLists } from "./build/short-preload-lists.ts";
import { serviceWorker } from "./build/service-worker.ts";
import product from "../package.json" with { type: "json" };

/** Returns the scripts to fetch beside an imported one. */
function fetchedBeside(file: string, needed: string[], { hostType }: { hostType: "html" | "js" }) {
  return hostType === "html" ? needed : needed.filter((one) => one !== file);
}

const API = process.env["API"] ?? "http://127.0.0.1:7100";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/platformEntry/",
  plugins: [
    react(),
    reactAsModules(),
    contractInBrowser(),
    iconSprite(),
    chunkGuard(),
    plainNamespaces(),
    offerShared(),
    leanHtml(),
    shortPreloadLists(),
    minifyTwice(),
    serviceWorker(),
  ],
  define: { ...OLDER_NAMES, ...IN_NO_BUILT_PAGE, PRODUCT_VERSION: JSON.stringify(product.version) },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    target: SCRIPT_TARGET,
    cssTarget: STYLE_TARGET,
    outDir: "dist",
    emptyOutDir: true,
    manifest: "manifest.json",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: fetchedBeside },
    reportCompressedSize: false,
    rolldownOptions: {
      // a slow machine is no fault of the build, and whoever starts the product is told nothing by it
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: { groups: chunkGroups },
        // names pack badly, and index.html holds a dozen: 42 bits are enough to tell builds apart
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
      },
    },
  },
  // In development the API is the server of `npm start`.
  server: {
    proxy: { "/dt-platform": API, "/dt-ecampus": API, "/platformEntry/app-frame": API },
  },
});
