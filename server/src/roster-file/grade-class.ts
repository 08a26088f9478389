import type { SchoolSystem } from "#contract";
import { GRADE_NAMES, GRADES, gradesOfStage, nameFault, STAGES } from "#contract/plain";
import { smallNumber, withoutBlanks } from "./text.ts";

const NUMERAL = "[一二三四五六七八九十]{1,3}";
/** Month in which a school year begins. */
const FIRST_MONTH = 9;
const KINDERGARTEN: Readonly<Record<string, string>> = {
  托: "k0",
  托儿: "k0",
  小小: "k0",
  小: "k1",
  中: "k2",
  大: "k3",
};
/** Days that a spreadsheet makes of `3-2` and `3/2`, and what it writes of them into a text. */
const AS_DATE =
  /^(?:\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?|\d{1,2}月\d{1,2}日|\d{1,2}-[A-Z][a-z]{2}|[A-Z][a-z]{2}-\d{1,2})$/;
/** Characters of a cell that may name a class. */
const LONGEST_CLASS = 20;
/**
 * Grades and classes, alone in a cell, that only schools of five and four years have: the year before 初一 in Shanghai, and
 * the fourth of junior school.
 */
const OF_FIVE_FOUR =
  /^(?:预初|初预|初四|初中四年级)(?:年级)?(?:[(（-]?(?:\d{1,2}|[一二三四五六七八九十]{1,3})[)）]?)?班?$/;

/** Conditions that a grade's reading depends on besides its text. */
export interface GradeContext {
  /** The day of the reading, `2026-11-23`: a school year begins in September. */
  today: string;
  /** The pupil's stage, or those of the school. */
  stages: readonly string[];
  /** Years of its stages; six and three where nothing says otherwise. */
  system?: SchoolSystem | undefined;
}

/** Returns whether a text names a grade that there is only in five years of primary and four of junior school. */
export const isOfFiveFour = (text: string) =>
  text.length <= LONGEST_CLASS && OF_FIVE_FOUR.test(withoutBlanks(text));

/** Returns the year in which the current school year began. */
export function schoolYearOf(today: string): number {
  const [year = 0, month = 1] = today.split("-").map(Number);
  return month >= FIRST_MONTH ? year : year - 1;
}

/** Returns the grade that a text names without looking at the calendar: `三年级`, `三`, `3`, `03`, `初二`, `高一`, `大班`, `预初`. */
export function gradeOfText(text: string, system?: SchoolSystem): string | undefined {
  const word = withoutBlanks(text).toLowerCase();
  const named = GRADES.find(({ id, name }) => word === name || word === id);
  if (named !== undefined) return named.id;
  if (/^(预初|初预)(年级)?$/.test(word)) return "6";
  const [, kindergarten] = /^(托儿|小小|托|小|中|大)班?$/.exec(word) ?? [];
  if (kindergarten !== undefined) return KINDERGARTEN[kindergarten];
  const [, stage, ofStage] =
    /^(小学|小|初中|初|高中|高)([一二三四五六1-6])(?:年级)?$/.exec(word) ?? [];
  if (stage !== undefined) {
    return gradeInStage(stageOfWord(stage), smallNumber(ofStage ?? ""), system);
  }
  const [, plain] = new RegExp(`^(\\d{1,2}|${NUMERAL})(?:年级|年)?$`).exec(word) ?? [];
  const number = smallNumber((plain ?? "").replace(/^0(?=\d)/, ""));
  return number !== undefined && number <= 12 ? String(number) : undefined;
}

/** Returns the grade of a text, of a year of entry (`2023级`) too; a Chinese sentence where it cannot be told. */
export function readGrade(
  text: string,
  { today, stages, system }: GradeContext,
): { grade_id: string } | { fault: string } {
  const word = withoutBlanks(text);
  const plain = gradeOfText(word, system);
  if (plain !== undefined) return { grade_id: plain };
  const [, stage, year] = /^(小学|初中|高中|初|高)?((?:19|20)\d{2})[级届]$/.exec(word) ?? [];
  if (year !== undefined) {
    if (word.endsWith("届")) {
      return { fault: "“届”是毕业的年份，请写入学的年份（如 2023级）或年级（如 三年级）" };
    }
    const since = schoolYearOf(today) - Number(year) + 1;
    const [own] = stage === undefined ? [] : [stageOfWord(stage)];
    const fits = (own === undefined ? stages : [own]).flatMap(
      (id) => gradeInStage(id, since, system) ?? [],
    );
    const [grade_id] = fits;
    if (grade_id !== undefined && fits.length === 1) return { grade_id };
    return { fault: `从“${word}”看不出是哪个年级，请改写为 三年级 这样的名称` };
  }
  if (/[一二三四五六七八九]、?[一二三四五六七八九]年级/.test(word)) {
    return { fault: "一个学生只能在一个年级；复式班请写在班级一列，年级写学生自己的" };
  }
  return { fault: "没有这样的年级，请写 一年级 至 高三，或 托班、小班、中班、大班" };
}

/** A class as a cell names it. */
export interface ClassName {
  /** `三年级2班`; a class with a name of its own as it is. */
  class_name: string;
  grade_id?: string;
  /** The class's number in its grade. */
  class_number?: number;
  fault?: string;
}

/**
 * Reads a class's name: `三年级2班`, `三（2）班`, `2班`, `初一3班`, `2023级3班`, `大一班`, `3.2`, `302班` and whatever a school
 * calls it.
 * `grade_id` is the grade that another column gives; a class of two years (复式) has no grade of its own.
 */
