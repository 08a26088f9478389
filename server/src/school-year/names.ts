import { type ClassNameRule, GRADE_NAMES, type YearRules } from "#contract";
import { entryYear, type GradeOfStage } from "./grades.ts";

/** Names of classes after the turn. Pure. */

type When = Pick<YearRules, "year" | "system" | "continues">;

/** The parts of a class name: the grade or year in front, the number, and the brackets around it. */
interface Parts {
  number: string;
  open: string;
  close: string;
}

const NUMBER = "[0-9]{1,3}|[一二三四五六七八九十]{1,3}";
/** A grade or year in words, with or without brackets around the number: 三年级3班, 高一（3）班, 2026级3班, 小一班. */
const LONG = new RegExp(
  `^(?:[一二三四五六七八九]年级|高[一二三]年?级?|初[一二三四]年?级?|[托小中大]班?|(?:小学|初中|高中)?20[0-9]{2}[级届])\\s*([（(]?)\\s*(${NUMBER})\\s*([）)]?)\\s*班$`,
);
/** A grade as a mere number, which only a mark sets apart from the class's: 三（3）班, 3.3班. */
const SHORT = new RegExp(
  `^(?:[一二三四五六七八九]|[1-9])\\s*([（(.．-])\\s*(${NUMBER})\\s*([）)]?)\\s*班$`,
);
const GRADE_WORDS: readonly string[] = Object.values(GRADE_NAMES);

/**
 * Returns the name of a class after the turn: its number is kept, and so are brackets around it. A name without a number
 * (向日葵班) stays as it is.
 */
export function nameAfter(
  name: string,
  rule: ClassNameRule,
  after: GradeOfStage,
  when: When,
): string {
  if (rule === "keep") return name;
  // the only class of its grade
  if (GRADE_WORDS.includes(name)) {
    return rule === "grade" ? (GRADE_NAMES[after.grade_id] ?? name) : name;
  }
  const parts = partsOf(name);
  if (parts === undefined) return name;
  return write(parts, frontOf(rule, after, when));
}

/** Returns the number of a class within its grade, as its name writes it; undefined where it has none. */
export function numberOf(name: string): string | undefined {
  return partsOf(name)?.number;
}

/** Returns the name under which a class that has left is archived: its last one with the year. */
export function graduatedName(name: string, year: number): string {
  const mark = `（${year}届）`;
  return [...name].slice(0, 40 - [...mark].length).join("") + mark;
}

function frontOf(rule: ClassNameRule, of: GradeOfStage, when: When): string {
  const name = GRADE_NAMES[of.grade_id] ?? of.grade_id;
  // 小班 and its third class: 小3班
  const grade = of.stage_id === "preschool" ? name.slice(0, 1) : name;
  return rule === "cohort" ? `${entryYear(of, when)}级` : grade;
}

function partsOf(name: string): Parts | undefined {
  const clean = name.normalize("NFC").trim();
  const found = LONG.exec(clean) ?? SHORT.exec(clean);
  if (found === null) return undefined;
  const [, open = "", number = "", close = ""] = found;
  const isBracket = open === "（" || open === "(";
  // a bracket that only opens, or a dot, is no form to keep
  return isBracket && close !== "" ? { number, open, close } : { number, open: "", close: "" };
}

function write({ number, open, close }: Parts, front: string): string {
  return `${front}${open}${number}${close}班`;
}
