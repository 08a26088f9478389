import { expect, test } from "vitest";
import { passwordFault } from "./password-rule.ts";

const GUESSED = "这个密码太容易被猜到，请加上几个别人想不到的字符";

test.each([
  ["1234567", "密码至少 8 位"],
  ["", "密码至少 8 位"],
  ["Lin-Lan-88", "密码不能与账号相同"],
  ["12345678", GUESSED],
  ["87654321", GUESSED],
  ["88888888", GUESSED],
  ["12121212", GUESSED],
  ["1234123412", GUESSED],
  ["a12345678", GUESSED],
  ["Abc12345!", GUESSED],
  ["qwer1234", GUESSED],
  ["1qaz2wsx", GUESSED],
  ["1q2w3e4r", GUESSED],
  ["Password123", GUESSED],
  ["woaini1314", GUESSED],
  ["lin-lan-8827", GUESSED],
  ["a12345678b", GUESSED],
  ["20180305", GUESSED],
  ["13800138000", GUESSED],
  ["lin-lan-882026", GUESSED],
  ["lin-lan-88123!", GUESSED],
  ["x".repeat(128), GUESSED],
  ["小猫爱吃鱼和虾米", undefined],
  ["river-27-moon", undefined],
  ["xiaomao8x", undefined],
  ["20180305mao", undefined],
  ["linlan27map", undefined],
  ["7391k2q8", undefined],
])("%s: %s", (password, fault) => {
  expect(passwordFault(password, " Lin-lan-88 ")).toBe(fault);
});

test("without an account nothing is taken for one", () => {
  expect(passwordFault("river-27-moon", "")).toBeUndefined();
});
