const BOM = "\uFEFF";
/** Beginnings by which a spreadsheet takes a cell for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Writes rows as CSV that spreadsheets open as it is: as UTF-8, and with no cell that they would carry out. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return BOM + rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
