import type { TimetableFault } from "#contract";
import { classOfTitle, EXAMPLE_MARK, letterOf } from "../roster-file/api.ts";
import type { BellTimes } from "./bell-times.ts";
import type { FileLesson } from "./file-lesson.ts";
import type { Block, GridRow } from "./grid.ts";
import { type GridLabel, LabelReader } from "./grid-labels.ts";
import { isBlank, readCell } from "./read-cell.ts";

/** Reading of grids: of one class, periods down and days across, or of a whole school, a class a row. Pure. */

/** Rows and cells that are no lessons. */
const PAUSE =
  /^(?:大?课间|课间操|早操|做操|广播操|眼保健操|眼操|午休|午睡|午餐|午饭|中餐|早餐|晚餐|就餐|用餐|午间|中午|休息|放学|离校|到校|入校|升旗|升旗仪式|预备|点心|上午|下午)/;
/** Heads of columns below a day's. */
const SUB_HEAD = /^(?:科目|课程|学科|教师|老师|任课教师|任课老师|教室|地点)?$/;

interface Found {
  lessons: FileLesson[];
  faults: TimetableFault[];
}

/** A lesson's place in a grid: its class, its day, its period, and the text of its cells. */
interface Slot {
  at: { row: number; column: number };
  class_name: string;
  weekday: number;
  label: GridLabel;
  text: string;
}

/** Reads a grid of a sheet into lessons and faults. */
export function readGrid(sheet: string, block: Block, bells: BellTimes, into: Found): void {
  const fault = (row: number, column: number | null, message: string) =>
    into.faults.push({ sheet, row, column: column === null ? null : letterOf(column), message });
  const untimed = new Set<string>();
  const slots =
    block.kind === "class" ? ofClass(sheet, block, fault) : ofSchool(sheet, block, fault);
  for (const { at, class_name, weekday, label, text } of slots) {
    const isNumbered = label.period > 0;
    const read = readCell(text);
    if ("fault" in read) {
      fault(at.row, at.column, read.fault);
      continue;
    }
    const times = bells.of(label);
    const named = isNumbered ? `第 ${label.period} 节` : `“${label.word}”`;
    if (times === undefined) {
      if (!untimed.has(named)) {
        fault(
          at.row,
          null,
          `${named}没有写时间，请写在节次下面或旁边（08:00-08:40），或另加一张“作息时间”工作表`,
        );
      }
      untimed.add(named);
      continue;
    }
    for (const { subject, ...lesson } of read.lessons) {
      into.lessons.push({
        at: { sheet, row: at.row, column: letterOf(at.column) },
        ...{ class_name, weekday, period: label.period, ...times, ...lesson },
        subject: isNumbered ? subject : `${label.word} ${subject}`.slice(0, 40),
      });
    }
  }
}

type Fault = (row: number, column: number | null, message: string) => void;

function ofClass(sheet: string, { head, days, labels, titles, body }: Block, fault: Fault): Slot[] {
  const title = titles
    .flatMap(({ cells }) => cells)
    .map(classOfTitle)
    .find((one) => one !== undefined);
  const isExample = [sheet, ...titles.flatMap(({ cells }) => cells)].some((text) =>
    text.normalize("NFKC").trim().startsWith(EXAMPLE_MARK),
  );
  if (isExample) return [];
  const class_name = withGrade(title ?? classOfTitle(sheet), sheet);
  if (class_name === undefined) {
    fault(
      head.row,
      null,
      "没有写是哪个班，请写在表格上面一行（三年级2班课程表），或作为工作表的名称",
    );
    return [];
  }
  const reader = new LabelReader();
  const read = body.map((row) => {
    const words = labels.map((column) => row.cells[column] ?? "");
    return { row, words, label: reader.read(words) };
  });
  if (!read.some(({ label }) => label.period > 0)) {
    fault(head.row, null, "星期下面没有读到节次，节次写在左边：第1节、第一节 或 1");
    return [];
  }
  return read.flatMap(({ row, words, label }, at) => {
    const cells = days.map(({ weekday, columns }) => ({
      weekday,
      column: columns[0] ?? 0,
      text: textIn(row, columns),
    }));
    if (
      at === 0 &&
      cells.every(({ text }) => text.split("\n").every((word) => SUB_HEAD.test(word)))
    ) {
      return [];
    }
    const isUnnumbered = label.period === 0;
    return cells.flatMap(({ weekday, column, text }) => {
      const plain = text.replaceAll(/\s/g, "");
      const isNone =
        isBlank(text) ||
        (isUnnumbered &&
          (PAUSE.test(plain) || words.some((word) => word.replaceAll(/\s/g, "") === plain)));
      if (isNone) return [];
      if (isUnnumbered && label.word === "") {
        fault(row.row, column, `“${plain.slice(0, 12)}”这一行没有写第几节`);
        return [];
      }
      return [{ at: { row: row.row, column }, class_name, weekday, label, text }];
    });
  });
}

function ofSchool(sheet: string, { periods, days, labels, body }: Block, fault: Fault): Slot[] {
  const heads = days.flatMap(({ weekday, columns }) => {
    const reader = new LabelReader();
    return columns.map((column) => ({
      ...{ weekday, column },
      label: reader.read([periods?.cells[column] ?? ""]),
    }));
  });
  const nameOf = ({ cells }: GridRow) =>
    [...new Set(labels.map((at) => (cells[at] ?? "").trim()))].join("");
  const slots: Slot[] = [];
  for (const [at, row] of body.entries()) {
    const name = nameOf(row);
    // rows of teachers and rooms below the one of subjects are read with it
    const before = body[at - 1];
    if (name !== "" && before !== undefined && nameOf(before) === name) continue;
    const end = body.findIndex((one, place) => place > at && nameOf(one) !== name);
    const rows = name === "" ? [row] : body.slice(at, end === -1 ? body.length : end);
    const class_name = withGrade(classOfTitle(name), sheet) ?? name;
    for (const { weekday, column, label } of heads) {
      const text = textOf(rows.map(({ cells }) => cells[column] ?? ""));
      const isPause = label.period === 0 && PAUSE.test(text === label.word ? "午休" : text);
      if (isBlank(text) || text === name || isPause) continue;
      if (label.period === 0 && label.word === "") fault(row.row, column, "这一列没有写第几节");
      else if (class_name === "") fault(row.row, column, "这一行没有写是哪个班");
      else slots.push({ at: { row: row.row, column }, class_name, weekday, label, text });
    }
  }
  return slots;
}

/** Puts the grade of a sheet's name before a class's number: 三年级 and 2班. */
function withGrade(name: string | undefined, sheet: string): string | undefined {
  if (name === undefined || !/^\(?\d{1,2}\)?班$/.test(name)) return name;
  const grade = /[初高][一二三]|[一二三四五六七八九]年级/.exec(sheet)?.[0] ?? "";
  return grade + name;
}

function textIn({ cells }: GridRow, columns: readonly number[]): string {
  return textOf(columns.map((column) => cells[column] ?? ""));
}

function textOf(texts: readonly string[]): string {
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== "").join("\n");
}
