import { saveSpreadsheet, type SheetColumn } from "../list/spreadsheet.ts";

const HEADS = ["班级", "星期", "节次", "开始", "结束", "科目", "教师", "教室", "单双周"];
const COLUMNS = HEADS.map((title, at): SheetColumn<readonly string[]> => ({
  title,
  width: at === 0 ? 18 : 10,
  text: (row) => row[at] ?? "",
}));
/** Example rows: those of a class that begins so are never read. */
const ROWS: readonly (readonly string[])[] = [
  ["(示例)三年级1班", "星期一", "1", "08:00", "08:40", "语文", "林岚", "301", ""],
  ["(示例)三年级1班", "星期二", "6", "14:50", "15:30", "信息科技", "", "机房", "单周"],
];

/** Saves the template with a row for each lesson, as .xlsx. */
export function saveRowsTemplate(): Promise<void> {
  return saveSpreadsheet("课程表模板.xlsx", ROWS, COLUMNS);
}

const DAYS = ["星期一", "星期二", "星期三", "星期四", "星期五"];
const TIMES = [
  "08:00-08:40",
  "08:50-09:30",
  "10:00-10:40",
  "10:50-11:30",
  "14:00-14:40",
  "14:50-15:30",
];
/** Example lessons by period: a row over the days. */
const EXAMPLES: Readonly<Record<number, readonly string[]>> = {
  0: ["语文\n林岚", "数学\n李明", "语文\n林岚", "英语\n周宁", "数学\n李明"],
  5: ["", "美术(单)\n音乐(双)", "", "体育\n赵亮\n操场", "班会"],
};
const NOTE =
  "一个班一张工作表，复制这一张，把标题改成班级。一格里先写科目，再写教师和教室；轮流上的写明单、双周。标题以“(示例)”开头的不会读。";
const BORDER = {
  borderStyle: "thin",
  wrap: true,
  alignVertical: "center",
  align: "center",
} as const;

/**
 * Saves the template of a class's grid, as .xlsx: a title, days across, periods with their times down. The title begins so
 * that it is never read.
 */
export async function saveGridTemplate(): Promise<void> {
  const { default: writeExcelFile } = await import("write-excel-file/browser");
  const width = DAYS.length + 2;
  const line = (value: string, look: object) => [
    { value, type: String, columnSpan: width, ...look },
    ...Array.from({ length: width - 1 }, () => null),
  ];
  const head = ["节次", "时间", ...DAYS].map((value) => ({
    ...{ value, type: String, fontWeight: "bold" as const },
    ...BORDER,
  }));
  const rows = TIMES.map((time, at) =>
    [`第${at + 1}节`, time, ...DAYS.map((_, day) => EXAMPLES[at]?.[day] ?? "")].map((value) => ({
      ...{ value, type: String },
      ...BORDER,
    })),
  );
  const title = line("(示例)三年级1班课程表", {
    fontWeight: "bold",
    align: "center",
    fontSize: 14,
  });
  await writeExcelFile([title, head, ...rows, line(NOTE, { wrap: true, height: 48 })], {
    columns: [{ width: 8 }, { width: 14 }, ...DAYS.map(() => ({ width: 14 }))],
  }).toFile("课程表模板（一个班一张）.xlsx");
}
