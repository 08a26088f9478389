import { describe, expect, test } from "vitest";
import type { MergedArea } from "../roster-file/api.ts";
import { readCell } from "./read-cell.ts";
import { readLessonTables } from "./read-table.ts";

const DAYS = ["星期一", "星期二", "星期三", "星期四", "星期五"];

/** Makes a sheet; an area is written as rows from 1 and columns from 0. */
const sheet = (
  name: string,
  rows: string[][],
  merged: [number, number, number, number][] = [],
) => ({
  name,
  rows: rows
    .map((cells, at) => ({ row: at + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== "")),
  merged: merged.map(([top, left, bottom, right]): MergedArea => ({ top, left, bottom, right })),
});
const BELLS = sheet("作息时间", [
  ["节次", "时间"],
  ["早读", "7:50-8:05"],
  ...["8:10-8:50", "9:00-9:40", "10:10-10:50", "11:00-11:40"].map((time, at) => [
    `第${at + 1}节`,
    time,
  ]),
  ["下午第1节", "2:00-2:40"],
  ["下午第2节", "2:50-3:30"],
]);
const read = (...sheets: ReturnType<typeof sheet>[]) => {
  const { lessons, faults } = readLessonTables(sheets);
  return {
    lessons: lessons.map((one) =>
      [
        one.class_name,
        one.weekday,
        one.period,
        one.starts,
        one.subject,
        one.teacher,
        one.room,
        one.weeks,
      ]
        .filter((part) => part !== "" && part !== "all")
        .join(" "),
    ),
    faults: faults.map((one) =>
      [one.sheet, one.row, one.column, one.message].filter((part) => part !== null).join(" "),
    ),
  };
};

describe("a sheet of a class: days across, periods down", () => {
  test("as schools have it: title, parts of the day, times, pauses, cells over two periods", () => {
    const rows = [
      ["启明小学2026—2027学年第一学期三年级（2）班课程表", "", "", "", "", "", ""],
      ["节次", "", "星期一", "星期二", "星期三", "星期四", "星期五"],
      ["晨读", "7:50-8:05", "", "", "", "", ""],
      ["上午", "第1节\n8:10-8:50", "语文\n王芳", "数学 李红", "语文/王芳", "英语（周明）", "—"],
      ["", "大课间", "", "", "", "", ""],
      [
        "",
        "第2节\n9:10-9:50",
        "数学\n李红\n301",
        "语 文",
        "体育\n操场",
        "道德与\n法治",
        "美术(单)\n音乐(双)",
      ],
      ["午    休", "", "", "", "", "", ""],
      ["下午", "第3节\n2:00～2:40", "", "", "科学", "", "班会"],
      ["", "第4节\n2:50～3:30", "", "", "", "", ""],
      ["备注：周五放学 15:30", "", "", "", "", "", ""],
    ];
    const merged: [number, number, number, number][] = [
      [1, 0, 1, 6],
      [2, 0, 2, 1],
      [4, 0, 6, 0],
      [7, 0, 7, 6],
      [8, 0, 9, 0],
      [8, 6, 9, 6],
      [10, 0, 10, 6],
    ];
    const { lessons, faults } = read(sheet("Sheet1", rows, merged));
    expect(faults).toEqual([]);
    const name = "三年级(2)班";
    expect(lessons).toEqual([
      `${name} 1 1 08:10 语文 王芳`,
      `${name} 2 1 08:10 数学 李红`,
      `${name} 3 1 08:10 语文 王芳`,
      `${name} 4 1 08:10 英语 周明`,
      `${name} 1 2 09:10 数学 李红 301`,
      `${name} 2 2 09:10 语文`,
      `${name} 3 2 09:10 体育 操场`,
      `${name} 4 2 09:10 道德与法治`,
      `${name} 5 2 09:10 美术 odd`,
      `${name} 5 2 09:10 音乐 even`,
      `${name} 3 3 14:00 科学`,
      `${name} 5 3 14:00 班会`,
      `${name} 5 4 14:50 班会`,
    ]);
  });

  test("a sheet for each class, its name the sheet's, the times in a sheet of their own", () => {
    const rows = (subject: string) => [
      ["", "一", "二", "三", "四", "五"],
      ["早读", "语文", "英语", "", "", ""],
      ["1", subject, "", "", "", ""],
      ["2", "", "", "", "", ""],
      ["3", "", "", "", "", ""],
      ["4", "", "", "", "", ""],
      ["1", "", "体育", "", "", ""],
      ["午休", "午休", "午休", "午休", "午休", "午休"],
    ];
    const sheets = [sheet("三年级1班", rows("语文")), sheet("三（2）班", rows("数学"))];
    const { lessons, faults } = read(...sheets, BELLS);
    expect(faults).toEqual([]);
    expect(lessons).toEqual([
      "三年级1班 1 0 07:50 早读 语文",
      "三年级1班 2 0 07:50 早读 英语",
      "三年级1班 1 1 08:10 语文",
      "三年级1班 2 5 14:00 体育",
      "三(2)班 1 0 07:50 早读 语文",
      "三(2)班 2 0 07:50 早读 英语",
      "三(2)班 1 1 08:10 数学",
      "三(2)班 2 5 14:00 体育",
    ]);
  });

  test("blocks below and beside each other, two columns a day, the grade from the sheet's name", () => {
    const head = ["节次", "周一", "周二", "周三"];
    const { lessons, faults } = read(
      sheet(
        "三年级",
        [
          ["1班课程表", "", "", "", "2班课程表", "", "", ""],
          [...head, ...head],
          ["第一节", "语文", "数学", "", "第一节", "英语", "", ""],
          [""],
          ["班级：3班", "", "班主任：王芳"],
          ["节次", "周一", "", "周二", "", "周三", ""],
          ["", "科目", "教师", "科目", "教师", "科目", "教师"],
          ["第二节", "语文", "王芳", "", "", "体育", "赵亮"],
        ],
        [
          [6, 1, 6, 2],
          [6, 3, 6, 4],
          [6, 5, 6, 6],
        ],
      ),
      BELLS,
    );
    expect(faults).toEqual([]);
    expect(lessons).toEqual([
      "三年级1班 1 1 08:10 语文",
      "三年级1班 2 1 08:10 数学",
      "三年级2班 1 1 08:10 英语",
      "三年级3班 1 2 09:00 语文 王芳",
      "三年级3班 3 2 09:00 体育 赵亮",
    ]);
  });

  test("what is not understood is said with its place", () => {
    const { lessons, faults } = read(
      sheet("课表", [
        ["", ...DAYS],
        ["第1节", "语文"],
      ]),
      sheet("四年级1班", [
        ["", ...DAYS],
        ["第1节", "语文"],
        ["第2节", "语文 数学", "语文 王芳 李红", "长".repeat(41)],
        ["", "体育"],
        ["第9节", "科学", "科学"],
        ["社团", "足球"],
      ]),
      BELLS,
    );
    expect(lessons).toEqual(["四年级1班 1 1 08:10 语文"]);
    expect(faults).toEqual([
      "课表 1 没有写是哪个班，请写在表格上面一行（三年级2班课程表），或作为工作表的名称",
      "四年级1班 4 B “体育”这一行没有写第几节",
      "四年级1班 3 B 一格里有“语文”和“数学”，轮流上的请写明单周、双周",
      "四年级1班 3 C 看不懂“李红”，一格里先写科目，再写教师和教室",
      "四年级1班 3 D 文字太长",
      "四年级1班 5 第 9 节没有写时间，请写在节次下面或旁边（08:00-08:40），或另加一张“作息时间”工作表",
      "四年级1班 6 “社团”没有写时间，请写在节次下面或旁边（08:00-08:40），或另加一张“作息时间”工作表",
    ]);
  });

  test("a grid without periods is a fault", () => {
    const duty = sheet("三年级1班", [
      ["", ...DAYS],
      ["扫地", "王小明"],
    ]);
    expect(read(duty, BELLS)).toEqual({
      lessons: [],
      faults: ["三年级1班 1 星期下面没有读到节次，节次写在左边：第1节、第一节 或 1"],
    });
  });

  test("a sheet of five thousand rows, wide areas and long cells ends", () => {
    const wide = Array.from({ length: 500 }, () => "-".repeat(30_000).concat("x"));
    const rows = [
      ["", ...DAYS],
      ...Array.from({ length: 4000 }, (_, at) => [String(at + 1), "语文"]),
    ];
    const bomb = sheet("三年级1班", [...rows, wide], [[1, 7, 1_048_576, 16_383]]);
    const { lessons, faults } = read(bomb, BELLS);
    expect(lessons.length).toBeGreaterThan(0);
    expect(faults.length).toBeGreaterThan(0);
  });

  test("two times of a period in 作息时间 are a fault", () => {
    const summer = sheet("夏季作息", [["第1节", "8:30", "9:10"]]);
    const grid = sheet("三年级1班", [
      ["", ...DAYS],
      ["1", "语文"],
    ]);
    expect(read(grid, BELLS, summer).faults).toEqual([
      "夏季作息 1 第 1 节在作息时间里有两种时间：08:10 和 08:30",
    ]);
  });
});

describe("a sheet of the school: a class a row, days and periods across", () => {
  test("with letters for subjects, a row of teachers, and periods that begin again after noon", () => {
    const head = DAYS.flatMap((day) => [day, "", "", "", ""]);
    const periods = DAYS.flatMap(() => ["1", "2", "3", "4", "1"]);
    const days = DAYS.map((_, at): [number, number, number, number] => [
      2,
      1 + at * 5,
      2,
      5 + at * 5,
    ]);
    const { lessons, faults } = read(
      sheet(
        "总课程表",
        [
          ["启明小学总课程表"],
          ["班级", ...head],
          ["", ...periods],
          ["三（1）班", "语", "数", "", "", "体"],
          ["", "王芳", "李红", "", "", ""],
          ["三（2）班", "数\n李红", "—"],
          ["九（9）班"],
        ],
        [[1, 0, 1, 25], ...days, [2, 0, 3, 0], [4, 0, 5, 0]],
      ),
      BELLS,
    );
    expect(faults).toEqual([]);
    expect(lessons).toEqual([
      "三(1)班 1 1 08:10 语文 王芳",
      "三(1)班 1 2 09:00 数学 李红",
      "三(1)班 1 5 14:00 体育",
      "三(2)班 1 1 08:10 数学 李红",
    ]);
  });

  test("with 早读 among the periods, and rooms below the teachers", () => {
    const periods = ["早读", "1", "2", "大课间"];
    const { lessons, faults } = read(
      sheet("总课程表", [
        ["班级", ...DAYS.flatMap((day) => [day, day, day, day])],
        ["", ...DAYS.flatMap(() => periods)],
        ["三年级1班", "英语", "语文", "数学", "大课间"],
        ["三年级1班", "", "王芳", "李红", "", "", "", ""],
        ["三年级1班", "", "301"],
        ["三年级2班", "", "", "体育", "", "", "美术/音乐"],
      ]),
      BELLS,
    );
    expect(lessons).toEqual([
      "三年级1班 1 0 07:50 早读 英语",
      "三年级1班 1 1 08:10 语文 王芳 301",
      "三年级1班 1 2 09:00 数学 李红",
      "三年级2班 1 2 09:00 体育",
    ]);
    expect(faults).toEqual(["总课程表 6 G 一格里有“美术”和“音乐”，轮流上的请写明单周、双周"]);
  });
});

test.each([
  ["单周:美术 李红\n双周:音乐 赵亮", ["odd 美术 李红", "even 音乐 赵亮"]],
  ["美术（单周）/音乐（双周）", ["odd 美术 ", "even 音乐 "]],
  ["美术\n(单)", ["odd 美术 "]],
  ["体育与\n健康 赵亮", ["all 体育与健康 赵亮"]],
  ["语文\n王芳老师", ["all 语文 王芳"]],
])("%j", (text, expected) => {
  const read = readCell(text);
  const lessons =
    "fault" in read
      ? [read.fault]
      : read.lessons.map((one) => `${one.weeks} ${one.subject} ${one.teacher}`);
  expect(lessons).toEqual(expected);
});
