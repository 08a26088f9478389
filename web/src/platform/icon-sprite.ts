/** An app's pictures that come with the product are drawn in the page itself: that costs a fraction of an image each. */

let known: ReadonlySet<string> = new Set();

/** Tells which symbols there are, where there is no document to look in. */
export function setSprite(ids: Iterable<string>): void {
  known = new Set(ids);
}

/** Takes note of the symbols that stand in the document. */
export function readSprite(): void {
  setSprite(Array.from(document.querySelectorAll("[data-sprite] > symbol"), ({ id }) => id));
}

export function hasSprite(): boolean {
  return known.size > 0;
}

/** Puts every picture of the product into the document, in colour or as glyphs. */
export async function loadSprite(mono: boolean): Promise<void> {
  await (mono ? import("./symbols-mono.ts") : import("./symbols-colour.ts"));
  readSprite();
}

/** Returns the address of the symbol that shows the picture at `path`; undefined where that must be fetched. */
export function symbolOf(path: string): string | undefined {
  const id = `i-${/^icons\/([\w-]+)\.svg$/.exec(path)?.[1]}`;
  return known.has(id) ? `#${id}` : undefined;
}
