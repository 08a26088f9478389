import { decodeText } from "./decode.ts";
import { parseCsv } from "./parse-csv.ts";
import { RosterFileRefused } from "./refused.ts";
import { Allowance, type Cell, type Table } from "./table.ts";

/** Separators of cells: Excel's "Unicode text" has tabs, some systems write semicolons. */
const DELIMITERS = [",", "\t", ";", "，"];

/** The sign that some systems write before a quoted number so that a spreadsheet leaves it alone: `="0012"`. */
const PROTECTED = /(?<=^|[,;\t])=(?=")/gm;

/** Reads a text of separated values as a sheet that is called like the file. */
export function readCsvTable(bytes: Uint8Array, name: string): Table {
  const decoded = decodeText(bytes);
  if ("fault" in decoded || isBinary(decoded.text)) {
    throw new RosterFileRefused(
      "这不是表格，或者文件已损坏；请选择 .xlsx 文件，或 UTF-8、UTF-16、GBK、GB18030 编码的 .csv 文件。",
    );
  }
  const allowance = new Allowance();
  const table: Table = { name: sheetNameOf(name), is_hidden: false, rows: [], merged: [] };
  const text = decoded.text.replaceAll(PROTECTED, "");
  const { fault } = parseCsv(text, {
    delimiter: delimiterOf(text),
    take({ line, cells }) {
      const kept: (Cell | undefined)[] = [];
      for (const [index, raw] of cells.entries()) {
        const cell = unwrapped(raw);
        if (cell.trim() === "") continue;
        allowance.takeCell(index, cell.length);
        kept[index] = cell;
      }
      if (kept.length === 0) return;
      allowance.takeRow();
      table.rows.push({ row: line, is_hidden: false, cells: kept });
    },
  });
  if (fault !== undefined) {
    throw new RosterFileRefused(`第 ${fault.line} 行：${fault.message}。`);
  }
  return table;
}

function sheetNameOf(name: string): string {
  const base = name.split(/[\\/]/).pop() ?? "";
  return base.replace(/\.(csv|txt|tsv)$/i, "") || "表格";
}

/** Tells bytes that are no text from a text: a table has no control characters but breaks and tabs. */
function isBinary(text: string): boolean {
  const SAMPLE = 20_000;
  return /[\p{Cc}--[\t\n\r\v\f]]/v.test(text.slice(0, SAMPLE));
}

/** Returns the delimiter that most of the first lines have equally many of, outside of quotes: remarks have commas, too. */
function delimiterOf(text: string): string {
  const SAMPLE = 5000;
  const sample = text.slice(0, SAMPLE).replaceAll(/"[^"]*"/g, "");
  const lines = sample.split(/\r?\n|\r/).filter((line) => line !== "");
  const scores = DELIMITERS.map((delimiter) => {
    const counts = Map.groupBy(lines, (line) => line.split(delimiter).length - 1);
    return Math.max(...[...counts].map(([count, { length }]) => count * length ** 2));
  });
  return DELIMITERS[scores.indexOf(Math.max(...scores))] ?? ",";
}

/** Removes the sign of a text that some systems write before a number: `'0012`. */
function unwrapped(cell: string): string {
  return cell.replace(/^['\t]+/, "");
}
