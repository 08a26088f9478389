import type { GlyphTable } from "../draw.ts";
import { box, fill, line } from "../shapes.ts";

export const lab: GlyphTable = {
  "ai-companion": {
    hue: "violet",
    back: fill(
      "M25 2c.6 3.3 1.9 4.6 5.2 5.2-3.3.6-4.6 1.9-5.2 5.2-.6-3.3-1.9-4.6-5.2-5.2C23.1 6.6 24.4 5.3 25 2z",
    ),
    front: fill(
      "M13 6.5c1.4 7.7 3.8 10.1 11.5 11.5C16.8 19.4 14.4 21.8 13 29.5 11.6 21.8 9.2 19.4 1.5 18 9.2 16.6 11.6 14.2 13 6.5z",
    ),
  },
  "vr-classroom": {
    hue: "sky",
    back: line("M4.5 12C7 5.5 25 5.5 27.5 12", 3),
    front: fill(
      "M7 10h18a4.5 4.5 0 0 1 4.5 4.5V21a4.5 4.5 0 0 1-4.5 4.5h-3a2.5 2.5 0 0 1-2-1l-1.8-2.4a2.7 2.7 0 0 0-4.4 0L12 24.5a2.5 2.5 0 0 1-2 1H7A4.5 4.5 0 0 1 2.5 21v-6.5A4.5 4.5 0 0 1 7 10z",
    ),
    cut: box(7, 14, 18, 4.5, 2.2),
  },
};
