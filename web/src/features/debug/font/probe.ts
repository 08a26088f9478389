import { blankFont } from "./blank-font.ts";
import type { Probe } from "./rules.ts";

const BLANK = "schoolgate-blank";
const SIZE_PX = 32;
const BOX_PX = 48;
/** Unassigned code points, beyond the first plane, in which some fonts draw even those. */
const UNASSIGNED = ["\u{1FFFD}", "\u{3FFFD}", "\u{5FFFD}"];
const GENERIC = /^(serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-[a-z-]+|math)$/;

/** Opens a probe of this device's fonts. Rejects where the browser does not accept a font made by script. */
export async function openProbe(family: string): Promise<Probe> {
  const blank = await new FontFace(BLANK, blankFont().buffer).load();
  document.fonts.add(blank);
  const pen = newPen();
  const known = new Map<string, boolean>();
  const signs = new Set(UNASSIGNED.map((character) => drawn(pen, character, family).picture));
  // As many signs as characters: this browser writes the code point into each.
  const tellable = signs.size < UNASSIGNED.length;
  return {
    has(face, character) {
      const key = `${face}\n${character}`;
      let answer = known.get(key);
      if (answer === undefined) {
        pen.font = `${SIZE_PX}px ${quoted(face)}, ${BLANK}`;
        answer = pen.measureText(character).width > 0;
        known.set(key, answer);
      }
      return answer;
    },
    isMissing: (character) => (tellable ? signs.has(drawn(pen, character, family).picture) : null),
  };
}

/** Draws a character; returns its ink (the sum of the pixels' opacity) and a hash of the picture to compare. */
export function drawn(
  pen: CanvasRenderingContext2D,
  character: string,
  family: string,
  weight = 400,
): { ink: number; picture: string } {
  pen.clearRect(0, 0, BOX_PX, BOX_PX);
  pen.font = `${weight} ${SIZE_PX}px ${family}`;
  pen.fillText(character, 8, 36);
  const { data } = pen.getImageData(0, 0, BOX_PX, BOX_PX);
  let ink = 0;
  let picture = 0;
  for (let at = 3; at < data.length; at += 4) {
    const alpha = data[at] ?? 0;
    ink += alpha;
    picture = (Math.imul(picture, 31) + alpha) | 0;
  }
  return { ink, picture: `${ink}:${picture}` };
}

export function newPen(): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  canvas.width = BOX_PX;
  canvas.height = BOX_PX;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (pen === null) throw new Error("This browser has no 2D canvas");
  return pen;
}

/** Quotes a face's name for CSS; generic names stay bare. */
export function quoted(face: string): string {
  return GENERIC.test(face) ? face : `"${face.replaceAll('"', "")}"`;
}
