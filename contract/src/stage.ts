import { GRADE_NAMES } from "./class-name.ts";
import type { SchoolSystem } from "./school-year.ts";

/** Stages and grades of Chinese basic education; grade ids are "k0"…"k3" of a kindergarten and "1"…"12". */
export const STAGES = [
  { id: "preschool", name: "学前", grades: ["k0", "k1", "k2", "k3"] },
  { id: "primary", name: "小学", grades: ["1", "2", "3", "4", "5", "6"] },
  { id: "junior", name: "初中", grades: ["7", "8", "9"] },
  { id: "senior", name: "高中", grades: ["10", "11", "12"] },
] as const;

/** Every grade in the order in which a child passes through them. */
export const GRADES = STAGES.flatMap(({ grades }) =>
  grades.map((id: string) => ({ id, name: GRADE_NAMES[id] ?? id })),
);

/** Returns the stage that a grade belongs to; the sixth one is the junior school's first where primary school takes five years. */
export function stageOfGrade(
  grade_id: string,
  system: SchoolSystem = "6-3",
): (typeof STAGES)[number]["id"] | undefined {
  if (grade_id === "6") return system === "5-4" ? "junior" : "primary";
  return STAGES.find(({ grades }) => (grades as readonly string[]).includes(grade_id))?.id;
}

/** Returns a stage's grades in their order. */
export function gradesOfStage(stage_id: string, system: SchoolSystem = "6-3"): string[] {
  return GRADES.flatMap(({ id }) => (stageOfGrade(id, system) === stage_id ? id : []));
}
