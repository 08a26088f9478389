import { chinaDay, escapeFormula } from "#contract";

/** A column of an exported file: its head, and the text of each row. */
export interface SheetColumn<Row> {
  title: string;
  /** The width in characters. */
  width: number;
  text: (row: Row) => string;
}

/** Writes rows as an .xlsx file, all of them as text, and hands it to the browser to be saved. */
export async function saveSpreadsheet<Row>(
  fileName: string,
  rows: readonly Row[],
  columns: readonly SheetColumn<Row>[],
): Promise<void> {
  const { default: writeExcelFile } = await import("write-excel-file/browser");
  const head = columns.map(({ title }) => ({ value: title, fontWeight: "bold" as const }));
  const cells = rows.map((row) =>
    columns.map(({ text }) => ({ type: String, value: escapeFormula(text(row)) })),
  );
  await writeExcelFile([head, ...cells], {
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  }).toFile(fileName);
}

/** Returns a file's name: 人员 2026-11-23.xlsx. */
export function sheetName(title: string, now: Date): string {
  return `${title.replaceAll(/[\\/:*?"<>|]/g, " ").trim()} ${chinaDay(now)}.xlsx`;
}
