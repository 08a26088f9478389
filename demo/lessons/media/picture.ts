import { HUES } from "../../icons/draw.ts";
import { faceOf } from "../covers.ts";
import type { Item } from "../item.ts";
import { matterOf } from "./matter.ts";

const WIDTH = 960;
const HEIGHT = 540;
const INK = "#1f2733";
const SOFT_INK = "#5b6675";

/** The motif of a subject's pictures, in a field of 240 × 240, in white and a colour. */
const MOTIFS: Readonly<Record<string, (colour: string) => string>> = {
  art: (colour) =>
    `<path fill="#fff" d="M120 20C60 20 15 64 15 120s48 100 104 100c22 0 26-16 17-30-12-20 2-36 26-36h28c22 0 35-16 35-36C225 62 178 20 120 20z"/>` +
    ["#ea6059", "#dd7a10", "#389d57", "#1e93c6", "#8a72e6"]
      .map((dot, index) => {
        const angle = Math.PI * (0.95 + index * 0.27);
        const [x, y] = [120 + 72 * Math.cos(angle), 118 + 70 * Math.sin(angle)].map(Math.round);
        return `<circle cx="${x}" cy="${y}" r="17" fill="${dot}"/>`;
      })
      .join("") +
    `<path d="M214 196 130 112" stroke="${colour}" stroke-width="12" stroke-linecap="round"/>`,
  geography: (colour) =>
    `<circle cx="120" cy="120" r="100" fill="#fff"/>` +
    `<g fill="none" stroke="${colour}" stroke-width="5"><circle cx="120" cy="120" r="100"/><ellipse cx="120" cy="120" rx="46" ry="100"/>` +
    `<path d="M120 20v200M20 120h200M34 70q86 26 172 0M34 170q86-26 172 0"/></g>`,
  history: (colour) =>
    `<path fill="#fff" d="M78 24h84l-8 30c34 18 52 48 48 82-4 32-22 58-46 78H84c-24-20-42-46-46-78-4-34 14-64 48-82z"/>` +
    `<g fill="none" stroke="${colour}" stroke-width="6"><path d="M42 112h156M40 156h160M84 54h72"/>` +
    `<path d="m50 146 15-24 15 24 15-24 15 24 15-24 15 24 15-24 15 24 15-24 12 20"/></g>`,
  biology: (colour) =>
    `<path fill="#fff" d="M44 204C20 110 84 30 214 24c10 104-46 180-170 180z"/>` +
    `<path d="M22 224c50-66 96-112 156-164M96 150l-8-66M130 112l-4-58M82 166h66M118 124l62-6" fill="none" stroke="${colour}" stroke-width="7" stroke-linecap="round"/>`,
  science: (colour) =>
    `<circle cx="100" cy="100" r="76" fill="#fff"/><path d="m158 158 54 54" stroke="#fff" stroke-width="28" stroke-linecap="round"/>` +
    `<circle cx="100" cy="100" r="54" fill="none" stroke="${colour}" stroke-width="6"/>` +
    `<path d="M100 132V92m0 12c-22 0-30-12-30-26 18 0 30 8 30 26zm0-8c0-18 12-26 28-26 0 16-8 26-28 26z" fill="none" stroke="${colour}" stroke-width="6" stroke-linecap="round"/>`,
};

/** Draws the picture of an item, as SVG: its topic, and four sides from which to look at it; undefined where its subject has none. */
export function drawPicture(item: Item): string | undefined {
  const motif = MOTIFS[item.subject];
  if (motif === undefined) return undefined;
  const [light, deep] = HUES[faceOf(item.subject).hue];
  const { topic, grade, subject } = item.about;
  const size = Math.min(44, Math.floor(470 / [...topic].length));
  const cards = matterOf(item).sides.map(([side, line], index) => {
    const [x, y] = [400 + (index % 2) * 270, 214 + Math.floor(index / 2) * 146];
    return (
      `<rect x="${x}" y="${y}" width="246" height="122" rx="14" fill="#fff"/>` +
      `<rect x="${x}" y="${y}" width="8" height="122" rx="4" fill="${light}"/>` +
      `<text x="${x + 28}" y="${y + 50}" font-size="26" font-weight="700" fill="${deep}">${escaped(side)}</text>` +
      `<text x="${x + 28}" y="${y + 88}" font-size="17" fill="${SOFT_INK}">${escaped(line)}</text>`
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" ` +
    `font-family="PingFang SC,Microsoft YaHei,Noto Sans CJK SC,sans-serif"><title>${escaped(item.title)}</title>` +
    `<linearGradient id="g" x2="1" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></linearGradient>` +
    `<path fill="#f2f5f9" d="M0 0h${WIDTH}v${HEIGHT}H0z"/><path fill="url(#g)" d="M0 0h360v${HEIGHT}H0z"/>` +
    `<g transform="translate(60 150)">${motif(deep)}</g>` +
    `<text x="400" y="104" font-size="${size}" font-weight="700" fill="${INK}">${escaped(topic)}</text>` +
    `<text x="400" y="154" font-size="22" fill="${SOFT_INK}">${grade} · ${subject}</text>` +
    `${cards.join("")}</svg>\n`
  );
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
