import { expect, test } from "vitest";
import { sectionAt } from "./category-spy.ts";

const LONG = [300, 600, 900, 1200];

test.each([
  ["at the top of the page", 0, 0],
  ["just before the second", 590, 0],
  ["at the second", 600, 1],
  ["a pixel before it, as browsers round", 599.4, 1],
  ["at the last", 1200, 3],
  ["at the end", 2000, 3],
])("on a long page, %s", (_where, scroll, index) => {
  expect(sectionAt(LONG, scroll, 2000)).toBe(index);
});

test.each([
  [600, 1],
  [648, 1],
  [650, 2],
  [698, 2],
  [700, 3],
])("where the page ends at 700, the last two share what is left: %i", (scroll, index) => {
  expect(sectionAt(LONG, scroll, 700)).toBe(index);
});

test("where nothing can reach the tabs, all share the way, the first comes first", () => {
  expect([0, 48, 50, 90, 100].map((scroll) => sectionAt([300, 400, 500], scroll, 100))).toEqual([
    0, 0, 1, 1, 2,
  ]);
});

test("of two side by side the first is current", () => {
  expect([0, 300, 600].map((scroll) => sectionAt([100, 300, 300, 600], scroll, 900))).toEqual([
    0, 1, 3,
  ]);
});

test("a page that does not scroll shows the first", () => {
  expect(sectionAt([], 0, 0)).toBe(0);
});
