import { expect, test } from "vitest";
import writeExcelFile from "write-excel-file/node";
import { readRosterFile, RosterFileRefused } from "./api.ts";

const options = {
  name: "名册.xlsx",
  kind: "student" as const,
  remembered: {},
  id_key: "key of this test",
  now: new Date("2026-11-23T00:00:00Z"),
};

test("reads a workbook of pupils with their guardians", async () => {
  const text = (value: string) => ({ type: String, value });
  const bytes = await writeExcelFile([
    [text("启明小学 2026 年学生名册")],
    ["姓名", "性别", "出生日期", "学籍号", "年级", "班级", "民族", "父亲姓名", "父亲电话"].map(
      text,
    ),
    [
      text("王　小明"),
      text("1"),
      { type: Date, value: new Date("2018-03-05T00:00:00Z"), format: "yyyy-mm-dd" },
      text("J110105201803050014"),
      text("三年级"),
      text("三（2）班"),
      text("汉"),
      text("王大明"),
      text("１３８００１３８０００"),
    ],
  ]).toBuffer();
  const reading = await readRosterFile(bytes, options);
  expect(reading).toMatchObject({
    sheets: [{ name: "Sheet1", head_row: 2, row_count: 1, is_hidden: false }],
    people: [
      {
        row: 3,
        identity: "student",
        name: "王小明",
        gender: "male",
        birth_date: "2018-03-05",
        grade_id: "3",
        class_name: "三年级2班",
        class_number: 2,
        guardians: [{ name: "王大明", relation: "父亲", mobile: "13800138000" }],
      },
    ],
    dropped: [{ sheet: "Sheet1", letter: "G", head: "民族" }],
    lines: 1,
  });
});

test("reads a text in GBK", async () => {
  const gbk = Buffer.from(
    "d0d5c3fb2cd0d4b1f02cb0e0bcb60ac0eecbc42cc5ae2cb0cbc4eabcb633b0e00a",
    "hex",
  );
  const { people, faults } = await readRosterFile(gbk, { ...options, name: "名册.csv" });
  expect(faults).toEqual([]);
  expect(people).toMatchObject([{ name: "李四", gender: "female", class_name: "八年级3班" }]);
});

test("what is no table is refused with one sentence", async () => {
  const pdf = Buffer.from("%PDF-1.7 and more");
  await expect(readRosterFile(pdf, options)).rejects.toThrow(RosterFileRefused);
});
