import type { TimetableFault } from "#contract";
import type { SheetColumn } from "../list/spreadsheet.ts";

/** Returns the place of a fault: 「三年级 第 4 行 C 列」. */
export function placeText({ sheet, row, column }: TimetableFault): string {
  const parts = [
    sheet ?? "",
    row === null ? "" : `第 ${row} 行`,
    column === null ? "" : `${column} 列`,
  ];
  return parts.filter((words) => words !== "").join(" ") || "整份文件";
}

const HEADS = ["班级", "星期", "节次", "开始", "结束", "科目", "教师", "教室", "单双周"];

/** The template's example rows: those of a class that begins so are never read. */
export const EXAMPLES: readonly (readonly string[])[] = [
  ["(示例)三年级1班", "星期一", "1", "08:00", "08:40", "语文", "林岚", "301", ""],
  ["(示例)三年级1班", "星期二", "6", "14:50", "15:30", "信息科技", "", "机房", "单周"],
];

/** The template's columns. */
export const COLUMNS: readonly SheetColumn<readonly string[]>[] = HEADS.map((title, at) => ({
  title,
  width: at === 0 ? 18 : 10,
  text: (row) => row[at] ?? "",
}));
