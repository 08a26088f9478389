import type { LessonWeeks, TimetableFault } from "#contract";
import { MAX_LESSONS } from "#contract/plain";
import { RosterFileRefused } from "../roster-file/api.ts";
import { type EventText, eventsIn } from "./calendar-events.ts";
import { type EventTimes, timesOf } from "./event-times.ts";
import { readEventWords } from "./event-words.ts";
import { type FileLesson, LONGEST, refuseWithoutLessons } from "./file-lesson.ts";
import { dayAfter, type Term, weekdayOf, weekOf } from "./rules.ts";

/** Reading of an iCalendar file: its events are put together to lessons of every, every odd or every even week (HO-03). Pure. */

/** The share of a term's weeks that makes a lesson one of the whole term: holidays and examinations take the rest. */
const MIN_TERM_SHARE = 0.7;
/** Repetitions of all events of a file, some ten seconds of work. */
const MAX_REPETITIONS = 400_000;
const QUOTED = 24;
/** Letters of a text that are read; what is longer is no lesson, and then a fault. */
const TEXT_LETTERS = 2000;

interface Found extends Omit<FileLesson, "weeks"> {
  /** The weeks of the term in which it is held, from 1. */
  held: Set<number>;
}

type Said = Omit<Found, "held" | "weekday" | "starts" | "ends">;
type Held = Exclude<EventTimes, { fault: string }>;

/**
 * Reads the lessons of an iCalendar text. An event that a weekly timetable cannot hold is a fault with its number and title;
 * none is left out, but for cancelled ones. `sheets` are the events in their order, as faults name them.
 */
export async function readCalendar(
  text: string,
  { name, term }: { name: string; term: Term },
): Promise<{ lessons: FileLesson[]; faults: TimetableFault[]; sheets: string[] }> {
  // only a calendar needs the library
  const { default: ical } = await import("ical.js");
  const faults: TimetableFault[] = [];
  const found = new Map<string, Found>();
  const budget = { left: MAX_REPETITIONS };
  const sheets: string[] = [];
  const add = (lesson: Said, { starts, ends, held }: Held) => {
    for (const { weekday, week } of held) {
      const { at, ...words } = { ...lesson, weekday, starts, ends };
      const key = JSON.stringify(words);
      const known = found.get(key) ?? { ...words, at, held: new Set<number>() };
      found.set(key, known);
      known.held.add(week);
    }
  };
  for (const [at, event] of eventsIn(text).entries()) {
    let title = quoted(/^SUMMARY[^:\r\n]*:(.*)$/im.exec(event.text)?.[1] ?? "");
    const place = () => ({ sheet: `第 ${at + 1} 个事件${title}`, row: null, column: null });
    const fault = (message: string) => faults.push({ ...place(), message });
    try {
      const wrapped = `BEGIN:VCALENDAR\r\n${event.text}\r\nEND:VCALENDAR`;
      const parsed = new ical.Component(ical.parse(wrapped)).getFirstSubcomponent("vevent");
      const isCancelled = parsed !== null && textOf(parsed, "status").toUpperCase() === "CANCELLED";
      if (parsed === null) fault("看不懂这个事件");
      else if (!isCancelled) {
        title = quoted(textOf(parsed, "summary"));
        const words = readEventWords(textsOf(parsed, event, name));
        const times = timesOf(parsed, term, budget);
        const wrong = "fault" in times ? times.fault : faultOf(words);
        if (wrong !== undefined) fault(wrong);
        else if (!("fault" in times)) add({ ...words, at: place() }, times);
      }
    } catch (error) {
      if (error instanceof RosterFileRefused) throw error;
      fault("看不懂这个事件的时间或重复方式");
    }
    sheets.push(place().sheet);
  }
  const lessons = [...found.values()].flatMap(({ held, ...lesson }) => {
    const weeks = weeksOf(held, lesson.weekday, term);
    if (weeks !== undefined) return [{ ...lesson, weeks }];
    const words = `星期${"一二三四五六日"[lesson.weekday - 1]} ${lesson.starts} 的课只在第 ${rangesOf(held)} 周；课程表里的课要整个学期每周、单周或双周都有`;
    faults.push({ ...lesson.at, message: words });
    return [];
  });
  if (lessons.length > MAX_LESSONS) {
    const message = `最多 ${MAX_LESSONS} 节课，文件里有 ${lessons.length} 节，请检查文件`;
    return { lessons: [], faults: [{ sheet: null, row: null, column: null, message }], sheets };
  }
  if (lessons.length === 0 && faults.length === 0) refuseWithoutLessons();
  return { lessons, faults, sheets };
}

type Parsed = Parameters<typeof timesOf>[0];

function textsOf(parsed: Parsed, { calendar }: EventText, file: string) {
  const base = file.split(/[\\/]/).pop() ?? "";
  return {
    summary: textOf(parsed, "summary"),
    location: textOf(parsed, "location"),
    description: textOf(parsed, "description"),
    categories: parsed
      .getAllProperties("categories")
      .flatMap((property) => property.getValues())
      .map(String),
    titles: [calendar, base.replace(/\.\w{1,5}$/, "")],
  };
}

function textOf(parsed: Parsed, property: string): string {
  return String(parsed.getFirstPropertyValue(property) ?? "").slice(0, TEXT_LETTERS);
}

function quoted(summary: string): string {
  const text = summary.replaceAll(/\s+/g, " ").trim();
  if (text === "") return "";
  return `“${text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text}”`;
}

function faultOf({
  class_name,
  subject,
  teacher,
  room,
}: Pick<FileLesson, "class_name" | "subject" | "teacher" | "room">): string | undefined {
  if (class_name === "") {
    return "没有写是哪个班，请写在标题、地点、说明（班级：三年级2班）或日历的名称里";
  }
  if (subject === "") return "没有写科目，请写在标题里";
  const long = Object.entries({ subject, teacher, room }).find(
    ([field, words]) => words.length > LONGEST[field as keyof typeof LONGEST],
  );
  return long === undefined ? undefined : `文字太长：“${long[1].slice(0, QUOTED)}…”`;
}

/** Returns the weeks of a lesson: all, odd or even ones; undefined where it is held in too few of them. */
function weeksOf(held: ReadonlySet<number>, weekday: number, term: Term): LessonWeeks | undefined {
  const isOdd = [...held].some((week) => week % 2 === 1);
  const isEven = [...held].some((week) => week % 2 === 0);
  const weeks: LessonWeeks = isOdd && isEven ? "all" : isOdd ? "odd" : "even";
  let possible = 0;
  const first = dayAfter(term.first_day, (weekday - weekdayOf(term.first_day) + 7) % 7);
  for (let day = first; day <= term.last_day; day = dayAfter(day, 7)) {
    const week = weekOf(day, term) ?? 0;
    if (weeks === "all" || week % 2 === (weeks === "odd" ? 1 : 0)) possible += 1;
  }
  return held.size >= possible * MIN_TERM_SHARE ? weeks : undefined;
}

/** Writes numbers as ranges: 1–8、10. */
function rangesOf(held: ReadonlySet<number>): string {
  const ranges: [number, number][] = [];
  for (const week of [...held].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === week - 1) last[1] = week;
    else ranges.push([week, week]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join("、");
}
