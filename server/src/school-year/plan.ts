import type { YearDecisions } from "#contract";
import { classesAfter, type ClassAfter, type ClassBefore } from "./classes.ts";
import { namesTwice, type YearProblem } from "./problems.ts";
import { type PupilAfter, type PupilBefore, pupilsAfter } from "./pupils.ts";
import { type TeacherBefore, teachersAfter } from "./teachers.ts";
import { rowsOf, type YearRow } from "./year-rows.ts";

/** The planner of a turn of the school year (YR-01). Pure. */

/** A school as it is: enabled classes, enrolled pupils and teachers, in a fixed order. */
export interface YearSchool {
  school_id: string;
  stage_ids: readonly string[];
  classes: readonly ClassBefore[];
  pupils: readonly PupilBefore[];
  teachers: readonly TeacherBefore[];
  /** Names of those who may head a class, by id. */
  staff: ReadonlyMap<string, string>;
}

export interface YearInput {
  plan_id: string;
  school: YearSchool;
  decisions: YearDecisions;
}

export interface YearPlanned {
  classes: ClassAfter[];
  /** Every enrolled pupil once, in the order of the input. */
  pupils: PupilAfter[];
  problems: YearProblem[];
  /** The rows that a change set writes. */
  rows: YearRow[];
}

/** Plans a turn: the same decisions on the same school give the same plan. */
export function planYear({ plan_id, school, decisions }: YearInput): YearPlanned {
  const problems: YearProblem[] = [];
  const classes = classesAfter({ plan_id, school, decisions }, problems);
  const pupils = pupilsAfter(school.pupils, classes, decisions, problems);
  const teachers = teachersAfter(school, classes, decisions, problems);
  problems.push(...namesTwice(classes));
  const sizes = new Map<string, number>();
  for (const id of pupils.flatMap(({ to }) => to)) sizes.set(id, (sizes.get(id) ?? 0) + 1);
  for (const one of classes) one.pupils = sizes.get(one.class_id) ?? 0;
  return { classes, pupils, problems, rows: rowsOf(school, { classes, pupils, teachers }) };
}
