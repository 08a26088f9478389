/**
 * A glyph on a 32 × 32 field in layers: `back` at half strength, `front` over it, `cut` removed from both, `top` over
 * the cuts. The colour icon shows it in white on a tile; the monochrome one alone, to serve as a mask.
 */
export interface Glyph {
  hue: Hue;
  back?: string;
  front?: string;
  cut?: string;
  top?: string;
}

export type GlyphTable = Readonly<Record<string, Glyph>>;

/** The two tones of a tile, from upper left to lower right; white has a contrast of 3 : 1 to both. */
export const HUES = {
  blue: ["#4b8af0", "#2f66d6"],
  sky: ["#1e93c6", "#1274aa"],
  teal: ["#12998a", "#0b776f"],
  green: ["#389d57", "#237c46"],
  amber: ["#dd7a10", "#c8610c"],
  coral: ["#ea6059", "#cc4250"],
  rose: ["#d964a0", "#b84784"],
  violet: ["#8a72e6", "#6a53c9"],
  slate: ["#6d829b", "#4f647f"],
} as const;
export type Hue = keyof typeof HUES;

const FIELD = 'maskUnits="userSpaceOnUse" x="-4" y="-4" width="40" height="40"';

function drawGlyph({ back, front, cut, top }: Glyph, colour: string): string {
  const body = (back === undefined ? "" : `<g opacity=".5">${back}</g>`) + (front ?? "");
  const kept =
    cut === undefined
      ? body
      : `<mask id="m" ${FIELD}><path fill="#fff" d="M-4-4h40v40H-4z"/><g fill="#000" color="#000">${cut}</g></mask>` +
        `<g mask="url(#m)">${body}</g>`;
  return (
    `<g transform="translate(12 12)" fill="${colour}" color="${colour}" stroke-linecap="round" stroke-linejoin="round">` +
    `${kept}${top ?? ""}</g>`
  );
}

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 56 56">${content}</svg>\n`;

export function drawColour(glyph: Glyph): string {
  const [light, deep] = HUES[glyph.hue];
  return svg(
    `<linearGradient id="t" x2="1" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></linearGradient>` +
      `<rect width="56" height="56" rx="14" fill="url(#t)"/>${drawGlyph(glyph, "#fff")}`,
  );
}

export function drawMono(glyph: Glyph): string {
  return svg(drawGlyph(glyph, "#000"));
}
