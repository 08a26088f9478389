import type { RosterKind, RosterPerson, SchoolSystem } from "#contract";
import { nameFault, ROSTER_GUARDIANS, stageOfGrade } from "#contract/plain";
import {
  gradeInStage,
  readClassName,
  readGrade,
  stageOf,
  type GradeContext,
} from "./grade-class.ts";
import {
  defined,
  isUnknown,
  readAdmission,
  readMobile,
  readPersonal,
  shortened,
} from "./personal.ts";
import type { RosterRow } from "./row.ts";
import { readHeads, readTeaching } from "./teaching.ts";
import { cleanName, cleanText, withoutBlanks } from "./text.ts";

/** Settings of a reading that rows depend on. */
export interface RowContext {
  kind: RosterKind;
  /** The day of the reading, `2026-11-23`. */
  today: string;
  /** Stages of the school. */
  stages: readonly string[];
  /** Years of its stages, where the school or the file says them. */
  system?: SchoolSystem | undefined;
  id_key: string | Uint8Array;
  /** The class that a sheet without a column for it is called by. */
  class_of_sheet?: string | undefined;
}

const RELATION_MAX_LENGTH = 20;

/** Reads one row as a person; undefined where a fault stands against it. */
export function readPerson(row: RosterRow, context: RowContext): RosterPerson | undefined {
  const identity = identityOf(row, context.kind);
  const personal = readPersonal(row, identity, context);
  const person: RosterPerson = {
    sheet: row.sheet,
    row: row.row,
    identity,
    ...personal,
    teaches: [],
    heads: [],
    guardians: [],
  };
  if (identity === "student") {
    Object.assign(person, readPlace(row, context), defined({ admission_date: readAdmission(row) }));
    person.guardians = readGuardians(row);
  } else {
    const at = contextOf(row, context);
    person.teaches = readTeaching(row, at);
    person.heads = readHeads(row, at);
  }
  return row.hasFault ? undefined : person;
}

function identityOf(row: RosterRow, kind: RosterKind): "student" | "teacher" {
  const text = withoutBlanks(row.text("identity"));
  const others = kind === "student" ? /^(教师|老师|教职工|职工|员工)$/ : /^(学生|幼儿|家长)$/;
  if (others.test(text)) {
    const own = kind === "student" ? "学生" : "教师";
    row.report("identity", `这是${own}的名册，“${text}”请放进另一份文件`);
  }
  return kind;
}

/** Reads stage, grade and class, and holds them against each other. */
function readPlace(
  row: RosterRow,
  context: RowContext,
): Pick<RosterPerson, "stage_id" | "grade_id" | "class_name" | "class_number"> {
  const at = contextOf(row, context);
  const [own] = at.stages.length === 1 ? at.stages : [];
  let grade_id: string | undefined;
  const grade = row.text("grade");
  if (grade !== "") {
    const read = readGrade(grade, at);
    if ("fault" in read) row.report("grade", read.fault);
    else grade_id = inStage(read.grade_id, row.has("stage") ? own : undefined, at.system);
  }
  const text = row.text("class") || (context.class_of_sheet ?? "");
  const known = text === "" ? undefined : readClassName(text, at, grade_id);
  if (known?.fault !== undefined) row.report("class", known.fault);
  grade_id ??= known?.grade_id;
  if (text !== "" && grade_id === undefined && !row.hasFault) {
    row.report(
      row.has("grade") ? "grade" : "class",
      `从班级“${shortened(text)}”看不出年级，请加一列年级，写学生自己的年级`,
    );
  }
  if (text === "" && !row.hasFault && row.has("class")) {
    row.report("class", "没有班级，导入后不在任何班级里", { is_warning: true });
  }
  const written = stageOf(row.text("stage"));
  // a first file says by the row itself that junior school begins with the sixth grade
  const system = at.system ?? (written === "junior" ? "5-4" : undefined);
  const stage_id = grade_id === undefined ? written : stageOfGrade(grade_id, system);
  if (written !== undefined && stage_id !== undefined && written !== stage_id) {
    row.report("grade", "年级与学段对不上，请改正其中一个");
  }
  return defined({
    stage_id,
    grade_id,
    class_name: known?.class_name,
    class_number: known?.class_number,
  });
}

/** Returns what grades depend on in this row: a stage that it names stands for those of the school. */
function contextOf(row: RosterRow, { today, stages, system }: RowContext): GradeContext {
  const text = row.text("stage");
  const stage = stageOf(text);
  if (text !== "" && stage === undefined) {
    row.report("stage", `没有“${shortened(text)}”这样的学段，请填 学前、小学、初中 或 高中`);
  }
  return { today, stages: stage === undefined ? stages : [stage], system };
}

/** Counts a grade from its stage's first: 初中 with 一年级 is 七年级. */
function inStage(
  grade_id: string,
  stage: string | undefined,
  system: SchoolSystem | undefined,
): string {
  if (stage === undefined || !/^[1-4]$/.test(grade_id)) return grade_id;
  return gradeInStage(stage, Number(grade_id), system) ?? grade_id;
}

function readGuardians(row: RosterRow): RosterPerson["guardians"] {
  const guardians: RosterPerson["guardians"] = [];
  for (let guardian = 1; guardian <= ROSTER_GUARDIANS; guardian += 1) {
    const name = cleanName(row.text("guardian_name", guardian));
    const mobile = readMobile(row, row.text("guardian_mobile", guardian), guardian);
    if (name === "" || isUnknown(name)) {
      if (mobile !== undefined) {
        row.report("guardian_name", "有监护人的手机号，却没有姓名，没有导入这位监护人", {
          guardian,
          is_warning: true,
        });
      }
      continue;
    }
    const fault = nameFault(name);
    if (fault !== undefined) row.report("guardian_name", `监护人的${fault}，请改正`, { guardian });
    const relation = cleanText(row.text("guardian_relation", guardian)).slice(
      0,
      RELATION_MAX_LENGTH,
    );
    guardians.push({
      name,
      ...defined({ relation: relation || row.relationOf(guardian) || undefined, mobile }),
    });
  }
  return guardians;
}
