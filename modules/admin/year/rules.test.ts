import { expect, test } from "vitest";
import { countsText, withMoment } from "./rules.ts";

const TIMES = {
  effective_at: "2027-08-31T16:00:00.000Z",
  pause_from: "2027-08-28T16:00:00.000Z",
  pause_until: "2027-09-14T16:00:00.000Z",
  take_along_days: 60,
};

test("the pause of imports goes along with the hour of the turn", () => {
  expect(withMoment(TIMES, "effective_at", "2027-08-21T16:00:00.000Z")).toEqual({
    ...TIMES,
    effective_at: "2027-08-21T16:00:00.000Z",
    pause_from: "2027-08-18T16:00:00.000Z",
    pause_until: "2027-09-04T16:00:00.000Z",
  });
});

test("an end of the pause is changed alone", () => {
  const pause_from = "2027-08-20T16:00:00.000Z";
  expect(withMoment(TIMES, "pause_from", pause_from)).toEqual({ ...TIMES, pause_from });
});

test("numbers of pupils are written as lists write them", () => {
  expect(countsText({ up: 1200, graduate: 240, repeat: 8, new: 0, stay: 0 })).toBe(
    "共 1,448 位学生：升级 1,200，毕业 240，留级 8，新编入 0，不变 0",
  );
});
