import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawColour, drawMono, HUES } from "./draw.ts";
import { GLYPHS } from "./glyphs.ts";

const FOLDER = new URL("../../web/public/icons/", import.meta.url);
/** The greatest size of an icon in bytes. */
const ICON_BYTES = 1536;
/** The least contrast of graphics, WCAG 2.2 AA. */
const GRAPHIC_CONTRAST = 3;

const names = Object.keys(GLYPHS);

function contrastWithWhite(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0) + 0.05);
}

test("each app of the catalogue has a glyph, and each glyph an app", () => {
  const { apps } = JSON.parse(
    readFileSync(new URL("../catalogue/catalogue.json", import.meta.url), "utf8"),
  ) as { apps: { id: string }[] };
  expect(names.toSorted()).toEqual(apps.map((app) => app.id).toSorted());
});

test("the icons on disk are the ones the generator draws, small, and no others", () => {
  const drawn = new Map(
    Object.entries(GLYPHS).flatMap(([name, glyph]) => [
      [`${name}.svg`, drawColour(glyph)],
      [`${name}-mono.svg`, drawMono(glyph)],
    ]),
  );
  expect(readdirSync(FOLDER).toSorted()).toEqual([...drawn.keys()].toSorted());
  for (const [file, svg] of drawn) {
    expect(readFileSync(new URL(file, FOLDER), "utf8"), file).toBe(svg);
    expect(Buffer.byteLength(svg), file).toBeLessThanOrEqual(ICON_BYTES);
  }
});

test("no two apps share a glyph", () => {
  expect(new Set(Object.values(GLYPHS).map(drawMono)).size).toBe(names.length);
});

test("a monochrome icon is one colour on nothing, fit for a mask", () => {
  for (const [name, glyph] of Object.entries(GLYPHS)) {
    const outsideMask = drawMono(glyph).replace(/<mask .*?<\/mask>/, "");
    expect(
      outsideMask.match(/#[0-9a-f]{3,6}/g)?.every((colour) => colour === "#000"),
      name,
    ).toBe(true);
  }
});

test.each(Object.entries(HUES))("a white glyph stands out from the %s tile", (_hue, tones) => {
  for (const tone of tones) {
    expect(contrastWithWhite(tone), tone).toBeGreaterThanOrEqual(GRAPHIC_CONTRAST);
  }
});
