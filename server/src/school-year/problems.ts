import type { ClassAfter } from "./classes.ts";

/** Faults of a plan, each in one sentence. Pure. */

export interface YearProblem {
  sentence: string;
  class_id: string | null;
  user_id: string | null;
  /** False: the plan can be carried out all the same. */
  blocks: boolean;
}

export function ofClass(class_id: string, sentence: string): YearProblem {
  return { sentence, class_id, user_id: null, blocks: true };
}

export function ofPupil(user_id: string, sentence: string): YearProblem {
  return { sentence, class_id: null, user_id, blocks: true };
}

/** Names the classes that would have the same name after the turn. */
export function namesTwice(classes: readonly ClassAfter[]): YearProblem[] {
  const seen = new Set<string>();
  const problems: YearProblem[] = [];
  for (const { after, class_id } of classes) {
    if (after === null) continue;
    if (seen.has(after.name))
      problems.push(ofClass(class_id, `会有两个班叫“${after.name}”，请改一个名称`));
    seen.add(after.name);
  }
  return problems;
}
