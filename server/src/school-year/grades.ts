import { GRADES, gradesOfStage, type SchoolSystem, stageOfGrade, type YearRules } from "#contract";

/** The way through grades and stages. Pure. */

export interface GradeOfStage {
  grade_id: string;
  stage_id: string;
}

const ORDER: readonly string[] = GRADES.map(({ id }) => id);

/**
 * Returns the grade after this one in the same school; null where the school ends with it: the stage is over and the next
 * is not the school's, or is not gone on to. Undefined for a grade that is none.
 *
 * @param stages the school's stages
 * @param continues whether primary school goes on to junior school within the school
 */
export function gradeAfter(
  grade_id: string,
  {
    system,
    stages,
    continues,
  }: { system: SchoolSystem; stages: readonly string[]; continues: boolean },
): GradeOfStage | null | undefined {
  const at = ORDER.indexOf(grade_id);
  if (at < 0) return undefined;
  const next = nextGrade(grade_id);
  if (next === undefined) return null;
  const [from, to] = [stageOfGrade(grade_id, system), stageOfGrade(next, system)];
  if (from === undefined || to === undefined) return null;
  const goesOn =
    from === to || (from === "primary" && to === "junior" && continues && stages.includes(to));
  return goesOn ? { grade_id: next, stage_id: to } : null;
}

/** Returns the grade that follows in the order of grades, whatever the school; undefined after the last. */
export function nextGrade(grade_id: string): string | undefined {
  const at = ORDER.indexOf(grade_id);
  return at < 0 ? undefined : ORDER[at + 1];
}

/** Returns the place of a grade in the order of grades; -1 for none. */
export function rankOf(grade_id: string): number {
  return ORDER.indexOf(grade_id);
}

/**
 * Returns the year in which a class of a grade began its stage; where primary school goes on within the school, the year in
 * which it began the school.
 */
export function entryYear(
  { grade_id, stage_id }: GradeOfStage,
  { year, system, continues }: Pick<YearRules, "year" | "system" | "continues">,
): number {
  const grades = gradesOfStage(stage_id, system);
  const whole =
    continues && stage_id === "junior" ? [...gradesOfStage("primary", system), ...grades] : grades;
  return year - Math.max(0, whole.indexOf(grade_id));
}
