import { describe, expect, test } from "vitest";
import { readCalendar } from "./read-calendar.ts";

const TERM = { first_day: "2026-09-01", last_day: "2027-01-22" };
const WEEKLY = "RRULE:FREQ=WEEKLY;UNTIL=20270122T160000Z";

/** Writes an event of a Monday at eight as programs do; lines of one's own stand in place of them. */
function event(...own: string[]): string[] {
  const usual = [
    "DTSTART;TZID=Asia/Shanghai:20260907T080000",
    "DTEND;TZID=Asia/Shanghai:20260907T084000",
    WEEKLY,
    "SUMMARY:三年级2班 语文",
  ];
  const nameOf = (line: string) => /^-?([A-Z-]+)/.exec(line)?.[1];
  const replaced = new Set(own.map(nameOf));
  const kept = usual.filter((line) => !replaced.has(nameOf(line)));
  return [
    "BEGIN:VEVENT",
    "UID:1",
    ...kept,
    ...own.filter((one) => !one.startsWith("-")),
    "END:VEVENT",
  ];
}
const calendar = (name: string, ...events: string[][]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...(name === "" ? [] : [`X-WR-CALNAME:${name}`]),
    ...events.flat(),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
const read = (text: string, name = "课程表.ics") => readCalendar(text, { name, term: TERM });
const lessonOf = async (...own: string[]) => {
  const { lessons, faults } = await read(calendar("", event(...own)));
  expect(faults).toEqual([]);
  return lessons[0];
};
const faultsOf = async (...own: string[]) =>
  (await read(calendar("", event(...own)))).faults.map(
    ({ sheet, message }) => `${sheet}：${message}`,
  );

test.each([
  "FREQ=DAILY;INTERVAL=7;BYDAY=TU",
  "FREQ=DAILY;BYDAY=1MO",
  "FREQ=WEEKLY;INTERVAL=99999999999;BYDAY=MO",
])("a rule that no day ever meets is a fault, and is not followed: %s", async (rule) => {
  expect(await faultsOf(`RRULE:${rule}`)).toEqual([
    expect.stringContaining("重复的方式看不懂，应为每周或每两周"),
  ]);
});

describe("an event says its lesson as programs write it", () => {
  test("WakeUp: the class is the calendar's name, the description has a line each", async () => {
    const wakeUp = event(
      "SUMMARY:语文",
      "LOCATION:301 王芳",
      String.raw`DESCRIPTION:第1 - 2节\n301\n王芳`,
      "RRULE:FREQ=WEEKLY;UNTIL=20270122T160000Z;INTERVAL=1",
    );
    const { lessons, faults } = await read(calendar("三年级2班课程表", wakeUp));
    expect(faults).toEqual([]);
    expect(lessons).toMatchObject([
      { class_name: "三年级2班", subject: "语文", teacher: "王芳", room: "301", period: 1 },
    ]);
  });

  test("the class is the file's name", async () => {
    const { lessons } = await read(calendar("", event("SUMMARY:语文")), "三年级（2）班课表.ics");
    expect(lessons).toMatchObject([
      { class_name: "三年级(2)班", teacher: "", room: "", period: 0 },
    ]);
  });

  test.each([
    [
      "labels",
      [
        "SUMMARY:语文",
        String.raw`DESCRIPTION:班级：三（2）班\n任课教师: 王芳\n节次：3\n教室：音乐教室`,
      ],
      { class_name: "三（2）班", subject: "语文", teacher: "王芳", room: "音乐教室", period: 3 },
    ],
    [
      "a title of all",
      ["SUMMARY:语文-三年级2班-王芳-301"],
      { class_name: "三年级2班", subject: "语文", teacher: "王芳", room: "301" },
    ],
    [
      "a title with brackets",
      ["SUMMARY:语文（三年级2班）"],
      { class_name: "三年级2班", subject: "语文" },
    ],
    [
      "a title with the place",
      ["SUMMARY:三（2）班 语文@301"],
      { class_name: "三(2)班", subject: "语文", room: "301" },
    ],
    [
      "a category",
      ["SUMMARY:语文", "CATEGORIES:课程,高一（5）班"],
      { class_name: "高一(5)班", subject: "语文" },
    ],
    [
      "a teacher's calendar",
      ["SUMMARY:数学", "LOCATION:三年级2班"],
      { class_name: "三年级2班", subject: "数学", room: "" },
    ],
    [
      "a longer subject",
      ["SUMMARY:三年级2班 Scratch 编程 入门"],
      { class_name: "三年级2班", subject: "Scratch 编程 入门", teacher: "" },
    ],
    [
      "our own",
      [
        "SUMMARY:数学 三年级（2）班",
        String.raw`DESCRIPTION:第 2 节\n三年级（2）班`,
        "LOCATION:301",
      ],
      { class_name: "三年级(2)班", subject: "数学", period: 2, room: "301", teacher: "" },
    ],
  ])("%s", async (_name, lines, expected) => {
    expect(await lessonOf(...lines)).toMatchObject(expected);
  });
});

describe("an event is held in weeks of the term", () => {
  const eight = { weekday: 1, starts: "08:00", ends: "08:40", weeks: "all" };
  test.each([
    ["without an end", ["RRULE:FREQ=WEEKLY"], eight],
    ["counted", ["RRULE:FREQ=WEEKLY;COUNT=20;BYDAY=MO;WKST=SU"], eight],
    ["to a day", ["RRULE:FREQ=WEEKLY;UNTIL=20270118"], eight],
    ["to an hour that no clock has", ["RRULE:FREQ=WEEKLY;UNTIL=20270117T240000Z"], eight],
    [
      "since years",
      ["DTSTART:20160905T080000", "DTEND:20160905T084000", "RRULE:FREQ=WEEKLY"],
      eight,
    ],
    ["in UTC", ["DTSTART:20260907T000000Z", "DTEND:20260907T004000Z"], eight],
    [
      "in UTC, before eight in China",
      ["DTSTART:20260906T233000Z", "DTEND:20260906T235000Z", "RRULE:FREQ=WEEKLY;BYDAY=SU"],
      { ...eight, starts: "07:30", ends: "07:50" },
    ],
    [
      "of Outlook",
      [
        "DTSTART;TZID=China Standard Time:20260907T080000",
        "DTEND;TZID=China Standard Time:20260907T084000",
      ],
      eight,
    ],
    ["floating, with a duration", ["DTSTART:20260907T080000", "-DTEND", "DURATION:PT40M"], eight],
    [
      "every two weeks, odd",
      ["DTSTART:20260914T080000", "DTEND:20260914T084000", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"],
      { ...eight, weeks: "odd" },
    ],
    ["every two weeks, even", ["RRULE:FREQ=WEEKLY;INTERVAL=2"], { ...eight, weeks: "even" }],
    ["but for holidays", ["EXDATE;TZID=Asia/Shanghai:20261005T080000,20261012T080000"], eight],
  ])("%s", async (_name, lines, expected) => {
    expect(await lessonOf(...lines)).toMatchObject(expected);
  });

  test("several days of a week are several lessons", async () => {
    const days = "RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR";
    const { lessons } = await read(calendar("", event(days)));
    expect(lessons.map(({ weekday }) => weekday)).toEqual([1, 3, 5]);
  });

  test("a lesson whose weeks are written one by one, or in two parts, is one", async () => {
    const week = (at: number) => {
      const day = new Date(Date.parse("2026-09-07") + at * 7 * 86_400_000);
      const text = day.toISOString().slice(0, 10).replaceAll("-", "");
      return event(`DTSTART:${text}T080000`, `DTEND:${text}T084000`, "-RRULE");
    };
    const single = await read(calendar("", ...Array.from({ length: 18 }, (_, at) => week(at))));
    expect(single).toMatchObject({ lessons: [{ weeks: "all" }], faults: [] });
    const halves = await read(
      calendar(
        "",
        event("RRULE:FREQ=WEEKLY;COUNT=9"),
        event("DTSTART:20261109T080000", "DTEND:20261109T084000", "RRULE:FREQ=WEEKLY;COUNT=9"),
      ),
    );
    expect(halves).toMatchObject({ lessons: [{ weeks: "all" }], faults: [] });
  });
});

describe("what a weekly timetable cannot hold is a fault with the event's number and title", () => {
  const AT = "第 1 个事件“三年级2班 语文”";
  test.each([
    [["RRULE:FREQ=WEEKLY;COUNT=8"], "星期一 08:00 的课只在第 2–9 周；"],
    [["RRULE:FREQ=WEEKLY;INTERVAL=3"], "星期一 08:00 的课只在第 2、5、8、"],
    [["-RRULE"], "星期一 08:00 的课只在第 2 周；"],
    [["RRULE:FREQ=MONTHLY"], "重复的方式看不懂"],
    [["RRULE:FREQ=SECONDLY"], "重复的方式看不懂"],
    [["RRULE:FREQ=WEEKLY;BYMONTH=2;BYSETPOS=9"], "重复的方式看不懂"],
    [["RRULE:FREQ=WEEKLY;BYDAY=XX"], "看不懂这个事件的时间或重复方式"],
    [["DTSTART:bad"], "看不懂这个事件的时间或重复方式"],
    [["DTSTART:00010101T080000", "DTEND:00010101T084000", "RRULE:FREQ=WEEKLY"], "重复的次数太多"],
    [
      ["DTSTART:20250908T080000", "DTEND:20250908T084000", "RRULE:FREQ=WEEKLY;COUNT=9"],
      "不在学期里",
    ],
    [["DTSTART;VALUE=DATE:20261001", "DTEND;VALUE=DATE:20261008"], "是全天的日程"],
    [["DTSTART;TZID=Europe/Berlin:20260907T080000"], "时区是“Europe/Berlin”"],
    [["DTEND:20260907T080000"], "下课应晚于上课"],
    [["-DTEND"], "没有写下课时间"],
    [["RECURRENCE-ID:20260914T080000"], "只改动了某一次课"],
  ])("%s", async (lines, words) => {
    const [fault = ""] = await faultsOf(...lines);
    expect(fault.startsWith(`${AT}：`)).toBe(true);
    expect(fault).toContain(words);
  });

  test("without class, without subject, with too long words", async () => {
    expect(await faultsOf("SUMMARY:语文")).toEqual([
      "第 1 个事件“语文”：没有写是哪个班，请写在标题、地点、说明（班级：三年级2班）或日历的名称里",
    ]);
    expect(await faultsOf("SUMMARY:三年级2班")).toEqual([
      "第 1 个事件“三年级2班”：没有写科目，请写在标题里",
    ]);
    expect(await faultsOf(`SUMMARY:三年级2班 ${"长".repeat(41)}`)).toHaveLength(1);
  });

  test("the second event is named, the first is read, a cancelled one is none", async () => {
    const { lessons, faults, sheets } = await read(
      calendar("", event(), event("SUMMARY:家长会"), event("STATUS:CANCELLED")),
    );
    expect(lessons).toHaveLength(1);
    expect(faults.map(({ sheet }) => sheet)).toEqual(["第 2 个事件“家长会”"]);
    expect(sheets).toHaveLength(3);
  });
});

describe("a calendar that is too much ends", () => {
  test.each([
    ["cut off", calendar("", event()).slice(0, -40), "日历文件不完整"],
    [
      "40,001 events",
      calendar("", ...Array.from({ length: 40_001 }, () => event())),
      "超过 40000 个",
    ],
    ["without events", calendar(""), "文件里没有读到课"],
  ])("%s", async (_name, text, words) => {
    await expect(read(text)).rejects.toThrow(words);
  });

  test("a line of a million letters, and one folded at each", async () => {
    const long = await read(calendar("", event(`SUMMARY:三年级2班 ${"长".repeat(1_000_000)}`)));
    expect(long.faults[0]?.message).toContain("文字太长");
    const folded = [..."长".repeat(100_000)].join("\r\n ");
    const other = await read(calendar("", event(`SUMMARY:三年级2班 ${folded}`)));
    expect(other.faults[0]?.message).toContain("文字太长");
  });
});
