import type { Plugin } from "vite";
import { entryGraph, graph, stylesOf } from "./chunk-graph.ts";

/** Matches the line in which Vite names all files that the imports of a chunk need. */
const FILES = /^const __vite__mapDeps=.*\(m\.f=(\[[^\]]+\])\).*\n/;
/** Matches the places, in that line, of the files that one import needs. */
const NEEDED = /__vite__mapDeps\(\[([\d,]+)\]\)/g;

/**
 * Leaves out of the lists of files to fetch beside an `import()` those that the importing chunk came with, its styles
 * among them. Names pack badly, and the first chunks hold the longest lists.
 */
export function shortPreloadLists(): Plugin {
  return {
    name: "short-preload-lists",
    apply: "build",
    enforce: "post",
    generateBundle: {
      // after Vite has written the lists
      order: "post",
      handler(_options, bundle) {
        const first = entryGraph(bundle);
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== "chunk" || !chunk.code.includes("__vite__mapDeps")) continue;
          const scripts = [...first, ...graph(bundle, chunk.fileName)];
          const there = new Set(scripts.flatMap((file) => [file, ...stylesOf(bundle, file)]));
          chunk.code = withoutFiles(chunk.code, there);
        }
      },
    },
  };
}

/** Takes files out of every list of a chunk that Vite has finished. */
export function withoutFiles(code: string, there: ReadonlySet<string>): string {
  const [line, names] = FILES.exec(code) ?? [];
  if (line === undefined || names === undefined)
    throw new Error("Vite's lists are no longer what web/build/short-preload-lists.ts knows");
  const files = JSON.parse(names) as string[];
  const left = files.filter((file) => !there.has(file));
  const rest = code.slice(line.length).replace(NEEDED, (_, places: string) => {
    const needed = places.split(",").map((place) => left.indexOf(files[Number(place)] ?? ""));
    const kept = needed.filter((place) => place >= 0);
    return kept.length === 0 ? "[]" : `__vite__mapDeps([${kept.join(",")}])`;
  });
  return left.length === 0 ? rest : line.replace(names, JSON.stringify(left)) + rest;
}
