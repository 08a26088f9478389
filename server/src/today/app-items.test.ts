import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchApp, readToday, type TodayCard } from "#contract";
import { send } from "../../test/send.ts";
import { AppDataTestApp } from "../app-data/app-data.fixture.ts";

/** Monday, ten in the morning in China. */
const NOW = "2026-11-23T02:00:00Z";
const ORIGIN = "https://app.example";

let on: AppDataTestApp;
beforeAll(async () => {
  on = await AppDataTestApp.open();
  on.clock = Date.parse(NOW);
});
afterAll(() => on.at.close());

/** The key of what has a title. */
const keyOf = (title: string) =>
  /^[\w-]+$/.test(title) ? title : Buffer.from(title).toString("hex").slice(0, 64);
const todo = (account: string, title: string, more: object = {}) =>
  on.app("PUT", `people/${on.sub(account)}/todos/${keyOf(title)}`, { version: 1, title, ...more });
const put = (account: string, title: string, more: object) =>
  on.app("PUT", `people/${on.sub(account)}/cards/${keyOf(title)}`, { version: 1, title, ...more });
const cardsOf = async (by: string, input = {}): Promise<TodayCard[]> =>
  (await send(on.at.app, readToday, input, await on.as(by))).body.data.cards;
const told = (cards: readonly TodayCard[]) =>
  cards.map(({ label, title, note }) => [label, title, note].join("|"));

describe("what apps have sent stands among today's cards (IN-06)", () => {
  test("the next lesson, then what is due first, with the day it is due and the app's name", async () => {
    await put("teen", "后天的课", { kind: "lesson", starts: "2026-11-25T00:00:00Z" });
    await put("teen", "物理", {
      ...{ kind: "lesson", starts: "2026-11-23T02:30:00Z", ends: "2026-11-23T03:15:00Z" },
    });
    await todo("teen", "以后", { due: "2026-11-30T10:00:00Z" });
    await put("teen", "练习册", { kind: "homework", due: "2026-11-23T10:00:00Z" });
    await put("teen", "正确率", { kind: "figure", value: "92", unit: "%" });
    await put("teen", "课本", { kind: "list", lines: [{ text: "语文", note: "第 3 课" }] });
    const cards = await cardsOf("teen");
    expect(told(cards)).toEqual([
      "下一节课|物理|今天 10:30–\u206011:15\u00A0· homework",
      "作业|练习册|今天 18:00 前\u00A0· homework",
      "待办|以后|11月30日 18:00 前\u00A0· homework",
      "正确率|92 %|homework",
      "课本||",
    ]);
    expect(cards.at(-1)?.lines).toEqual([{ text: "语文", note: "第 3 课" }]);
  });

  test("an app's lesson stands where the school's timetable has none, and makes place for one", async () => {
    const { db } = on.at;
    const lessons = async () =>
      (await cardsOf("teen")).filter(({ kind }) => kind === "lesson").map(({ title }) => title);
    expect(await lessons()).toEqual(["物理"]);
    const at = { school_id: "a", class_id: "9" };
    const term = { first_day: "2026-09-01", last_day: "2027-01-22" };
    await db
      .insertInto("timetable")
      .values({ school_id: at.school_id, ...term })
      .execute();
    const lesson = { weekday: 1, period: 3, weeks: "all" as const, starts: "11:00", ends: "11:40" };
    const rest = { slot: "1-3-all", subject: "化学", teacher: "", teacher_id: null, room: "" };
    await db
      .insertInto("timetable_lesson")
      .values({ ...at, ...lesson, ...rest })
      .execute();
    expect(await lessons()).toEqual(["化学"]);
    await db.deleteFrom("timetable_lesson").execute();
    await db.deleteFrom("timetable").execute();
    expect(await lessons()).toEqual(["物理"]);
  });

  test("is gone once it is done, over, or taken away, and of three and more the last says how many are left", async () => {
    await todo("teacher", "一", { due: "2026-11-24T10:00:00Z" });
    await todo("teacher", "二", { due: "2026-11-25T10:00:00Z" });
    await todo("teacher", "三");
    await todo("teacher", "四");
    expect((await cardsOf("teacher")).map(({ title }) => title)).toHaveLength(3);
    expect((await cardsOf("teacher")).at(-1)?.note).toMatch(/还有 1 件$/);
    await todo("teacher", "一", { version: 2, done: true });
    await on.app("DELETE", `people/${on.sub("teacher")}/todos/${keyOf("二")}?version=2`);
    expect((await cardsOf("teacher")).map(({ title }) => title).toSorted()).toEqual(["三", "四"]);
  });

  test("a press is a launch at the app's own address, which no other person can ask for", async () => {
    await todo("other", "linked", { link: `${ORIGIN}/tasks/3` });
    const [card] = await cardsOf("other");
    expect(card?.opens).toEqual({ to: "", app_id: "homework", item: "todo:linked" });
    const open = async (by: string, item: string) =>
      (await send(on.at.app, launchApp, { app_id: "homework", item }, await on.as(by))).body.data
        .url;
    expect(await open("other", "todo:linked")).toMatch(
      /^https:\/\/app\.example\/tasks\/3\?ticket=/,
    );
    for (const [by, item] of [
      ["teen", "todo:linked"],
      ["other", "todo:nothing"],
      ["other", "nonsense"],
    ] as const) {
      expect(await open(by, item)).toMatch(/^https:\/\/app\.example\/homework\?ticket=/);
    }
  });

  test("of a child is shown to its guardian, who opens nothing in the child's name", async () => {
    await todo("child", "口算第 3 页", { link: `${ORIGIN}/tasks/3`, due: "2026-11-23T10:00:00Z" });
    const [card] = await cardsOf("mother", { child_id: "child" });
    expect(card).toMatchObject({ title: "口算第 3 页", label: "待办" });
    expect(card?.opens?.to).toBe("/module/profile/family/child/apps");
    expect(await cardsOf("mother", { child_id: "young" })).toEqual([]);
  });

  test("is not shown of a child whose guardian no longer agrees, nor of an app that is not seen any more", async () => {
    const { db } = on.at;
    expect(await cardsOf("child")).toHaveLength(1);
    await db
      .deleteFrom("consent")
      .where("user_id", "=", "child")
      .where("type", "=", "child")
      .execute();
    expect(await cardsOf("child")).toEqual([]);
    expect(await cardsOf("mother", { child_id: "child" })).toEqual([]);
    await db
      .updateTable("app")
      .set({ roles: ["student"] })
      .where("id", "=", "homework")
      .execute();
    on.at.app.catalogue.forget();
    expect(await cardsOf("teacher")).toEqual([]);
  });
});
