import { escapeFormula } from "#contract";

const BOM = "\uFEFF";

/** Writes rows as CSV for spreadsheets: in UTF-8 with a mark, and with no cell that they would run as a formula. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return BOM + rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

function cellOf(text: string): string {
  const safe = escapeFormula(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
