import type { RosterPerson } from "#contract";
import { GRADE_NAMES } from "#contract/plain";
import type { FaultList } from "./faults.ts";
import type { ReadColumn } from "./columns.ts";

/**
 * Warns of a class with a name of its own and pupils of several grades: it is one class, as a 复式班 is, unless each grade
 * has a 星星班.
 */
export function warnOfMixedClasses(
  people: readonly RosterPerson[],
  columnsOf: (sheet: string) => readonly ReadColumn[],
  faults: FaultList,
): void {
  const first = new Map<string, { grade_id: string; isNamed: boolean }>();
  for (const { sheet, row, identity, class_name, class_number, grade_id } of people) {
    if (identity !== "student" || class_name === undefined || grade_id === undefined) continue;
    if (class_number !== undefined || class_name.includes("复式")) continue;
    const found = first.get(class_name);
    if (found === undefined) first.set(class_name, { grade_id, isNamed: false });
    if (found === undefined || found.isNamed || found.grade_id === grade_id) continue;
    found.isNamed = true;
    const column = columnsOf(sheet).find(({ meaning }) => meaning.field === "class");
    const grades = [found.grade_id, grade_id].map((id) => GRADE_NAMES[id] ?? id).join("和");
    faults.add({
      ...{ sheet, row, column: column?.letter ?? null, head: column?.head ?? null },
      field: "class",
      message: `“${class_name}”里有${grades}的学生，会编在同一个班里；如果是两个班，请在班名前写上年级`,
      is_warning: true,
    });
  }
}
