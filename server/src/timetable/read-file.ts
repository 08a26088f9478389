import type { TimetableFault } from "#contract";
import { inThread } from "../roster-file/api.ts";
import type { FileLesson } from "./file-lesson.ts";

/** What the thread has read of a file. */
export interface TimetableReading {
  lessons: FileLesson[];
  faults: TimetableFault[];
  /** The names of the sheets, in their order. */
  sheets: string[];
  sha256: string;
}

/**
 * Reads a timetable, .xlsx or .csv, in a thread of its own with the bounds of rosters (RO-07). Throws `RosterFileRefused` for
 * what is no table.
 */
export function readTimetableFile(bytes: Uint8Array, name: string): Promise<TimetableReading> {
  const url = new URL("./worker.ts", import.meta.url);
  return inThread<TimetableReading>(url, { bytes, name }, () => false);
}
