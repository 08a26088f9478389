import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  applyChange,
  planTimetable,
  readChange,
  readChangeRows,
  readLessons,
  readTimetable,
  readToday,
  REFUSALS,
  undoChange,
  type DayLesson,
  type TimetableFault,
} from "#contract";
import { makePerson } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { NoticeTestApp } from "../notice/notice.fixture.ts";
import { type TestCell, workbookOf } from "../roster-file/workbook.fixture.ts";

const HEAD = "班级,星期,节次,开始,结束,科目,教师,教室,单双周";
const FILE = [
  HEAD,
  "三年级（1）班,星期一,第1节,8:00,8:40,语文,林岚,301,",
  "三（1）班,周一,2,08:50,09:30,数学,没有这位,,",
  "3年级1班,周二,1,08:00,08:40,美术,,,单周",
  "3年级1班,周二,1,08:00,08:40,音乐,,,双周",
].join("\n");

let on: NoticeTestApp;
beforeAll(async () => {
  on = await NoticeTestApp.open();
  const { db } = on.at;
  const memberships = [{ school: "a", identity: "teacher" as const }];
  await makePerson(db, { id: "lan", account: "lan", name: "林岚", memberships });
  const elsewhere = [{ school: "b", identity: "teacher" as const }];
  await makePerson(db, { id: "far", account: "far", name: "远老师", memberships: elsewhere });
  await makePerson(db, { id: "tw1", account: "tw1", name: "两位", memberships });
  await makePerson(db, { id: "tw2", account: "tw2", name: "两位", memberships });
  await db.updateTable("class").set({ name: "三年级（2）班" }).where("id", "=", "32").execute();
  // Monday, half past eight in China
  on.clock = Date.parse("2026-11-23T00:30:00Z");
});
afterAll(() => on.at.close());

const plan = async (by: string, file: string | Uint8Array, more: object = {}) => {
  const input = {
    ...{ school_id: "a", name: "课程表.csv", file: Buffer.from(file).toString("base64") },
    ...{ first_day: "2026-09-01", last_day: "2027-01-22", ...more },
  };
  return send(on.at.app, planTimetable, input, await on.as(by));
};
const lessonsOf = async (by: string, input = {}): Promise<DayLesson[]> =>
  (await send(on.at.app, readLessons, input, await on.as(by))).body.data.lessons;
const subjects = (lessons: readonly DayLesson[]) => lessons.map(({ subject }) => subject);

const placeText = ({ sheet, row, column, message }: TimetableFault) =>
  [sheet, row, column, message].filter((part) => part !== null).join(" ");
const faultsOf = async (rows: string[]) =>
  (await plan("manager", [HEAD, ...rows].join("\n"))).body.data.faults.map(placeText);
/** The sentence by which a file is refused. */
async function refusalOf(file: string | Uint8Array, more: object = {}): Promise<string> {
  const { status, body } = await plan("manager", file, more);
  return status === 400 ? body.msg : `${status}`;
}
const HEADS = HEAD.split(",");
const sheet = (name: string, ...rows: TestCell[][]) => ({ name, rows: [HEADS, ...rows] });

