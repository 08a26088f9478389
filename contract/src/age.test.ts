import { describe, expect, test } from "vitest";
import { isChild, isMinor } from "./age.ts";

const born = (birth_date: string | null, is_pupil = true, grades: string[] = []) => ({
  birth_date,
  is_pupil,
  grades,
});

describe("who is a child, and who is under age (SE-08)", () => {
  test.each([
    ["14 tomorrow", born("2012-11-21"), true, true],
    ["14 today", born("2012-11-20"), false, true],
    ["18 tomorrow", born("2008-11-21"), false, true],
    ["18 today", born("2008-11-20"), false, false],
    ["14 on 29 February, in a year without one", born("2012-02-29"), false, true],
    ["a grown person whose day of birth is unknown", born(null, false), false, false],
    ["a pupil of grade 3", born(null, true, ["3"]), true, true],
    ["a pupil of grade 8", born(null, true, ["8"]), true, true],
    ["a pupil of grade 9", born(null, true, ["9"]), false, true],
    ["a pupil of grade 12", born(null, true, ["12"]), false, true],
    ["a pupil in no class", born(null), true, true],
    ["a day of birth counts more than a grade", born("2016-01-01", true, ["9"]), true, true],
  ])("%s", (_name, facts, child, minor) => {
    const now = new Date("2026-11-20T00:00:00Z");
    expect([isChild(facts, now), isMinor(facts, now)]).toEqual([child, minor]);
  });

  test("the day is China's", () => {
    const lateInUtc = new Date("2026-11-20T16:30:00Z");
    expect(isChild(born("2012-11-21"), lateInUtc)).toBe(false);
  });
});
