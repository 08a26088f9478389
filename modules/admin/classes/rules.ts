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

/** Proposes a name for a class that is split off: the next number of the grade that is free. */
export function proposedName(
  { name, grade_id }: Pick<AdministeredClass, "name" | "grade_id">,
  classes: readonly Pick<AdministeredClass, "name" | "grade_id">[],
): string {
  const own = NUMBERED.exec(name);
  const taken = new Set(classes.map((one) => one.name));
  if (own === null) return taken.has(`${name}（2）`) ? "" : `${name}（2）`;
  const [, before = "", , after = ""] = own;
  const numbers = classes
    .filter((one) => one.grade_id === grade_id)
    .map((one) => Number(NUMBERED.exec(one.name)?.[2] ?? 0));
  let next = Math.max(Number(own[2]), ...numbers) + 1;
  while (taken.has(`${before}${next}${after}`)) next += 1;
  return `${before}${next}${after}`;
}

/** The last number of a class's name, with what stands around it. */
const NUMBERED = /^(.*?)(\d+)(\D*)$/;

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
