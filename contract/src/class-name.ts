/** Reads what a class's own name says of its grade, and writes the name where nothing else says it. Pure. */

export const GRADE_NAMES: Readonly<Record<string, string>> = {
  "1": "一年级",
  "2": "二年级",
  "3": "三年级",
  "4": "四年级",
  "5": "五年级",
  "6": "六年级",
  "7": "七年级",
  "8": "八年级",
  "9": "九年级",
  "10": "高一",
  "11": "高二",
  "12": "高三",
  k0: "托班",
  k1: "小班",
  k2: "中班",
  k3: "大班",
};

/** Numerals up to nine, by which names count. */
export const CHINESE_DIGITS = "一二三四五六七八九";
/** Beginnings of a class's name that say its grade. */
const GRADE_WORDS = [
  ["初一", "7"],
  ["初二", "8"],
  ["初三", "9"],
  ["高一", "10"],
  ["高二", "11"],
  ["高三", "12"],
  ["一", "1"],
  ["二", "2"],
  ["三", "3"],
  ["四", "4"],
  ["五", "5"],
  ["六", "6"],
  ["七", "7"],
  ["八", "8"],
  ["九", "9"],
  ["托", "k0"],
  ["小", "k1"],
  ["中", "k2"],
  ["大", "k3"],
] as const;
/** A year of entry or of leaving at the beginning of a name: 2026级, 初2026级. */
const COHORT = /^(?:小学|初中|高中|小|初|高)?(?:20)?\d{2}[级届]/;
/** The number of a class, alone: 2班, 二班, 第二班. */
export const NUMBERED = /^(?:第)?(\d{1,2}|[一二三四五六七八九十]{1,3})班?$/;

/** Returns a class's name as it is compared: in one width, without spaces, brackets and dashes. */
export function plainClassName(name: string): string {
  return name.normalize("NFKC").replaceAll(/[\s()[\]〔〕【】,,、._-]/g, "");
}

/** Returns whether a plain name begins with a year of entry, which stays when the grade changes. */
export const hasCohort = (plain: string): boolean => COHORT.test(plain);

/** Takes grade and year of entry off a plain name; a grade that is given beside it counts before the one in the name. */
export function gradeInName(
  plain: string,
  given: string | null = null,
): { grade_id: string | null; tail: string } {
  return gradeIn(plain.replace(COHORT, ""), given);
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
    // 「大班」 and 「大A班」 are of the oldest children; 「大数据班」 only begins so
    const isCalled = id.startsWith("k") && /^(?:$|[小中大]?班|[a-z]班?$)/i.test(after);
    if (!isCalled && !NUMBERED.test(tail) && !after.startsWith("年级")) continue;
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

/** Grades that only some schools have. */
const OTHER_GRADES = /^(?:预初|初预|初四)/;

/**
 * Returns a class's name where nothing beside it says its grade: 「（2）班」 of the third grade is 「三年级（2）班」. A name that says
 * its grade or year of entry stays as it is: 三（2）班, 大一班, 初一（2）班, 302班, 2026级3班.
 */
export function classTitle({ name, grade_id }: { name: string; grade_id: string }): string {
  const plain = plainClassName(name);
  const isSaid =
    hasCohort(plain) ||
    gradeInName(plain).grade_id !== null ||
    OTHER_GRADES.test(plain) ||
    isCoded(name, grade_id);
  return isSaid ? name : `${GRADE_NAMES[grade_id] ?? ""}${name}`;
}

/** Returns whether a name has the grade's number before the class's: 3.2班, 302班, 1103. */
function isCoded(name: string, grade_id: string): boolean {
  if (!/^\d+$/.test(grade_id)) return false;
  const coded = new RegExp(`^0?${grade_id}(?:[.·_-]\\d{1,2}|\\d{2})班?$`);
  return coded.test(name.normalize("NFKC").trim());
}
