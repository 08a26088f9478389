import {
  type ClassDecision,
  GRADE_NAMES,
  type NewClass,
  type PupilAct,
  type PupilDecision,
  STAGES,
  type YearClass,
  type YearView,
} from "#contract";
import { numberText } from "../shell/words.ts";
import type { Draft } from "./use-year.ts";

/** Steps of a plan, in their order. */
export const STEPS = [
  { path: "", name: "概览" },
  { path: "leave", name: "毕业与留级" },
  { path: "new", name: "新生分班" },
  { path: "teachers", name: "老师与班主任" },
  { path: "check", name: "核对与生效" },
] as const;
export type StepPath = (typeof STEPS)[number]["path"];

export function stepOf(path: string | undefined): StepPath {
  return STEPS.find((step) => step.path === path)?.path ?? "";
}

/** Returns a draft with one class decided otherwise; a decision that says nothing is left out. */
export function withClass(
  draft: Draft,
  class_id: string,
  change: (decision: ClassDecision) => ClassDecision,
): Draft {
  const known = draft.classes.find((one) => one.class_id === class_id) ?? { class_id };
  const next = change(known);
  const others = draft.classes.filter((one) => one.class_id !== class_id);
  const says = Object.keys(next).length > 1;
  return { ...draft, classes: says ? [...others, next] : others };
}

/** Returns a draft with one pupil decided otherwise; null lets the pupil go with the class. */
export function withPupil(draft: Draft, user_id: string, decision: PupilDecision | null): Draft {
  const others = draft.pupils.filter((one) => one.user_id !== user_id);
  return { ...draft, pupils: decision === null ? others : [...others, decision] };
}

/**
 * Returns a draft with so many new classes of a grade, numbered as the school's present classes are; whoever was in one
 * that goes is in none again.
 */
export function withNewClasses(
  draft: Draft,
  { grade_id, stage_id }: Pick<NewClass, "grade_id" | "stage_id">,
  count: number,
  present: readonly string[],
): Draft {
  const own = draft.new_classes.filter((one) => one.grade_id === grade_id);
  const others = draft.new_classes.filter((one) => one.grade_id !== grade_id);
  const taken = new Set(draft.new_classes.map(({ class_id }) => class_id));
  const kept = own.slice(0, count);
  for (let number = 1; kept.length < count; number += 1) {
    const class_id = `new-${number}`;
    if (taken.has(class_id)) continue;
    taken.add(class_id);
    const name = newName(draft, grade_id, numberLike(present, kept.length + 1));
    kept.push({ class_id, grade_id, stage_id, name });
  }
  const gone = new Set(own.slice(count).map(({ class_id }) => class_id));
  return {
    ...draft,
    new_classes: [...others, ...kept],
    pupils: draft.pupils.filter(({ class_id }) => !gone.has(class_id ?? "")),
  };
}

/** Returns the number of a class in the brackets that most present classes have it in, or in none. */
function numberLike(present: readonly string[], number: number): string {
  const forms = ["（）", "()"].map((pair) => ({
    pair,
    count: present.filter((name) => name.endsWith(`${pair[1] ?? ""}班`)).length,
  }));
  const form = forms.find(({ count }) => count * 2 > present.length);
  return form === undefined ? `${number}` : `${form.pair[0] ?? ""}${number}${form.pair[1] ?? ""}`;
}

function newName({ rules }: Draft, grade_id: string, number: string): string {
  return rules.names === "cohort" && ENTRY_GRADES.includes(grade_id)
    ? `${rules.year}级${number}班`
    : `${GRADE_NAMES[grade_id] ?? grade_id}${number}班`;
}

const ENTRY_GRADES: readonly string[] = STAGES.map(({ grades }) => grades[0]);

/** Returns the grades in which a school's first-years begin, the lowest first. */
export function entryGrades({ school, rules }: Pick<YearView, "school" | "rules">) {
  return STAGES.filter(({ id }) => school.stage_ids.includes(id)).map(({ id, grades }) => {
    const grade_id = id === "junior" && rules.system === "5-4" ? "6" : grades[0];
    return { stage_id: id, grade_id, name: GRADE_NAMES[grade_id] ?? grade_id } as const;
  });
}

