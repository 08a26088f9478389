import { expect, test } from "vitest";
import type { RosterKind } from "#contract";
import { readRoster } from "./reading.ts";
import { rosterTemplate } from "./template.ts";
import { workbookOf, type TestSheet } from "./workbook.fixture.ts";

const read = (bytes: Uint8Array, kind: RosterKind) =>
  readRoster(bytes, {
    ...{ name: "名册.xlsx", kind, remembered: {}, id_key: "key of this test" },
    ...{ today: "2026-11-23", stages: ["primary"] },
  });
const sheetOf = (heads: string[], name = "表"): TestSheet => ({
  ...{ name },
  rows: [heads, heads.map((head) => (head === "姓名" ? "王小明" : "x"))],
});
const seems = (heads: string[], kind: RosterKind) =>
  read(workbookOf([sheetOf(heads)]), kind).sheets[0]?.seems;

test("heads that only the other roster has say what a sheet is (RO-01)", () => {
  const teacher = (...heads: string[]) => ({ kind: "teacher", heads });
  const student = (...heads: string[]) => ({ kind: "student", heads });
  expect(seems(["姓名", "性别", "任教学科", "任教班级"], "student")).toEqual(
    teacher("任教学科", "任教班级"),
  );
  expect(seems(["姓名", "手机号", "工号"], "student")).toEqual(teacher("工号"));
  expect(seems(["教师姓名", "教师手机号"], "student")).toEqual(teacher("教师姓名", "教师手机号"));
  expect(seems(["姓名", "班级", "学号", "父亲电话"], "teacher")).toEqual(
    student("学号", "父亲电话"),
  );
  expect(seems(["学生姓名", "班级", "监护人1姓名"], "teacher")).toEqual(
    student("学生姓名", "监护人1姓名"),
  );
});

test("what both rosters have, or signs of both, say nothing", () => {
  expect(seems(["姓名", "性别", "年级", "班级", "班主任", "编号"], "student")).toBeNull();
  expect(seems(["学生姓名", "班级", "教师姓名", "任课老师"], "student")).toBeNull();
  expect(seems(["姓名", "手机号", "科目", "紧急联系人", "家庭成员"], "teacher")).toBeNull();
  expect(seems(["姓名", "工号", "任教班级", "入学年月"], "teacher")).toBeNull();
});

test("the heads that say so are without an identity-card number that was typed into them (RO-03)", () => {
  const heads = ["姓名", "手机号", "父亲身份证110105201609010027"];
  expect(seems(heads, "teacher")?.heads).toEqual(["父亲身份证（身份证号）"]);
});

test.each(["student", "teacher"] as const)(
  "the template for a %s is known as the other's",
  async (kind) => {
    const bytes = await rosterTemplate(kind);
    const other = kind === "student" ? "teacher" : "student";
    expect(read(bytes, kind).sheets.map((sheet) => sheet.seems)).not.toContainEqual(
      expect.anything(),
    );
    expect(read(bytes, other).sheets[0]?.seems).toMatchObject({ kind });
  },
);

test("a sheet without any head of its kind is known as well, and each is warned of", () => {
  const only = read(workbookOf([sheetOf(["教工号", "教师姓名", "任教情况", "职务"])]), "student");
  expect(only.sheets[0]?.seems).toEqual({
    kind: "teacher",
    heads: ["教工号", "教师姓名", "任教情况"],
  });
  const both = read(
    workbookOf([
      sheetOf(["姓名", "年级", "班级"], "学生"),
      sheetOf(["姓名", "工号", "职务"], "教师"),
    ]),
    "student",
  );
  expect(both.sheets.map((sheet) => sheet.seems?.kind)).toEqual([undefined, "teacher"]);
  expect(both.faults.filter(({ sheet }) => sheet === "教师")).toMatchObject([
    {
      message:
        "有“工号”这样的表头，看起来是教师名册，现在是按学生读的；是教师的名册，请改为按教师读",
      is_warning: true,
    },
    { message: expect.stringContaining("没有找到表头"), is_warning: true },
  ]);
});

test("a row that calls itself of the other kind is a fault in either roster", () => {
  const heads = ["姓名", "身份", "年级", "班级"];
  const rows = [heads, ["王小明", "学生", "三年级", "2班"], ["李老师", "教师", "三年级", "2班"]];
  const faultsOf = (kind: RosterKind) =>
    read(workbookOf([{ rows }]), kind)
      .faults.filter(({ message }) => message.includes("另一份文件"))
      .map(({ row, message }) => `${row} ${message}`);
  expect(faultsOf("student")).toEqual(["3 这是学生的名册，“教师”请放进另一份文件"]);
  expect(faultsOf("teacher")).toEqual(["2 这是教师的名册，“学生”请放进另一份文件"]);
});
