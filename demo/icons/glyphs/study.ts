import type { GlyphTable } from "../draw.ts";
import { box, dot, fill, line, ring, seam } from "../shapes.ts";

const PENCIL = "M14 28.5l1.2-5L25.4 13.3a2.5 2.5 0 0 1 3.6 3.6L18.9 27.3z";

export const study: GlyphTable = {
  homework: {
    hue: "blue",
    front: box(4, 3, 20, 26, 3.5),
    cut: line("M9 10h10M9 15.5h7", 2.4) + seam(PENCIL),
    top: fill(PENCIL),
  },
  timetable: {
    hue: "teal",
    back: box(3, 13, 7.5, 7, 2) + box(21.5, 13, 7.5, 7, 2) + box(12.25, 22, 7.5, 7, 2),
    front:
      box(3, 3, 26, 8, 3) +
      box(12.25, 13, 7.5, 7, 2) +
      box(3, 22, 7.5, 7, 2) +
      box(21.5, 22, 7.5, 7, 2),
  },
  mistakes: {
    hue: "coral",
    back: line("M3.5 9.5h6M3.5 16h6M3.5 22.5h6"),
    front: box(7, 3, 21, 26, 3.5),
    cut: line("M13.5 12l8 8M21.5 12l-8 8", 3),
  },
  "mental-arithmetic": {
    hue: "amber",
    back: line("M9.5 5v22M16 5v22M22.5 5v22", 1.8),
    front:
      line(
        "M5.5 3.8h21a1.7 1.7 0 0 1 1.7 1.7v21a1.7 1.7 0 0 1-1.7 1.7h-21a1.7 1.7 0 0 1-1.7-1.7v-21a1.7 1.7 0 0 1 1.7-1.7zM3.8 12.8h24.4",
        2.4,
      ) +
      box(6.9, 6.7, 5.2, 3.6, 1.8) +
      box(13.4, 6.7, 5.2, 3.6, 1.8) +
      box(19.9, 6.7, 5.2, 3.6, 1.8) +
      box(6.9, 21.7, 5.2, 3.6, 1.8) +
      box(13.4, 15.8, 5.2, 3.6, 1.8) +
      box(13.4, 21.7, 5.2, 3.6, 1.8) +
      box(19.9, 15.8, 5.2, 3.6, 1.8),
  },
  "pinyin-garden": {
    hue: "green",
    back: fill("M22.5 12.5C22 7 25 3.5 30 3c.5 5-2.5 9-7.5 9.5z"),
    front: ring(12, 20.5, 6.7, 3.4) + line("M19 13.5v13.7", 3.4) + line("M7 8h10", 3.2),
  },
  reading: {
    hue: "violet",
    back: fill(
      "M17.2 8.3C20 6.3 24 5 29 5a1.3 1.3 0 0 1 1.3 1.3v17A1.3 1.3 0 0 1 29 24.6c-5 0-9 1-11.8 2.8z",
    ),
    front: fill(
      "M14.8 8.3C12 6.3 8 5 3 5a1.3 1.3 0 0 0-1.3 1.3v17A1.3 1.3 0 0 0 3 24.6c5 0 9 1 11.8 2.8z",
    ),
  },
  poetry: {
    hue: "rose",
    back: box(2, 4, 4.4, 24, 2.2) + box(25.6, 4, 4.4, 24, 2.2),
    front: box(7.6, 6.5, 16.8, 19, 1.2),
    cut: line("M20.2 11v10M16 11v10M11.8 11v5.5", 2),
  },
  calligraphy: {
    hue: "slate",
    back: line("M5 28.3h22"),
    front:
      line("M27.5 4.5l-8 9.5", 3.6) +
      fill(
        "M14.6 12.9l5.6 4.7c.6 3.5-1.7 6.2-5 6.8-3 .5-5.2-.4-8.7 1 2.3-2.9 1.9-4.8 2.9-7.7.9-2.7 2.7-4.2 5.2-4.8z",
      ),
  },
  "english-speaking": {
    hue: "sky",
    back: line("M12.3 26.5L16 16.7l3.7 9.8M13.6 23.3h4.8", 2.4),
    front:
      line("M5.5 19v-3.5a10.5 10.5 0 0 1 21 0V19", 3) +
      box(2.5, 17, 6, 10.5, 3) +
      box(23.5, 17, 6, 10.5, 3),
  },
  python: {
    hue: "slate",
    front: box(2.5, 4.5, 27, 23, 4.5),
    cut: line("M8.5 11.5l4.5 4.5-4.5 4.5M16.5 21h7", 2.8),
  },
  "virtual-lab": {
    hue: "violet",
    back: fill("M12.5 4h7v8l7.2 12.5a3 3 0 0 1-2.6 4.5H7.9a3 3 0 0 1-2.6-4.5L12.5 12z"),
    front:
      box(10.5, 2.5, 11, 3.4, 1.7) +
      fill("M9 18h14l3.7 6.5a3 3 0 0 1-2.6 4.5H7.9a3 3 0 0 1-2.6-4.5z"),
    cut: dot(13, 23.5, 2) + dot(18.7, 25.3, 1.4),
  },
  "exam-review": {
    hue: "coral",
    back: ring(14.5, 17.5, 11),
    front: ring(14.5, 17.5, 5.3),
    cut: line("M14.5 17.5L26 6", 5.5),
    top: line("M14.5 17.5L26.5 5.5", 2.6) + fill("M22.6 6.4L27 2l.8 3.2 3.2.8-4.4 4.4h-4z"),
  },
};
