import type { Lesson } from "../../roster-import/api.ts";
import type { PlannedRow } from "../rules.ts";
import { classOf, type ImportPlan, type OnLeft, personOf } from "./import-plan.ts";

interface Wanted {
  class_id: string;
  class_name: string;
  user_id: string;
  name: string;
  subject_id: string;
  is_head: boolean;
}

/**
 * Yields the rows of who teaches and heads what. The lessons of a teacher are those of the file where it names any, and so
 * are the classes that somebody heads; a class that the file gives a head-teacher has no other one.
 */
export function* lessonRows(plan: ImportPlan, onLeft: OnLeft): Generator<PlannedRow> {
  const { roster, school } = plan;
  if (roster.draft.kind !== "teacher") return;
  const wanted = wantedLessons(plan, onLeft);
  const keyOf = ({
    class_id,
    user_id,
    subject_id,
  }: Omit<Wanted, "name" | "class_name" | "is_head">) => `${class_id}\n${user_id}\n${subject_id}`;
  const has = new Map(roster.known.lessons.map((one) => [keyOf(one), one]));
  const words = Object.fromEntries([
    ...roster.known.subjects.map(({ id, name }) => [id, name] as const),
    ...roster.known.classes.map(({ id, name }) => [id, name] as const),
  ]);
  const of = ({ class_id, user_id, subject_id }: Lesson | Wanted, label: string, name?: string) => {
    const key = { school_id: school.id, class_id, user_id, subject_id };
    const own = {
      [class_id]: name ?? words[class_id] ?? "",
      [subject_id]: words[subject_id] ?? "",
    };
    return { table: "class_teacher", key, label, words: own, person_id: user_id } as const;
  };
  const rows: PlannedRow[] = [];
  const named = new Map(wanted.map((one) => [keyOf(one), one]));
  for (const lesson of roster.known.lessons) {
    if (named.has(keyOf(lesson)) || lesson.source !== null) continue;
    const label = roster.known.people.get(lesson.user_id)?.name ?? "";
    const { is_head, source, subject_id } = lesson;
    const fate = fateOf(plan, lesson, wanted);
    if (fate === "ends" || (fate === "head" && subject_id === "")) {
      rows.push({ ...of(lesson, label), before: { is_head, source }, after: null });
    } else if (fate === "head") {
      rows.push({ ...of(lesson, label), before: { is_head }, after: { is_head: false } });
    }
  }
  for (const one of wanted) {
    const before = has.get(keyOf(one));
    const { is_head, name, class_name } = one;
    if (before === undefined) {
      rows.push({ ...of(one, name, class_name), before: null, after: { is_head, source: null } });
    } else if (before.is_head === is_head) continue;
    else if (before.source !== null) {
      onLeft(`${name}：在${class_name}的任课由名册“${before.source}”管理，没有改动`);
    } else {
      const was = { is_head: before.is_head };
      rows.push({ ...of(one, name, class_name), before: was, after: { is_head } });
    }
  }
  yield* rows.filter(({ after }) => after === null);
  yield* rows.filter(({ before }) => before === null);
  yield* rows.filter(({ before, after }) => before !== null && after !== null);
}

/** Tells what becomes of a lesson that the file does not name: it ends, stays without its head-teacher, or stays. */
function fateOf(
  { roster }: ImportPlan,
  { user_id, class_id, subject_id, is_head }: Lesson,
  wanted: readonly Wanted[],
): "ends" | "head" | "stays" {
  const line = roster.lines.find((one) => one.user_id === user_id);
  const isOwn = (line?.person.teaches.length ?? 0) > 0 && subject_id !== "";
  if (isOwn) return "ends";
  if (!is_head) return "stays";
  const headsOthers = (line?.person.heads.length ?? 0) > 0;
  const isReplaced = wanted.some(
    (one) => one.class_id === class_id && one.is_head && one.user_id !== user_id,
  );
  return headsOthers || isReplaced ? "head" : "stays";
}

function wantedLessons(plan: ImportPlan, onLeft: OnLeft): Wanted[] {
  const { roster } = plan;
  const subjects = new Map(
    roster.known.subjects.flatMap(({ id, name }) => [
      [id, id],
      [name, id],
    ]),
  );
  const wanted = new Map<string, Wanted>();
  for (const line of roster.lines) {
    const { name, teaches, heads } = line.person;
    const user_id = personOf(plan, line);
    const add = (
      given: string,
      grade: string | undefined,
      subject_id: string,
    ): string | undefined => {
      const one = roster.classOf(given, grade);
      if (one === undefined) return undefined;
      const { id: class_id, name: class_name } = classOf(plan, one);
      const key = `${class_id}\n${user_id}\n${subject_id}`;
      wanted.set(key, { class_id, class_name, user_id, name, subject_id, is_head: false });
      return class_id;
    };
    for (const { class_name, grade_id, subject } of teaches) {
      const subject_id = subjects.get(subject);
      if (subject_id === undefined)
        onLeft(`${name}：没有学科“${subject}”，${class_name}的任课没有安排`);
      else add(class_name, grade_id, subject_id);
    }
    for (const head of heads) {
      const one = roster.classOf(head);
      if (one === undefined) continue;
      const { id } = classOf(plan, one);
      const lesson =
        [...wanted.values()].find((is) => is.user_id === user_id && is.class_id === id) ??
        roster.known.lessons.find(
          (is) =>
            is.user_id === user_id &&
            is.class_id === id &&
            (teaches.length === 0 || is.subject_id === ""),
        );
      add(head, undefined, lesson?.subject_id ?? "");
      const row = wanted.get(`${id}\n${user_id}\n${lesson?.subject_id ?? ""}`);
      if (row !== undefined) row.is_head = true;
    }
    // who heads nothing in the file stays head of what they teach
    if (heads.length > 0) continue;
    for (const one of wanted.values()) {
      if (one.user_id !== user_id) continue;
      one.is_head = roster.known.lessons.some(
        (is) =>
          is.user_id === user_id &&
          is.class_id === one.class_id &&
          is.subject_id === one.subject_id &&
          is.is_head,
      );
    }
  }
  return [...wanted.values()];
}
