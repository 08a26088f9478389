import { expect, test } from "vitest";
import { cleanName, countCharacters, isSeen, nameFault } from "./name.ts";

test.each([
  ["林岚", 2],
  ["阿卜杜热合曼·买买提", 10],
  ["𠮷野𪚥", 3], // beyond the first plane
  ["葛\u{E0100}城", 2], // a variant of a character is that character
  ["e\u0301", 1],
])("“%s” has %i characters, as people count them", (name, count) => {
  expect(countCharacters(name)).toBe(count);
});

test("a name of 50 characters is one, of 51 is not, however many bytes they take", () => {
  expect(nameFault("𠮷".repeat(50))).toBeUndefined();
  expect(nameFault("𠮷".repeat(51))).toBe("姓名最多 50 个字");
});

test("a name that is blank, or holds a line break, is refused", () => {
  expect(nameFault("  ")).toBe("姓名不能为空");
  expect(nameFault("林\n岚")).toContain("控制字符");
});

test("a name that nobody sees, or that turns what stands after it, is refused; joiners are part of some", () => {
  expect(nameFault("\u200b\u2060")).toBe("姓名不能为空");
  for (const mark of ["\u202a", "\u202e", "\u2066", "\u2069", "\u2028"]) {
    expect(nameFault(`林${mark}岚`)).toContain("控制字符");
  }
  expect(nameFault("نۇر\u200cگۈل")).toBeUndefined();
});

test("a name of something else is told by its own word, and may have a length of its own", () => {
  expect(nameFault("\u200c", "班级的名称")).toBe("班级的名称不能为空");
  expect(nameFault("三\u202e班", "班级的名称")).toContain("班级的名称里不能有");
  expect(nameFault("𠮷".repeat(60), "名称", 60)).toBeUndefined();
  expect(nameFault("𠮷".repeat(61), "名称", 60)).toBe("名称最多 60 个字");
});

test("of what is typed neither blanks at the ends nor marks that take no room are kept; joiners are", () => {
  expect(cleanName(" \ufeff合\u200b唱\u2060团\u200e ")).toBe("合唱团");
  expect(cleanName("e\u0301")).toBe("é");
  expect(cleanName("نۇر\u200cگۈل")).toBe("نۇر\u200cگۈل");
});

test("a text of blanks and marks alone is not seen", () => {
  expect(["学", " a", "\u200d \u200b", "\n", ""].map(isSeen)).toEqual([
    ...[true, true],
    ...[false, false, false],
  ]);
});