export function readClassName(
  text: string,
  context: GradeContext,
  grade_id: string | undefined,
): ClassName {
  const written = withoutBlanks(text);
  if (AS_DATE.test(written)) {
    return {
      class_name: written,
      fault: `Excel 把班级变成了日期（${written}），请改写为 三年级2班 这样的名称`,
    };
  }
  // a bracket keeps the grade from the number: 3（2） is not 32
  const word = written
    .replaceAll(/[)\]】]/g, "")
    .replace(/^[([【]/, "")
    .replaceAll(/[([【·_/—–]/g, ".");
  if (/复式/.test(word)) return ownName(written, grade_id);
  const found = ownGradeOf(word, context, grade_id);
  const grade = found?.grade_id ?? grade_id;
  const number = smallNumber(found?.rest ?? word.replace(/^0(?=\d)/, "").replace(/班$/, ""));
  if (found !== undefined && grade_id !== undefined && found.grade_id !== grade_id) {
    return {
      class_name: written,
      fault: `班级“${written}”与年级“${GRADE_NAMES[grade_id] ?? grade_id}”对不上，请改正其中一个`,
    };
  }
  if (grade === undefined || number === undefined) return ownName(written, grade);
  return { class_name: nameOfClass(grade, number), grade_id: grade, class_number: number };
}

/** Returns a class with a name of its own, which is as long as one that is typed by hand may be. */
function ownName(written: string, grade_id: string | undefined): ClassName {
  const fault = nameFault(written, "班级的名称");
  return {
    class_name: written,
    ...(grade_id !== undefined && { grade_id }),
    ...(fault !== undefined && { fault: `${fault}，请改正` }),
  };
}

/** Returns the name of a numbered class: `三年级2班`, in a kindergarten `大班2班`. */
const nameOfClass = (grade_id: string, number: number) =>
  `${GRADE_NAMES[grade_id] ?? grade_id}${number}班`;

/** Takes a class's own grade off its name; undefined where it says none. */
function ownGradeOf(
  word: string,
  context: GradeContext,
  grade_id: string | undefined,
): { grade_id: string; rest: string } | undefined {
  const number = `(?:0?\\d{1,2}|${NUMERAL})`;
  const [, year, inYear] =
    new RegExp(`^((?:小学|初中|高中|初|高)?20\\d{2}级)(${number})班?$`).exec(word) ?? [];
  if (year !== undefined && inYear !== undefined) {
    const read = readGrade(year, context);
    return "grade_id" in read ? { grade_id: read.grade_id, rest: unpadded(inYear) } : undefined;
  }
  const patterns = [
    `^(.{1,4}年级?)[-.]?(${number})班?$`,
    `^((?:小学|初中|高中|小|初|高)[一二三四五六1-4])[-.]?(${number})班?$`,
    `^(预初|初预)[-.]?(${number})班?$`,
    `^((?:托|小|中|大)班?)(${number})班?$`,
    `^([一二三四五六七八九])[-.]?(${number})班$`,
    `^([一二三四五六七八九])(?:[-.](${number})|(\\d{1,2}))$`,
    `^(\\d{1,2})[-.](\\d{1,2})班?$`,
  ];
  for (const pattern of patterns) {
    const [grade, rest] = new RegExp(pattern).exec(word)?.slice(1).filter(Boolean) ?? [];
    const id = grade === undefined ? undefined : gradeOfText(grade, context.system);
    if (id !== undefined && rest !== undefined) return { grade_id: id, rest: unpadded(rest) };
  }
  // 302 is the third grade's second class where the grade's column says so, too
  const [, digits] = /^(\d{3,4})班?$/.exec(word) ?? [];
  if (digits === undefined || grade_id === undefined || !/^\d+$/.test(grade_id)) return undefined;
  const code = digits.length === 4 ? digits.replace(/^0/, "") : digits;
  if (!code.startsWith(grade_id)) return undefined;
  return { grade_id, rest: unpadded(code.slice(grade_id.length)) };
}

const unpadded = (number: string) => number.replace(/^0+(?=\d)/, "");

function stageOfWord(word: string): string {
  return word.startsWith("小") ? "primary" : word.startsWith("初") ? "junior" : "senior";
}

/** Returns the grade of a year within a stage: the first of junior school is 七年级, or 六年级 after five years. */
export function gradeInStage(
  stage_id: string,
  year: number | undefined,
  system?: SchoolSystem,
): string | undefined {
  // a kindergarten's years have names, not numbers
  if (stage_id === "preschool" || year === undefined) return undefined;
  return gradesOfStage(stage_id, system)[year - 1];
}

/** Returns the stage of a word or code: 小学, 初级中学, 幼儿园, 学前教育; undefined for what is none. */
export function stageOf(text: string): (typeof STAGES)[number]["id"] | undefined {
  const word = withoutBlanks(text);
  const [, id] =
    (
      [
        [/^(学前|幼儿园|幼儿|学前教育)$/, "preschool"],
        [/^(小学|小学教育|普通小学)$/, "primary"],
        [/^(初中|初级中学|普通初中)$/, "junior"],
        [/^(高中|普通高中|高级中学)$/, "senior"],
      ] as const
    ).find(([pattern]) => pattern.test(word)) ?? [];
  return id ?? STAGES.find((stage) => stage.id === word || stage.name === word)?.id;
}
