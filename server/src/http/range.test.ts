import { expect, test } from "vitest";
import { rangeOf } from "./range.ts";

test.each([
  [undefined, undefined],
  ["bytes=0-", { from: 0, to: 99 }],
  ["bytes=10-19", { from: 10, to: 19 }],
  ["bytes=90-500", { from: 90, to: 99 }],
  ["bytes=-30", { from: 70, to: 99 }],
  ["bytes=-500", { from: 0, to: 99 }],
  ["bytes=100-", null],
  ["bytes=-0", null],
  ["bytes=20-10", undefined],
  ["bytes=0-1,4-5", undefined],
  ["items=0-1", undefined],
])("of 100 bytes the range %j is %j", (header, part) => {
  expect(rangeOf(header, 100)).toEqual(part);
});
