import type { LessonWeeks } from "#contract";
import { LONGEST } from "./file-lesson.ts";
import { isSubject, readWords } from "./lesson-words.ts";

/** Reading of a grid's cell: 「语文」, 「语文\n王芳」, 「语文 王芳 301」, 「美术(单) 李红 / 音乐(双)」. Pure. */

export interface CellLesson {
  weeks: LessonWeeks;
  subject: string;
  teacher: string;
  room: string;
}

const NOTHING = /^[\s\-—–_/\\.·×x无空]*$/i;
const MARK =
  /[([]?(?:(单|双)周|(?<=[([])(单|双)(?=[)\]])|(?<![\p{Script=Han}])(单|双)(?=:))[)\]]?:?/u;
/** Subjects of one letter, as narrow tables have them. */
const SHORT: Readonly<Record<string, string>> = {
  ...{ 语: "语文", 数: "数学", 英: "英语", 体: "体育", 音: "音乐", 美: "美术", 科: "科学" },
  ...{ 道: "道德与法治", 信: "信息科技", 劳: "劳动", 班: "班会", 书: "书法", 心: "心理健康" },
  ...{ 物: "物理", 化: "化学", 生: "生物", 政: "政治", 史: "历史", 地: "地理", 综: "综合实践" },
};

/** Returns whether a cell shows that nothing is there: 「—」, 「无」. */
export function isBlank(text: string): boolean {
  return NOTHING.test(text);
}

/** Reads the lessons of a cell: one, or one of odd and one of even weeks; or the fault in words. */
export function readCell(text: string): { lessons: CellLesson[] } | { fault: string } {
  const lessons: CellLesson[] = [];
  for (const { weeks, words } of partsOf(text)) {
    const { subject: given, teacher, room, unknown } = readWords(words);
    const subject = SHORT[given] ?? given;
    const other = unknown.find((word) => isSubject(word));
    if (other !== undefined) {
      return { fault: `一格里有“${given}”和“${other}”，轮流上的请写明单周、双周` };
    }
    if (unknown.length > 0 || subject === "") {
      return { fault: `看不懂“${unknown[0] ?? text.trim()}”，一格里先写科目，再写教师和教室` };
    }
    const isLong = Object.entries({ subject, teacher, room }).some(
      ([field, value]) => value.length > LONGEST[field as keyof typeof LONGEST],
    );
    if (isLong) return { fault: "文字太长" };
    lessons.push({ weeks, subject, teacher, room });
  }
  return { lessons };
}

/** Splits a cell at its marks of weeks; a part without one belongs to what stands before. */
function partsOf(text: string): { weeks: LessonWeeks; words: string }[] {
  const plain = text.normalize("NFKC");
  if (!MARK.test(plain)) return [{ weeks: "all", words: text }];
  const parts: { weeks: LessonWeeks; words: string }[] = [];
  for (const piece of plain.split(/[\n\r/;]+/)) {
    const found = MARK.exec(piece);
    const [mark = "", ...signs] = found ?? [];
    const last = parts.at(-1);
    const words = mark === "" ? piece : piece.replace(mark, " ");
    if (found !== null) {
      parts.push({ weeks: signs.includes("单") ? "odd" : "even", words });
    } else if (last === undefined) parts.push({ weeks: "all", words });
    else last.words += `\n${words}`;
  }
  const [first, second, ...more] = parts;
  // 「美术」 above, 「(单)」 below
  if (first?.weeks === "all" && second !== undefined) {
    return [{ weeks: second.weeks, words: `${first.words}\n${second.words}` }, ...more];
  }
  return parts;
}
