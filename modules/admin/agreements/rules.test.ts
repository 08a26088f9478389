import { expect, test } from "vitest";
import { formatOf, textOf } from "./rules.ts";

test.each([
  ["协议.txt", "text"],
  ["协议.HTML", "html"],
  ["协议.htm", "html"],
  ["协议.docx", undefined],
  ["html", undefined],
])("a file %s holds %s", (name, format) => {
  expect(formatOf(name)).toBe(format);
});

test("a text is read as UTF-8, or as Windows saved it", () => {
  expect(textOf(new TextEncoder().encode("\uFEFF第一条").buffer)).toBe("第一条");
  // 协议 in GBK
  expect(textOf(Uint8Array.from([0xd0, 0xad, 0xd2, 0xe9]).buffer)).toBe("协议");
});
