import { expect, test } from "vitest";
import { readRosterFile } from "./read-roster-file.ts";
import { readRoster, type ReadingOptions } from "./reading.ts";
import { workbookOf, type TestSheet } from "./workbook.fixture.ts";

const read = (sheets: TestSheet[], more: Partial<ReadingOptions> = {}) =>
  readRoster(workbookOf(sheets), {
    ...{ name: "名单.xlsx", kind: "student", remembered: {}, id_key: "key of this test" },
    ...{ today: "2026-11-23", stages: ["primary"] },
    ...more,
  });
const LIST = [
  ["序号", "姓名", "性别"],
  ["1", "甲一", "男"],
];
const titled = (title: string, name = "Sheet1"): TestSheet => ({ name, rows: [[title], ...LIST] });

test.each([
  ["三年级2班学生名单", "三年级2班"],
  ["启明小学三（2）班花名册", "三年级2班"],
  ["2026—2027学年第一学期 七年级（11）班", "七年级11班"],
  ["启明小学2024级3班学生信息表", "三年级3班"],
])("a title says the class of a sheet without a column for it: %s", (title, class_name) => {
  const { people, faults } = read([titled(title)]);
  expect(people).toMatchObject([{ name: "甲一", class_name }]);
  expect(faults.map(({ message }) => message)).toEqual([`没有班级一列，按标题编在“${class_name}”`]);
});

test.each([
  "三年级学生名单",
  "三年级1班、2班学生名单",
  "三年级1-3班学生名单",
  "三年级1班和四年级1班",
  "2班学生名单",
])("a title that names no class, several, or none of a grade says nothing: %s", (title) => {
  const { people, faults } = read([titled(title)]);
  expect(people.map((one) => one.class_name)).toEqual([undefined]);
  expect(faults[0]?.message).toContain("新来的学生不会在任何班级里");
});

test("titles of nothing but blanks take no time: the next file waits for this one", async () => {
  const title = Array.from({ length: 60 }, () => `三2${" ".repeat(30_000)}。`);
  const bytes = workbookOf([{ rows: [title, ...LIST] }]);
  const read = await readRosterFile(bytes, {
    ...{ name: "名单.xlsx", kind: "student", remembered: {}, id_key: "key of this test" },
  });
  expect(read.people).toMatchObject([{ name: "甲一" }]);
}, 120_000);

test("a file's name says the class of the only sheet; a column, and the sheet's name, come before", () => {
  const name = "三2班名单（最新）.xlsx";
  const classOf = (sheets: TestSheet[]) =>
    read(sheets, { name }).people.map((one) => one.class_name);
  expect(classOf([{ rows: LIST }])).toEqual(["三年级2班"]);
  expect(read([{ rows: LIST }], { name }).faults[0]?.message).toBe(
    "没有班级一列，按文件名编在“三年级2班”",
  );
  expect(classOf([titled("四年级1班名单")])).toEqual(["四年级1班"]);
  expect(classOf([titled("四年级1班名单", "五年级3班")])).toEqual(["五年级3班"]);
  expect(classOf([titled("四年级1班名单", "五年级3班名单")])).toEqual(["五年级3班"]);
  const [heads = [], row = []] = LIST;
  expect(
    classOf([
      {
        rows: [
          [...heads, "班级"],
          [...row, "六年级1班"],
        ],
      },
    ]),
  ).toEqual(["六年级1班"]);
  // two sheets: the file's name is nobody's
  const two = [titled("四年级1班名单"), { name: "Sheet2", rows: LIST }];
  expect(classOf(two)).toEqual([undefined, undefined]);
});

test("a grade that the school does not have by its stages is doubted once, with its first row", () => {
  const heads = ["姓名", "年级", "班级"];
  const rows = [
    ...[heads, ["甲", "三年级", "1班"], ["乙", "七年级", "2班"]],
    ...[
      ["丙", "七年级", "2班"],
      ["丁", "大班", "1班"],
    ],
  ];
  const doubts = (more: Partial<ReadingOptions>) =>
    read([{ rows }], more).faults.map(({ row, column, message }) => `${column}${row} ${message}`);
  const ask = "请核对是不是别的学校的；真有的，请先在“学校”里加上学段";
  expect(doubts({ stages: ["primary"], hasOwnStages: true })).toEqual([
    `B3 本校没有七年级（还有 1 行），${ask}`,
    `B5 本校没有大班，${ask}`,
  ]);
  expect(doubts({ stages: ["primary"] })).toEqual([]);
});
