import type ICAL from "ical.js";
import { type Term, weekdayOf, weekOf } from "./rules.ts";

/** When an event of a calendar is held, in a term. Days and times are those in China. Pure but for the library's objects. */

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;
/** China is eight hours before UTC, all year. */
const CHINA_MS = 8 * HOUR_MS;
/** Names that programs give to the time in China, and to those that are the same. */
const CHINA =
  /^"?(?:.*\/)?(?:Asia\/)?(?:Shanghai|Chongqing|Chungking|Harbin|Beijing|Urumqi|Hong_Kong|Macau|Macao|Taipei|PRC|China Standard Time|Taipei Standard Time|(?:UTC|GMT)\+0?8(?::?00)?|中国标准时间|北京时间)"?$/i;
/** Parts of a rule by which a week repeats; others say days that a timetable has no place for. */
const RULE_PARTS = new Set(["BYDAY"]);
const MAX_REPETITIONS = 5000;
/** Weeks between two repetitions at most; no term is longer. */
const MAX_WEEKS_APART = 60;
const WEEKDAY = /^(?:MO|TU|WE|TH|FR|SA|SU)$/;

/** The weekly places of an event: weekday, time, and the weeks of the term; or the fault in words. */
export type EventTimes =
  | { starts: string; ends: string; held: { weekday: number; week: number }[] }
  | { fault: string };

/** Counts down the repetitions of a whole file. */
export interface Budget {
  left: number;
}

/** Returns when an event is held in the term, at most to its last day: a rule without an end ends there. */
export function timesOf(event: ICAL.Component, term: Term, budget: Budget): EventTimes {
  const start = event.getFirstProperty("dtstart");
  if (start === null) return { fault: "没有写上课时间（DTSTART）" };
  if (event.hasProperty("recurrence-id")) {
    return { fault: "只改动了某一次课，每周的课程表放不下，请从文件里删去" };
  }
  if (event.hasProperty("rdate") || event.getAllProperties("rrule").length > 1) {
    return { fault: "重复的方式看不懂，应为每周或每两周（RRULE:FREQ=WEEKLY）" };
  }
  const first = start.getFirstValue() as ICAL.Time;
  if (first.isDate) return { fault: "是全天的日程，不是课；请从文件里删去" };
  for (const name of ["dtstart", "dtend"]) {
    const zone = event.getFirstProperty(name)?.getFirstParameter("tzid");
    if (zone !== undefined && zone !== "" && !CHINA.test(zone)) {
      return { fault: `时区是“${zone}”，应为 Asia/Shanghai` };
    }
  }
  const length = lengthOf(event, first);
  if (length === undefined) return { fault: "没有写下课时间（DTEND）" };
  const begins = new Date(chinaMs(first));
  const ends = new Date(begins.getTime() + length);
  if (length < MINUTE_MS || dayOf(begins) !== dayOf(ends)) {
    return { fault: "下课应晚于上课，并在同一天" };
  }
  const days = daysOf(event, first, term, budget);
  if ("fault" in days) return days;
  const held = days.days.flatMap((day) => {
    const week = weekOf(day, term);
    return week === null ? [] : [{ weekday: weekdayOf(day), week }];
  });
  if (held.length === 0) {
    return { fault: `不在学期里（${term.first_day} 至 ${term.last_day}）` };
  }
  return { starts: timeOf(begins), ends: timeOf(ends), held };
}

function daysOf(
  event: ICAL.Component,
  first: ICAL.Time,
  { first_day, last_day }: Term,
  budget: Budget,
): { days: string[] } | { fault: string } {
  const rule = event.getFirstPropertyValue("rrule") as ICAL.Recur | null;
  if (rule === null) return { days: [dayOf(new Date(chinaMs(first)))] };
  if (!isWeekly(rule) || Object.keys(rule.parts).some((part) => !RULE_PARTS.has(part))) {
    return { fault: "重复的方式看不懂，应为每周或每两周（RRULE:FREQ=WEEKLY）" };
  }
  const left_out = new Set(
    event
      .getAllProperties("exdate")
      .flatMap((property) => property.getValues() as ICAL.Time[])
      .map((time) => (time.isDate ? time.toString() : String(chinaMs(time)))),
  );
  const until = rule.until === undefined || rule.until === null ? Infinity : untilMs(rule.until);
  // the library compares times of several zones by their clocks
  rule.until = null;
  const repetitions = rule.iterator(first);
  const days: string[] = [];
  for (let count = 0; count < MAX_REPETITIONS; count += 1) {
    budget.left -= 1;
    const next = budget.left < 0 ? null : (repetitions.next() as ICAL.Time | null);
    if (next === null) return budget.left < 0 ? { fault: "重复的次数太多" } : { days };
    const at = chinaMs(next);
    const day = dayOf(new Date(at));
    if (at > until || day > last_day) return { days };
    if (day >= first_day && !left_out.has(day) && !left_out.has(String(at))) days.push(day);
  }
  return { fault: "重复的次数太多，请检查开始的日期" };
}

/**
 * Returns whether a rule repeats by the week. The library looks on without end for a day that a rule never meets: every seventh
 * day from a Tuesday, if it is a Monday.
 */
function isWeekly({ freq, interval, parts }: ICAL.Recur): boolean {
  const days: unknown[] = parts.BYDAY ?? [];
  if (days.some((day) => !WEEKDAY.test(String(day)))) return false;
  if (freq === "DAILY") return days.length > 0 && interval === 1;
  return freq === "WEEKLY" && interval <= MAX_WEEKS_APART;
}

function lengthOf(event: ICAL.Component, first: ICAL.Time): number | undefined {
  const end = event.getFirstPropertyValue("dtend") as ICAL.Time | null;
  if (end !== null) return end.isDate ? undefined : chinaMs(end) - chinaMs(first);
  const duration = event.getFirstPropertyValue("duration") as ICAL.Duration | null;
  return duration === null ? undefined : duration.toSeconds() * 1000;
}

/** Returns a time as China's clocks show it, in milliseconds as if they stood in UTC. */
function chinaMs(time: ICAL.Time): number {
  const { year, month, day, hour, minute, second } = time;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return time.zone?.tzid === "UTC" ? shown + CHINA_MS : shown;
}

/** Returns the moment up to which a rule goes; a day counts whole. */
function untilMs(until: ICAL.Time): number {
  return until.isDate ? chinaMs(until) + DAY_MS - 1 : chinaMs(until);
}

function dayOf(shown: Date): string {
  return shown.toISOString().slice(0, 10);
}

function timeOf(shown: Date): string {
  return shown.toISOString().slice(11, 16);
}
