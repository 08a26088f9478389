import type { LessonWeeks, TimetableFault } from "#contract";
import { RosterFileRefused } from "../roster-file/api.ts";

/** A lesson as a file names it, and the place in the file. */
export interface FileLesson {
  at: Omit<TimetableFault, "message">;
  class_name: string;
  weekday: number;
  period: number;
  weeks: LessonWeeks;
  starts: string;
  ends: string;
  subject: string;
  teacher: string;
  room: string;
}

/** The most letters of what a lesson says in words. */
export const LONGEST = { subject: 40, teacher: 50, room: 40 } as const;

/** Refuses a file in which no lesson stands. */
export function refuseWithoutLessons(): never {
  throw new RosterFileRefused("文件里没有读到课，请检查后重新选择。");
}
