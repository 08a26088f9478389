import { GRADE_NAMES } from "#contract";

/** Names of classes: 「三年级（2）班」, 「三(2)班」, 「3年2班」, 「2023级2班」 with grade 3, and 「2班」 with grade 3 are one class. Pure. */

const DIGITS = "一二三四五六七八九";
/** Beginnings of a class's name that say its grade. */
const GRADE_WORDS: readonly (readonly [string, string])[] = [
  ...["初", "高"].flatMap((word, index) =>
    ["一", "二", "三"].map((digit, at) => [`${word}${digit}`, String(7 + 3 * index + at)] as const),
  ),
  ...[...DIGITS].map((digit, at) => [digit, String(at + 1)] as const),
  ...["托", "小", "中", "大"].map((word, at) => [word, `k${at}`] as const),
];
const COHORT = /^(?:20)?\d{2}[级届]/;
const NUMBERED = /^(?:第)?(\d{1,2}|[一二三四五六七八九十]{1,3})班?$/;

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
  const plain = name.normalize("NFKC").replaceAll(/[\s()[\]〔〕【】,,、._-]/g, "");
  const rest = COHORT.test(plain) ? plain.replace(COHORT, "") : plain;
  const { grade_id, tail } = gradeIn(rest, grade ?? null);
  const number = numberIn(tail);
  const key = number === null ? plain : `${grade_id ?? "?"}#${number}`;
  return { key, grade_id, number, name };
}

function gradeIn(text: string, given: string | null): { grade_id: string | null; tail: string } {
  for (const [word, id] of GRADE_WORDS) {
    if (!text.startsWith(word)) continue;
    const after = text.slice(word.length);
    // 「三班」 is the third class, and 「三年级」 or 「三2班」 of the third grade
    if (after === "班" && !id.startsWith("k")) continue;
    const tail = after
      .replace(/^(?:年级|年|班级|级)/, "")
      .replace(/^班(?=[\d一二三四五六七八九十])/, "");
    const isNumber = NUMBERED.test(tail) || id.startsWith("k");
    if (!isNumber && !after.startsWith("年级")) continue;
    return { grade_id: given ?? id, tail };
  }
  const digits = /^(\d{1,2})年级?/.exec(text);
  if (digits !== null) {
    const id = String(Number(digits[1]));
    return {
      grade_id: given ?? (id in GRADE_NAMES ? id : null),
      tail: text.slice(digits[0].length),
    };
  }
  return { grade_id: given, tail: text };
}

function numberIn(text: string): number | null {
  const [, found] = NUMBERED.exec(text) ?? [];
  if (found === undefined) return null;
  if (/^\d+$/.test(found)) return Number(found);
  if (found === "十") return 10;
  const [tens = "", ones = ""] = found.includes("十") ? found.split("十") : ["0", found];
  const digit = (word: string) => (word === "" ? 0 : DIGITS.indexOf(word) + 1);
  const number = (found.includes("十") ? (tens === "" ? 1 : digit(tens)) * 10 : 0) + digit(ones);
  return number > 0 ? number : null;
}

/** Returns the name of a class that is made: as in the file, or, numbered in its grade, as the school's others are. */
export function nameOfNew(
  { name, grade_id, number }: ClassName,
  others: readonly { name: string }[],
): string {
  const plain = name.normalize("NFKC").replaceAll(/[\s()]/g, "");
  if (number === null || grade_id === null || COHORT.test(plain)) return name;
  const inBrackets = others.filter(({ name: other }) => /[（(]\d+[)）]/.test(other)).length;
  const isBracketed = inBrackets * 2 > others.length;
  return `${GRADE_NAMES[grade_id] ?? ""}${isBracketed ? `（${number}）` : number}班`;
}
