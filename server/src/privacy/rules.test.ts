import { describe, expect, test } from "vitest";
import { keptText, mayOf } from "./rules.ts";

const NOW = new Date("2026-11-20T00:00:00Z");
const born = (birth_date: string | null, is_pupil: boolean) => ({
  birth_date,
  is_pupil,
  grades: [],
});

describe("who may export and erase", () => {
  test.each([
    ["a guardian for the child", born("2018-01-01", true), true, true, true],
    ["a child", born("2018-01-01", true), false, false, false],
    ["a pupil of 15", born("2011-01-01", true), false, true, false],
    ["a pupil of 18", born("2008-01-01", true), false, true, true],
    ["a teacher without a day of birth", born(null, false), false, true, true],
  ])("%s", (_name, facts, asGuardian, may_export, may_erase) => {
    const may = mayOf(facts, asGuardian, NOW);
    expect(may).toMatchObject({ may_export, may_erase });
    expect(may.why_not === null).toBe(may_export && may_erase);
  });
});

test.each([
  ["account", "直到账号删除"],
  ["institution", "由学校管理"],
  [{ days: 730, after: "x", sweptBy: "y" }, "2 年"],
  [{ days: 180, after: "x", sweptBy: "y" }, "180 天"],
  [{ days: 1, after: "x", sweptBy: "y" }, "用完就删"],
] as const)("%j is kept %s", (retention, text) => {
  expect(keptText(retention)).toBe(text);
});
