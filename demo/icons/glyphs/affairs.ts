import type { GlyphTable } from "../draw.ts";
import { box, dot, fill, line } from "../shapes.ts";

export const affairs: GlyphTable = {
  attendance: {
    hue: "green",
    back: fill(
      "M12 17.5a10 10 0 0 1 10 9.8 1.7 1.7 0 0 1-1.7 1.7H3.7A1.7 1.7 0 0 1 2 27.3a10 10 0 0 1 10-9.8z",
    ),
    front: dot(12, 9.5, 5.8) + line("M20.5 13.5l3.5 3.5 6-7", 3),
  },
  "lesson-swap": {
    hue: "violet",
    back: box(3, 3, 12, 12, 3.5),
    front:
      box(17, 17, 12, 12, 3.5) +
      line(
        "M19.5 5.5H23a3.5 3.5 0 0 1 3.5 3.5v3.5M23.3 10l3.2 3.2 3.2-3.2M12.5 26.5H9A3.5 3.5 0 0 1 5.5 23v-3.5M8.7 22l-3.2-3.2L2.3 22",
      ),
  },
  approval: {
    hue: "coral",
    back: box(5, 25.5, 22, 3.5, 1.7),
    front: fill(
      "M16 2.5a5.5 5.5 0 0 1 5.5 5.5c0 2.6-2 4-2 6.5v1h5A3.5 3.5 0 0 1 28 19v2.2a1.8 1.8 0 0 1-1.8 1.8H5.8A1.8 1.8 0 0 1 4 21.2V19a3.5 3.5 0 0 1 3.5-3.5h5v-1c0-2.5-2-3.9-2-6.5A5.5 5.5 0 0 1 16 2.5z",
    ),
  },
  repair: {
    hue: "slate",
    front: line("M7.5 24.5L19 13", 6.4) + dot(21.5, 10.5, 8),
    cut: line("M22.5 9.5l7-7", 5.6) + dot(7.5, 24.5, 1.4),
  },
  "room-booking": {
    hue: "teal",
    back: fill("M19 4h4a2.5 2.5 0 0 1 2.5 2.5V27H19z"),
    front:
      fill("M7 4.7a1.7 1.7 0 0 1 2.2-1.6l8.6 2.7A1.7 1.7 0 0 1 19 7.4V29H7z") + line("M3.5 28h25"),
    cut: dot(15, 17.5, 1.6),
  },
  duty: {
    hue: "blue",
    back: line("M17 4.5a5.5 5.5 0 0 1 3.5 2.5M19.5 1a9.5 9.5 0 0 1 5 4"),
    front: line("M11.5 10V3", 3.4) + box(7.5, 9, 17, 20.5, 4),
    cut: box(11.5, 13, 9, 5, 1.3) + line("M12.5 22h7M12.5 25.5h7", 2),
  },
  payslip: {
    hue: "amber",
    front: fill(
      "M6 5.5A3 3 0 0 1 9 2.5h14a3 3 0 0 1 3 3v23.3l-3.3-2-3.4 2-3.3-2-3.3 2-3.4-2-3.3 2z",
    ),
    cut: line("M12 7.5l4 5 4-5M16 12.5v6M12.5 13h7M12.5 16.3h7", 2.1) + line("M10.5 22.3h11", 2),
  },
  "class-roster": {
    hue: "blue",
    back: box(8, 3, 16, 6, 3),
    front: box(4, 6, 24, 23, 4.5),
    cut: dot(11, 13, 2.6) + dot(11, 22, 2.6) + line("M16.5 13h6.5M16.5 22h6.5", 2.6),
  },
  invitation: {
    hue: "violet",
    front: box(2.5, 5.5, 27, 21, 4.5),
    cut: box(7, 10, 5, 5, 1.2) + box(7, 17.5, 5, 5, 1.2) + line("M17.5 12.5h7.5M17.5 20h7.5", 2.4),
  },
  "old-mail": {
    hue: "slate",
    back: box(2.5, 6.5, 27, 20, 4),
    front: line("M4 9l12 9.5L28 9", 3),
  },
};
