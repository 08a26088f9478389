import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin, type Rolldown } from "vite";
import { contractInBrowser } from "./contract-in-browser.ts";
import { scopedName } from "./scoped-names.ts";

const DRAW = fileURLToPath(new URL("../src/boot/draw.tsx", import.meta.url));
const ROOT = fileURLToPath(new URL("..", import.meta.url));

type Drawing = typeof import("../src/boot/draw.tsx");

/**
 * Builds the script that draws pages without a browser, by the same sources that the browser gets; style names come out
 * the same, they depend on content only. It is written to `file`, where the server finds it, and returned ready to use.
 */
export async function buildDrawing(base: string, file: string): Promise<Drawing> {
  const output = (await build({
    configFile: false,
    root: ROOT,
    base,
    mode: "production",
    logLevel: "error",
    publicDir: false,
    plugins: [contractInBrowser(), withoutLateParts()],
    css: { modules: { generateScopedName: scopedName } },
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: DRAW,
      minify: true,
      rolldownOptions: { output: { entryFileNames: "draw.js" } },
    },
  })) as Rolldown.RolldownOutput;
  const chunk = output.output.find((one) => one.type === "chunk");
  if (chunk === undefined) throw new Error("The drawing of pages did not build");
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, withoutNonAscii(chunk.code));
  return (await import(pathToFileURL(file).href)) as Drawing;
}

/** Escapes what is not ASCII: one Chinese character would have V8 keep the whole text at two bytes each. */
function withoutNonAscii(code: string): string {
  return code.replaceAll(
    /[\u0080-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Leaves out the parts that the page loads on demand: none is needed for the first rendering. */
function withoutLateParts(): Plugin {
  return {
    name: "without-late-parts",
    resolveDynamicImport: (id) => (typeof id === "string" ? { id, external: true } : null),
  };
}
