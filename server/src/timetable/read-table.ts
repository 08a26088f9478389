import type { TimetableFault } from "#contract";
import { MAX_LESSONS } from "#contract/plain";
import { EXAMPLE_MARK, letterOf, type MergedArea } from "../roster-file/api.ts";
import { BellTimes } from "./bell-times.ts";
import { type FileLesson, LONGEST, refuseWithoutLessons } from "./file-lesson.ts";
import { blocksIn, gridRows } from "./grid.ts";
import { MAX_PERIODS, periodIn, timeIn, weekdayIn, weeksIn } from "./lesson-values.ts";
import { readGrid } from "./read-grid.ts";

/** Reading of a timetable's tables: grids, or a head and a lesson in each row below. Pure. */

/** The heads by which a column is known, without blanks. */
const HEADS = {
  class_name: ["班级", "班", "班级名称"],
  weekday: ["星期", "周几", "星期几"],
  period: ["节次", "第几节", "节"],
  starts: ["开始", "开始时间", "上课时间"],
  ends: ["结束", "结束时间", "下课时间"],
  subject: ["科目", "学科", "课程", "课程名称"],
  teacher: ["教师", "老师", "任课教师", "任课老师"],
  room: ["教室", "地点", "上课地点"],
  weeks: ["单双周", "周次"],
} as const;
type Column = keyof typeof HEADS;
const COLUMNS = Object.keys(HEADS) as Column[];
const NEEDED: readonly Column[] = ["class_name", "weekday", "period", "starts", "ends", "subject"];
/** Columns that only a timetable has: a row with three of the needed is its head, even where others are misspelt. */
const MIN_HEADS = 3;
/** Rows among which the head is looked for. */
const HEAD_ROWS = 10;

/** A longer sheet is a list: a hundred classes have some 1,500 rows. */
const MAX_GRID_ROWS = 5000;
const MAX_TEXT_LENGTHS: Partial<Record<Column, number>> = LONGEST;

/** A sheet of a file, its cells as texts. */
export interface TextTable {
  name: string;
  rows: readonly { row: number; cells: readonly string[] }[];
  merged: readonly MergedArea[];
}

/**
 * Reads the lessons of a file's sheets, grids and lists. A sheet without a head is none of the timetable where another one has a
 * head: notes stand beside it, and lists of times, which are those of grids that have none of their own. Faults name sheet, row and column.
 */
export function readLessonTables(tables: readonly TextTable[]): {
  lessons: FileLesson[];
  faults: TimetableFault[];
} {
  const bells = new BellTimes();
  const headed = tables.flatMap((table) => {
    const rows = table.rows.length > MAX_GRID_ROWS ? [] : gridRows(table);
    const blocks = blocksIn(rows);
    const head = blocks.length === 0 ? headOf(table) : undefined;
    if (head === undefined && blocks.length === 0) bells.take(table.name, rows);
    return head === undefined && blocks.length === 0 ? [] : [{ table, head, blocks }];
  });
  if (headed.length === 0) {
    const needed = NEEDED.map((column) => HEADS[column][0]).join("、");
    const message = `没有找到表头：每节课一行的表，开头十行里要有 ${needed}；一个班一张的表，要有 星期一 到 星期五 一行`;
    return { lessons: [], faults: [{ sheet: tables[0]?.name ?? null, ...WHOLE, message }] };
  }
  const lessons: FileLesson[] = [];
  const faults: TimetableFault[] = [];
  for (const { table, head, blocks } of headed) {
    if (head !== undefined) readSheet(table, head, { lessons, faults });
    for (const block of blocks) readGrid(table.name, block, bells, { lessons, faults });
  }
  if (headed.some(({ blocks }) => blocks.length > 0)) faults.push(...bells.faults);
  if (lessons.length > MAX_LESSONS) {
    const message = `最多 ${MAX_LESSONS} 节课，文件里有 ${lessons.length} 节，请检查文件`;
    return { lessons: [], faults: [{ sheet: null, ...WHOLE, message }] };
  }
  if (lessons.length === 0 && faults.length === 0) refuseWithoutLessons();
  return { lessons, faults };
}

