import { expect, test } from "vitest";
import { escapeFormula } from "./formula.ts";

test("a cell that would be run as a formula is shown as text", () => {
  for (const text of ["=1+1", "+86", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", "－1"]) {
    expect(escapeFormula(text)).toBe(`'${text}`);
  }
  for (const text of ["", "林小满", "G110105", "1-2", "a@b.cn"])
    expect(escapeFormula(text)).toBe(text);
});
