import { expect, test } from "vitest";
import { readClassName, readGrade, schoolYearOf } from "./grade-class.ts";
import { checkCharacter } from "./id-number.ts";
import { dayOfSerial, numberFormatOf, shownNumber } from "./number-format.ts";
import { readStudentNumber } from "./student-number.ts";
import { cleanName, maskIdNumbers, plainText, smallNumber } from "./text.ts";

const CONTEXT = { today: "2026-11-23", stages: ["primary", "junior"] };

test.each([
  ["三年级2班", undefined, "三年级2班", "3"],
  ["三（2）班", undefined, "三年级2班", "3"],
  ["三2班", undefined, "三年级2班", "3"],
  ["3年级02班", undefined, "三年级2班", "3"],
  ["2班", "3", "三年级2班", "3"],
  ["二班", "3", "三年级2班", "3"],
  ["02", "3", "三年级2班", "3"],
  ["302班", "3", "三年级2班", "3"],
  ["0302", "3", "三年级2班", "3"],
  ["1012", "10", "高一12班", "10"],
  ["初一(3)班", undefined, "七年级3班", "7"],
  ["高二十二班", undefined, "高二12班", "11"],
  ["十二年级1班", undefined, "高三1班", "12"],
  ["2023级3班", undefined, "四年级3班", "4"],
  ["大一班", undefined, "大班1班", "k3"],
  ["向日葵班", "k1", "向日葵班", "k1"],
  ["一二年级复式班", "2", "一二年级复式班", "2"],
  ["3（2）", "3", "三年级2班", "3"],
  ["三（2）", undefined, "三年级2班", "3"],
  ["三2", undefined, "三年级2班", "3"],
  ["３．２", undefined, "三年级2班", "3"],
  ["3/2", undefined, "三年级2班", "3"],
  ["三年2班", undefined, "三年级2班", "3"],
  ["小三（2）班", undefined, "三年级2班", "3"],
  ["初一（12）", undefined, "七年级12班", "7"],
])("the class %s in grade %s is %s", (text, given, class_name, grade_id) => {
  expect(readClassName(text, CONTEXT, given)).toMatchObject({ class_name, grade_id });
});

test.each([
  ["初一（2）班", undefined, "六年级2班", "6"],
  ["初四1班", undefined, "九年级1班", "9"],
  ["预初3班", undefined, "六年级3班", "6"],
  ["初中2023级3班", undefined, "九年级3班", "9"],
  ["小学2021级3班", undefined, "小学2021级3班", undefined],
])(
  "where junior school takes four years the class %s is %s",
  (text, given, class_name, grade_id) => {
    const read = readClassName(text, { ...CONTEXT, system: "5-4" }, given);
    expect([read.class_name, read.grade_id]).toEqual([class_name, grade_id]);
  },
);

test("a class of another grade than the grade's column is a fault", () => {
  expect(readClassName("三年级2班", CONTEXT, "4").fault).toContain("对不上");
});

test.each(["2026-03-02", "2026/3/2", "3月2日", "2-Mar", "Mar-02"])(
  "a class that a spreadsheet made the day %s is a fault",
  (text) => {
    expect(readClassName(text, CONTEXT, "3").fault).toContain("变成了日期");
  },
);

test.each([
  ["三年级", "3"],
  ["三", "3"],
  ["03", "3"],
  ["小学六年级", "6"],
  ["初三", "9"],
  ["高一年级", "10"],
  ["12", "12"],
  ["小班", "k1"],
  ["托班", "k0"],
  ["2026级", undefined],
  ["初中2026级", "7"],
  ["小学2021级", "6"],
  ["2020级", undefined],
  ["2026届", undefined],
  ["一、二年级", undefined],
  ["十三年级", undefined],
])("the grade %s is %s", (text, grade_id) => {
  const read = readGrade(text, CONTEXT);
  expect("grade_id" in read ? read.grade_id : undefined).toBe(grade_id);
});

