import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  applyChange,
  planTimetable,
  readLessons,
  readToday,
  undoChange,
  type DayLesson,
} from "#contract";
import { makePerson } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { NoticeTestApp } from "../notice/notice.fixture.ts";

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
  await db.updateTable("class").set({ name: "三年级（2）班" }).where("id", "=", "32").execute();
  // Monday, half past eight in China
  on.clock = Date.parse("2026-11-23T00:30:00Z");
});
afterAll(() => on.at.close());

const plan = async (by: string, text: string, more: object = {}) => {
  const input = {
    ...{ school_id: "a", name: "课程表.csv", file: Buffer.from(text).toString("base64") },
    ...{ first_day: "2026-09-01", last_day: "2027-01-22", ...more },
  };
  return send(on.at.app, planTimetable, input, await on.as(by));
};
const lessonsOf = async (by: string, input = {}): Promise<DayLesson[]> =>
  (await send(on.at.app, readLessons, input, await on.as(by))).body.data.lessons;
const subjects = (lessons: readonly DayLesson[]) => lessons.map(({ subject }) => subject);

describe("a school's timetable (HO-03)", () => {
  test("is refused with the row of each fault, and plans nothing", async () => {
    const text = [
      HEAD,
      "九年级（9）班,周八,21,8点,9:00,语文,,,",
      "三年级（1）班,周一,1,9:00,8:00,数学,,,",
    ];
    const { body } = await plan("manager", text.join("\n"));
    expect(body.data.change_id).toBeNull();
    expect(body.data.faults.map(({ row, message }) => `${row} ${message}`)).toEqual([
      "2 星期应为 星期一 到 星期日，或 1 到 7",
      "2 节次应为 1 到 20",
      "2 开始和结束应为 08:00 这样的时间",
      "3 结束应晚于开始",
    ]);
    expect(
      (await plan("manager", [HEAD, "九年级（9）班,1,1,8:00,8:40,语文,,,"].join("\n"))).body.data
        .faults,
    ).toEqual([{ row: 2, message: "本校没有叫“九年级（9）班”的班" }]);
    expect((await plan("manager", "\u0000\u0001")).status).toBe(400);
    expect((await plan("manager", FILE, { last_day: "2026-08-01" })).status).toBe(400);
  });

  test("of another school does not exist, and a teacher imports none", async () => {
    expect((await plan("manager-x", FILE)).status).toBe(404);
    expect((await plan("teacher", FILE)).body.code).not.toBe(200);
  });

  test("is planned, applied, shown to pupils, teachers and parents, and taken back", async () => {
    const { body } = await plan("manager", FILE);
    const change_id = body.data.change_id ?? "";
    expect(body.data).toMatchObject({ lessons: 4, fault_count: 0 });
    expect(await lessonsOf("elder")).toEqual([]);
    const by = await on.as("manager");
    expect((await send(on.at.app, applyChange, { change_id }, by)).status).toBe(200);
    await on.at.app.jobs.runDue();
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
    const foreign = await send(
      on.at.app,
      readLessons,
      { child_id: "apart" },
      await on.as("mother"),
    );
    expect(foreign.status).toBe(404);
    const [card] = (await send(on.at.app, readToday, {}, await on.as("elder"))).body.data.cards;
    expect(card).toMatchObject({
      ...{ kind: "lesson", label: "正在上课", title: "语文" },
      note: "今天 08:00–08:40 · 林岚 · 301",
    });
    expect((await send(on.at.app, undoChange, { change_id }, by)).status).toBe(200);
    await on.at.app.jobs.runDue();
    expect(await lessonsOf("elder")).toEqual([]);
  });
});
