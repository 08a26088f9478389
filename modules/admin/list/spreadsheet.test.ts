import { expect, test } from "vitest";
import { sheetName } from "./spreadsheet.ts";

test("a file is named by what it holds and by the day in China", () => {
  expect(sheetName("人员", new Date("2026-11-22T16:30:00Z"))).toBe("人员 2026-11-23.xlsx");
  expect(sheetName("停用/启用", new Date("2026-11-22T08:00:00Z"))).toBe(
    "停用 启用 2026-11-22.xlsx",
  );
});
