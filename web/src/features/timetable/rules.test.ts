import { expect, test } from "vitest";
import { dayAfter, dayText } from "./rules.ts";

test("days in words, and those beside them", () => {
  expect(dayText("2026-11-24")).toBe("11月24日 星期二");
  expect([dayAfter("2026-12-31", 1), dayAfter("2026-03-01", -1)]).toEqual([
    "2027-01-01",
    "2026-02-28",
  ]);
});
