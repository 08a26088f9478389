import type { YearDecisions } from "#contract";
import type { ClassAfter } from "./classes.ts";
import type { YearSchool } from "./plan.ts";
import { ofClass, type YearProblem } from "./problems.ts";

/** Teachers and head-teachers after the turn: they go along with their class, unless something else is decided. Pure. */

export interface TeacherBefore {
  class_id: string;
  user_id: string;
  name: string;
  /** Empty for a head-teacher who is only that. */
  subject_id: string;
  is_head: boolean;
  source: string | null;
}

export interface TeachersAfter {
  class_id: string;
  before: readonly TeacherBefore[];
  after: readonly TeacherBefore[];
}

/** Returns the teachers of the classes whose teachers change. */
export function teachersAfter(
  school: YearSchool,
  classes: readonly ClassAfter[],
  decisions: YearDecisions,
  problems: YearProblem[],
): TeachersAfter[] {
  const decided = new Map(decisions.classes.map((one) => [one.class_id, one]));
  const heads = new Map(decisions.new_classes.map((one) => [one.class_id, one.head_user_id]));
  const taught = new Map<string, TeacherBefore[]>();
  for (const one of school.teachers) {
    taught.set(one.class_id, [...(taught.get(one.class_id) ?? []), one]);
  }
  return classes.flatMap(({ class_id, key, after, name }) => {
    if (after === null) return [];
    const decision = decided.get(class_id);
    const head = key === null ? decision?.head_user_id : heads.get(key);
    const clears = decision?.clears_teachers === true;
    if (head === undefined && !clears) return [];
    const before = taught.get(class_id) ?? [];
    const kept = clears ? withoutSubjects(before) : before;
    if (head === undefined) return [{ class_id, before, after: kept }];
    const others = kept.flatMap((one) =>
      one.is_head ? (one.subject_id === "" ? [] : [{ ...one, is_head: false }]) : [one],
    );
    if (head === null) return [{ class_id, before, after: others }];
    const headName = school.staff.get(head);
    if (headName === undefined) {
      problems.push(ofClass(class_id, `“${name}”选定的班主任已经不是本校的老师，请另选一位`));
      return [];
    }
    const made = {
      class_id,
      user_id: head,
      name: headName,
      subject_id: "",
      is_head: true,
      source: null,
    };
    return [{ class_id, before, after: [...others, made] }];
  });
}

/** Returns the head-teachers of a class alone: one who also teaches a subject goes on as head-teacher only. */
function withoutSubjects(before: readonly TeacherBefore[]): TeacherBefore[] {
  const heads = before.filter(({ is_head }) => is_head);
  const seen = new Set<string>();
  return heads.flatMap((one) => {
    if (seen.has(one.user_id)) return [];
    seen.add(one.user_id);
    const alone = before.find(
      ({ user_id, subject_id }) => user_id === one.user_id && subject_id === "",
    );
    return [alone ?? { ...one, subject_id: "", source: null }];
  });
}
