import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin, Rolldown } from "vite";
import { entryGraph, graph, stylesOf } from "./chunk-graph.ts";
import { classicScript } from "./classic-script.ts";
import { contractInBrowser } from "./contract-in-browser.ts";
import { buildDrawing } from "./draw-pages.ts";
import { readSymbols } from "./icon-sprite.ts";

type Bundle = Rolldown.OutputBundle;
type Files = Readonly<Record<string, readonly string[]>>;

const BOOT = fileURLToPath(new URL("../src/boot/boot.ts", import.meta.url));
const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** The syntax that every supported browser knows; lowering further would add bytes to each page. */
const BOOT_TARGET = "es2020";
/** The page that is rendered into index.html, with its style. */
const DRAWN_PAGE = "login";
const FIRST_MODULE =
  /\/(?:features\/([\w-]+)\/page|app\/(further)-routes|(?:ui|session)\/(shared-with-modules|read-site))\.tsx?$/;
/** The chunks without which no module starts. */
const MODULE_FILES = ["module-container", "shared-with-modules", "read-site"];
/**
 * Chunks that are fetched together with the core: the pages where nearly every visit begins, and the table of the other
 * pages.
 */
const FETCHED_AHEAD = ["login", "home", "further"];
const DRAW = "<script>schoolgateBoot.draw()</script>";
/** Parts whose scripts load late, but whose first state the server renders. */
const LATE_BUT_DRAWN = /\/features\/home\/(notices\/open|today\/band)\.tsx$/;
/** Folder of the build that only the server reads; it is never served. */
const FOR_SERVER = "server";

/**
 * Sends browsers below the list to a page that says what to do. `Promise.any` came with Chrome 85, Firefox 79 and Safari 14.
 * Those without modules fetch a file: the oldest of them know no hashes, so nothing in the page may run there.
 */
const OLD_BROWSERS_LEAVE =
  '<script nomodule src="old.js"></script>' +
  '<script>window.Promise&&Promise.any||location.replace("old.html"+location.hash)</script>';

/**
 * Makes index.html stand alone for the first sight: the styles that every first screen needs, sign-in's with them, a
 * boot script, and the drawn pages. Beside it, for the server, the document that it draws a person's home into, the
 * script that draws, and the pictures that go along. In development the page comes as it is.
 */
export function leanHtml(): Plugin {
  let base = "/";
  let outDir = "";
  let homeDocument = "";
  return {
    name: "lean-html",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      base = config.base;
      outDir = resolve(config.root, config.build.outDir);
    },
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle }) {
        if (bundle === undefined) return html;
        const { drawShells } = await buildDrawing(base, join(outDir, FOR_SERVER, "draw.js"));
        const files = firstFiles(bundle);
        const [boot, homeBoot] = await Promise.all([
          buildBoot(base, withoutStyles(files, stylesIn(files[DRAWN_PAGE]))),
          buildBoot(
            base,
            {
              ...withoutStyles(files, stylesIn(files["home"])),
              module: unique(MODULE_FILES.flatMap((chunk) => files[chunk] ?? [])),
            },
            entryOf(html),
          ),
        ]);
        const compact = html
          .replace(/>\s+</g, "><")
          .replace(/\s+\/?>/g, ">")
          .replace("<!--old-browsers-->", OLD_BROWSERS_LEAVE);
        homeDocument = homePage(compact, base, bundle, files["home"] ?? [], homeBoot);
        // before the drawn pages come in: React takes them over as they were drawn
        return inlineStyles(compact, base, bundle, stylesIn(files[DRAWN_PAGE]))
          .replace("<!--boot-->", () => `<script>${boot}</script>`)
          .replace(/<div id="root"><\/div><!--shells-->/, () => withShells(drawShells()));
      },
    },
    async writeBundle() {
      const folder = join(outDir, FOR_SERVER);
      await writeFile(join(folder, "home.html"), homeDocument);
      await writeFile(join(folder, "icons.json"), JSON.stringify(await readSymbols()));
    },
  };
}

/**
 * The document of a home that the server draws, with places left for the person's colours, the drawn page, the
 * files of modules, and the answers that it was drawn from (server/src/web/drawn-home.ts).
 * All styles of home are inlined; its scripts are fetched at once and start when the boot script says so.
 */
