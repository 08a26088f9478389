import { expect, test } from "vitest";
import { agreementInput, effectiveDate } from "./rules.ts";

test.each([
  ["user", { type: "user" }],
  ["12", { id: "12" }],
  ["12a", { type: "12a" }],
])("RT-05: %s", (id, input) => {
  expect(agreementInput(id)).toEqual(input);
});

test("the day is the one in China", () => {
  expect(effectiveDate("2026-08-31T16:00:00Z")).toBe("2026年9月1日");
});
