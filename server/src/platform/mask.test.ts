import { expect, test } from "vitest";
import { maskEmail, maskMobile } from "./mask.ts";

test.each([
  [null, null],
  ["13812340000", "138****0000"],
  ["+8613812340000", "+86****0000"],
  ["12345", "****"],
])("the mobile %s is shown as %s", (mobile, shown) => {
  expect(maskMobile(mobile)).toBe(shown);
});

test.each([
  [null, null],
  ["linlan@example.cn", "l***@example.cn"],
  ["broken", "***"],
])("the address %s is shown as %s", (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});