describe("what is wrong in a timetable's file is said with its place", () => {
  test("each cell that is not understood", async () => {
    expect(
      await faultsOf([
        `九年级（9）班,周八,21,8点,25:00,语文,,,三周`,
        `三年级（1）班,,,,,数学,${"长".repeat(51)},,`,
        "三年级（1）班,周一,1,9:00,8:00,数学,,,",
        ",周一,1,8:00,8:40,语文,,,",
      ]),
    ).toEqual([
      "课程表 2 B 星期写的是“周八”，应为 星期一 到 星期日，或 1 到 7",
      "课程表 2 C 节次写的是“21”，应为 1 到 20",
      "课程表 2 I 单双周写的是“三周”，应为 单周、双周，或空着",
      "课程表 2 D 开始写的是“8点”，应为 08:00 这样的时间",
      "课程表 2 E 结束写的是“25:00”，应为 08:40 这样的时间",
      "课程表 3 G 文字太长，最多 50 个字",
      "课程表 3 B 星期空着，应为 星期一 到 星期日，或 1 到 7",
      "课程表 3 C 节次空着，应为 1 到 20",
      "课程表 3 D 开始空着，应为 08:00 这样的时间",
      "课程表 3 E 结束空着，应为 08:40 这样的时间",
      "课程表 4 E 结束应晚于开始",
      "课程表 5 A 没有写班级",
    ]);
  });

  test("a class that the school does not have, once", async () => {
    const row = (period: number) => `九年级（9）班,1,${period},8:0${period},8:40,语文,,,`;
    expect(await faultsOf([row(1), row(2)])).toEqual(["课程表 2 A 本校没有叫“九年级（9）班”的班"]);
  });

  test("two lessons at a time, however the class, the weeks and the time are written", async () => {
    expect(
      await faultsOf([
        "三年级（1）班,周一,1,8:00,8:40,语文,,,",
        "3年级1班,星期一,第1节,9:00,9:40,数学,,,",
        "三（1）班,1,3,8:30,9:10,英语,,,单周",
        "三（1）班,2,1,8:00,8:40,音乐,,,单周",
        "三（1）班,2,1,8:00,8:40,美术,,,双周",
        "三（1）班,2,1,8:00,8:40,体育,,,",
      ]),
    ).toEqual([
      "课程表 3 A 3年级1班这一节已经有课了：“课程表”第 2 行的“语文”",
      "课程表 4 A 三（1）班这个时间（8:30）已经有课了：“课程表”第 2 行的“语文”，08:00 到 08:40".replace(
        "8:30",
        "08:30",
      ),
      "课程表 7 A 三（1）班这一节已经有课了：“课程表”第 5 行的“音乐”",
    ]);
  });

  test("heads that are missing, and the sheet that has none", async () => {
    const cut = workbookOf([
      sheet("三年级", ["三年级1班", "周一", 1, "8:00", "8:40", "语文"]),
      {
        name: "四年级",
        rows: [
          ["班级", "星期", "科目"],
          ["三年级1班", "周一", "语文"],
        ],
      },
      { name: "作息时间", rows: [["第一节", "8:00"]] },
    ]);
    const { body } = await plan("manager", cut);
    expect(body.data.faults.map(placeText)).toEqual(["四年级 1 缺少列：节次、开始、结束"]);
    const { body: none } = await plan("manager", "甲,乙\n1,2");
    expect(none.data.faults.map(placeText)).toEqual([
      "课程表 没有找到表头：每节课一行的表，开头十行里要有 班级、星期、节次、开始、结束、科目；一个班一张的表，要有 星期一 到 星期五 一行",
    ]);
    expect(none.data.change_id).toBeNull();
  });

  test.each([
    ["nothing at all", new Uint8Array(1), "这不是表格"],
    ["an empty sheet", workbookOf([{ name: "空", rows: [] }]), "文件里没有内容"],
    ["heads alone", workbookOf([sheet("空")]), "文件里没有读到课"],
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d", "hex"), "这是图片"],
    ["more than 4 MB", new Uint8Array(4 * 1024 * 1024 + 1), "文件超过 4 MB"],
    [
      "a sheet that unpacks to 300 MB",
      workbookOf([
        { rows: [], xml: `<worksheet><sheetData>${" ".repeat(3e8)}</sheetData></worksheet>` },
      ]),
      "",
    ],
  ])("%s", async (_name, file, words) => {
    const refusal = await refusalOf(file);
    expect(refusal).toMatch(/\p{Script=Han}/u);
    expect(refusal).toContain(words);
  });

  test("a term that ends before it begins", async () => {
    expect(await refusalOf(FILE, { last_day: "2026-08-01" })).toBe("学期最后一天应晚于第一天");
  });

  test("a file of 100 MB is not read", async () => {
    expect((await plan("manager", Buffer.alloc(1e8))).status).toBe(413);
  });
});

