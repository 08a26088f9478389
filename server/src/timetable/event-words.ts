import { classOfTitle, numberedClassIn } from "../roster-file/api.ts";
import { periodIn } from "./lesson-values.ts";
import { isPerson, isRoom, readWords } from "./lesson-words.ts";

/** Reading of what an event says of its lesson, as timetable programs and people write it. Pure. */

/** Texts of an event, without escapes. */
export interface EventTexts {
  summary: string;
  location: string;
  description: string;
  categories: readonly string[];
  /** The name of the calendar, and that of the file. */
  titles: readonly string[];
}

export interface EventWords {
  class_name: string;
  subject: string;
  teacher: string;
  room: string;
  /** 0: it is not said. */
  period: number;
}

const LABELS = {
  class_name: /^(?:上课|授课)?班级?(?:名称)?$/,
  subject: /^(?:课程|科目|学科)(?:名称|名)?$/,
  teacher: /^(?:任课|授课|上课|主讲)?(?:教师|老师)(?:姓名)?$/,
  room: /^(?:上课)?(?:教室|地点|位置|场地)$/,
  period: /^(?:上课)?(?:节次|节数|第几节)$/,
} as const;
type Label = keyof typeof LABELS;
/** 第3节, 第1-2节, 第 1 - 2 节, 1-2节. */
const PERIOD =
  /(?:第\s*(\d{1,2}|[一二三四五六七八九十])|(?<!\d)(\d{1,2}))\s*(?:[-—–~至到、,]\s*第?\s*(?:\d{1,2}|[一二三四五六七八九十])\s*)?节课?/;

/**
 * Reads an event. What is labelled (「教师：王芳」) counts first; then lines of the description that are one thing each
 * (第1 - 2节, 301, 王芳, as WakeUp writes them), then place, categories and title, and for the class the names of calendar and file.
 */
export function readEventWords(event: EventTexts): EventWords {
  const { labelled, lines } = linesOf(event.description);
  const location = event.location.normalize("NFC").trim();
  const said = labelled.get("period") ?? "";
  const period =
    periodIn(said.replace(/[-—–~至到、,].*$/, "")) ??
    [said, ...lines, event.summary].map(periodOf).find((one) => one > 0) ??
    0;
  const class_name =
    labelled.get("class_name") ??
    firstOf([event.summary, ...event.categories, location, ...lines], numberedClassIn) ??
    firstOf([...event.categories, ...lines, ...event.titles], classOfTitle) ??
    "";
  const summary = withoutParts(event.summary, [numberedClassIn(event.summary) ?? "", class_name]);
  const words = readWords(summary.replace(PERIOD, " "));
  const described = lines.filter(
    (line) => numberedClassIn(line) === undefined && !PERIOD.test(line),
  );
  const placed = readPlace(location, class_name);
  const teacher =
    labelled.get("teacher") ??
    described.find(isPerson) ??
    (words.unknown.length === 0 ? words.teacher || placed.teacher : placed.teacher);
  const room =
    labelled.get("room") ??
    (withoutTeacher(placed.room, teacher) || described.find(isRoom) || words.room);
  // what is neither teacher nor room belongs to the subject: 「体育 足球」
  const isLonger = words.unknown.length > 0 || (words.teacher !== "" && words.teacher !== teacher);
  const subject =
    labelled.get("subject") ?? (isLonger ? plainSubject(summary, [teacher, room]) : words.subject);
  return { class_name, subject, teacher, room, period };
}

function linesOf(description: string): { labelled: Map<Label, string>; lines: string[] } {
  const labelled = new Map<Label, string>();
  const lines: string[] = [];
  // some write a line break's escape twice, or HTML
  for (const line of description.split(/\r?\n|\\n|<br\s*\/?>|[;；]/i)) {
    const [, head = "", value = ""] = /^\s*([^:：]{1,8})[:：]\s*(.*?)\s*$/.exec(line) ?? [];
    const word = head.replaceAll(/\s/g, "");
    const label = (Object.keys(LABELS) as Label[]).find((one) => LABELS[one].test(word));
    if (label === undefined) {
      if (line.trim() !== "") lines.push(line.trim());
    } else if (value !== "" && !labelled.has(label)) labelled.set(label, value);
  }
  return { labelled, lines };
}

function periodOf(text: string): number {
  const [, numbered, digits] = PERIOD.exec(text.normalize("NFKC")) ?? [];
  return periodIn(numbered ?? digits ?? "") ?? 0;
}

function firstOf(
  texts: readonly string[],
  read: (text: string) => string | undefined,
): string | undefined {
  return texts.map(read).find((found) => found !== undefined);
}

/** Reads a place: 「301」, or 「301 王芳」, as WakeUp writes it. */
function readPlace(location: string, class_name: string): { room: string; teacher: string } {
  if (location.normalize("NFKC").replaceAll(/\s/g, "") === class_name) {
    return { room: "", teacher: "" };
  }
  const words = location.split(/\s+/);
  const last = words.at(-1) ?? "";
  if (words.length < 2 || !isPerson(last)) return { room: location, teacher: "" };
  return { room: words.slice(0, -1).join(" "), teacher: last };
}

function withoutTeacher(room: string, teacher: string): string {
  return room === teacher ? "" : room;
}

function withoutParts(text: string, parts: readonly string[]): string {
  let plain = text.normalize("NFKC");
  for (const part of parts) {
    if (part === "") continue;
    const letters = [...part].map((letter) =>
      letter.replace(/[\\^$.*+?()[\]{}|]/, String.raw`\$&`),
    );
    const spaced = letters.join(String.raw`\s*`);
    plain = plain.replace(new RegExp(spaced), " ");
  }
  return plain;
}

function plainSubject(summary: string, parts: readonly string[]): string {
  return withoutParts(summary.replace(PERIOD, " "), parts)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .join(" ")
    .replaceAll(/^[-—–|@·/()]+|[-—–|@·/(]+$/g, "");
}
