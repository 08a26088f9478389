import { expect, test } from "vitest";
import { withSeparators } from "./rules.ts";

test("counts are written as the page writes numbers, and numbers in names are left alone", () => {
  expect(withSeparators("将停用 1448 位学生，其中 999 位有监护人，涉及 1200300 人")).toBe(
    "将停用 1,448 位学生，其中 999 位有监护人，涉及 1,200,300 人",
  );
  expect(withSeparators("把“2018 级 12345 班”改名")).toBe("把“2018 级 12345 班”改名");
});