test("a workbook's times, merged cells, examples and several sheets are read", async () => {
  const { body } = await plan(
    "manager",
    workbookOf([
      {
        name: "一班",
        merged: ["A2:A3"],
        rows: [
          HEADS.map((head) => `${head}*`),
          ["三年级1班", "一", "第一节", 1 / 3, 0.361111111, "语文"],
          ["", "一", 2, "8：50", "9：30", "数学"],
          ["(示例)三年级1班", "一", 2, "8:50", "9:30", "数学"],
          ["三年级1班", "三", 2, "8:50", "9:30", ""],
        ],
      },
      sheet("二班", ["三年级2班", "日", 20, "23:00", "23:59", "天文"]),
    ]),
    { name: "课程表.xlsx" },
  );
  expect(body.data).toMatchObject({ faults: [], lessons: 3, fault_count: 0 });
});

test("a workbook with a sheet for each class is read as a list is (HO-03)", async () => {
  const days = ["星期一", "星期二", "星期三", "星期四", "星期五"];
  const bells = {
    name: "作息时间",
    rows: [
      ["早读", "7:50-8:00"],
      ["第1节", 8.25 / 24, 9 / 24],
      ["第2节", "9:10", "9:50"],
    ],
  };
  const { body } = await plan(
    "manager",
    workbookOf([
      {
        name: "三年级1班",
        merged: ["A1:F1", "D4:D5"],
        rows: [
          ["三年级（1）班课程表"],
          ["", ...days],
          ["早读", "语文\n林岚"],
          [1, "语文\n林岚", "", "班会"],
          [2, "数学", "美术(单)\n音乐(双)"],
        ],
      },
      {
        name: "三（2）班",
        rows: [
          ["", ...days],
          [1, "数学"],
        ],
      },
      {
        name: "(示例)三年级3班",
        rows: [
          ["", ...days],
          [1, "数学"],
        ],
      },
      bells,
    ]),
    { name: "课程表.xlsx" },
  );
  expect(body.data).toMatchObject({ faults: [], lessons: 8, fault_count: 0 });
  const { body: wrong } = await plan(
    "manager",
    workbookOf([
      {
        name: "九（9）班",
        rows: [
          ["", ...days],
          [1, "数学"],
          [2, "语文"],
        ],
      },
      bells,
    ]),
  );
  expect(wrong.data.faults.map(placeText)).toEqual(["九（9）班 2 B 本校没有叫“九(9)班”的班"]);
});

test("a calendar is read as a list is: by its content, whatever its name (HO-03)", async () => {
  const event = (title: string, rule = "", at = "080000") => [
    ...["BEGIN:VEVENT", `DTSTART;TZID=Asia/Shanghai:20260907T${at}`, "DURATION:PT40M"],
    ...[`RRULE:FREQ=WEEKLY${rule}`, `SUMMARY:${title}`, "DESCRIPTION:教师：林岚", "END:VEVENT"],
  ];
  const calendar = (...events: string[][]) =>
    ["BEGIN:VCALENDAR", ...events.flat(), "END:VCALENDAR"].join("\r\n");
  const { body } = await plan(
    "manager",
    calendar(event("三年级（1）班 语文"), event("三（1）班 数学", ";INTERVAL=2", "090000")),
    { name: "学校.ics" },
  );
  expect(body.data).toMatchObject({ faults: [], lessons: 2, fault_count: 0 });
  const change_id = body.data.change_id ?? "";
  const { body: change } = await send(
    on.at.app,
    readChangeRows,
    { change_id },
    await on.as("manager"),
  );
  expect(JSON.stringify(change.data)).toContain("三年级（1）班 星期一 09:00（双周）");
  const { body: wrong } = await plan(
    "manager",
    calendar(
      event("三（1）班 语文"),
      event("九（9）班 语文"),
      event("家长会"),
      event("三1班 英语"),
    ),
    { name: "没有名字" },
  );
  expect(wrong.data.faults.map(placeText)).toEqual([
    "第 2 个事件“九（9）班 语文” 本校没有叫“九(9)班”的班",
    expect.stringContaining("第 3 个事件“家长会” 没有写是哪个班"),
    "第 4 个事件“三1班 英语” 三1班这个时间（08:00）已经有课了：第 1 个事件“三（1）班 语文”的“语文”，08:00 到 08:40",
  ]);
  expect(await refusalOf("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n")).toContain("日历文件不完整");
});

