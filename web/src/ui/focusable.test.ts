import { expect, test } from "vitest";
import { steppedIndex } from "./focusable.ts";

test.each([
  ["ArrowDown", 0, 1],
  ["ArrowDown", 2, 0],
  ["ArrowRight", 1, 2],
  ["ArrowUp", 0, 2],
  ["ArrowLeft", 2, 1],
  ["ArrowUp", -1, 2],
  ["ArrowDown", -1, 0],
  ["Home", 2, 0],
  ["End", 0, 2],
  ["Enter", 1, undefined],
])("%s from %i of three leads to %s", (key, from, to) => {
  expect(steppedIndex(key, from, 3)).toBe(to);
});

test("an empty list leads nowhere", () => {
  expect(steppedIndex("ArrowDown", 0, 0)).toBeUndefined();
});
