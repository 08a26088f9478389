import type { LessonWeeks } from "#contract";
import type { Day } from "./column-types.ts";

export interface TimetableTables {
  timetable: TimetableTable;
  timetable_lesson: TimetableLessonTable;
}

/** The days between which a school's lessons are held. */
interface TimetableTable {
  school_id: string;
  first_day: Day;
  last_day: Day;
}

interface TimetableLessonTable {
  school_id: string;
  class_id: string;
  slot: string;
  weekday: number;
  period: number;
  weeks: LessonWeeks;
  starts: string;
  ends: string;
  subject: string;
  teacher_id: string | null;
  teacher: string;
  room: string;
}
