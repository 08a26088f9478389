import type { GlyphTable } from "../draw.ts";
import { box, dot, fill, line, star } from "../shapes.ts";

export const activity: GlyphTable = {
  clubs: {
    hue: "violet",
    back:
      box(18, 3, 11, 11, 3) +
      fill("M7.7 18.7a1.6 1.6 0 0 1 2.8 0l4.9 8.3a1.6 1.6 0 0 1-1.4 2.4H4.2A1.6 1.6 0 0 1 2.8 27z"),
    front: dot(8.8, 8.5, 6) + fill(star(23.5, 23.7, 7)),
  },
  choir: {
    hue: "rose",
    front:
      dot(8, 24.5, 4.8) +
      dot(23.5, 21.5, 4.8) +
      line("M11.4 24V7.5l15.5-3.5v17") +
      fill("M10.1 7a1.3 1.3 0 0 1 1-1.3l15.5-3.5a1.3 1.3 0 0 1 1.6 1.3V9.5l-18.1 4z"),
  },
  gallery: {
    hue: "teal",
    front: fill(
      "M16 2.5C8.3 2.5 2.5 8.5 2.5 16S8.3 29.5 16 29.5c2 0 3.2-1.4 3.2-3.1 0-2-1.7-2.6-1.7-4.3 0-1.6 1.3-2.7 2.9-2.7h3.8a5.3 5.3 0 0 0 5.3-5.5C29.2 7.3 23.5 2.5 16 2.5z",
    ),
    cut: dot(9.5, 11.5, 2.2) + dot(16.5, 8, 2.2) + dot(23.3, 11.5, 2.2) + dot(8.5, 18.8, 2.2),
  },
  "field-trip": {
    hue: "sky",
    back: dot(23.5, 8.5, 4.5),
    front: fill(
      "M11 10.3a1.6 1.6 0 0 1 2.7 0l4.8 7.7 2.4-3.3a1.6 1.6 0 0 1 2.6 0l7.2 10.4A1.6 1.6 0 0 1 29.4 28H2.6a1.6 1.6 0 0 1-1.3-2.5z",
    ),
  },
  "class-garden": {
    hue: "green",
    back: line("M3 20v2M6 24.5v2M2.5 27.5v1"),
    front:
      box(11, 13.5, 13.5, 14.5, 3.5) +
      line("M12 21.5L5.5 13M2.8 15l5-4M24.5 16.5h1.3a4 4 0 0 1 0 8h-1.3M13 14c0-7 9.5-7 9.5 0"),
  },
  "robot-contest": {
    hue: "blue",
    back: box(0.5, 14, 4, 8, 2) + box(27.5, 14, 4, 8, 2),
    front: box(6, 9, 20, 19, 5) + line("M16 9V6") + dot(16, 4.5, 2.6),
    cut: dot(12, 16.5, 2.3) + dot(20, 16.5, 2.3) + line("M12.5 22.8h7", 2.2),
  },
  "graduation-album": {
    hue: "amber",
    front: fill(
      "M6.5 8.5h3.7l1.3-2.6A2.5 2.5 0 0 1 13.7 4.5h4.6a2.5 2.5 0 0 1 2.2 1.4l1.3 2.6h3.7a4 4 0 0 1 4 4V24a4 4 0 0 1-4 4h-19a4 4 0 0 1-4-4V12.5a4 4 0 0 1 4-4z",
    ),
    cut: dot(16, 18, 6),
    top: dot(16, 18, 3.4),
  },
  "sports-meet-2025": {
    hue: "coral",
    back: line("M9 7H4.3v1.5a6 6 0 0 0 6 6M23 7h4.7v1.5a6 6 0 0 1-6 6"),
    front:
      fill("M9.5 3h13A1.5 1.5 0 0 1 24 4.5V12a8 8 0 0 1-16 0V4.5A1.5 1.5 0 0 1 9.5 3z") +
      line("M16 19v6", 3) +
      box(9.5, 24.5, 13, 4.5, 1.8),
  },
};
