/** Matches the beginnings by which a spreadsheet takes a cell for a formula; a Chinese one takes wide signs as well. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

/** Makes a text that a spreadsheet takes for a formula into one that it shows (CSV injection). */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
