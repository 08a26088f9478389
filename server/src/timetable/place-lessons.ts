import type { LessonWeeks, TimetableFault, TimetableLesson } from "#contract";
import { readClassName } from "../roster-import/api.ts";
import type { FileLesson } from "./file-lesson.ts";

/** Finding of a file's classes at the school, and of lessons that a class cannot have both. Pure. */

interface SchoolClass {
  id: string;
  name: string;
  grade_id: string;
}

/** Returns the lessons with the school's classes. A class that is not there is a fault, once; so are two lessons at a time. */
export function placeLessons(
  lessons: readonly FileLesson[],
  classes: readonly SchoolClass[],
): { lessons: TimetableLesson[]; faults: TimetableFault[] } {
  const classOf = classFinder(classes);
  const faults: TimetableFault[] = [];
  const unknown = new Set<string>();
  const byDay = new Map<string, FileLesson[]>();
  const placed = lessons.flatMap((lesson) => {
    const { at, class_name, ...rest } = lesson;
    const found = classOf(class_name);
    if ("fault" in found) {
      if (!unknown.has(class_name)) faults.push({ ...at, message: found.fault });
      unknown.add(class_name);
      return [];
    }
    const day = `${found.id}\n${lesson.weekday}`;
    const others = byDay.get(day) ?? [];
    byDay.set(day, others);
    const clash = others.find(
      (other) => isSameWeek(other.weeks, lesson.weeks) && meets(other, lesson),
    );
    if (clash !== undefined) faults.push({ ...at, message: clashText(clash, lesson) });
    others.push(lesson);
    return [{ ...rest, class_id: found.id }];
  });
  return { lessons: placed, faults };
}

function classFinder(
  classes: readonly SchoolClass[],
): (name: string) => { id: string } | { fault: string } {
  const byName = new Map(classes.map(({ id, name }) => [name, id]));
  const byKey = new Map<string, string[]>();
  for (const { id, name, grade_id } of classes) {
    const { key } = readClassName(name, grade_id);
    byKey.set(key, [...(byKey.get(key) ?? []), id]);
  }
  return (name) => {
    const exact = byName.get(name);
    if (exact !== undefined) return { id: exact };
    const [id, other] = byKey.get(readClassName(name).key) ?? [];
    if (id === undefined) return { fault: `本校没有叫“${name}”的班` };
    return other === undefined
      ? { id }
      : { fault: `本校有几个班都可能是“${name}”，请写班级的全名` };
  };
}

function isSameWeek(one: LessonWeeks, other: LessonWeeks): boolean {
  return one === other || one === "all" || other === "all";
}

function meets(one: FileLesson, other: FileLesson): boolean {
  return isSamePeriod(one, other) || (one.starts < other.ends && other.starts < one.ends);
}

/** Compares periods; a lesson that names none (0) has only its time. */
function isSamePeriod(one: FileLesson, other: FileLesson): boolean {
  return one.period === other.period && one.period !== 0;
}

function clashText(one: FileLesson, lesson: FileLesson): string {
  const { class_name, starts } = lesson;
  const { sheet, row } = one.at;
  const where = row === null ? sheet : `${sheet === null ? "" : `“${sheet}”`}第 ${row} 行`;
  return isSamePeriod(one, lesson)
    ? `${class_name}这一节已经有课了：${where}的“${one.subject}”`
    : `${class_name}这个时间（${starts}）已经有课了：${where}的“${one.subject}”，${one.starts} 到 ${one.ends}`;
}
