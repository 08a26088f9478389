/** Draws the icons of the installed page from the logo: `node web/build/draw-icons.ts`, after the logo has changed. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const BRAND = fileURLToPath(new URL("../public/brand/", import.meta.url));
/** The part of a maskable icon's width, around its middle, that no launcher cuts off. */
const SAFE = 0.8;
const MIDDLE = 32;

const logo = await readFile(`${BRAND}logo.svg`, "utf8");
/** The logo with its background drawn to the edges and its content within the safe part. */
const full = logo
  .replace(' rx="16"', "")
  .replace(
    /(<rect[^>]*\/>)(.*)(<\/svg>)/s,
    `$1<g transform="translate(${MIDDLE} ${MIDDLE}) scale(${SAFE}) translate(-${MIDDLE} -${MIDDLE})">$2</g>$3`,
  );

for (const size of [192, 512]) {
  await draw(logo, size, `icon-${size}.png`);
  await draw(full, size, `icon-maskable-${size}.png`);
}
await draw(full, 180, "icon-touch-180.png");

async function draw(svg: string, size: number, file: string): Promise<void> {
  const density = (72 * size) / (2 * MIDDLE);
  await sharp(Buffer.from(svg), { density })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true, colours: 128, effort: 10 })
    .toFile(`${BRAND}${file}`);
}
