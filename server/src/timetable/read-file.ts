import type { TimetableFault } from "#contract";
import { inThread } from "../roster-file/api.ts";
import type { FileLesson } from "./file-lesson.ts";
import type { Term } from "./rules.ts";

/** The outcome of reading a file in its thread. */
export interface TimetableReading {
  lessons: FileLesson[];
  faults: TimetableFault[];
  /** The names of the sheets, or of a calendar's events, in their order. */
  sheets: string[];
  sha256: string;
}

/**
 * Reads a timetable, .xlsx, .csv or .ics, in a thread of its own with the bounds of rosters (RO-07). Throws `RosterFileRefused` for
 * what is neither table nor calendar.
 */
export function readTimetableFile(
  bytes: Uint8Array,
  name: string,
  term: Term,
): Promise<TimetableReading> {
  const url = new URL("./worker.ts", import.meta.url);
  return inThread<TimetableReading>(url, { bytes, name, term }, () => false);
}
