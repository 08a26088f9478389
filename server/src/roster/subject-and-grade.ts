import { gradeOf, listOf, nameAsKept } from "./cell-rules.ts";
import type { Row } from "./read-table.ts";
import type { RosterIndex } from "./roster-index.ts";

export interface Subject {
  /** The roster's code of the subject, or its name when it has none. */
  id: string;
  name: string;
}

/** Returns the subject of a scheduled class: its own first subject, else its course's. */
export function subjectOf(row: Row<"classes">, index: RosterIndex): Subject | undefined {
  const course = index.byId.courses.get(row.cells.courseSourcedId);
  return firstSubject(row) ?? (course && firstSubject(course));
}

/** Returns the grade of a class: its own first one, else its course's, "1" to "12". */
export function gradeIdOf(row: Row<"classes">, index: RosterIndex): string | undefined {
  const course = index.byId.courses.get(row.cells.courseSourcedId);
  const [grade] = [...listOf(row.cells.grades), ...listOf(course?.cells.grades ?? "")];
  return grade === undefined ? undefined : gradeOf(grade);
}

function firstSubject({ cells }: Row<"classes"> | Row<"courses">): Subject | undefined {
  const name = nameAsKept(listOf(cells.subjects)[0] ?? "");
  const [code] = listOf(cells.subjectCodes);
  return name === "" ? undefined : { id: code || name, name };
}
