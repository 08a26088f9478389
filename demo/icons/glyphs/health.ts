import type { GlyphTable } from "../draw.ts";
import { dot, fill, heart, line } from "../shapes.ts";

export const health: GlyphTable = {
  sports: {
    hue: "amber",
    front: dot(16, 16, 13),
    cut: line("M16 2v28M2 16h28M6.5 6.5c4.7 5 4.7 14 0 19M25.5 6.5c-4.7 5-4.7 14 0 19", 2),
  },
  eyesight: {
    hue: "sky",
    front: fill(
      "M1.9 17.3a2.5 2.5 0 0 1 0-2.6C5.5 9 10.5 6.3 16 6.3S26.5 9 30.1 14.7a2.5 2.5 0 0 1 0 2.6C26.5 23 21.5 25.7 16 25.7S5.5 23 1.9 17.3z",
    ),
    cut: dot(16, 16, 6.2),
    top: dot(16, 16, 3.2),
  },
  counselling: {
    hue: "rose",
    back: fill("M16 22.2L3 14v11.5A3.5 3.5 0 0 0 6.5 29h19a3.5 3.5 0 0 0 3.5-3.5V14z"),
    front: fill(heart(16, 8.8, 13.5)) + line("M4.3 15.5L16 22.7l11.7-7.2"),
  },
  "health-check": {
    hue: "coral",
    back: line("M23 6.5h5M23 12h3M23 17.5h5"),
    front: line("M13.5 6.5V20", 8) + dot(13.5, 23, 6.8),
    cut: line("M13.5 11.5V22", 2.6) + dot(13.5, 23, 3),
  },
  safety: {
    hue: "green",
    front: fill(
      "M14.9 2.7a3 3 0 0 1 2.2 0l8.5 3.2A2.2 2.2 0 0 1 27 8v7c0 6.5-4.3 11.5-10 14.3a2.3 2.3 0 0 1-2 0C9.3 26.5 5 21.5 5 15V8a2.2 2.2 0 0 1 1.4-2.1z",
    ),
    cut: line("M10.8 15.8l3.9 3.9 6.8-7.5", 2.8),
  },
};
