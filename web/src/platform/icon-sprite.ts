/** Pictures of the product's apps, drawn from symbols in the page itself, which is much faster than an image each. */

let known: ReadonlySet<string> = new Set();

/** Sets the ids of the symbols, where there is no document to read them from. */
export function setSprite(ids: Iterable<string>): void {
  known = new Set(ids);
}

/** Reads the ids of the symbols in the document. */
export function readSprite(): void {
  setSprite(Array.from(document.querySelectorAll("[data-sprite] > symbol"), ({ id }) => id));
}

export function hasSprite(): boolean {
  return known.size > 0;
}

/** Puts all of the product's pictures into the document, in colour or as glyphs. */
export async function loadSprite(mono: boolean): Promise<void> {
  await (mono ? import("./symbols-mono.ts") : import("./symbols-colour.ts"));
  readSprite();
}

/** Returns the address of the symbol that shows the picture at `path`; undefined where that must be fetched. */
export function symbolOf(path: string): string | undefined {
  const id = `i-${/^icons\/([\w-]+)\.svg$/.exec(path)?.[1]}`;
  return known.has(id) ? `#${id}` : undefined;
}
