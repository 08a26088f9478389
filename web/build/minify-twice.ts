import type { Plugin } from "vite";
import { minify, minifyReact, OF_REACT_ALONE } from "./minify.ts";

const NAMED = new RegExp(`[.{,](?:${OF_REACT_ALONE.join("|")})\\b`);

/**
 * Minifies every script once more after the bundler's own minifier: each finds what the other leaves. React's own
 * properties get short names, so the build fails where another script names one of them.
 */
export function minifyTwice(): Plugin {
  return {
    name: "minify-twice",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        for (const { name, code, fileName } of chunks) {
          const [named] = name === "react" ? [] : (NAMED.exec(code) ?? []);
          if (named)
            this.error(
              `${fileName} reads ${named.slice(1)}, which is React's alone (web/build/minify.ts)`,
            );
        }
        await Promise.all(
          chunks.map(async (chunk) => {
            chunk.code = await (chunk.name === "react" ? minifyReact : minify)(chunk.code);
          }),
        );
      },
    },
  };
}