const WHOLE = { row: null, column: null };

interface Head {
  row: number;
  columns: ReadonlyMap<Column, number>;
}

function headOf({ rows }: TextTable): Head | undefined {
  return rows
    .slice(0, HEAD_ROWS)
    .map(({ row, cells }) => ({ row, columns: columnsOf(cells) }))
    .find(({ columns }) => NEEDED.filter((one) => columns.has(one)).length >= MIN_HEADS);
}

function readSheet(
  { name: sheet, rows }: TextTable,
  { row: headRow, columns }: Head,
  { lessons, faults }: { lessons: FileLesson[]; faults: TimetableFault[] },
): void {
  const missing = NEEDED.filter((column) => !columns.has(column)).map((one) => HEADS[one][0]);
  if (missing.length > 0) {
    faults.push({ sheet, row: headRow, column: null, message: `缺少列：${missing.join("、")}` });
    return;
  }
  for (const { row, cells } of rows.filter((one) => one.row > headRow)) {
    const cell = (column: Column) =>
      (cells[columns.get(column) ?? -1] ?? "").normalize("NFC").trim();
    let isWrongPassword = false;
    const fault = (column: Column, message: string) => {
      isWrongPassword = true;
      faults.push({ sheet, row, column: letterOf(columns.get(column) ?? 0), message });
    };
    const [class_name, subject] = [cell("class_name"), cell("subject")];
    // a time at which a class has nothing
    if (subject === "" || class_name.startsWith(EXAMPLE_MARK)) continue;
    if (class_name === "") fault("class_name", "没有写班级");
    for (const column of COLUMNS) {
      const most = MAX_TEXT_LENGTHS[column];
      if (most !== undefined && cell(column).length > most) {
        fault(column, `文字太长，最多 ${most} 个字`);
      }
    }
    const weekday = weekdayIn(cell("weekday"));
    const period = periodIn(cell("period"));
    const weeks = weeksIn(cell("weeks"));
    const starts = timeIn(cell("starts"));
    const ends = timeIn(cell("ends"));
    if (weekday === undefined) {
      fault("weekday", `星期${written(cell("weekday"))}，应为 星期一 到 星期日，或 1 到 7`);
    }
    if (period === undefined) {
      fault("period", `节次${written(cell("period"))}，应为 1 到 ${MAX_PERIODS}`);
    }
    if (weeks === undefined) {
      fault("weeks", `单双周${written(cell("weeks"))}，应为 单周、双周，或空着`);
    }
    if (starts === undefined) {
      fault("starts", `开始${written(cell("starts"))}，应为 08:00 这样的时间`);
    }
    if (ends === undefined) fault("ends", `结束${written(cell("ends"))}，应为 08:40 这样的时间`);
    if (starts !== undefined && ends !== undefined && starts >= ends) {
      fault("ends", "结束应晚于开始");
    }
    if (isWrongPassword) continue;
    if (!weekday || !period || !weeks || !starts || !ends) continue;
    const at = { sheet, row, column: letterOf(columns.get("class_name") ?? 0) };
    const rest = { teacher: cell("teacher"), room: cell("room") };
    lessons.push({ at, class_name, weekday, period, weeks, starts, ends, subject, ...rest });
  }
}

/** Quotes what a cell holds. */
function written(text: string): string {
  const MOST = 12;
  if (text === "") return "空着";
  return `写的是“${text.length > MOST ? `${text.slice(0, MOST)}…` : text}”`;
}

function columnsOf(cells: readonly string[]): Map<Column, number> {
  const found = new Map<Column, number>();
  for (const [index, cell] of cells.entries()) {
    const word = (cell ?? "").normalize("NFKC").replaceAll(/\s|[(*].*$/g, "");
    for (const column of COLUMNS) {
      const names: readonly string[] = HEADS[column];
      if (names.includes(word) && !found.has(column)) found.set(column, index);
    }
  }
  return found;
}
