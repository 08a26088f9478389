import type { RosterFault, RosterSheet } from "#contract";
import type { CellObject, Sheet } from "write-excel-file/node";
import { readTables } from "./reading.ts";
import { letterOf, textOf, type Table } from "./table.ts";
import { cleanText, maskIdNumbers } from "./text.ts";

const FAULT_COLOR = "#FFD9D6";
const WARNING_COLOR = "#FFF1C2";
const FAULTS_HEAD = "问题";
/** Cells from which on only the heads and the rows with faults are written: a workbook is made in memory. */
const MAX_WHOLE_CELLS = 400_000;

/** The sheets of a reading by which a file is marked. */
export type MarkedSheet = Pick<RosterSheet, "name" | "head_row">;

/**
 * Writes the tables of a roster file once more as .xlsx, with the faulty cells coloured and a column 「问题」 that says what
 * to do. Every cell is a text, so that no spreadsheet changes a number. The result holds what the file held, for who
 * brought it: it is never stored.
 */
export async function writeMarked(
  bytes: Uint8Array,
  name: string,
  faults: readonly RosterFault[],
  sheets: readonly MarkedSheet[],
): Promise<Uint8Array> {
  const tables = readTables(bytes, name).filter(({ is_hidden, rows }) => !is_hidden && rows.length);
  const bySheet = Map.groupBy(faults, ({ sheet }) => sheet);
  const { default: writeExcelFile } = await import("write-excel-file/node");
  return writeExcelFile(
    tables.map((table) => {
      const shown = maskIdNumbers(table.name);
      const head = sheets.find((sheet) => sheet.name === shown)?.head_row ?? null;
      return markedSheet(table, head, bySheet.get(shown) ?? []);
    }),
  ).toBuffer();
}

function markedSheet(table: Table, head_row: number | null, faults: RosterFault[]): Sheet<never> {
  const width = table.rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const byRow = Map.groupBy(faults, ({ row }) => row);
  const isWhole = table.rows.length * width <= MAX_WHOLE_CELLS;
  const last = table.rows.at(-1)?.row ?? 0;
  const data: (CellObject | null)[][] = [];
  const general = byRow.get(null) ?? [];
  for (const { row, cells } of table.rows) {
    const own = byRow.get(row) ?? [];
    const isHead = row <= (head_row ?? 0);
    if (!isWhole && !isHead && own.length === 0) continue;
    // rows keep their numbers, which the faults name, as long as few are left out
    if (isWhole && last <= MAX_WHOLE_CELLS) while (data.length < row - 1) data.push([]);
    const line = Array.from({ length: width }, (_, index) => {
      const mark = own.find(({ column }) => column === letterOf(index));
      const text = textOf(cells[index]);
      if (text === "" && mark === undefined) return null;
      return textCell(text, { ...colored(mark), ...(isHead && { fontWeight: "bold" as const }) });
    });
    data.push([...line, faultsCell(row === (head_row ?? 0) ? undefined : own)]);
  }
  for (const { message } of general) data.push([textCell(message, colored(undefined))]);
  return {
    data,
    sheet: safeName(table.name),
    columns: [...Array.from({ length: width }, () => ({ width: 14 })), { width: 60 }],
  };
}

/** Returns the cell of the column 「问题」; its head where there are no faults to speak of. */
function faultsCell(faults: RosterFault[] | undefined): CellObject | null {
  if (faults === undefined) return textCell(FAULTS_HEAD, { fontWeight: "bold" });
  if (faults.length === 0) return null;
  const sentences = faults.map(({ column, head, message }) =>
    column === null ? message : `${column} 列${cleanText(head ?? "")}：${message}`,
  );
  return textCell(sentences.join("；"), colored(faults.find((fault) => !fault.is_warning)));
}

function colored(fault: RosterFault | undefined): Partial<CellObject> {
  if (fault === undefined) return {};
  return { backgroundColor: fault.is_warning ? WARNING_COLOR : FAULT_COLOR };
}

const textCell = (value: string, style: Partial<CellObject>): CellObject => ({
  ...style,
  type: String,
  value,
  format: "@",
});

/** Returns a name that a spreadsheet takes for a sheet: at most 31 characters as it counts them, none of its signs. */
function safeName(name: string): string {
  const MOST = 31;
  const most = name.replaceAll(/[\\/*?:[\]]/g, " ").slice(0, MOST);
  // the cut may leave half of a character beyond the first plane
  return most.replaceAll(/\p{Cs}/gu, "").trim() || "表格";
}
