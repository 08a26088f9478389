import { createHash } from "node:crypto";
import { type ClassAct, type ClassDecision, stageOfGrade, type YearDecisions } from "#contract";
import { gradeAfter, type GradeOfStage, nextGrade } from "./grades.ts";
import { graduatedName, nameAfter } from "./names.ts";
import type { YearInput } from "./plan.ts";
import { ofClass, type YearProblem } from "./problems.ts";

/** Outcomes of classes. Pure. */

export interface ClassBefore extends GradeOfStage {
  id: string;
  name: string;
}

export interface ClassAfter {
  /** The id of a new class exists already in its plan: it is derived from the plan's. */
  class_id: string;
  /** The name of a new class within its plan; null of one that exists. */
  key: string | null;
  before: ClassBefore | null;
  act: ClassAct | "new";
  into_class_id: string | null;
  /** Null for a class that is archived. */
  after: (GradeOfStage & { name: string }) | null;
  /** The name under which it is archived, or the one after the turn. */
  name: string;
  /** The number of pupils after the turn. */
  pupils: number;
}

/** Returns the id that a new class of a plan gets: always the same, so that a plan made again can be compared (CS-02). */
export function newClassId(plan_id: string, key: string): string {
  return createHash("sha256")
    .update(JSON.stringify(["school-year", plan_id, key]))
    .digest("hex")
    .slice(0, 32);
}

/** Returns the outcome of every class, the new ones last. */
export function classesAfter(
  { plan_id, school, decisions }: YearInput,
  problems: YearProblem[],
): ClassAfter[] {
  const { rules } = decisions;
  const decided = new Map(decisions.classes.map((one) => [one.class_id, one]));
  const old = school.classes.map((before) =>
    classAfter(before, decided.get(before.id), { rules, stages: school.stage_ids }, problems),
  );
  const made = decisions.new_classes.map(({ class_id, grade_id, stage_id, name }): ClassAfter => ({
    ...{ class_id: newClassId(plan_id, class_id), key: class_id, before: null, act: "new" },
    ...{ into_class_id: null, after: { grade_id, stage_id, name }, name, pupils: 0 },
  }));
  const all = [...old, ...made];
  const byId = new Map(all.map((one) => [one.class_id, one]));
  for (const one of old) {
    if (one.act !== "merge") continue;
    const into = byId.get(one.into_class_id ?? "");
    if (into === undefined || into.after === null) {
      problems.push(ofClass(one.class_id, `“${one.name}”要并入的班级不在了，请另选一个`));
    }
  }
  return all;
}

function classAfter(
  before: ClassBefore,
  decision: ClassDecision | undefined,
  { rules, stages }: { rules: YearDecisions["rules"]; stages: readonly string[] },
  problems: YearProblem[],
): ClassAfter {
  const { id, name: was } = before;
  const { system, continues, names, year } = rules;
  const follows = gradeAfter(before.grade_id, { system, stages, continues });
  if (follows === undefined && decision?.act === undefined) {
    problems.push(ofClass(id, `“${was}”没有写明年级，请选它的去向`));
  }
  const act = decision?.act ?? (follows === null ? "graduate" : follows ? "up" : "stay");
  const of = { class_id: id, key: null, before, pupils: 0, into_class_id: null } as const;
  if (act === "graduate") {
    return { ...of, act, after: null, name: graduatedName(decision?.name ?? was, year) };
  }
  if (act === "merge") {
    return { ...of, act, into_class_id: decision?.into_class_id ?? null, after: null, name: was };
  }
  if (act === "stay") {
    const { grade_id, stage_id } = before;
    const name = decision?.name ?? was;
    return { ...of, act, after: { grade_id, stage_id, name }, name };
  }
  const next = follows ?? onwards(before.grade_id, system);
  if (next === undefined) {
    problems.push(ofClass(id, `“${was}”已经是最高的年级，不能再升级`));
    return { ...of, act: "stay", after: before, name: was };
  }
  const name = decision?.name ?? nameAfter(was, names, next, rules);
  return { ...of, act, after: { ...next, name }, name };
}

/** Returns the grade after the school's last one, for a class that is moved up all the same. */
function onwards(
  grade_id: string,
  system: YearDecisions["rules"]["system"],
): GradeOfStage | undefined {
  const next = nextGrade(grade_id);
  const stage_id = next === undefined ? undefined : stageOfGrade(next, system);
  return next === undefined || stage_id === undefined ? undefined : { grade_id: next, stage_id };
}
