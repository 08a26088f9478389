import { describe, expect, test } from "vitest";
import { chinaDay } from "#contract";
import { lessonsOn, nextLesson, weekOf } from "./rules.ts";

/** Tuesday, the first of September, to a Friday in January. */
const TERM = { first_day: "2026-09-01", last_day: "2027-01-22" };
const lesson = (subject: string, weekday: number, starts: string, weeks = "all") => ({
  ...{ subject, weekday, starts, weeks: weeks as "all" | "odd" | "even" },
  ends: `${starts.slice(0, 3)}55`,
});
const LESSONS = [
  lesson("数学", 2, "09:00"),
  lesson("语文", 2, "08:00"),
  lesson("美术", 3, "08:00", "odd"),
  lesson("音乐", 3, "08:00", "even"),
  lesson("班会", 1, "15:00"),
];

describe("the week of a day", () => {
  test.each([
    ["2026-08-31", null],
    ["2026-09-01", 1],
    ["2026-09-06", 1],
    ["2026-09-07", 2],
    ["2026-11-24", 13],
    ["2027-01-22", 21],
    ["2027-01-23", null],
  ])("%s is %s", (day, week) => {
    expect(weekOf(day, TERM)).toBe(week);
  });
});

describe("the lessons of a day", () => {
  test.each([
    ["in their order", "2026-09-01", ["语文", "数学"]],
    ["of an odd week", "2026-09-02", ["美术"]],
    ["of an even week", "2026-09-09", ["音乐"]],
    ["none on a day without", "2026-09-03", []],
    ["none before the term", "2026-08-31", []],
    ["none after the term", "2027-01-25", []],
  ] as [string, string, string[]][])("%s", (_name, day, subjects) => {
    expect(lessonsOn(LESSONS, day, TERM).map(({ subject }) => subject)).toEqual(subjects);
  });
});

describe("the next lesson", () => {
  test.each([
    ["before the first of the day", "2026-09-01T07:00:00+08:00", "语文", "2026-09-01"],
    ["while one goes on", "2026-09-01T08:30:00+08:00", "语文", "2026-09-01"],
    ["at the moment when one ends", "2026-09-01T08:55:00+08:00", "数学", "2026-09-01"],
    ["after the last of the day", "2026-09-01T10:00:00+08:00", "美术", "2026-09-02"],
    [
      "at midnight in China, when it is still yesterday in London",
      "2026-09-02T00:00:00+08:00",
      "美术",
      "2026-09-02",
    ],
    ["over a weekend", "2026-09-05T12:00:00+08:00", "班会", "2026-09-07"],
    ["in the holidays before the term", "2026-08-25T12:00:00+08:00", "语文", "2026-09-01"],
  ])("%s", (_name, at, subject, day) => {
    const now = new Date(at);
    const found = nextLesson(LESSONS, TERM, { today: chinaDay(now), now });
    expect([found?.lesson.subject, found?.day]).toEqual([subject, day]);
  });

  test.each(["2027-01-22T12:00:00+08:00", "2026-07-01T12:00:00+08:00"])("is none at %s", (at) => {
    const now = new Date(at);
    expect(nextLesson(LESSONS, TERM, { today: chinaDay(now), now })).toBeUndefined();
  });
});
