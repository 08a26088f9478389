import type { Tables } from "./kept-files.ts";
import type { IdOf, Plan, TeacherRow } from "./plan-rows.ts";
import type { Row } from "./read-table.ts";
import { homeroomIdOf, type RosterIndex } from "./roster-index.ts";
import { subjectOf } from "./subject-and-grade.ts";

/** The subject of a head-teacher who teaches the class nothing. */
const NO_SUBJECT = "";

/** Returns the pupils and teachers of each class, with subjects; a homeroom's primary teacher is its head-teacher. */
export function planTeaching(
  tables: Tables,
  index: RosterIndex,
  idOf: IdOf,
): Pick<Plan, "class_student" | "class_teacher"> {
  const students = new Map<string, Plan["class_student"][number]>();
  const lessons = new Map<string, TeacherRow>();
  const inHomeroom = new Map<string, { row: TeacherRow; isHead: boolean }>();
  for (const enrollment of tables.enrollments) {
    const { role, classSourcedId, userSourcedId, primary } = enrollment.cells;
    const group = index.byId.classes.get(classSourcedId);
    if (!group || index.isOver(enrollment)) continue;
    const place = {
      school_id: idOf("school", group.cells.schoolSourcedId),
      class_id: idOf("class", homeroomIdOf(group)),
      user_id: idOf("user", userSourcedId),
    };
    const key = `${place.class_id}\n${place.user_id}`;
    if (role === "student") {
      // pupils of a lesson are those of its homeroom, which says so itself
      if (homeroomIdOf(group) === classSourcedId) students.set(key, place);
    } else if (role === "teacher") {
      const subject_id = taughtSubject(group, index);
      const row = { ...place, subject_id, is_head: false };
      if (subject_id !== NO_SUBJECT) lessons.set(`${key}\n${subject_id}`, row);
      if (group.cells.classType === "homeroom") {
        const isHead = primary.toLowerCase() === "true" || inHomeroom.get(key)?.isHead === true;
        inHomeroom.set(key, { row, isHead });
      }
    }
  }
  return {
    class_student: [...students.values()],
    class_teacher: withHeads([...lessons.values()], inHomeroom),
  };
}

function taughtSubject(group: Row<"classes">, index: RosterIndex): string {
  return subjectOf(group, index)?.id ?? NO_SUBJECT;
}

/**
 * Marks the head-teacher on the first subject taught to the class; one who teaches it nothing gets a row without a
 * subject.
 */
function withHeads(
  lessons: TeacherRow[],
  inHomeroom: ReadonlyMap<string, { row: TeacherRow; isHead: boolean }>,
): TeacherRow[] {
  const firstLesson = new Map<string, TeacherRow>();
  for (const row of lessons) {
    const key = `${row.class_id}\n${row.user_id}`;
    if (!firstLesson.has(key)) firstLesson.set(key, row);
  }
  const rows = [...lessons];
  for (const [key, { row, isHead }] of inHomeroom) {
    const lesson = firstLesson.get(key);
    if (lesson) lesson.is_head = isHead;
    else rows.push({ ...row, subject_id: NO_SUBJECT, is_head: isHead });
  }
  return rows;
}
