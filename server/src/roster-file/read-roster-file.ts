import type { RosterFault, RosterPerson } from "#contract";
import { chinaDay } from "#contract/plain";
import { MAX_FILE_BYTES } from "./limits.ts";
import type { MarkedSheet } from "./mark.ts";
import type { ReadingOptions, RosterReading } from "./reading.ts";
import { recognise } from "./recognise.ts";
import { inThread } from "./thread.ts";
import type { FromThread, Task } from "./worker.ts";

/** Options of `readRosterFile`; what may be left out is taken from the present day and every stage. */
export interface RosterFileOptions extends Omit<
  ReadingOptions,
  "today" | "stages" | "hasOwnStages"
> {
  /** The moment by whose school year `2023级` is read; now. */
  now?: Date;
  /** Stages of the school, by which `2023级` is one grade; all of them. */
  stages?: readonly string[] | undefined;
}

/**
 * Reads a roster file (RO-01…04) in a thread of its own: neither a large file nor a bomb holds up a request, and the bytes
 * never touch the disk (RO-03). Throws `RosterFileRefused` with one sentence for what is no roster (RO-07).
 */
export async function readRosterFile(
  bytes: Uint8Array,
  { now = new Date(), stages, ...options }: RosterFileOptions,
): Promise<RosterReading & { sha256: string }> {
  const whole = {
    stages: stages ?? ["primary", "junior", "senior"],
    hasOwnStages: stages !== undefined,
    today: chinaDay(now),
  };
  const people: RosterPerson[] = [];
  const faults: RosterFault[] = [];
  const last = await readInThread({ bytes, options: { ...options, ...whole } }, (message) => {
    if ("people" in message) people.push(...message.people);
    if ("faults" in message) faults.push(...message.faults);
  });
  if (!("done" in last)) throw new TypeError("the thread ended without a reading");
  return { people, faults, ...last.done };
}

/**
 * Returns the tables of a roster file as .xlsx with the faulty cells coloured and a column 「问题」; above 400,000 cells only
 * the heads and the rows with faults. `sheets` are those of the reading.
 */
export async function markFaults(
  bytes: Uint8Array,
  faults: RosterFault[],
  { name, sheets }: { name: string; sheets: readonly MarkedSheet[] },
): Promise<Uint8Array> {
  const heads = sheets.map(({ name, head_row }) => ({ name, head_row }));
  const last = await readInThread({ bytes, name, faults, sheets: heads }, () => {});
  if (!("marked" in last)) throw new TypeError("the thread ended without a marked file");
  return last.marked;
}

async function readInThread(task: Task, take: (message: FromThread) => void): Promise<FromThread> {
  // what is too large is not even copied
  if (task.bytes.length > MAX_FILE_BYTES || task.bytes.length === 0) recognise(task.bytes);
  return inThread<FromThread>(new URL("./worker.ts", import.meta.url), task, (message) => {
    const isPart = "people" in message || "faults" in message;
    if (isPart) take(message);
    return isPart;
  });
}
