import { expect, test } from "vitest";
import { rowsInSight } from "./window-rules.ts";

test.each([
  ["at the top", 200, 800, 10_000, { from: 0, to: 32 }],
  ["in the middle", -52_000, 800, 10_000, { from: 984, to: 1032 }],
  ["at the end", -519_500, 800, 10_000, { from: 9968, to: 10_000 }],
  ["of few", 200, 800, 3, { from: 0, to: 3 }],
  ["of none", 200, 800, 0, { from: 0, to: 0 }],
  ["that has been scrolled past", -90_000, 800, 3, { from: 3, to: 3 }],
])("the rows of a list %s", (_where, top, height, count, span) => {
  expect(rowsInSight(top, height, 52, count)).toEqual(span);
});
