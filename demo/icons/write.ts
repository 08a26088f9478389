/** Draws the icons of the demo catalogue anew: `node demo/icons/write.ts`. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { drawColour, drawMono } from "./draw.ts";
import { GLYPHS } from "./glyphs.ts";

const FOLDER = new URL("../../web/public/icons/", import.meta.url);

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
for (const [name, glyph] of Object.entries(GLYPHS)) {
  writeFileSync(new URL(`${name}.svg`, FOLDER), drawColour(glyph));
  writeFileSync(new URL(`${name}-mono.svg`, FOLDER), drawMono(glyph));
}
