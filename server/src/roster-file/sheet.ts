import { MAX_CELL_CHARACTERS } from "./limits.ts";
import { dayOfSerial, shownNumber, type NumberFormat } from "./number-format.ts";
import type { Allowance, Cell, MergedArea, Table, TableRow } from "./table.ts";
import { plainText } from "./text.ts";
import { readXml } from "./xml.ts";
import type { Unzipper, ZipEntry } from "./zip.ts";

const NO_FORMAT = { is_day: false, digits: 0 };
/** Merged areas that are kept: those of heads are among the first. */
const MAX_MERGED = 1000;

/** Properties that the sheets of a workbook share. */
export interface Workbook {
  strings: string[];
  formats: NumberFormat[];
  is_1904: boolean;
}

/** Reads the rows with content of one sheet: the value that a formula last had stands for the formula. */
export function readSheet(
  unzipper: Unzipper,
  entry: ZipEntry,
  workbook: Workbook,
  allowance: Allowance,
): Pick<Table, "rows" | "merged" | "hidden_columns"> {
  const rows: TableRow[] = [];
  const merged: MergedArea[] = [];
  const hidden_columns: [number, number][] = [];
  let row: TableRow = { row: 0, is_hidden: false, cells: [] };
  let column = -1;
  let type = "";
  let style = 0;
  let hasFormula = false;
  let hasContent = false;
  let value = "";
  // the element whose text is wanted; a formula's own text and pronunciation are not
  let isValue = false;
  let isHint = false;

  const endCell = () => {
    if (value === "" && !hasFormula) return;
    const cell = cellOf(value, type, style, workbook);
    // a formula that gives an empty text is an empty cell; one without a value was never counted
    const kept = cell === "" && hasFormula && type !== "str" ? { broken: "公式没有值" } : cell;
    if (kept === "") return;
    allowance.takeCell(column, value.length);
    row.cells[column] = kept;
    hasContent = true;
  };

  readXml(unzipper, entry, {
    open(name, attributes) {
      switch (name) {
        case "col":
          if (/^(1|true)$/.test(attributes["hidden"] ?? "") && hidden_columns.length < MAX_MERGED)
            hidden_columns.push([Number(attributes["min"]) - 1, Number(attributes["max"]) - 1]);
          break;
        case "row":
          row = {
            row: Number(attributes["r"] ?? row.row + 1),
            is_hidden: /^(1|true)$/.test(attributes["hidden"] ?? ""),
            cells: [],
          };
          column = -1;
          hasContent = false;
          break;
        case "c":
          column = columnOf(attributes["r"]) ?? column + 1;
          type = attributes["t"] ?? "n";
          style = Number(attributes["s"] ?? 0);
          hasFormula = false;
          value = "";
          break;
        case "f":
          hasFormula = true;
          break;
        case "v":
          isValue = true;
          break;
        case "rPh":
          isHint = true;
          break;
        case "t":
          isValue = !isHint;
          break;
        case "mergeCell": {
          const area = areaOf(attributes["ref"]);
          if (area !== undefined && merged.length < MAX_MERGED) merged.push(area);
          break;
        }
      }
    },
    text(text) {
      if (!isValue) return;
      value += text;
      if (value.length > MAX_CELL_CHARACTERS) allowance.takeCell(column, value.length);
    },
    close(name) {
      if (name === "v" || name === "t") isValue = false;
      else if (name === "rPh") isHint = false;
      else if (name === "c") endCell();
      else if (name === "row" && hasContent) {
        allowance.takeRow();
        rows.push(row);
      }
    },
  });
  return { rows, merged, hidden_columns };
}

/** Returns a cell of a value as the sheet writes it; "" for an empty one. */
function cellOf(value: string, type: string, style: number, workbook: Workbook): Cell {
  switch (type) {
    case "s":
      return workbook.strings[Number(value)] ?? "";
    case "inlineStr":
    case "str":
      return plainText(value);
    case "b":
      return value === "1" ? "TRUE" : "FALSE";
    case "e":
      return { broken: value };
    case "d":
      return value.slice(0, 10);
    default: {
      const number = Number(value);
      if (value === "" || !Number.isFinite(number)) return value;
      const format = workbook.formats[style] ?? NO_FORMAT;
      const day = format.is_day ? dayOfSerial(number, workbook.is_1904) : undefined;
      return { number, day, ...shownNumber(number, format) };
    }
  }
}

/** Returns the column of a reference like `AB12`, from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^\$?([A-Za-z]{1,7})/.exec(reference ?? "")?.[1]?.toUpperCase();
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + (letter.codePointAt(0) ?? 0) - 64;
  return column - 1;
}

function areaOf(reference: string | undefined): MergedArea | undefined {
  const [from, to] = (reference ?? "").split(":");
  const [left, right] = [columnOf(from), columnOf(to)];
  const [top, bottom] = [from, to].map((end) => Number(/\d+/.exec(end ?? "")?.[0] ?? 0));
  if (left === undefined || right === undefined || !top || !bottom) return undefined;
  return { top, left, bottom, right };
}
