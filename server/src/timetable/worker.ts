import { createHash } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { readTables, RosterFileRefused, textOf } from "../roster-file/api.ts";
import { readLessonRows } from "./read-table.ts";

/** Reads the first visible sheet with content of a timetable's file. */
function run({ bytes, name }: { bytes: Uint8Array; name: string }): void {
  const [table] = readTables(bytes, name).filter((one) => !one.is_hidden && one.rows.length > 0);
  const rows = (table?.rows ?? []).map(({ row, cells }) => ({
    row,
    cells: Array.from(cells, (cell) => textOf(cell)),
  }));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  parentPort?.postMessage({ ...readLessonRows(rows), sha256 });
}

try {
  run(workerData as { bytes: Uint8Array; name: string });
} catch (error) {
  if (!(error instanceof RosterFileRefused)) throw error;
  parentPort?.postMessage({ refused: error.message, is_one_roster: error.is_one_roster });
}
