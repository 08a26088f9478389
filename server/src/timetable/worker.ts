import { createHash } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { readTables, RosterFileRefused, type Table, textOf } from "../roster-file/api.ts";
import { readLessonTables, type TextTable } from "./read-table.ts";

/** Reads the sheets of a timetable's file that are shown. */
function run({ bytes, name }: { bytes: Uint8Array; name: string }): void {
  const shown = readTables(bytes, name).filter((one) => !one.is_hidden && one.rows.length > 0);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const sheets = shown.map((table) => table.name);
  parentPort?.postMessage({ ...readLessonTables(shown.map(asTexts)), sheets, sha256 });
}

/** Returns a table's cells as texts; what is shown as one cell over several rows is in each of them. */
function asTexts({ name, rows, merged }: Table): TextTable {
  const byRow = new Map(rows.map((one) => [one.row, one.cells]));
  const texts = rows.map(({ row, cells }) => {
    const own = Array.from(cells, (cell) => textOf(cell));
    for (const { top, left, bottom } of merged) {
      if (row > top && row <= bottom) own[left] = textOf(byRow.get(top)?.[left]);
    }
    return { row, cells: own };
  });
  return { name, rows: texts };
}

try {
  run(workerData as { bytes: Uint8Array; name: string });
} catch (error) {
  if (!(error instanceof RosterFileRefused)) throw error;
  parentPort?.postMessage({ refused: error.message, is_one_roster: error.is_one_roster });
}
