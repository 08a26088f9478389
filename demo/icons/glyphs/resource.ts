import type { GlyphTable } from "../draw.ts";
import { box, dot, fill, line, ring } from "../shapes.ts";

export const resource: GlyphTable = {
  "smart-education": {
    hue: "blue",
    front: fill("M8.5 26.5A6.8 6.8 0 0 1 7 13.1 9.3 9.3 0 0 1 25 12.5a7.1 7.1 0 0 1-1.2 14z"),
    cut: line(
      "M16 15.5c-1.5-1.2-3.4-1.6-5.5-1.6v7c2.1 0 4 .5 5.5 1.6 1.5-1.1 3.4-1.6 5.5-1.6v-7c-2.1 0-4 .4-5.5 1.6zv7",
      1.9,
    ),
  },
  library: {
    hue: "amber",
    back: box(11, 8, 5.5, 17, 1.8),
    front:
      box(3.5, 4, 6, 21, 1.8) +
      fill(
        "M18.3 7.5a1.5 1.5 0 0 1 1.1-1.9l2.7-.7A1.5 1.5 0 0 1 24 6l4.3 16.5a1.5 1.5 0 0 1-1.1 1.9l-2.7.7a1.5 1.5 0 0 1-1.9-1.1z",
      ) +
      line("M3 28.5h26"),
  },
  "micro-lessons": {
    hue: "coral",
    back: ring(16, 16, 12.3, 3),
    front:
      line("M16 3.7a12.3 12.3 0 1 1-12.3 12.3", 3) +
      fill("M12.5 11.4a1.3 1.3 0 0 1 2-1.1l7 4.6a1.3 1.3 0 0 1 0 2.2l-7 4.6a1.3 1.3 0 0 1-2-1.1z"),
  },
  textbooks: {
    hue: "teal",
    front: fill(
      "M9 2.5h16A1.5 1.5 0 0 1 26.5 4v18H9.3a2.3 2.3 0 0 0 0 4.6h15.9a1.5 1.5 0 0 1 0 2.9H9A4.2 4.2 0 0 1 4.8 25.3V6.7A4.2 4.2 0 0 1 9 2.5z",
    ),
    cut: fill("M16.5 2h6v11l-3-2.5-3 2.5z"),
  },
  courseware: {
    hue: "violet",
    back: line("M16 21v3.5M16 24l-5.5 5M16 24l5.5 5"),
    front: box(2.5, 3, 27, 19, 3.5),
    cut: box(7, 8, 8, 9, 1.8) + line("M19 9.5h6M19 15.5h4", 2.4),
  },
  documents: {
    hue: "sky",
    back: fill("M18.5 2.5L27 11h-6a2.5 2.5 0 0 1-2.5-2.5z"),
    front: fill(
      "M8.5 2.5h8v7A3.5 3.5 0 0 0 20 13h7v13a3.5 3.5 0 0 1-3.5 3.5h-15A3.5 3.5 0 0 1 5 26V6a3.5 3.5 0 0 1 3.5-3.5z",
    ),
    cut: line("M10 9.5h2M10 17.5h12M10 23.5h8", 2.4),
  },
  "campus-tv": {
    hue: "rose",
    back: line("M16 9l-5.5-6M16 9l5.5-6"),
    front: box(2.5, 9, 27, 19.5, 4.5),
    cut: box(6.5, 13, 13.5, 11.5, 2.5) + dot(24.5, 15.5, 1.7) + dot(24.5, 21, 1.7),
  },
};
