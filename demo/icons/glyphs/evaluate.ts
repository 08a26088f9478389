import type { GlyphTable } from "../draw.ts";
import { box, dot, fill, line, star } from "../shapes.ts";

export const evaluate: GlyphTable = {
  "score-entry": {
    hue: "coral",
    back: line("M4 27h24"),
    front:
      line("M4.3 9L7 6.5v14", 3.2) +
      line(
        "M14.8 6.5a3.3 3.3 0 0 1 3.3 3.3v7.4a3.3 3.3 0 0 1-6.6 0V9.8a3.3 3.3 0 0 1 3.3-3.3zM25 6.5a3.3 3.3 0 0 1 3.3 3.3v7.4a3.3 3.3 0 0 1-6.6 0V9.8A3.3 3.3 0 0 1 25 6.5z",
        3.2,
      ),
  },
  "score-report": {
    hue: "blue",
    front: box(4.5, 2.5, 23, 27, 3.5),
    cut:
      line("M9 17l4.3-10 4.3 10M10.4 13.8h5.8M19.7 8.5h4.6M22 6.2v4.6", 2.3) +
      line("M9.5 23.5h13", 2.4),
  },
  "learning-analysis": {
    hue: "teal",
    back: line("M4 4v21a3 3 0 0 0 3 3h21"),
    front:
      line("M9.5 21l5-6.5 5.5 3.5 7-9.5") +
      dot(9.5, 21, 2.4) +
      dot(14.5, 14.5, 2.4) +
      dot(20, 18, 2.4) +
      dot(27, 8.5, 2.4),
  },
  medals: {
    hue: "amber",
    back: fill("M8 2h6.5l3.7 8h-6.5zM24 2h-6.5l-3.7 8h6.5z"),
    front: dot(16, 19.7, 9.8),
    cut: fill(star(16, 20, 5.8)),
  },
  "growth-record": {
    hue: "green",
    back: fill("M15.5 20C8.5 20 4 15.5 3.7 8.3 11 8.3 15.5 13 15.5 20z"),
    front:
      fill("M16.5 15.5C16.5 8.5 21 4 28.3 3.7c0 7.3-4.7 11.8-11.8 11.8z") +
      line("M16 28V15.5M8.5 28.3h15"),
  },
  "term-comments": {
    hue: "rose",
    back: box(10, 2, 12, 4.5, 1.8),
    front: fill("M11 8.3h10l3.6 8.5c.3.7.2 1.3-.2 1.9L16 30.5 7.6 18.7c-.4-.6-.5-1.2-.2-1.9z"),
    cut: dot(16, 16, 2.2) + line("M16 17v13", 1.8),
  },
  "comprehensive-quality": {
    hue: "violet",
    back: line("M16 3.5l12.4 9-4.7 14.5H8.3L3.6 12.5z"),
    front: fill("M16 8l7.5 6.3-2.8 7.7-9.7 1.8L9 14z"),
  },
};
