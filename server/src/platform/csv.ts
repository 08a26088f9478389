const BOM = "\uFEFF";
/** Matches the beginnings by which a spreadsheet takes a cell for a formula; a Chinese one takes wide signs as well. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

/** Writes rows as CSV for spreadsheets: in UTF-8 with a mark, and with no cell that they would run as a formula. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return BOM + rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
