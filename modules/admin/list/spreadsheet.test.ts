import { expect, test } from "vitest";
import { defused, sheetName } from "./spreadsheet.ts";

test("a cell that would be run as a formula is shown as text", () => {
  for (const text of ["=1+1", "+86", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", "－1"]) {
    expect(defused(text)).toBe(`'${text}`);
  }
  for (const text of ["", "林小满", "G110105", "1-2", "a@b.cn"]) expect(defused(text)).toBe(text);
});

test("a file is named by what it holds and by the day in China", () => {
  expect(sheetName("人员", new Date("2026-11-22T16:30:00Z"))).toBe("人员 2026-11-23.xlsx");
  expect(sheetName("停用/启用", new Date("2026-11-22T08:00:00Z"))).toBe(
    "停用 启用 2026-11-22.xlsx",
  );
});
