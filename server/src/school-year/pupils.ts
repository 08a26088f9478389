import type { PupilDecision, PupilOutcome, YearDecisions } from "#contract";
import type { ClassAfter } from "./classes.ts";
import { rankOf } from "./grades.ts";
import { numberOf } from "./names.ts";
import { ofPupil, type YearProblem } from "./problems.ts";

/** Outcomes of pupils: each enrolled one has exactly one (YR-02). Pure. */

export interface PupilBefore {
  user_id: string;
  name: string;
  account: string;
  gender: "male" | "female" | null;
  /** The enabled classes, with the source of the row that says so. */
  classes: readonly { class_id: string; source: string | null }[];
}

export interface PupilAfter {
  pupil: PupilBefore;
  outcome: PupilOutcome;
  /** The classes after the turn; of a graduate those that are archived with the pupil in them. */
  to: readonly string[];
  /** Says why a pupil stays. */
  reason: string | null;
}

type Classes = ReadonlyMap<string, ClassAfter>;

/** Returns the outcome of every pupil, in their order. */
export function pupilsAfter(
  pupils: readonly PupilBefore[],
  classes: readonly ClassAfter[],
  decisions: YearDecisions,
  problems: YearProblem[],
): PupilAfter[] {
  const decided = new Map(decisions.pupils.map((one) => [one.user_id, one]));
  const byId = new Map(classes.map((one) => [one.class_id, one]));
  const keyed = new Map(classes.map((one) => [one.key ?? one.class_id, one]));
  const sizes = sizesOf(pupils);
  return pupils.map((pupil) => {
    const decision = decided.get(pupil.user_id);
    if (decision === undefined) return alongWithClass(pupil, byId, problems);
    const fault = (sentence: string): PupilAfter => {
      problems.push(ofPupil(pupil.user_id, `${pupil.name}：${sentence}`));
      return stays(pupil, sentence);
    };
    return byDecision(pupil, decision, { byId, keyed, sizes, fault });
  });
}

function sizesOf(pupils: readonly PupilBefore[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { classes } of pupils) {
    for (const { class_id } of classes) sizes.set(class_id, (sizes.get(class_id) ?? 0) + 1);
  }
  return sizes;
}

function stays(pupil: PupilBefore, reason: string): PupilAfter {
  return { pupil, outcome: "stay", to: pupil.classes.map(({ class_id }) => class_id), reason };
}

/** Returns the outcome of a pupil about whom nothing is decided: that of the class. */
function alongWithClass(pupil: PupilBefore, byId: Classes, problems: YearProblem[]): PupilAfter {
  const own = pupil.classes.flatMap(({ class_id }) => byId.get(class_id) ?? []);
  if (own.length === 0) return { pupil, outcome: "stay", to: [], reason: "不在任何班级" };
  const leaving = own.filter(({ act }) => act === "graduate");
  if (leaving.length > 0 && leaving.length < own.length) {
    const names = own.map(({ before, name }) => `“${before?.name ?? name}”`).join("和");
    problems.push(ofPupil(pupil.user_id, `${pupil.name}：同时在${names}，去向不同，请选一个`));
    return stays(pupil, "所在的班级去向不同");
  }
  if (leaving.length > 0) {
    return { pupil, outcome: "graduate", to: own.map(({ class_id }) => class_id), reason: null };
  }
  const to = new Set<string>();
  let isUp = false;
  for (const one of own) {
    const into = one.act === "merge" ? byId.get(one.into_class_id ?? "") : one;
    // a class that is merged into one that is gone: named by the class's problem
    if (into === undefined || into.after === null) return stays(pupil, "要并入的班级不在了");
    to.add(into.class_id);
    isUp ||= rankOf(into.after.grade_id) > rankOf(one.before?.grade_id ?? "");
  }
  return isUp
    ? { pupil, outcome: "up", to: [...to], reason: null }
    : { pupil, outcome: "stay", to: [...to], reason: "班级留在原年级" };
}

interface Means {
  byId: Classes;
  /** Classes as decisions name them. */
  keyed: Classes;
  sizes: ReadonlyMap<string, number>;
  fault: (sentence: string) => PupilAfter;
}

function byDecision(pupil: PupilBefore, decision: PupilDecision, means: Means): PupilAfter {
  const { byId, keyed, fault } = means;
  const home = pupil.classes.flatMap(({ class_id }) => byId.get(class_id)?.before ?? [])[0];
  if (decision.act === "graduate") {
    const archived = pupil.classes.filter(({ class_id }) => byId.get(class_id)?.act === "graduate");
    const to = archived.map(({ class_id }) => class_id);
    return { pupil, outcome: "graduate", to, reason: null };
  }
  if (decision.act === "stay") {
    const reason = decision.reason?.trim() ?? "";
    if (reason === "") return fault("请写明不编班的原因");
    return { pupil, outcome: "stay", to: [], reason };
  }
  if (decision.act === "repeat") {
    if (home === undefined) return fault("不在任何班级，不能留级");
    const into =
      decision.class_id === undefined ? classToRepeatIn(home, means) : keyed.get(decision.class_id);
    if (into === undefined) return fault("没有可以留级的班级，请选一个");
    if (into.after?.grade_id !== home.grade_id)
      return fault(`“${into.name}”不是留级的年级，请另选一个班`);
    return { pupil, outcome: "repeat", to: [into.class_id], reason: null };
  }
  const into = keyed.get(decision.class_id ?? "");
  if (into === undefined || into.after === null) return fault("要去的班级不在了，请另选一个");
  const to = [into.class_id];
  if (home === undefined) return { pupil, outcome: "new", to, reason: null };
  const step = rankOf(into.after.grade_id) - rankOf(home.grade_id);
  if (step < 0) return fault(`“${into.name}”在更低的年级，请另选一个班`);
  return step > 0
    ? { pupil, outcome: "up", to, reason: null }
    : { pupil, outcome: "repeat", to, reason: null };
}

/**
 * Returns the class that a pupil repeats in if none is chosen: the one of that grade with the same number as the class
 * left, else the smallest.
 */
function classToRepeatIn(
  { id, name, grade_id }: { id: string; name: string; grade_id: string },
  { byId, sizes }: Means,
): ClassAfter | undefined {
  const there = [...byId.values()].filter((one) => one.after?.grade_id === grade_id);
  const number = numberOf(name);
  const isAlike = ({ class_id, after }: ClassAfter) =>
    class_id !== id && number !== undefined && numberOf(after?.name ?? "") === number;
  const bySize = (one: ClassAfter) => sizes.get(one.class_id) ?? 0;
  return (
    there.find(isAlike) ??
    there.toSorted((a, b) => bySize(a) - bySize(b) || (a.class_id < b.class_id ? -1 : 1))[0]
  );
}
