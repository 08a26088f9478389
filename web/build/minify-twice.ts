import { minify } from "terser";
import type { Plugin } from "vite";
import { TERSER } from "./terser.ts";

/** Goes over every script once more after the bundler's own minifier: each finds what the other leaves. */
export function minifyTwice(): Plugin {
  return {
    name: "minify-twice",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        await Promise.all(
          chunks.map(async (chunk) => {
            const { code } = await minify(chunk.code, { ...TERSER, module: true });
            chunk.code = code ?? chunk.code;
          }),
        );
      },
    },
  };
}
