import { HUES } from "../../icons/draw.ts";
import { makeRandom } from "../../generate/random.ts";
import { faceOf } from "../covers.ts";
import type { Item } from "../item.ts";
import { matterOf } from "./matter.ts";
import { writeMovie, type Disc, type Rgb } from "./movie.ts";
import { seedOf } from "./seed.ts";

const WIDTH = 480;
const HEIGHT = 270;
const FRAMES_OF_SIDE = 27;
/** The length of every animation: four sides at twelve frames a second. */
export const ANIMATION_SECONDS = 9;
const WHITE: Rgb = [255, 255, 255];

/** Draws the Flash animation of an item: its title, and one after the other the sides from which its topic is seen. */
export function drawAnimation(item: Item): Uint8Array {
  const random = makeRandom(seedOf(item.id));
  const { sides } = matterOf(item);
  const frames = sides.length * FRAMES_OF_SIDE;
  const circling = (radius: number, opacity: number): Disc => {
    const [x, y] = [random.integer(40, WIDTH - 40), random.integer(30, HEIGHT - 30)];
    const [wide, high] = [random.integer(20, 90), random.integer(10, 50)];
    const turn = random.pick([-1, 1]);
    return {
      radius,
      opacity,
      colour: WHITE,
      at: (frame) => {
        const angle = (turn * frame * 2 * Math.PI) / frames;
        return [x + wide * Math.cos(angle), y + high * Math.sin(angle)];
      },
    };
  };
  return writeMovie({
    width: WIDTH,
    height: HEIGHT,
    frames,
    background: rgb(HUES[faceOf(item.subject).hue][1]),
    discs: [circling(95, 34), circling(48, 46), circling(66, 26), circling(20, 70)],
    texts: [
      { ...line(62, 40, 28, item.title), from: 0, to: frames },
      { ...line(104, 26, 16, `${item.about.grade} · ${item.about.subject}`), from: 0, to: frames },
      ...sides.flatMap(([side, text], index) => {
        const during = { from: index * FRAMES_OF_SIDE, to: (index + 1) * FRAMES_OF_SIDE };
        return [
          { ...line(154, 40, 26, `${index + 1}  ${side}`), ...during },
          { ...line(194, 30, 17, text), ...during },
        ];
      }),
    ],
  });
}

function line(y: number, height: number, size: number, text: string) {
  return { x: 12, y, width: WIDTH - 24, height, size, text };
}

function rgb(colour: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\da-f]{2}/g) ?? []).map((part) =>
    Number.parseInt(part, 16),
  );
  return [red, green, blue];
}
