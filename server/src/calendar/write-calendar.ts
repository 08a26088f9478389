import { hash } from "node:crypto";
import { chinaMoment } from "#contract";
import { dayAfter, lessonsOn, type OwnLesson, type Term } from "../timetable/api.ts";

/** Writing of a timetable as a calendar (RFC 5545). Pure: the same timetable gives the same bytes. */

const LINE_BYTES = 75;
const WEEK_DAYS = 7;
/** Every zone of China in use is eight hours before UTC, summer and winter. */
const ZONE = [
  ...["BEGIN:VTIMEZONE", "TZID:Asia/Shanghai", "BEGIN:STANDARD", "DTSTART:19910915T000000"],
  ...["TZOFFSETFROM:+0800", "TZOFFSETTO:+0800", "TZNAME:CST", "END:STANDARD", "END:VTIMEZONE"],
];

interface CalendarContent {
  name: string;
  school_id: string;
  term: Term;
  lessons: readonly OwnLesson[];
  /** True where the lessons are a teacher's: then each names its class, else its teacher. */
  is_teachers: boolean;
}

/** Writes a calendar with an event for each lesson, repeated over the term; without lessons, an empty one. */
export function writeCalendar({ name, ...content }: CalendarContent): string {
  const lines = [
    ...[
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Schoolgate//Timetable//ZH",
      "CALSCALE:GREGORIAN",
    ],
    `X-WR-CALNAME:${escaped(name)}`,
    "X-WR-TIMEZONE:Asia/Shanghai",
    ...["REFRESH-INTERVAL;VALUE=DURATION:PT6H", "X-PUBLISHED-TTL:PT6H"],
    ...ZONE,
    ...content.lessons.flatMap((lesson) => eventOf(lesson, content)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function eventOf(
  lesson: OwnLesson,
  { school_id, term, is_teachers }: Omit<CalendarContent, "name">,
): string[] {
  const first = firstDay(lesson, term);
  if (first === undefined) return [];
  const { class_id, class_name, weekday, period, weeks, starts, ends, subject, teacher, room } =
    lesson;
  const slot = `${weekday}-${period === 0 ? starts : period}-${weeks}`;
  // nobody's name or number: the same lesson has the same id for whoever reads it
  const uid = hash("sha256", [school_id, class_id, slot, term.first_day].join("\n"), "hex");
  const until = stampOf(chinaMoment(dayAfter(term.last_day, 1)));
  const about = [period === 0 ? "" : `第 ${period} 节`, is_teachers ? class_name : teacher];
  return [
    "BEGIN:VEVENT",
    `UID:${uid.slice(0, 32)}@schoolgate`,
    `DTSTAMP:${stampOf(chinaMoment(term.first_day))}`,
    `DTSTART;TZID=Asia/Shanghai:${localOf(first, starts)}`,
    `DTEND;TZID=Asia/Shanghai:${localOf(first, ends)}`,
    `RRULE:FREQ=WEEKLY${weeks === "all" ? "" : ";INTERVAL=2"};UNTIL=${until}`,
    `SUMMARY:${escaped(is_teachers ? `${subject} ${class_name}` : subject)}`,
    ...(room === "" ? [] : [`LOCATION:${escaped(room)}`]),
    `DESCRIPTION:${escaped(about.filter((words) => words !== "").join("\n"))}`,
    "TRANSP:OPAQUE",
    "END:VEVENT",
  ];
}

/** Returns the first day of the term on which the lesson is held. */
function firstDay(lesson: OwnLesson, term: Term): string | undefined {
  for (let ahead = 0; ahead < 2 * WEEK_DAYS; ahead += 1) {
    const day = dayAfter(term.first_day, ahead);
    if (lessonsOn([lesson], day, term).length > 0) return day;
  }
  return undefined;
}

/** Writes a moment in UTC: 20260901T000000Z. */
function stampOf(moment: Date): string {
  return moment.toISOString().replaceAll(/[-:]|\.\d+/g, "");
}

function localOf(day: string, time: string): string {
  return `${day.replaceAll("-", "")}T${time.replace(":", "")}00`;
}

function escaped(text: string): string {
  return text
    .replaceAll(/\p{Cc}(?<!\n)/gu, " ")
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll("\n", "\\n");
}

/** Breaks a line after 75 octets at most, never inside a character (RFC 5545, 3.1). */
function folded(line: string): string {
  let text = "";
  let bytes = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (bytes + size > LINE_BYTES) {
      text += "\r\n ";
      bytes = 1;
    }
    text += letter;
    bytes += size;
  }
  return text;
}
