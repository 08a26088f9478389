import { minify } from "terser";
import type { Plugin, Rolldown, TerserOptions } from "vite";
import { OF_REACT_ALONE, TERSER, TERSER_LATE, TERSER_REACT } from "./terser.ts";

/**
 * The size from which a script that loads on demand is not minified again: it would gain 1 %, for many seconds of build
 * time.
 */
const LARGE_LIBRARY_CHARACTERS = 200_000;

/** A page, which its route imports and has a budget for. */
const PAGE = /\/features\/[\w-]+\/page\.tsx$/;

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
        const all = Object.values(bundle).filter((file) => file.type === "chunk");
        for (const { name, code, fileName } of all) {
          const [named] = name === "react" ? [] : (NAMED.exec(code) ?? []);
          if (named)
            this.error(
              `${fileName} reads ${named.slice(1)}, which is React's alone (web/build/terser.ts)`,
            );
        }
        const chunks = all.filter(
          ({ isDynamicEntry, code }) => !isDynamicEntry || code.length < LARGE_LIBRARY_CHARACTERS,
        );
        await Promise.all(
          chunks.map(async (chunk) => {
            const { code } = await minify(chunk.code, { ...optionsOf(chunk), module: true });
            chunk.code = code ?? chunk.code;
          }),
        );
      },
    },
  };
}

function optionsOf({ name, isDynamicEntry, moduleIds }: Rolldown.OutputChunk): TerserOptions {
  if (name === "react") return TERSER_REACT;
  const isPart = isDynamicEntry && !moduleIds.some((id) => PAGE.test(id));
  return isPart ? TERSER_LATE : TERSER;
}
