import type { GlyphTable } from "../draw.ts";
import { box, dot, fill, line, ring } from "../shapes.ts";

export const manage: GlyphTable = {
  "school-board": {
    hue: "blue",
    back: line("M5.8 25.5a13 13 0 1 1 20.4 0", 3.6),
    front: line("M5.8 25.5a13 13 0 0 1 .9-17", 3.6) + line("M16 18.5l6-7.5", 3) + dot(16, 19, 3.8),
  },
  scheduling: {
    hue: "violet",
    back: box(17.5, 4, 12, 6.5, 2.5) + box(2.5, 12.75, 7, 6.5, 2.5) + box(21, 21.5, 8.5, 6.5, 2.5),
    front:
      box(2.5, 4, 12.5, 6.5, 2.5) + box(12, 12.75, 17.5, 6.5, 2.5) + box(2.5, 21.5, 16, 6.5, 2.5),
  },
  "staff-files": {
    hue: "teal",
    front: box(2.5, 5, 27, 22, 4.5),
    cut:
      dot(10.5, 12.7, 3.2) +
      fill("M10.5 17.3a5 5 0 0 1 5 5H5.5a5 5 0 0 1 5-5z") +
      line("M20 12.5h5M20 18.5h5", 2.4),
  },
  assets: {
    hue: "amber",
    back: fill("M3.5 11.3l11.3 6v12.4l-10-5.4a2.5 2.5 0 0 1-1.3-2.2z"),
    front: fill(
      "M14.8 2.3a2.5 2.5 0 0 1 2.4 0l10.3 5.6a.8.8 0 0 1 0 1.4L16 15.5 4.5 9.3a.8.8 0 0 1 0-1.4zM28.5 11.3l-11.3 6v12.4l10-5.4a2.5 2.5 0 0 0 1.3-2.2z",
    ),
  },
  enrolment: {
    hue: "coral",
    back:
      line("M11.5 9V7a4.5 4.5 0 0 1 9 0v2", 3) +
      box(2, 15.5, 5, 10, 2.5) +
      box(25, 15.5, 5, 10, 2.5),
    front: fill(
      "M13 8h6a7 7 0 0 1 7 7v11a3.5 3.5 0 0 1-3.5 3.5h-13A3.5 3.5 0 0 1 6 26V15a7 7 0 0 1 7-7z",
    ),
    cut: line("M12.5 13.3h7M10 29v-7a1.8 1.8 0 0 1 1.8-1.8h8.4A1.8 1.8 0 0 1 22 22v7", 2.2),
  },
  visitors: {
    hue: "sky",
    back: line("M15 4h9.5a3.5 3.5 0 0 1 3.5 3.5v17a3.5 3.5 0 0 1-3.5 3.5H15", 3),
    front: line("M3.5 16h16M13.5 9.5l6.5 6.5-6.5 6.5", 3.2),
  },
  admin: {
    hue: "green",
    back: box(2, 17.5, 6, 11.5, 1.6) + box(24, 17.5, 6, 11.5, 1.6),
    front: fill(
      "M9.5 14.7a2 2 0 0 1 .9-1.7l4.4-3V2.8A1.2 1.2 0 0 1 16 1.6h5a1 1 0 0 1 .9 1.5L21.4 4l.5.9A1 1 0 0 1 21 6.4h-3.8V10l4.4 3a2 2 0 0 1 .9 1.7V29h-13z",
    ),
    cut: dot(16, 16.7, 2.1) + fill("M13.6 29v-4.5a2.4 2.4 0 0 1 4.8 0V29z"),
  },
  "data-board": {
    hue: "sky",
    back: box(3.5, 17, 6.5, 12, 2.2),
    front: box(12.75, 10.5, 6.5, 18.5, 2.2) + box(22, 3, 6.5, 26, 2.2),
  },
  supervision: {
    hue: "violet",
    back: dot(13.5, 13.5, 9),
    front:
      ring(13.5, 13.5, 9.7, 3) + line("M21.3 21.3l7 7", 4.2) + line("M9.3 13.7l3.2 3.2 5.3-6", 2.6),
  },
  accounts: {
    hue: "amber",
    front:
      ring(10.5, 21.5, 7, 3.6) + line("M15.7 16.3L28 4M23.5 8.5l4.3 4.3M18.7 13.3l3.2 3.2", 3.4),
  },
  "app-management": {
    hue: "blue",
    back: box(17.5, 3, 11.5, 11.5, 3.5) + box(3, 17.5, 11.5, 11.5, 3.5),
    front: box(3, 3, 11.5, 11.5, 3.5) + line("M23.25 18.5v9.5M18.5 23.25H28", 3.2),
  },
  "audit-log": {
    hue: "slate",
    back: line("M4.5 6h.01M4.5 14h.01M4.5 22h.01", 3.6),
    front: line("M10.5 6H28M10.5 14h10M10.5 22h3.5", 3),
    cut: dot(23, 22, 9),
    top: line("M23 15.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM23 19v3.2l2.3 1.5", 2.4),
  },
  monitoring: {
    hue: "teal",
    back: line("M11 28.5h10M16 24v4"),
    front: box(2.5, 3, 27, 20.5, 4.5),
    cut: line("M6.5 14h4.5l2.7-5.5 4.3 10 2.7-4.5h4.8", 2.4),
  },
};
