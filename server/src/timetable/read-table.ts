import { LESSONS_AT_MOST, type LessonWeeks } from "#contract";

/** Reading of a timetable's rows: a head, and a lesson in each row below. Pure. */

/** A lesson as a file names it. */
export interface FileLesson {
  row: number;
  class_name: string;
  weekday: number;
  period: number;
  weeks: LessonWeeks;
  starts: string;
  ends: string;
  subject: string;
  teacher: string;
  room: string;
}

export interface TimetableFault {
  row: number;
  message: string;
}

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
const NEEDED: readonly Column[] = ["class_name", "weekday", "period", "starts", "ends", "subject"];
/** Rows among which the head is looked for. */
const HEAD_ROWS = 10;
const DIGITS = "一二三四五六七八九十";
const PERIODS_AT_MOST = 20;
const LONGEST = { subject: 40, teacher: 50, room: 40 } as const;

/** Reads the lessons of a table, whose rows are texts. Faults name their row. */
export function readLessonRows(rows: readonly { row: number; cells: readonly string[] }[]): {
  lessons: FileLesson[];
  faults: TimetableFault[];
} {
  const head = rows
    .slice(0, HEAD_ROWS)
    .map((one) => ({ ...one, columns: columnsOf(one.cells) }))
    .find(({ columns }) => columns.has("class_name") && columns.has("subject"));
  if (head === undefined) {
    const message = "开头十行里没有找到表头（班级、星期、节次、开始、结束、科目）";
    return { lessons: [], faults: [{ row: rows[0]?.row ?? 1, message }] };
  }
  const { columns } = head;
  const missing = NEEDED.filter((column) => !columns.has(column)).map((one) => HEADS[one][0]);
  if (missing.length > 0) {
    return { lessons: [], faults: [{ row: head.row, message: `缺少列：${missing.join("、")}` }] };
  }
  const lessons: FileLesson[] = [];
  const faults: TimetableFault[] = [];
  const taken = new Map<string, number>();
  for (const { row, cells } of rows.filter((one) => one.row > head.row)) {
    const cell = (column: Column) =>
      (cells[columns.get(column) ?? -1] ?? "").normalize("NFC").trim();
    const fault = (message: string) => faults.push({ row, message });
    const [class_name, subject] = [cell("class_name"), cell("subject")];
    // a time at which a class has nothing
    if (class_name === "" || subject === "") {
      if (class_name === "" && subject !== "") fault("没有写班级");
      continue;
    }
    const lesson = {
      ...{ row, class_name, subject, teacher: cell("teacher"), room: cell("room") },
      weekday: weekdayIn(cell("weekday")),
      period: periodIn(cell("period")),
      weeks: weeksIn(cell("weeks")),
      starts: timeIn(cell("starts")),
      ends: timeIn(cell("ends")),
    };
    const { weekday, period, weeks, starts, ends } = lesson;
    if (weekday === undefined) fault("星期应为 星期一 到 星期日，或 1 到 7");
    if (period === undefined) fault(`节次应为 1 到 ${PERIODS_AT_MOST}`);
    if (weeks === undefined) fault("单双周应为 单周、双周，或空着");
    if (starts === undefined || ends === undefined) fault("开始和结束应为 08:00 这样的时间");
    else if (starts >= ends) fault("结束应晚于开始");
    for (const [name, most] of Object.entries(LONGEST)) {
      if (lesson[name as keyof typeof LONGEST].length > most) fault(`文字太长，最多 ${most} 个字`);
    }
    if (
      weekday === undefined ||
      period === undefined ||
      weeks === undefined ||
      starts === undefined ||
      ends === undefined
    )
      continue;
    const key = [class_name, weekday, period, weeks].join("\n");
    const before = taken.get(key);
    if (before !== undefined) fault(`与第 ${before} 行是同一个班的同一节课`);
    taken.set(key, row);
    lessons.push({ ...lesson, weekday, period, weeks, starts, ends });
  }
  if (lessons.length > LESSONS_AT_MOST) {
    faults.push({ row: head.row, message: `最多 ${LESSONS_AT_MOST} 节课，请检查文件` });
  }
  return { lessons, faults };
}

function columnsOf(cells: readonly string[]): Map<Column, number> {
  const found = new Map<Column, number>();
  for (const [index, cell] of cells.entries()) {
    const word = (cell ?? "").replaceAll(/\s/g, "");
    for (const [column, names] of Object.entries(HEADS)) {
      if ((names as readonly string[]).includes(word)) found.set(column as Column, index);
    }
  }
  return found;
}

function weekdayIn(text: string): number | undefined {
  const word = text.replace(/^(星期|礼拜|周)/, "");
  const number = /^[1-7]$/.test(word) ? Number(word) : DIGITS.indexOf(word) + 1;
  if (/^[日天]$/.test(word)) return 7;
  return number >= 1 && number <= 6 ? number : word === "7" ? 7 : undefined;
}

function periodIn(text: string): number | undefined {
  const [, word = ""] = /^第?(\d{1,2}|[一二三四五六七八九十])节?$/.exec(text) ?? [];
  const number = /^\d/.test(word) ? Number(word) : DIGITS.indexOf(word) + 1;
  return word !== "" && number >= 1 && number <= PERIODS_AT_MOST ? number : undefined;
}

function weeksIn(text: string): LessonWeeks | undefined {
  if (["", "全", "每周"].includes(text)) return "all";
  if (["单", "单周"].includes(text)) return "odd";
  return ["双", "双周"].includes(text) ? "even" : undefined;
}

/** Reads 08:00, 8：00 and, as a spreadsheet keeps a time, a part of the day. */
function timeIn(text: string): string | undefined {
  const [, hour, minute] = /^(\d{1,2})[:：](\d{2})(?:[:：]\d{2})?$/.exec(text) ?? [];
  if (hour !== undefined && minute !== undefined) {
    return Number(hour) < 24 && Number(minute) < 60
      ? `${hour.padStart(2, "0")}:${minute}`
      : undefined;
  }
  const part = /^0?\.\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(part)) return undefined;
  const minutes = Math.round(part * 24 * 60);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
