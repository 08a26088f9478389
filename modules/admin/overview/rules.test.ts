import { expect, test } from "vitest";
import { READINESS_CHECKS } from "#contract";
import { axisEnd, CHECKS, checkText, figureText, isReady, shortDay } from "./rules.ts";

test("each check says what it found, and what it must not count", () => {
  expect(checkText({ id: "no-class", is_good: true, is_empty: false, count: 0 })).toBe(
    "所有学生都有班级",
  );
  expect(checkText({ id: "no-class", is_good: false, is_empty: false, count: 12 })).toBe(
    "12 名学生没有班级",
  );
  expect(checkText({ id: "no-class", is_good: false, is_empty: false, count: null })).toBe(
    "有学生没有班级（为保护学生，不显示人数）",
  );
  const none = { id: "no-class", is_good: true, is_empty: true, count: 0 } as const;
  expect(checkText(none)).toBe("还没有学生，不用查班级");
  expect([none, { ...none, is_empty: false }].map(isReady)).toEqual([false, true]);
  for (const id of READINESS_CHECKS) {
    expect(CHECKS[id].mend).not.toBe("");
    expect(checkText({ id, is_good: false, is_empty: false, count: 3 })).toContain("3");
  }
});

test("figures, days and the ends of axes", () => {
  expect([figureText(null), figureText(1240)]).toEqual(["不显示", "1,240"]);
  expect(shortDay("2026-09-01")).toBe("9/1");
  expect([0, 4, 10, 17, 812, 1001].map(axisEnd)).toEqual([5, 5, 10, 20, 900, 2000]);
});
