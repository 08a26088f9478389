import { MAX_CELL_CHARACTERS, MAX_CELLS, MAX_CHARACTERS, MAX_COLUMNS, MAX_ROWS } from "./limits.ts";
import { RosterFileRefused } from "./refused.ts";

/** A cell as the file holds it: a text, or what a spreadsheet made of it. */
export type Cell = string | NumberCell | BrokenCell;

export interface NumberCell {
  number: number;
  /** The number as a person would read it; a scientific form where digits were lost. */
  text: string;
  /** The day as `2026-09-01`, where the cell is shown as a date. */
  day?: string | undefined;
  /** Tells that a spreadsheet kept only the first fifteen of more digits. */
  has_lost_digits: boolean;
}

/** A cell whose formula gives an error (`#N/A`), or no value at all. */
export interface BrokenCell {
  broken: string;
}

export interface TableRow {
  /** The row's number in the file, from 1. */
  row: number;
  is_hidden: boolean;
  /** Cells by column, from 0; absent where nothing is. */
  cells: (Cell | undefined)[];
}

/** An area of cells that are shown as one; ends included, rows from 1, columns from 0. */
export interface MergedArea {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** A sheet as read: its rows with content in their order. */
export interface Table {
  name: string;
  is_hidden: boolean;
  rows: TableRow[];
  merged: MergedArea[];
  /** The first and the last of columns that are hidden, from 0. */
  hidden_columns?: [number, number][] | undefined;
}

/** Returns a cell's text as a person sees it. */
export function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return "";
  if (typeof cell === "string") return cell;
  return "broken" in cell ? cell.broken : (cell.day ?? cell.text);
}

/** Returns a column's letters: 0 → A, 27 → AB. */
export function letterOf(index: number): string {
  const LETTERS = 26;
  let letters = "";
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCodePoint(65 + ((rest - 1) % LETTERS)) + letters;
  }
  return letters;
}

/** Counts what a file holds, over all of its sheets, and refuses what is beyond any roster (RO-07). */
export class Allowance {
  #rows = 0;
  #cells = 0;
  #characters = 0;

  takeRow(): void {
    this.#rows += 1;
    if (this.#rows > MAX_ROWS) {
      throw new RosterFileRefused(`表格超过 ${MAX_ROWS} 行，请按年级分成几个文件。`);
    }
  }

  takeCell(index: number, length: number): void {
    this.#cells += 1;
    this.#characters += length;
    if (index >= MAX_COLUMNS) {
      throw new RosterFileRefused(
        `表格超过 ${MAX_COLUMNS} 列，不像一份名册；请只保留需要的列，再另存一次。`,
      );
    }
    if (length > MAX_CELL_CHARACTERS) {
      throw new RosterFileRefused("有一格的内容超过三万字，不像一份名册，请检查文件。");
    }
    if (this.#cells > MAX_CELLS || this.#characters > MAX_CHARACTERS) {
      throw new RosterFileRefused("表格的内容太多，请去掉不需要的列，或按年级分成几个文件。");
    }
  }
}
