import { expect, test } from "vitest";
import type { RosterFault } from "#contract";
import {
  indexOf,
  keyOf,
  meaningOf,
  meaningOptions,
  orderedFaults,
  placeText,
  withColumn,
  withCorrection,
} from "./rules.ts";

const FAULT: RosterFault = {
  ...{ sheet: "学生", row: 4, column: "AB", head: "姓名", field: "name" },
  ...{ message: "没有写", is_warning: false },
};

test("a column's meaning has a key and back; a teacher's file has no guardians", () => {
  const guardian = { field: "guardian_mobile", guardian: 2 } as const;
  expect(meaningOf(keyOf(guardian))).toEqual(guardian);
  expect(meaningOf(keyOf({ field: "name" }))).toEqual({ field: "name" });
  expect(meaningOf(keyOf(null))).toBeNull();
  const labels = meaningOptions("student").map(({ label }) => label);
  expect(labels).toContain("监护人2手机号");
  expect(labels).not.toContain("任教班级");
  expect(meaningOptions("teacher").map(({ label }) => label)).not.toContain("监护人1姓名");
});

test("faults are mended from the top: errors first, then by row and column", () => {
  const at = (row: number | null, column: string | null, is_warning = false) => ({
    ...{ ...FAULT, row, column, is_warning },
  });
  const found = [at(20, "C"), at(15, "H", true), at(12, "E"), at(12, "B"), at(null, null)];
  const places = orderedFaults(found).map(({ row, column }) => `${row} ${column}`);
  expect(places).toEqual(["12 B", "12 E", "20 C", "null null", "15 H"]);
});

test("what is chosen or typed last counts", () => {
  const once = withColumn([], "a", 2, { field: "name" });
  expect(withColumn(once, "a", 2, null)).toEqual([
    { sheet: "a", columns: [{ index: 2, meaning: null }] },
  ]);
  expect(withCorrection(withCorrection([], FAULT, "甲"), FAULT, "乙")).toEqual([
    { sheet: "学生", row: 4, index: 27, value: "乙" },
  ]);
  expect(indexOf("A")).toBe(0);
  expect(indexOf("Z")).toBe(25);
});

test("a place says the sheet only where there are several", () => {
  expect(placeText(FAULT, true)).toBe("学生 第 4 行 AB 列（姓名）");
  expect(placeText({ ...FAULT, column: null, head: null }, false)).toBe("第 4 行");
  expect(placeText({ ...FAULT, row: null, column: null, head: null }, false)).toBe("整份文件");
});
