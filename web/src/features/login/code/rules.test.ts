import { expect, test } from "vitest";
import { faultsOf } from "./rules.ts";

test.each([
  ["", "123456", { receiver: "请输入手机号或邮箱" }],
  ["1391234", "123456", { receiver: "请输入 11 位手机号，或正确的邮箱" }],
  ["139 1234 5678", "12345", { code: "请输入收到的 6 位数字" }],
  ["139 1234 5678", "12345a", { code: "请输入收到的 6 位数字" }],
  ["+86-13912345678", "123456", {}],
  ["Lin@school.cn", "123456", {}],
])("%j, %j: %j", (receiver, code, faults) => {
  expect(faultsOf({ receiver, code })).toEqual(faults);
});
