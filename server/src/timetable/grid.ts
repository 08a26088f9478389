import { numberedClassIn, type MergedArea } from "../roster-file/api.ts";
import { isPeriod } from "./grid-labels.ts";
import { weekdayIn } from "./lesson-values.ts";
import type { TextTable } from "./read-table.ts";

/** Finding of grids in a sheet: a row of weekdays, and below it rows of periods or of classes. Pure. */

export interface GridRow {
  row: number;
  cells: readonly string[];
}

/** A grid: columns of the days, those of the labels to their left, and the rows below the heads. */
export interface Block {
  kind: "class" | "overall";
  head: GridRow;
  /** The row of periods below the days; of an overall grid only. */
  periods: GridRow | undefined;
  days: readonly { weekday: number; columns: number[] }[];
  labels: readonly number[];
  /** Rows above the head that may name the class, the nearest first. */
  titles: readonly GridRow[];
  body: readonly GridRow[];
}

/** Different weekdays that a row must have, to be a head. */
const MIN_DAYS = 3;
/** Rows above a head in which the title is looked for. */
const TITLE_ROWS = 4;
/** 「班级：三年级2班」, 「班主任：王芳」, 「教室：301」. */
const TITLE_PARTS = 3;
/** Letters of a cell that are read; a lesson is never so long, and is then a fault. */
const CELL_LETTERS = 300;
const DAY = /^(?:星期|礼拜|周)?[一二三四五六日天]$/;

/** Returns the rows of a sheet; what is shown as one cell over several is in each of them. */
export function gridRows({
  rows,
  merged,
}: TextTable & { merged: readonly MergedArea[] }): GridRow[] {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const byRow = new Map(rows.map(({ row, cells }) => [row, cells]));
  return rows.map(({ row, cells }) => {
    const own = Array.from({ length: width }, (_, at) => textOf(cells[at]));
    for (const { top, left, bottom, right } of merged) {
      if (row < top || row > bottom) continue;
      const text = textOf(byRow.get(top)?.[left]);
      for (let at = left; at <= Math.min(right, width - 1); at += 1) own[at] = text;
    }
    return { row, cells: own };
  });
}

function textOf(cell = ""): string {
  return cell.slice(0, CELL_LETTERS).normalize("NFC");
}

/** Returns the grids of a sheet, from above and from the left. */
export function blocksIn(rows: readonly GridRow[]): Block[] {
  const heads = rows.flatMap((row, at) => {
    const runs = runsOf(row);
    return runs.length === 0 ? [] : [{ at, row, runs }];
  });
  return heads.flatMap(({ at, row, runs }, index) => {
    const next = heads[index + 1]?.at ?? rows.length;
    const before = index === 0 ? 0 : (heads[index - 1]?.at ?? 0) + 1;
    const between = rows.slice(Math.max(before, at - TITLE_ROWS), at).toReversed();
    return runs.map((days, run) => {
      const columns = days.flatMap((day) => day.columns);
      const first = columns[0] ?? 0;
      const last = columns.at(-1) ?? 0;
      const start = run === 0 ? 0 : lastOf(runs[run - 1]) + 1;
      // a grid beside another one may share its labels
      const labels = start < first ? range(start, first) : range(0, runs[0]?.[0]?.columns[0] ?? 0);
      const below = rows.slice(at + 1, next);
      const periods = below.slice(0, 2).find((one) => isRowOfPeriods(one, columns));
      const only = (one: GridRow) => ({ row: one.row, cells: one.cells.slice(start, last + 1) });
      const shared = { head: row, days, labels, titles: between.map(only).filter(isLine) };
      if (periods !== undefined) {
        const body = below.filter((one) => one.row > periods.row);
        return { kind: "overall" as const, ...shared, periods, body };
      }
      // the title of the next grid is no row of this one
      const from = next === rows.length ? below.length : Math.max(0, below.length - TITLE_ROWS);
      const end = below.findIndex((one, place) => place >= from && one.cells.some(isTitle));
      const body = end === -1 ? below : below.slice(0, end);
      return { kind: "class" as const, ...shared, periods: undefined, body };
    });
  });
}

/** Returns whether a row can be a line of a title: it says a few things only. */
function isLine({ cells }: GridRow): boolean {
  return new Set(cells.filter((text) => text.trim() !== "")).size <= TITLE_PARTS;
}

/** Returns whether a cell is the title of a class's grid. */
function isTitle(text: string): boolean {
  const name = numberedClassIn(text);
  if (name === undefined) return false;
  const plain = text.normalize("NFKC").replaceAll(/\s/g, "");
  return plain === name || /课程?表|课表|班级/.test(plain);
}

type Days = Block["days"][number][];

/** Returns the days of a row, a list for each grid that stands beside another; none where it is no head. */
function runsOf({ cells }: GridRow): Days[] {
  const runs: Days[] = [];
  let isNamed = false;
  for (const [column, text] of cells.entries()) {
    const plain = text.replaceAll(/\s/g, "");
    const weekday = DAY.test(plain) ? weekdayIn(plain) : undefined;
    if (weekday === undefined) continue;
    isNamed ||= plain.length > 1;
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && last.weekday === weekday) {
      last.columns.push(column);
    } else if (run === undefined || last === undefined || weekday < last.weekday) {
      runs.push([{ weekday, columns: [column] }]);
    } else run.push({ weekday, columns: [column] });
  }
  // numbers of periods are written like days without a word: then it takes five
  const least = isNamed ? MIN_DAYS : 5;
  return runs.filter((run) => run.length >= least);
}

function isRowOfPeriods({ cells }: GridRow, columns: readonly number[]): boolean {
  const written = columns.map((at) => cells[at] ?? "").filter((text) => text.trim() !== "");
  const numbered = written.filter(isPeriod).length;
  // 早读 and 午读 may stand among the numbers
  return numbered > MIN_DAYS && numbered * 3 > written.length;
}

function lastOf(days: Days | undefined): number {
  return days?.at(-1)?.columns.at(-1) ?? -1;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}