describe("a school's timetable (HO-03)", () => {
  test("of another school does not exist, and a teacher imports none", async () => {
    expect((await plan("manager-x", FILE)).status).toBe(404);
    const asked = { school_id: "a" };
    expect((await plan("teacher", FILE)).body.code).toBe(REFUSALS.notAllowed.code);
    expect((await send(on.at.app, readTimetable, asked, await on.as("manager-x"))).status).toBe(
      404,
    );
    const refused = await send(on.at.app, readTimetable, asked, await on.as("head31"));
    expect(refused.body.code).toBe(REFUSALS.notAllowed.code);
  });

  test("names the teachers whom the school does not have, or has twice", async () => {
    const row = (period: number, name: string) =>
      `三年级（1）班,5,${period},1${period}:00,1${period}:40,语文,${name},,`;
    const text = [HEAD, row(1, "远老师"), row(2, "两位"), row(3, "林岚")].join("\n");
    const change_id = (await plan("manager", text)).body.data.change_id ?? "";
    const { body } = await send(on.at.app, readChange, { change_id }, await on.as("manager"));
    expect(body.data.unmatched.map((line) => line.split("：")[0])).toEqual(["远老师", "两位"]);
  });

  test("is planned, applied, shown to pupils, teachers and parents, and taken back", async () => {
    const { body } = await plan("manager", FILE);
    const change_id = body.data.change_id ?? "";
    expect(body.data).toMatchObject({ lessons: 4, fault_count: 0 });
    expect(await lessonsOf("elder")).toEqual([]);
    const by = await on.as("manager");
    expect((await send(on.at.app, applyChange, { change_id }, by)).status).toBe(200);
    await on.at.app.jobs.runDue();
    const present = await send(on.at.app, readTimetable, { school_id: "a" }, by);
    expect(present.body.data).toEqual({
      ...{ first_day: "2026-09-01", last_day: "2027-01-22", lessons: 4, classes: 1 },
    });
    expect(await lessonsOf("elder")).toEqual([
      {
        ...{
          period: 1,
          subject: "语文",
          class_name: "三年级（1）班",
          teacher: "林岚",
          room: "301",
        },
        ...{ starts_at: "2026-11-23T00:00:00.000Z", ends_at: "2026-11-23T00:40:00.000Z" },
      },
      expect.objectContaining({ subject: "数学", teacher: "没有这位" }),
    ]);
    // the thirteenth week, and the twelfth
    expect(subjects(await lessonsOf("elder", { day: "2026-11-24" }))).toEqual(["美术"]);
    expect(subjects(await lessonsOf("elder", { day: "2026-11-17" }))).toEqual(["音乐"]);
    expect(subjects(await lessonsOf("lan"))).toEqual(["语文"]);
    expect(await lessonsOf("younger")).toEqual([]);
    expect(subjects(await lessonsOf("mother", { child_id: "elder" }))).toEqual(["语文", "数学"]);
    const mother = await on.as("mother");
    const { body: first } = await send(on.at.app, readLessons, {}, mother);
    expect(first.data.child?.id).toBe("elder");
    const [forParent] = (await send(on.at.app, readToday, {}, mother)).body.data.cards;
    expect(forParent?.opens?.to).toBe("/timetable");
    const foreign = await send(on.at.app, readLessons, { child_id: "apart" }, mother);
    expect(foreign.status).toBe(404);
    const [card] = (await send(on.at.app, readToday, {}, await on.as("elder"))).body.data.cards;
    expect(card).toMatchObject({
      ...{ kind: "lesson", label: "正在上课", title: "语文" },
      note: "今天 08:00–\u206008:40\u00A0· 林岚\u00A0· 301\u00A0教室",
      lines: [{ text: "数学", note: "08:50" }],
    });
    expect((await send(on.at.app, undoChange, { change_id }, by)).status).toBe(200);
    await on.at.app.jobs.runDue();
    expect(await lessonsOf("elder")).toEqual([]);
  });
});