function homePage(
  html: string,
  base: string,
  bundle: Bundle,
  files: readonly string[],
  boot: string,
): string {
  const scripts = files.filter((file) => file.endsWith(".js"));
  const late = Object.values(bundle).filter(
    (chunk) => chunk.type === "chunk" && LATE_BUT_DRAWN.test(chunk.facadeModuleId ?? ""),
  );
  const styles = unique([
    ...stylesIn(files),
    ...late.flatMap(({ fileName }) => stylesOf(bundle, fileName)),
  ]);
  const ahead = [entryOf(html), ...scripts.map((file) => base + file)]
    .map((href) => `<link rel="modulepreload" crossorigin href="${href}">`)
    .join("");
  return inlineStyles(html.replace(ENTRY_SCRIPT, ""), base, bundle, styles)
    .replace("<!--boot-->", () => `<!--colours--><script>${boot}</script>${ahead}`)
    .replace("<!--shells-->", `<!--home--><!--ahead-->${DRAW}<!--answers-->`);
}

const ENTRY_SCRIPT = /<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/;

function entryOf(html: string): string {
  const entry = ENTRY_SCRIPT.exec(html)?.[1];
  if (entry === undefined) throw new Error("index.html has no entry");
  return entry;
}

function stylesIn(files: readonly string[] = []): string[] {
  return files.filter((file) => file.endsWith(".css"));
}

function withoutStyles(files: Files, inlined: readonly string[]): Files {
  return Object.fromEntries(
    FETCHED_AHEAD.map((page) => [
      page,
      (files[page] ?? []).filter((file) => !inlined.includes(file)),
    ]),
  );
}

/** Returns, for each page, the files that its chunk needs beyond those of the entry. */
function firstFiles(bundle: Bundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const core = entryGraph(bundle);
  const found: Record<string, string[]> = {};
  for (const chunk of chunks) {
    const [, feature, table, part] =
      chunk.moduleIds.map((id) => FIRST_MODULE.exec(id)).find((match) => match !== null) ?? [];
    const page = feature ?? table ?? part;
    if (page === undefined) continue;
    const scripts = [...graph(bundle, chunk.fileName)].filter((file) => !core.has(file));
    found[page] = [...scripts, ...scripts.flatMap((file) => stylesOf(bundle, file))];
  }
  return found;
}

const unique = (files: readonly string[]) => [...new Set(files)];

/**
 * Inlines every stylesheet of the entry and of the rendered page, in the order in which they come where nothing is drawn;
 * each style element names the file that it replaces. Side by side they pack best.
 */
function inlineStyles(html: string, base: string, bundle: Bundle, drawn: string[]): string {
  const inlined = (file: string) => {
    const asset = bundle[file];
    if (asset?.type !== "asset") throw new Error(`No style ${file} to inline`);
    // the one blank that the minifier leaves; no text of a style has it
    const style = String(asset.source).trim().replaceAll(", ", ",");
    return `<style data-href="${base}${file}">${style}</style>`;
  };
  const links = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g;
  const entrys = Array.from(html.matchAll(links), ([, href = ""]) => href.slice(base.length));
  const styles = [...entrys, ...drawn].map(inlined).join("");
  return html.replaceAll(links, "").replace("</head>", () => `${styles}</head>`);
}

/** Builds the boot script of index.html, or, given the entry that it is to start, of a home drawn by the server. */
async function buildBoot(base: string, files: Files, entry?: string): Promise<string> {
  const code = await classicScript(BOOT, BOOT_TARGET, {
    root: ROOT,
    plugins: [contractInBrowser()],
    define: {
      BASE: JSON.stringify(base),
      FIRST_FILES: JSON.stringify(files),
      ENTRY: entry === undefined ? "undefined" : JSON.stringify(entry),
    },
  });
  return code.replaceAll("</script", "<\\/script");
}

/**
 * Returns the root with sign-in in it and home's skeleton beside it. Sign-in stands there as it is shown: a script that
 * puts it in would run a frame later, since browsers paint before they go on reading.
 */
function withShells({ login, home }: Readonly<Record<"login" | "home", string>>): string {
  // HTML reads names of attributes in small letters, as styles and scripts have them, which packs better
  const small = withoutQuotes(login).replace(/ [a-z]+[A-Z]\w*=/g, (name) => name.toLowerCase());
  return `<div id="root">${small}</div><template id="shell-home">${withoutQuotes(home)}</template>${DRAW}`;
}

/** Leaves away the quotes of values that HTML reads without, and the slash of elements that are empty anyway. */
function withoutQuotes(html: string): string {
  return html
    .replace(/(<(?:br|img|input)\b[^>]*?)\/>/g, "$1>")
    .replace(/ ([\w-]+)=""/g, " $1")
    .replace(/ ([\w-]+)="([\w#:;.-]+)"(?=[ >])/g, " $1=$2");
}