test("a school year begins in September", () => {
  expect([schoolYearOf("2026-08-31"), schoolYearOf("2026-09-01")]).toEqual([2025, 2026]);
});

test("check characters are those of the standard's own example", () => {
  // GB 11643-1999, annex: 11010519491231002X and 440524188001010014
  expect(checkCharacter("11010519491231002")).toBe("X");
  expect(checkCharacter("44052418800101001")).toBe("4");
});

test("a 学籍号 is kept where it is no identity-card number (RO-03, RO-04)", () => {
  expect(readStudentNumber("G11010519491231002X")).toEqual({
    id_number: "11010519491231002X",
    number_kind: "formal",
  });
  expect(readStudentNumber("11010519491231002X").number).toBeUndefined();
  expect(readStudentNumber("J11010519491231002X")).toEqual({
    number: "J11010519491231002X",
    number_kind: "formal",
  });
  expect(readStudentNumber("J110105194912310021").fault).toContain("校验码");
  expect(readStudentNumber("G110105194912310021").fault).toContain("校验码");
  expect(readStudentNumber("L110105194912310021")).toMatchObject({
    number: "L110105194912310021",
    number_kind: "temporary",
    warning: expect.stringContaining("末位"),
  });
  expect(readStudentNumber("L110105194913310021").fault).toContain("出生日期");
  expect(readStudentNumber("G1101051949").fault).toContain("应有 19 位，这里有 11 位");
  expect(readStudentNumber("2024-0312")).toEqual({ number: "2024-0312", number_kind: "local" });
  expect(readStudentNumber("学籍").fault).toBeDefined();
});

test("serials of both calendars, the day that never was, and what is none", () => {
  expect([1, 59, 61, 46266].map((serial) => dayOfSerial(serial, false))).toEqual([
    "1900-01-01",
    "1900-02-28",
    "1900-03-01",
    "2026-09-01",
  ]);
  expect(dayOfSerial(44804, true)).toBe("2026-09-01");
  expect([0, -1, 1e9, Number.NaN].map((serial) => dayOfSerial(serial, false))).toEqual(
    Array.from({ length: 4 }),
  );
});

test.each([
  [14, undefined, true, 0],
  [2, undefined, false, 0],
  [31, undefined, true, 0],
  [170, 'yyyy"年"m"月"', true, 0],
  [171, "[$-804]aaaa;@", false, 0],
  [172, "0000", false, 4],
  [173, '0"天"', false, 0],
  [174, "General", false, 0],
])("format %s %s", (id, code, is_day, digits) => {
  expect(numberFormatOf(id, code)).toEqual({ is_day, digits });
});

test("numbers are shown without what a sum left, and lost digits are seen", () => {
  const plain = { is_day: false, digits: 0 };
  expect(shownNumber(0.1 + 0.2, plain)).toEqual({ text: "0.3", has_lost_digits: false });
  expect(shownNumber(512_000_000_000_000_000, plain)).toEqual({
    text: "5.12E+17",
    has_lost_digits: true,
  });
});

test("what a workbook writes as halves of characters is whole, or none", () => {
  expect(plainText("_xD842__xDFB7_野_x000A__xD842_")).toBe("𠮷野\n\ufffd");
});

test("names, small numbers and masks", () => {
  expect(cleanName("　欧阳　若曦\u200B ")).toBe("欧阳若曦");
  expect(cleanName("\u202D欧\u202E阳\u202C")).toBe("欧阳");
  expect(cleanName("Anna  Li")).toBe("Anna Li");
  expect(cleanName("J. Smith")).toBe("J. Smith");
  expect(["十", "十二", "二十", "三十一", "0", "百"].map(smallNumber)).toEqual([
    ...[10, 12, 20, 31],
    ...[undefined, undefined],
  ]);
  expect(maskIdNumbers("甲11010519491231002X乙")).toBe("甲（身份证号）乙");
  expect(maskIdNumbers("13800138000、20240312")).toBe("13800138000、20240312");
});
