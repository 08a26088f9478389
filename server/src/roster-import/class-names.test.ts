import { expect, test } from "vitest";
import { nameOfNew, readClassName } from "./class-names.ts";

test.each([
  ["三年级（2）班", null, "3#2"],
  ["三(2)班", null, "3#2"],
  ["三年级2班", null, "3#2"],
  ["3年级2班", null, "3#2"],
  ["三年二班", null, "3#2"],
  ["2班", "3", "3#2"],
  ["（2）班", "3", "3#2"],
  ["02", "3", "3#2"],
  ["二班", "3", "3#2"],
  ["2024级2班", "3", "3#2"],
  ["2024级（2）班", "3", "3#2"],
  ["初一（3）班", null, "7#3"],
  ["七年级3班", null, "7#3"],
  ["高二12班", null, "11#12"],
  ["高一十二班", null, "10#12"],
  ["大一班", null, "k3#1"],
  ["中班2班", null, "k2#2"],
  ["2班", null, "?#2"],
  ["大班", null, "大班"],
  ["三年级实验班", null, "三年级实验班"],
  ["一二年级复式班", "1", "一二年级复式班"],
  ["一二年级复式班", "2", "一二年级复式班"],
])("%s of grade %s is %s", (name, grade, key) => {
  expect(readClassName(name, grade).key).toBe(key);
});

test.each([
  ["中加班", null],
  ["小语种班", null],
  ["大（1）班", "k3"],
  ["大班", "k3"],
  ["托小班", "k0"],
  ["托福班", null],
  ["大A班", "k3"],
  ["小班向日葵", "k1"],
])("%s says the grade %s", (name, grade_id) => {
  expect(readClassName(name).grade_id).toBe(grade_id);
});

test("a numbered class is made under a name like the school's others, any other as the file has it", () => {
  const bracketed = [{ name: "一年级（1）班" }, { name: "一年级（2）班" }, { name: "实验班" }];
  expect(nameOfNew(readClassName("2班", "3"), bracketed)).toBe("三年级（2）班");
  expect(nameOfNew(readClassName("05", "10"), bracketed)).toBe("高一（5）班");
  expect(nameOfNew(readClassName("三（2）班"), [])).toBe("三年级2班");
  expect(nameOfNew(readClassName("2024级2班", "3"), bracketed)).toBe("2024级2班");
  expect(nameOfNew(readClassName("三年级实验班"), bracketed)).toBe("三年级实验班");
});
