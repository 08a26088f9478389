import { expect, test } from "vitest";
import { ALL_PANE, allItem, MINE_PANE } from "./announcements.ts";
import { arrowPlace, listAfterDrop } from "./dropped.ts";

test.each([
  ["an app of mine on another", "a", "c", ["b", "c", "a"]],
  ["an app of mine on itself", "b", "b", ["a", "b", "c"]],
  ["an app of mine on the empty part of its pane", "a", MINE_PANE, ["b", "c", "a"]],
  ["an app of mine on the other pane", "b", ALL_PANE, ["a", "c"]],
  ["an app of mine outside", "b", null, ["a", "b", "c"]],
  ["a new app on one of mine", allItem("x"), "b", ["a", "x", "b", "c"]],
  ["a new app on the pane", allItem("x"), MINE_PANE, ["a", "b", "c", "x"]],
  ["a new app back on its own pane", allItem("x"), ALL_PANE, ["a", "b", "c"]],
  ["an app I have already", allItem("a"), MINE_PANE, ["a", "b", "c"]],
])("%s", (_what, dragged, over, after) => {
  expect(listAfterDrop(["a", "b", "c"], dragged, over)).toEqual(after);
});

test.each([
  ["ArrowRight", 0, 1],
  ["ArrowLeft", 0, undefined],
  ["ArrowRight", 6, undefined],
  ["ArrowDown", 1, 4],
  ["ArrowDown", 5, undefined],
  ["ArrowUp", 4, 1],
  ["ArrowUp", 2, undefined],
  ["Enter", 2, undefined],
])("%s from place %i of seven in three columns leads to %s", (key, from, to) => {
  expect(arrowPlace(key, from, 3, 7)).toBe(to);
});
