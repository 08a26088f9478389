import { expect, test } from "vitest";
import { waitAfter } from "./outbox.ts";

test.each([
  [1, 5],
  [2, 15],
  [3, 45],
])("after %i tries, %i seconds", (tries, seconds) => {
  expect(waitAfter(tries)).toBe(seconds * 1000);
});
