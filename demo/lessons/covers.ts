import { HUES, type Hue } from "../icons/draw.ts";
import { topicsOf } from "./topics/all.ts";

/** The character and colour of a subject. */
export interface Face {
  mark: string;
  hue: Hue;
}

const FACES: Readonly<Record<string, readonly [mark: string, hue: Hue]>> = {
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

/** Returns the face of a subject that the demo teaches. */
export function faceOf(subject: string): Face {
  const face = FACES[subject];
  if (face === undefined) throw new Error(`${subject} has no face`);
  return { mark: face[0], hue: face[1] };
}

const WIDTH = 320;
const HEIGHT = 180;

/** Light shapes behind the title; a topic's own place in its grade chooses one. */
const PATTERNS: readonly string[] = [
  '<circle cx="268" cy="28" r="72"/><circle cx="292" cy="150" r="34"/><circle cx="30" cy="172" r="58"/>',
  '<path d="M-10 150 150-10h40L-10 190zM90 190 290-10h24L114 190zM210 190 330 70v30l-90 90z"/>',
  '<path d="M0 132q40-34 80 0t80 0 80 0 80 0v48H0z"/><path d="M0 30q40-26 80 0t80 0 80 0 80 0V0H0z"/>',
  '<path d="M20 20h60v60H20zM250 110h80v80h-80zM150-20h44v44h-44zM96 130h36v36H96z"/>',
  '<path d="m40 180 70-110 70 110zM200 180l50-80 50 80zM250 20l26 42h-52z"/>',
  '<path d="M160 90m-150 0a150 150 0 1 0 300 0 150 150 0 1 0-300 0zm40 0a110 110 0 1 1 220 0 110 110 0 1 1-220 0z" fill-rule="evenodd"/>',
];

/** The width that stays where a list cuts a cover to 4 : 3. */
const WORDS_WIDTH = 216;
/** The most letters of a line on a cover, a Latin one counted as half. */
const LINE = 6;

/** Draws the cover of a topic: its own words in its subject's colour (SF-04); undefined for a topic that does not exist. */
export function drawCover(file: string): string | undefined {
  const {
    subject = "",
    grade = "",
    number = "",
  } = /^(?<subject>[a-z]+)-(?<grade>\d+)-(?<number>\d+)\.svg$/.exec(file)?.groups ?? {};
  const index = Number(number) - 1;
  const topic = topicsOf(subject, grade)[index];
  if (topic === undefined) return undefined;
  const { mark, hue } = faceOf(subject);
  const [light, deep] = HUES[hue];
  const lines = linesOf(topic);
  const size = Math.min(42, Math.floor(WORDS_WIDTH / Math.max(...lines.map(widthOf))));
  const top = 84 - ((lines.length - 1) * size * 1.25) / 2;
  const words = lines.map(
    (line, row) =>
      `<text x="160" y="${Math.round(top + row * size * 1.25)}">${escaped(line)}</text>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<linearGradient id="g" x2="1" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></linearGradient>` +
    `<path fill="url(#g)" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>` +
    `<g fill="#fff" opacity=".14">${PATTERNS[(index + Number(grade)) % PATTERNS.length]}</g>` +
    `<g fill="#fff" font-family="PingFang SC,Microsoft YaHei,Noto Sans CJK SC,sans-serif" font-weight="700" dominant-baseline="central">` +
    `<text x="16" y="24" font-size="18" opacity=".9">${mark}</text>` +
    `<g font-size="${size}" text-anchor="middle">${words.join("")}</g></g></svg>\n`
  );
}

/** Returns the file of a topic's cover. */
export function coverFile(subject: string, grade: string, index: number): string {
  return `${subject}-${grade}-${index + 1}.svg`;
}

const WORDS = new Intl.Segmenter("zh", { granularity: "word" });

/** Breaks a topic into at most two lines, between the two words nearest to its middle. */
function linesOf(topic: string): string[] {
  if (widthOf(topic) <= LINE) return [topic];
  const offMiddle = (at: number) => Math.abs(widthOf(topic.slice(0, at)) - widthOf(topic) / 2);
  const [place = 0] = Array.from(WORDS.segment(topic), ({ index }) => index)
    .filter((at) => at > 0 && !/[：，、）”》]/.test(topic.charAt(at)))
    .toSorted((a, b) => offMiddle(a) - offMiddle(b));
  return [topic.slice(0, place), topic.slice(place)].map((line) => line.replace(/[：，、 ]$/, ""));
}

function widthOf(line: string): number {
  return [...line].reduce((sum, letter) => sum + (letter < "\u2000" ? 0.55 : 1), 0);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
