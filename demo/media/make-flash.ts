// Writes files/moon.swf: why the moon has phases. The sun shines from the left, the moon goes round the earth.
import { writeFileSync } from "node:fs";
import { defineShape, place, SHOW_FRAME, writeMovie, type Pen } from "../../web/flash/swf.ts";

const STAGE = { width: 480, height: 270 };
const EARTH = { x: 270, y: 135 };
const ORBIT = { x: 130, y: 90 };
const FRAMES = 72;
const STARS = 24;

const circle = (radius: number, from = 0, to = 2 * Math.PI) => {
  return (pen: Pen) => {
    const steps = 8;
    const step = (to - from) / steps;
    const reach = radius / Math.cos(step / 2);
    const at = (angle: number, length: number): [number, number] => [
      Math.cos(angle) * length,
      Math.sin(angle) * length,
    ];
    let here = at(from, radius);
    pen.start(...here);
    for (let one = 0; one < steps; one++) {
      const control = at(from + (one + 0.5) * step, reach);
      const anchor = at(from + (one + 1) * step, radius);
      pen.curve(between(here, control), between(control, anchor));
      here = anchor;
    }
    const first = at(from, radius);
    pen.line(...between(here, first));
  };
};

function between(from: readonly number[], to: readonly number[]): [number, number] {
  return [(to[0] ?? 0) - (from[0] ?? 0), (to[1] ?? 0) - (from[1] ?? 0)];
}

const LEFT_HALF = [Math.PI / 2, (3 * Math.PI) / 2] as const;
const moonAt = (frame: number) => {
  const angle = Math.PI + (frame / FRAMES) * 2 * Math.PI;
  return { x: EARTH.x + Math.cos(angle) * ORBIT.x, y: EARTH.y + Math.sin(angle) * ORBIT.y };
};
const stars = Array.from({ length: STARS }, (_, star) => {
  return place({ depth: star + 1, id: 6, x: (star * 197) % 480, y: (star * 83 + 11) % 270 });
});
const frames = Array.from({ length: FRAMES - 1 }, (_, frame) => {
  const to = moonAt(frame + 1);
  return [place({ depth: 104, ...to }), place({ depth: 105, ...to }), SHOW_FRAME];
});

const movie = writeMovie({
  ...STAGE,
  framesPerSecond: 12,
  background: [16, 24, 48],
  frames: FRAMES,
  tags: [
    defineShape(1, [255, 200, 60], circle(90), 90),
    defineShape(2, [24, 60, 110], circle(36), 36),
    defineShape(3, [80, 160, 240], circle(36, ...LEFT_HALF), 36),
    defineShape(4, [70, 74, 90], circle(18), 18),
    defineShape(5, [250, 246, 225], circle(18, ...LEFT_HALF), 18),
    defineShape(6, [150, 160, 200], circle(1), 1),
    ...stars,
    place({ depth: 101, id: 1, x: 0, y: EARTH.y }),
    place({ depth: 102, id: 2, ...EARTH }),
    place({ depth: 103, id: 3, ...EARTH }),
    place({ depth: 104, id: 4, ...moonAt(0) }),
    place({ depth: 105, id: 5, ...moonAt(0) }),
    SHOW_FRAME,
    ...frames.flat(),
  ],
});
writeFileSync(new URL("files/moon.swf", import.meta.url), movie);
