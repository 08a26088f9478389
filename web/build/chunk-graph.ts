import type { Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;

/** Returns the scripts that come before any other: that of index.html, and all that it imports. */
export function entryGraph(bundle: Bundle): Set<string> {
  const entry = Object.values(bundle).find(
    (file) => file.type === "chunk" && file.facadeModuleId?.endsWith("index.html"),
  );
  return entry === undefined ? new Set() : graph(bundle, entry.fileName);
}

/** Returns a script and all that it imports, except by `import()`. */
export function graph(bundle: Bundle, from: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[from];
  if (seen.has(from) || chunk?.type !== "chunk") return seen;
  seen.add(from);
  for (const next of chunk.imports) graph(bundle, next, seen);
  return seen;
}

/** Returns the style sheets of a script. */
export function stylesOf(bundle: Bundle, file: string): string[] {
  const chunk = bundle[file];
  return chunk?.type === "chunk" ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
}
