import { expect, test } from "vitest";
import { dueOn, nextRun, pastDay } from "./schedule.ts";

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const nightly = { is_on: true, hour: 2, weekdays: EVERY_DAY, days_without: [], last_day: null };
/** A moment in China; 2026-11-23 is a Monday. */
const at = (text: string) => new Date(`${text}+08:00`);

test.each([
  ["before its hour", {}, "2026-11-23T01:59:00", undefined],
  ["at its hour", {}, "2026-11-23T02:00:00", { day: "2026-11-23", isLate: false }],
  ["a little late", {}, "2026-11-23T05:59:00", { day: "2026-11-23", isLate: false }],
  ["much too late", {}, "2026-11-23T06:00:00", { day: "2026-11-23", isLate: true }],
  ["when it has been", { last_day: "2026-11-23" }, "2026-11-23T03:00:00", undefined],
  ["on the day after", { last_day: "2026-11-22" }, "2026-11-23T02:00:00", { isLate: false }],
  ["on another day of the week", { weekdays: [2, 3] }, "2026-11-23T03:00:00", undefined],
  ["on a Sunday", { weekdays: [7] }, "2026-11-29T03:00:00", { day: "2026-11-29" }],
  ["on a day without", { days_without: ["2026-11-23"] }, "2026-11-23T03:00:00", undefined],
  ["switched off", { is_on: false }, "2026-11-23T03:00:00", undefined],
])("a run is due or not: %s", (_when, given, now, expected) => {
  const found = dueOn({ ...nightly, ...given }, at(now));
  if (expected === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(expected);
});

test("the next run passes over days without and days of the week", () => {
  const next = (given: object, now: string) => nextRun({ ...nightly, ...given }, at(now));
  expect(next({}, "2026-11-23T01:00:00")).toEqual(at("2026-11-23T02:00:00"));
  expect(next({}, "2026-11-23T02:30:00")).toEqual(at("2026-11-24T02:00:00"));
  const weekend = { weekdays: [6, 7], days_without: ["2026-11-28"] };
  expect(next(weekend, "2026-11-23T02:30:00")).toEqual(at("2026-11-29T02:00:00"));
  expect(next({ weekdays: [] }, "2026-11-23T02:30:00")).toBeUndefined();
  expect(next({ is_on: false }, "2026-11-23T02:30:00")).toBeUndefined();
});

test("what is saved after its hour begins on the next day", () => {
  expect(pastDay(2, at("2026-11-23T09:00:00"))).toBe("2026-11-23");
  expect(pastDay(22, at("2026-11-23T09:00:00"))).toBe("2026-11-22");
});
