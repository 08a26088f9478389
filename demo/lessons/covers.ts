import { HUES, type Hue } from "../icons/draw.ts";

/** The character and colour on a cover, by subject. */
const FACES: Readonly<Record<string, readonly [face: string, hue: Hue]>> = {
  chinese: ["文", "coral"],
  mathematics: ["数", "blue"],
  english: ["En", "violet"],
  morality: ["德", "rose"],
  politics: ["政", "rose"],
  science: ["科", "teal"],
  physics: ["物", "sky"],
  chemistry: ["化", "green"],
  biology: ["生", "green"],
  history: ["史", "amber"],
  geography: ["地", "teal"],
  informatics: ["信", "slate"],
  sport: ["体", "amber"],
  music: ["乐", "violet"],
  art: ["美", "rose"],
  labour: ["劳", "slate"],
};

const WIDTH = 320;
const HEIGHT = 180;

/** Light shapes behind the character; each pattern gives one cover of every subject. */
const PATTERNS: readonly string[] = [
  '<circle cx="268" cy="28" r="72"/><circle cx="292" cy="150" r="34"/><circle cx="30" cy="172" r="58"/>',
  '<path d="M-10 150 150-10h40L-10 190zM90 190 290-10h24L114 190zM210 190 330 70v30l-90 90z"/>',
  '<path d="M0 132q40-34 80 0t80 0 80 0 80 0v48H0z"/><path d="M0 30q40-26 80 0t80 0 80 0 80 0V0H0z"/>',
];
export const COVERS_OF_SUBJECT = PATTERNS.length;

/** Returns the covers by file name; a few dozen serve all items. */
export function drawCovers(): Map<string, string> {
  const covers = new Map<string, string>();
  for (const [subject, [face, hue]] of Object.entries(FACES)) {
    const [light, deep] = HUES[hue];
    for (const [index, pattern] of PATTERNS.entries()) {
      covers.set(
        coverFile(subject, index),
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
          `<linearGradient id="g" x2="1" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></linearGradient>` +
          `<path fill="url(#g)" d="M0 0h${WIDTH}v${HEIGHT}H0z"/><g fill="#fff" opacity=".14">${pattern}</g>` +
          `<text x="160" y="93" fill="#fff" font-family="PingFang SC,Microsoft YaHei,Noto Sans CJK SC,sans-serif" font-size="84" font-weight="700" text-anchor="middle" dominant-baseline="central">${face}</text></svg>\n`,
      );
    }
  }
  return covers;
}

export function coverFile(subject: string, index: number): string {
  return `${subject}-${index + 1}.svg`;
}
