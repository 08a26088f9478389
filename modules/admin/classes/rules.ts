import { GRADES, GRADE_NAMES, type AdministeredClass } from "#contract";

const ORDER: ReadonlyMap<string, number> = new Map(GRADES.map(({ id }, index) => [id, index]));

/** Returns classes by grade, and by name as people count: 2班 before 10班. */
export function classesInOrder(classes: readonly AdministeredClass[]): AdministeredClass[] {
  const rank = ({ grade_id }: AdministeredClass) => ORDER.get(grade_id) ?? GRADES.length;
  return [...classes].sort(
    (one, other) =>
      rank(one) - rank(other) || one.name.localeCompare(other.name, "zh-CN", { numeric: true }),
  );
}

export function gradeText(id: string): string {
  return GRADE_NAMES[id] ?? id;
}

export function headsText({ heads }: Pick<AdministeredClass, "heads">): string {
  return heads.map(({ name }) => name).join("、");
}

/** Returns the classes whose name holds what was typed, of one grade where that is chosen. */
export function foundClasses(
  classes: readonly AdministeredClass[],
  typed: string,
  grade: string,
): AdministeredClass[] {
  const wanted = typed.trim();
  return classes.filter(
    ({ name, grade_id }) => name.includes(wanted) && (grade === "" || grade_id === grade),
  );
}
