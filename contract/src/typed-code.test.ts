import { expect, test } from "vitest";
import { codeFault } from "./typed-code.ts";

test.each([
  ["012345", undefined],
  ["", "请输入收到的 6 位数字"],
  ["12345", "请输入收到的 6 位数字"],
  ["12345x", "请输入收到的 6 位数字"],
])("a code typed as %j: %j", (code, fault) => expect(codeFault(code)).toBe(fault));
