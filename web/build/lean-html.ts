import { fileURLToPath } from "node:url";
import { build, createServer, type Plugin, type Rolldown } from "vite";
import { contractInBrowser } from "./contract-in-browser.ts";
import { scopedName } from "./scoped-names.ts";
import { TERSER } from "./terser.ts";

type Bundle = Rolldown.OutputBundle;
type Shells = Record<string, string>;

const BOOT = fileURLToPath(new URL("../src/boot/boot.ts", import.meta.url));
const PRERENDER = fileURLToPath(new URL("../src/boot/prerender.tsx", import.meta.url));
const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Every browser of the list knows this much, and lowering further would cost bytes that each page pays. */
const BOOT_TARGET = "es2020";
/** The page that is drawn into index.html, whose style must be there too. */
const DRAWN_PAGE = "login";
const FIRST_MODULE = /\/(?:features\/([\w-]+)\/page|app\/(further)-routes)\.tsx?$/;
/** Chunks that are fetched beside the core: where nearly every visit begins, and what finds the other pages. */
const FETCHED_AHEAD = ["login", "home", "further"];

/**
 * Sends browsers below the list to a page that says what to do. `Promise.any` came with Chrome 85, Firefox 79 and Safari 14.
 * Those without modules fetch a file: the oldest of them know no hashes, so nothing in the page may run there.
 */
const OLD_BROWSERS_LEAVE =
  '<script nomodule src="old.js"></script>' +
  '<script>window.Promise&&Promise.any||location.replace("old.html"+location.hash)</script>';

/**
 * Makes index.html stand alone for the first sight: the styles that every first screen needs, sign-in's with them, a
 * boot script, and the drawn pages. In development the page comes as it is.
 */
export function leanHtml(): Plugin {
  let base = "/";
  return {
    name: "lean-html",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      base = config.base;
    },
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle }) {
        if (bundle === undefined) return html;
        const files = firstFiles(bundle);
        const shells = await drawShells(base);
        const drawn = (files[DRAWN_PAGE] ?? []).filter((file) => file.endsWith(".css"));
        const ahead = FETCHED_AHEAD.map((page) => {
          return [page, (files[page] ?? []).filter((file) => !drawn.includes(file))];
        });
        const boot = await buildBoot(base, Object.fromEntries(ahead));
        // before the drawn pages come in: React takes them over as they were drawn
        return inlineStyles(html, base, bundle, drawn)
          .replace(/>\s+</g, "><")
          .replace("<!--old-browsers-->", OLD_BROWSERS_LEAVE)
          .replace("<!--boot-->", () => `<script>${boot}</script>`)
          .replace("<!--shells-->", () => templates(shells));
      },
    },
  };
}

/** For each page: the files its chunk needs beyond those of the entry. */
function firstFiles(bundle: Bundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const entry = chunks.find((chunk) => chunk.facadeModuleId?.endsWith("index.html"));
  const core = entry === undefined ? new Set<string>() : graph(bundle, entry.fileName);
  const found: Record<string, string[]> = {};
  for (const chunk of chunks) {
    const [, feature, table] = FIRST_MODULE.exec(chunk.facadeModuleId ?? "") ?? [];
    const page = feature ?? table;
    if (page === undefined) continue;
    const scripts = [...graph(bundle, chunk.fileName)].filter((file) => !core.has(file));
    found[page] = [...scripts, ...scripts.flatMap((file) => stylesOf(bundle, file))];
  }
  return found;
}

function graph(bundle: Bundle, from: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[from];
  if (seen.has(from) || chunk?.type !== "chunk") return seen;
  seen.add(from);
  for (const next of chunk.imports) graph(bundle, next, seen);
  return seen;
}

function stylesOf(bundle: Bundle, file: string): string[] {
  const chunk = bundle[file];
  return chunk?.type === "chunk" ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
}

/** Every stylesheet of the entry, and the drawn page's, becomes a style that names the file it stands for. */
function inlineStyles(html: string, base: string, bundle: Bundle, drawn: string[]): string {
  const inlined = (file: string) => {
    const asset = bundle[file];
    if (asset?.type !== "asset") throw new Error(`No style ${file} to inline`);
    return `<style data-href="${base}${file}">${String(asset.source).trim()}</style>`;
  };
  const links = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g;
  const own = drawn.map(inlined);
  return html
    .replace(links, (_, href: string) => inlined(href.slice(base.length)))
    .replace("<!--boot-->", () => `${own.join("")}<!--boot-->`);
}

/** Renders the pages by the same sources that the browser gets; style names come out the same, they depend on content only. */
async function drawShells(base: string): Promise<Shells> {
  const server = await createServer({
    configFile: false,
    root: ROOT,
    base,
    mode: "production",
    appType: "custom",
    logLevel: "error",
    plugins: [contractInBrowser()],
    css: { modules: { generateScopedName: scopedName } },
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, watch: null },
  });
  try {
    const module = (await server.ssrLoadModule(PRERENDER)) as { drawShells: () => Shells };
    return module.drawShells();
  } finally {
    await server.close();
  }
}

async function buildBoot(
  base: string,
  files: Readonly<Record<string, readonly string[]>>,
): Promise<string> {
  const output = (await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    publicDir: false,
    plugins: [contractInBrowser()],
    define: { BASE: JSON.stringify(base), FIRST_FILES: JSON.stringify(files) },
    build: {
      write: false,
      target: BOOT_TARGET,
      minify: "terser",
      terserOptions: TERSER,
      lib: { entry: BOOT, formats: ["iife"], name: "boot" },
    },
  })) as Rolldown.RolldownOutput[];
  const chunk = output.flatMap((one) => one.output).find((file) => file.type === "chunk");
  if (chunk === undefined) throw new Error("The boot script did not build");
  return chunk.code.trim().replaceAll("</script", "<\\/script");
}

function templates(shells: Shells): string {
  const drawn = Object.entries(shells).map(
    ([page, markup]) => `<template id="shell-${page}">${markup}</template>`,
  );
  return `${drawn.join("")}<script>schoolgateBoot.draw()</script>`;
}
