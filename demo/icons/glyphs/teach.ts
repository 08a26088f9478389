import type { GlyphTable } from "../draw.ts";
import { box, dot, fill, line } from "../shapes.ts";

export const teach: GlyphTable = {
  "lesson-plan": {
    hue: "amber",
    back: fill("M17.5 18L27.5 8l2.3 14.2a1.6 1.6 0 0 1-1.9 1.9z"),
    front:
      fill("M13.3 15.8a9 9 0 0 1 12.7-12.7 1 1 0 0 1 0 1.4L14.7 15.8a1 1 0 0 1-1.4 0z") +
      line("M12.5 8.5L5.5 16l6 11M5 28.3h14", 2.8),
  },
  "assign-homework": {
    hue: "blue",
    back: fill("M29.5 2.5L11.5 18.5V27a1.2 1.2 0 0 0 2.2.7l3.6-5.2 6.2 4.1a1.3 1.3 0 0 0 2-.8z"),
    front: fill("M29.5 2.5L2.7 13a1.1 1.1 0 0 0 0 2l8.8 3.5z"),
  },
  classroom: {
    hue: "coral",
    front:
      line("M11 17V8.3M15.5 15V5M20 15V6M24.5 17V9.5", 3.5) +
      fill(
        "M9.25 15.5h17V20a9 9 0 0 1-9 9.3h-.8a9.5 9.5 0 0 1-7.6-3.8l-4.6-6.2a2.1 2.1 0 0 1 3.3-2.6l1.7 1.8z",
      ),
  },
  "question-bank": {
    hue: "violet",
    back: box(10, 2.5, 18.5, 22, 3.5),
    front: box(4, 7.5, 18.5, 22, 3.5),
    cut:
      line("M3 29.5V6.5h19.5a1 1 0 0 1 1 1V24", 2) +
      line("M10.4 15.3a2.9 2.9 0 1 1 4.5 2.4c-1.2.8-1.6 1.4-1.6 2.5", 2.4) +
      dot(13.3, 24.3, 1.6),
  },
  "online-marking": {
    hue: "teal",
    front:
      box(8.3, 7, 15.4, 18, 2.5) +
      line(
        "M3.3 9.5V6.3a3 3 0 0 1 3-3h3.2M22.5 3.3h3.2a3 3 0 0 1 3 3v3.2M28.7 22.5v3.2a3 3 0 0 1-3 3h-3.2M9.5 28.7H6.3a3 3 0 0 1-3-3v-3.2",
      ),
    cut: line("M12.3 16.3l2.8 2.8 5-5.7", 2.6),
  },
  "lesson-observation": {
    hue: "sky",
    back: line("M4.5 8a9.5 9.5 0 0 0 0 10.5"),
    front:
      line("M11 13a7.5 7.5 0 1 1 13.7 4.2c-1.7 2.5-3.9 3.3-4.3 6.3a4.6 4.6 0 0 1-8.7 1.5", 3) +
      line("M15.2 13.3a3.4 3.4 0 1 1 5.3 2.8c-1.3.9-1.9 1.5-1.9 2.7", 2.6),
  },
  "teaching-research": {
    hue: "green",
    back: dot(16, 16, 6.5),
    front: dot(16, 4.8, 3.6) + dot(16, 27.2, 3.6) + dot(4.8, 16, 3.6) + dot(27.2, 16, 3.6),
  },
  "lesson-recorder": {
    hue: "rose",
    back: fill("M22 14.5l5.7-3.9a1.3 1.3 0 0 1 2 1.1v8.6a1.3 1.3 0 0 1-2 1.1L22 17.5z"),
    front: box(2.5, 7.5, 18, 17, 4.5),
    cut: dot(11.5, 16, 4),
  },
};
