import { expect, test } from "vitest";
import { waitAfter } from "./rules.ts";

test.each([
  [1, 5],
  [2, 15],
  [3, 45],
])("after %i tries, %i seconds", (tries, seconds) => {
  expect(waitAfter(tries, new Date(0))).toEqual(new Date(seconds * 1000));
});
