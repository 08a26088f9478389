import { createRequire } from "node:module";
import type { CsvError } from "csv-parse/sync";

const require = createRequire(import.meta.url);

export interface CsvRecord {
  /** The line on which the record begins, 1 being the first. */
  line: number;
  cells: string[];
}

export interface CsvFault {
  line: number;
  message: string;
}

/**
 * Parses a CSV text (RFC 4180) into records, the header first, up to the first quote that cannot be read. `take` gets
 * each record as it is read, and may throw.
 */
export function parseCsv(
  text: string,
  { delimiter = ",", take }: { delimiter?: string; take?: (record: CsvRecord) => void } = {},
): { records: CsvRecord[]; fault?: CsvFault } {
  const library = require("csv-parse/sync") as typeof import("csv-parse/sync");
  // the parser counts CR LF inside quotes as two lines
  const lines = text.replaceAll("\r\n", "\n");
  const records: CsvRecord[] = [];
  let end = 0;
  try {
    library.parse(lines, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record(cells: string[], info) {
        const breaks = cells.reduce((sum, cell) => sum + countLineBreaks(cell), 0);
        const record = { line: info.lines - breaks, cells };
        if (take === undefined) records.push(record);
        else take(record);
        end = info.lines;
        return null;
      },
    });
    return { records };
  } catch (error) {
    if (!(error instanceof library.CsvError)) throw error;
    return { records, fault: quoteFault(error, end) };
  }
}

function quoteFault(error: CsvError, end: number): CsvFault {
  if (error.code === "CSV_QUOTE_NOT_CLOSED") {
    return { line: end + 1, message: "从这一行起有一个双引号没有配对，其后的内容无法读取" };
  }
  const line = typeof error["lines"] === "number" ? error["lines"] : end + 1;
  return {
    line,
    message:
      "双引号的位置不对：单元格要么整个用双引号括起，要么不含双引号（括起后其中的双引号写两遍）",
  };
}

function countLineBreaks(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf("\n"); at !== -1; at = cell.indexOf("\n", at + 1)) count += 1;
  return count;
}
