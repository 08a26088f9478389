import { expect, test } from "vitest";
import { dayAfter, dayText, timeText, todayInChina } from "./rules.ts";

test("days and times are those in China", () => {
  expect(todayInChina(new Date("2026-11-24T16:30:00Z"))).toBe("2026-11-25");
  expect(timeText("2026-11-24T00:05:00Z")).toBe("08:05");
  expect(dayText("2026-11-24")).toBe("11月24日 星期二");
  expect([dayAfter("2026-12-31", 1), dayAfter("2026-03-01", -1)]).toEqual([
    "2027-01-01",
    "2026-02-28",
  ]);
});