/** Returns what a class becomes, in words: 「升为“四年级1班”」. */
export function becomes(one: YearClass, classes: readonly YearClass[]): string {
  if (one.act === "graduate") return `毕业，归档为“${one.next_name}”`;
  if (one.act === "merge") {
    const into = classes.find(({ class_id }) => class_id === one.into_class_id);
    return into === undefined ? "并入的班级还没有选" : `并入“${into.next_name}”`;
  }
  if (one.act === "stay") return "留在原年级";
  return one.name === one.next_name ? "升级，名称不变" : `升为“${one.next_name}”`;
}

/** Returns how many pupils there are now and then: 「40 人 → 41 人（来 2，走 1）」. */
export function sizesText({ pupils, next_pupils, coming, going }: YearClass): string {
  const moves = [
    coming > 0 && `来 ${numberText(coming)}`,
    going > 0 && `走 ${numberText(going)}`,
  ].filter(Boolean);
  return `${numberText(pupils)} 人 → ${numberText(next_pupils)} 人${moves.length === 0 ? "" : `（${moves.join("，")}）`}`;
}

/** Returns the outcome of all pupils in words. */
export function countsText({
  up,
  graduate,
  repeat,
  stay,
  new: made,
}: YearView["outcome"]["counts"]): string {
  const of = Object.entries({ 升级: up, 毕业: graduate, 留级: repeat, 新编入: made, 不变: stay });
  const all = of.reduce((sum, [, count]) => sum + count, 0);
  return `共 ${numberText(all)} 位学生：${of.map(([what, count]) => `${what} ${numberText(count)}`).join("，")}`;
}

/** Returns the choices of what becomes of a pupil: with the class, another class, or one of the acts. */
export function pupilChoices(
  classes: readonly YearClass[],
  own: { class_id: string | null; grade_id: string | null },
): { value: string; label: string }[] {
  const there = classes.filter(({ next_grade_id }) => next_grade_id !== null);
  const repeats =
    own.grade_id === null
      ? []
      : there.filter(({ next_grade_id }) => next_grade_id === own.grade_id);
  const moves = there.filter(
    ({ class_id, next_grade_id }) => class_id !== own.class_id && next_grade_id !== own.grade_id,
  );
  return [
    ...(own.class_id === null ? [] : [{ value: "", label: "随班级" }]),
    ...repeats.map((one) => ({
      value: `repeat ${one.class_id}`,
      label:
        one.class_id === own.class_id ? `留在“${one.next_name}”` : `留级，到“${one.next_name}”`,
    })),
    { value: "graduate", label: "毕业" },
    { value: "stay", label: "不编班（休学等）" },
    ...moves.map((one) => ({ value: `move ${one.class_id}`, label: `到“${one.next_name}”` })),
  ];
}

/** Returns the choice that a decision is. */
export function choiceOf(act: PupilAct | null, to_class_id: string | null): string {
  if (act === null) return "";
  return act === "graduate" || act === "stay" ? act : `${act} ${to_class_id ?? ""}`;
}

/** Returns the decision of a choice; null for going with the class. */
export function decisionOf(user_id: string, choice: string): PupilDecision | null {
  if (choice === "") return null;
  const [act = "", class_id] = choice.split(" ");
  if (act === "stay") return { user_id, act, reason: "休学" };
  if (act === "graduate") return { user_id, act };
  return { user_id, act: act as PupilAct, ...(class_id !== undefined && { class_id }) };
}

/** Returns the times with one of them changed; the pause of imports goes along with the hour that it lies around. */
export function withMoment(
  times: Draft["times"],
  name: "effective_at" | "pause_from" | "pause_until",
  moment: string,
): Draft["times"] {
  if (name !== "effective_at") return { ...times, [name]: moment };
  const later = Date.parse(moment) - Date.parse(times.effective_at);
  const moved = (time: string) => new Date(Date.parse(time) + later).toISOString();
  return {
    ...times,
    effective_at: moment,
    pause_from: moved(times.pause_from),
    pause_until: moved(times.pause_until),
  };
}
