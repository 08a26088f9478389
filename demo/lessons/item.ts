import { GRADE_NAMES } from "#contract";
import { tagName } from "../../server/src/content/curriculum.ts";
import { topicsOf } from "./topics/all.ts";
import { WORDING, type About } from "./wording.ts";

/** A lesson or resource of the demo: all that its id says. */
export interface Item {
  id: string;
  subject: string;
  grade: string;
  /** The place of its topic in the subject and grade, from 0. */
  index: number;
  type: string;
  topic: string;
  about: About;
  title: string;
}

/** The weight of each type; `FURTHER_TYPES` adds to it by subject. */
const TYPES: readonly (readonly [string, number])[] = [
  ["lesson", 24],
  ["video", 22],
  ["courseware", 18],
  ["plan", 14],
  ["exercise", 14],
];
const FURTHER_TYPES: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  chinese: [["audio", 22]],
  english: [["audio", 26]],
  music: [["audio", 40]],
  art: [["picture", 34]],
  geography: [
    ["picture", 18],
    ["animation", 12],
  ],
  history: [["picture", 18]],
  biology: [
    ["picture", 12],
    ["animation", 14],
  ],
  science: [
    ["picture", 10],
    ["animation", 20],
  ],
  physics: [["animation", 22]],
  chemistry: [["animation", 18]],
  mathematics: [["animation", 14]],
};

/** Returns the types of a subject's items, with their weights. */
export function typesOf(subject: string): (readonly [string, number])[] {
  return [...TYPES, ...(FURTHER_TYPES[subject] ?? [])];
}

/** Returns the item of a topic that exists, of a type that its subject has; undefined for any other. */
export function itemAt(
  subject: string,
  grade: string,
  index: number,
  type: string,
): Item | undefined {
  const topic = topicsOf(subject, grade)[index];
  const wording = WORDING[type];
  if (topic === undefined || wording === undefined) return undefined;
  if (!typesOf(subject).some(([one]) => one === type)) return undefined;
  const about: About = {
    topic: subject === "chinese" ? `《${topic}》` : topic,
    quoted: subject === "chinese" ? `《${topic}》` : quoted(topic),
    subject: tagName("subjects", subject) ?? "",
    grade: GRADE_NAMES[grade] ?? "",
  };
  const id = `${subject}-${grade}-${index + 1}-${type}`;
  return { id, subject, grade, index, type, topic, about, title: wording.title(about) };
}

/** Returns the item of an id; undefined where there can be none. */
export function readItem(id: string): Item | undefined {
  const [, subject = "", grade = "", number = "", type = ""] =
    /^([a-z]+)-([1-9]\d?)-([1-9]\d?)-([a-z]+)$/.exec(id) ?? [];
  return itemAt(subject, grade, Number(number) - 1, type);
}

/** Puts a topic in quotation marks; those inside become single ones. */
function quoted(topic: string): string {
  return `“${topic.replaceAll("“", "‘").replaceAll("”", "’")}”`;
}
