import { expect, test } from "vitest";
import { typedNumber } from "./field-number.ts";

test.each([
  ["30", 30],
  [" 365 ", 365],
  ["030", 30],
  ["29", undefined],
  ["366", undefined],
  ["", undefined],
  ["  ", undefined],
  ["-40", undefined],
  ["40.5", undefined],
  ["4e1", undefined],
  ["0x40", undefined],
  ["四十", undefined],
])("%j, from 30 to 365, is %s", (typed, number) => {
  expect(typedNumber(typed, 30, 365)).toBe(number);
});
