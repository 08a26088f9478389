import { createHash } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import {
  decodeText,
  readTables,
  RosterFileRefused,
  type Table,
  textOf,
} from "../roster-file/api.ts";
import { isCalendar } from "./calendar-events.ts";
import { readCalendar } from "./read-calendar.ts";
import { readLessonTables, type TextTable } from "./read-table.ts";
import type { Term } from "./rules.ts";

interface Task {
  bytes: Uint8Array;
  name: string;
  term: Term;
}

/** Reads a timetable's file: the events of a calendar, else the sheets that are shown. */
async function run({ bytes, name, term }: Task): Promise<void> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const text = Buffer.from(bytes.subarray(0, 400))
    .toString("latin1")
    .replaceAll(/[\0ÿþï»¿]/g, "");
  if (isCalendar(text)) {
    const decoded = decodeText(bytes);
    if ("fault" in decoded) throw new RosterFileRefused(`${decoded.fault}。`);
    parentPort?.postMessage({ ...(await readCalendar(decoded.text, { name, term })), sha256 });
    return;
  }
  const shown = readTables(bytes, name).filter((one) => !one.is_hidden && one.rows.length > 0);
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
  return { name, rows: texts, merged };
}

try {
  await run(workerData as Task);
} catch (error) {
  if (!(error instanceof RosterFileRefused)) throw error;
  parentPort?.postMessage({ refused: error.message, is_one_roster: error.is_one_roster });
}
