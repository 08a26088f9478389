import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

/**
 * Makes a plugin that runs `work` on the built page's folder when all files are written, one such plugin after the other.
 * Does nothing after a failed build, which has its own error to show.
 */
export function afterBuild(name: string, work: (outDir: string) => Promise<void>): Plugin {
  let outDir = "";
  return {
    name,
    apply: "build",
    enforce: "post",
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        const page = ["index.html", "manifest.json"].map((file) => join(outDir, file));
        if (page.every((file) => existsSync(file))) await work(outDir);
      },
    },
  };
}
