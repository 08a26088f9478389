import type { GlyphTable } from "../draw.ts";
import { box, dot, fill, heart, line, seam, star } from "../shapes.ts";

const CROWD =
  "M16 4.5a5.3 5.3 0 0 1 5.3 5.3 5.3 5.3 0 0 1-10.6 0A5.3 5.3 0 0 1 16 4.5zM16 17a9 9 0 0 1 9 9 2 2 0 0 1-2 2H9a2 2 0 0 1-2-2 9 9 0 0 1 9-9z";

export const family: GlyphTable = {
  "class-circle": {
    hue: "sky",
    back:
      dot(5.8, 13, 3.8) +
      dot(26.2, 13, 3.8) +
      fill(
        "M5.8 18.5a7 7 0 0 1 7 7 1.5 1.5 0 0 1-1.5 1.5H1a1.5 1.5 0 0 1-1.5-1.5 6.5 6.5 0 0 1 6.3-7zM26.2 18.5a6.5 6.5 0 0 1 6.3 7A1.5 1.5 0 0 1 31 27H20.7a1.5 1.5 0 0 1-1.5-1.5 7 7 0 0 1 7-7z",
      ),
    cut: seam(CROWD, 3),
    top: fill(CROWD),
  },
  leave: {
    hue: "amber",
    back: line("M10 2.8v5M22 2.8v5", 3),
    front: box(3, 5.5, 26, 23.5, 4.5),
    cut: line("M10 2.8v5M22 2.8v5", 5.4) + line("M10.5 18.8l4 4 7.3-8", 2.8),
    top: line("M10 3.5v4M22 3.5v4", 2.4),
  },
  payment: {
    hue: "green",
    back: fill("M23.3 9.7a9.3 9.3 0 1 1-9 15.3 12.5 12.5 0 0 0 9-15.3z"),
    front: dot(12.5, 13.5, 10.3),
    cut: line("M8.5 8.5l4 5 4-5M12.5 13.5v6M9 14h7M9 17.3h7", 2.1),
  },
  "school-bus": {
    hue: "amber",
    front: fill(
      "M6 6h18.5a4 4 0 0 1 3.8 2.8L30 15v7.5a2.5 2.5 0 0 1-2.5 2.5h-23A2.5 2.5 0 0 1 2 22.5V10a4 4 0 0 1 4-4z",
    ),
    cut:
      box(5, 9.5, 5.5, 5.5, 1.3) +
      box(12.5, 9.5, 5.5, 5.5, 1.3) +
      fill("M20 10.8A1.3 1.3 0 0 1 21.3 9.5h3l1.9 5.5H20z") +
      dot(9, 25, 5) +
      dot(23, 25, 5),
    top: dot(9, 25, 3.2) + dot(23, 25, 3.2),
  },
  canteen: {
    hue: "teal",
    back: line("M10.5 11c-2-2.2 2-4.3 0-6.5M16 11c-2-2.2 2-4.3 0-6.5M21.5 11c-2-2.2 2-4.3 0-6.5"),
    front: fill(
      "M3.8 14.5h24.4a1.3 1.3 0 0 1 1.3 1.4 13 13 0 0 1-6.5 9.8v1.8a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 9 27.5v-1.8a13 13 0 0 1-6.5-9.8 1.3 1.3 0 0 1 1.3-1.4z",
    ),
  },
  "parent-academy": {
    hue: "violet",
    back: fill("M7.5 16.5L16 20.5l8.5-4V22c0 2.5-3.8 4.5-8.5 4.5S7.5 24.5 7.5 22z"),
    front:
      fill(
        "M15.2 5.3a2 2 0 0 1 1.6 0l13 5.8a.9.9 0 0 1 0 1.7l-13 5.9a2 2 0 0 1-1.6 0l-13-5.9a.9.9 0 0 1 0-1.7z",
      ) + line("M28 13v8.5", 2.2),
  },
  "home-visit": {
    hue: "rose",
    front: fill(
      "M14.2 3.3a2.8 2.8 0 0 1 3.6 0l11 9.3c1 .9.4 2.4-.9 2.4H27v10.5a3.5 3.5 0 0 1-3.5 3.5h-15A3.5 3.5 0 0 1 5 25.5V15h-.9c-1.3 0-1.9-1.5-.9-2.4z",
    ),
    cut: fill(heart(16, 19, 11.5)),
  },
  "class-affairs": {
    hue: "coral",
    back: line("M4 4.3h24", 3),
    front: fill("M7 7.5h18v14.3a2 2 0 0 1-1 1.8l-7 4.7a1.8 1.8 0 0 1-2 0l-7-4.7a2 2 0 0 1-1-1.8z"),
    cut: fill(star(16, 16, 6)),
  },
};
