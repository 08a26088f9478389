import { createHash } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import type { RosterFault, RosterPerson } from "#contract";
import { writeMarked, type MarkedSheet } from "./mark.ts";
import { readRoster, type ReadingOptions, type RosterReading } from "./reading.ts";
import { RosterFileRefused } from "./refused.ts";

/** The task of the thread: a file to read, or one to mark. */
export type Task =
  | { bytes: Uint8Array; options: ReadingOptions }
  | { bytes: Uint8Array; name: string; faults: RosterFault[]; sheets: MarkedSheet[] };

/** Messages of the thread: people in portions, then the rest; a marked file; or the sentence of its refusal. */
export type FromThread =
  | { people: RosterPerson[] }
  | { faults: RosterFault[] }
  | { done: Omit<RosterReading, "people" | "faults"> & { sha256: string } }
  | { marked: Uint8Array }
  | { refused: string; is_one_roster: boolean };

/** Rows that are handed over at once, so that no request waits for the main thread to take them in. */
const PORTION = 500;

const send = (message: FromThread) => parentPort?.postMessage(message);

function* portionsOf<Row>(rows: Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += PORTION) yield rows.slice(from, from + PORTION);
}

async function run(task: Task): Promise<void> {
  if ("faults" in task) {
    const { bytes, name, faults, sheets } = task;
    send({ marked: await writeMarked(bytes, name, faults, sheets) });
    return;
  }
  const { people, faults, ...done } = readRoster(task.bytes, task.options);
  for (const portion of portionsOf(people)) send({ people: portion });
  for (const portion of portionsOf(faults)) send({ faults: portion });
  send({ done: { ...done, sha256: createHash("sha256").update(task.bytes).digest("hex") } });
}

try {
  await run(workerData as Task);
} catch (error) {
  if (!(error instanceof RosterFileRefused)) throw error;
  send({ refused: error.message, is_one_roster: error.is_one_roster });
}
