import { expect, test } from "vitest";
import { termOf } from "./timetables.ts";

test.each([
  ["2026-09-01", "2026-08-31", "2027-01-31"],
  ["2026-11-24", "2026-08-31", "2027-01-31"],
  ["2027-01-10", "2026-08-31", "2027-01-31"],
  ["2027-02-20", "2027-02-16", "2027-07-15"],
  ["2027-08-01", "2027-08-31", "2028-01-31"],
])("the term of %s begins on %s", (today, first_day, last_day) => {
  expect(termOf(today)).toEqual({ first_day, last_day });
});
