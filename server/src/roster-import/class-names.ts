import {
  CHINESE_DIGITS,
  GRADE_NAMES,
  gradeInName,
  hasCohort,
  NUMBERED,
  plainClassName,
} from "#contract";

/** Names of classes: 「三年级（2）班」, 「三(2)班」, 「3年2班」, 「2023级2班」 with grade 3, and 「2班」 with grade 3 are one class. Pure. */

export interface ClassName {
  /** Equal for two names of one class; of a class without a number, the name itself. */
  key: string;
  grade_id: string | null;
  number: number | null;
  name: string;
}

/** Reads the name of a class; a grade that the sheet gives beside it counts before the one in the name. */
export function readClassName(given: string, grade?: string | null): ClassName {
  const name = given.normalize("NFC").trim();
  const plain = plainClassName(name);
  const { grade_id, tail } = gradeInName(plain, grade ?? null);
  const number = numberIn(tail);
  const key = number === null ? plain : `${grade_id ?? "?"}#${number}`;
  return { key, grade_id, number, name };
}

function numberIn(text: string): number | null {
  const [, found] = NUMBERED.exec(text) ?? [];
  if (found === undefined) return null;
  if (/^\d+$/.test(found)) return Number(found);
  if (found === "十") return 10;
  const [tens = "", ones = ""] = found.includes("十") ? found.split("十") : ["0", found];
  const digit = (word: string) => (word === "" ? 0 : CHINESE_DIGITS.indexOf(word) + 1);
  const number = (found.includes("十") ? (tens === "" ? 1 : digit(tens)) * 10 : 0) + digit(ones);
  return number > 0 ? number : null;
}

/** Returns the name of a class that is made: as in the file, or, numbered in its grade, as the school's others are. */
export function nameOfNew(
  { name, grade_id, number }: ClassName,
  others: readonly { name: string }[],
): string {
  if (number === null || grade_id === null || hasCohort(plainClassName(name))) return name;
  const inBrackets = others.filter(({ name: other }) => /[（(]\d+[)）]/.test(other)).length;
  const isBracketed = inBrackets * 2 > others.length;
  return `${GRADE_NAMES[grade_id] ?? ""}${isBracketed ? `（${number}）` : number}班`;
}
