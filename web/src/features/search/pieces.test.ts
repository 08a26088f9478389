import { expect, test } from "vitest";
import { piecesOf } from "./pieces.ts";

test.each([
  ["分数", [], ["分数"]],
  ["分数的意义", [{ from: 0, to: 2 }], ["[分数]", "的意义"]],
  ["认识分数", [{ from: 2, to: 4 }], ["认识", "[分数]"]],
  ["<b>分数</b>", [{ from: 3, to: 5 }], ["<b>", "[分数]", "</b>"]],
  [
    "分数分数",
    [
      { from: 0, to: 2 },
      { from: 2, to: 4 },
    ],
    ["[分数]", "[分数]"],
  ],
  ["分数", [{ from: 1, to: 9 }], ["分数"]],
  ["分数", [{ from: 1, to: 1 }], ["分数"]],
  [
    "分数",
    [
      { from: 1, to: 2 },
      { from: 0, to: 1 },
    ],
    ["分", "[数]"],
  ],
  ["", [], []],
])("%s with %j", (text, marks, pieces) => {
  expect(
    piecesOf(text, marks).map(({ part, isMarked }) => (isMarked ? `[${part}]` : part)),
  ).toEqual(pieces);
});
