import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { normalizePath, type Plugin } from "vite";

const ICONS = fileURLToPath(new URL("../public/icons/", import.meta.url));
/** Source files that this plugin fills in, with whether they hold glyphs. */
const FILLED = new Map(
  [false, true].map((mono) => {
    const file = `../src/platform/symbols-${mono ? "mono" : "colour"}.ts`;
    return [normalizePath(fileURLToPath(new URL(file, import.meta.url))), mono] as const;
  }),
);

/** Makes two files put the pictures of the product's apps into the page as symbols: one in place of forty, and no image to decode. */
export function iconSprite(): Plugin {
  return {
    name: "icon-sprite",
    enforce: "pre",
    async load(id) {
      const mono = FILLED.get(normalizePath(id));
      if (mono === undefined) return null;
      const symbols = Object.entries(await readSymbols());
      const chosen = symbols.filter(([path]) => path.endsWith("-mono.svg") === mono);
      const drawn = chosen.map(([, symbol]) => symbol).join("");
      const sprite = `<svg data-sprite width="0" height="0" style="position:absolute" aria-hidden="true">${drawn}</svg>`;
      return `document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(sprite)});`;
    },
  };
}

/** Reads every picture of the product's apps as a symbol, by the path that apps name. */
export async function readSymbols(): Promise<Record<string, string>> {
  const names = (await readdir(ICONS)).filter((name) => name.endsWith(".svg"));
  const symbols = names.sort().map(async (name) => {
    const text = await readFile(ICONS + name, "utf8");
    return [`icons/${name}`, symbolFrom(text.trim(), name.slice(0, -".svg".length))] as const;
  });
  return Object.fromEntries(await Promise.all(symbols));
}

/**
 * Turns a picture into a symbol. Ids within it are made unique, since all symbols share one document; a glyph takes the
 * text's colour.
 */
function symbolFrom(svg: string, name: string): string {
  const [, viewBox, drawing] = /^<svg[^>]*viewBox="([^"]+)"[^>]*>([^]*)<\/svg>$/.exec(svg) ?? [];
  if (drawing === undefined) throw new Error(`icons/${name}.svg is no picture of ours`);
  const own = drawing
    .replace(/\bid="/g, `id="${name}-`)
    .replace(/url\(#/g, `url(#${name}-`)
    .replace(/\bhref="#/g, `href="#${name}-`);
  const coloured = name.endsWith("-mono")
    ? own.replace('fill="#000" color="#000"', 'fill="currentColor"')
    : own;
  return `<symbol id="i-${name}" viewBox="${viewBox}">${coloured}</symbol>`;
}
