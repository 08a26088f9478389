import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { planChange, readToday, type TodayCard } from "#contract";
import { signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { audience, NoticeTestApp } from "../notice/notice.fixture.ts";
import { card, gather } from "./cards.ts";

let on: NoticeTestApp;
beforeAll(async () => {
  on = await NoticeTestApp.open();
  const { db } = on.at;
  await db
    .updateTable("school")
    .set({ stage_ids: ["primary"] })
    .where("id", "=", "a")
    .execute();
});
afterAll(() => on.at.close());

const answer = async (by: string, input = {}, identity?: string) =>
  send(on.at.app, readToday, input, await on.as(by, identity));
const cardsOf = async (by: string, input = {}, identity?: string): Promise<TodayCard[]> =>
  (await answer(by, input, identity)).body.data.cards;
const kinds = (cards: readonly TodayCard[]) => cards.map(({ kind }) => kind);

describe("today (HO-02)", () => {
  test("is empty for who has nothing to do", async () => {
    expect(await cardsOf("elder")).toEqual([]);
    expect(await cardsOf("teacher")).toEqual([]);
  });

  test("needs a session, and an enabled membership", async () => {
    const { status } = await send(on.at.app, readToday, {}, { headers: {} });
    expect(status).toBe(401);
  });

  test("tells a parent of the chosen child's notices only, and answers 404 for a child of others", async () => {
    await on.send("manager", { title: "三年级秋游", audience: audience({ class_ids: ["31"] }) });
    await on.send("manager", { title: "二班合唱", audience: audience({ class_ids: ["32"] }) });
    const [elder] = await cardsOf("mother", { child_id: "elder" });
    const [younger] = await cardsOf("mother", { child_id: "younger" });
    expect(elder).toMatchObject({ kind: "notice", label: "等您确认", title: "三年级秋游" });
    expect(younger).toMatchObject({ kind: "notice", title: "二班合唱" });
    expect(elder?.opens?.to).toMatch(/^\/messages\/.+/);
    for (const child_id of ["apart", "nobody"]) {
      expect((await answer("mother", { child_id })).status).toBe(404);
    }
    expect((await answer("head31", { child_id: "elder" })).status).toBe(404);
  });

  test("is without a notice that was confirmed, and without one that was taken back", async () => {
    await on.answer("mother", "elder", undefined);
    expect(await cardsOf("mother", { child_id: "elder" })).toEqual([]);
  });

  test("counts beside a notice that waits only those that wait, too", async () => {
    await on.send("manager", {
      ...{ title: "食堂菜谱", confirm: "none", audience: audience({ class_ids: ["32"] }) },
    });
    const note = async () => (await cardsOf("mother", { child_id: "younger" }))[0]?.note;
    expect(await note()).not.toContain("还有");
    await on.send("manager", { title: "校服尺码", audience: audience({ class_ids: ["32"] }) });
    expect(await note()).toContain("还有 1 条");
  });

  test("gives a head-teacher a card of the class, with what one does there", async () => {
    const [klass] = await cardsOf("head31");
    expect(klass).toMatchObject({ kind: "class", title: "三年级（1）班", note: "3 名学生" });
    expect(klass?.links.map(({ words, opens }) => [words, opens.to])).toEqual([
      ["班级学生", "/module/class-roster/31"],
      ["重置密码", "/module/class-roster/31"],
      ["邀请码", "/module/invitation/new"],
    ]);
  });

  test("counts the requests of each class on its own card", async () => {
    const { app, db } = on.at;
    const head = { school_id: "a", class_id: "32", user_id: "head31", is_head: true };
    await db.insertInto("class_teacher").values(head).execute();
    const asked = { id: randomUUID(), user_id: "younger", from_name: "younger", to_name: "年幼" };
    await db
      .insertInto("name_correction")
      .values({ ...asked, reason: "写错了", requested_at: new Date() })
      .execute();
    // a session of its own: the other has read already which classes are headed
    const { body } = await send(app, readToday, {}, await signIn(app, "head31", { client: "pc" }));
    await db.deleteFrom("class_teacher").where("class_id", "=", "32").execute();
    await db.deleteFrom("name_correction").execute();
    const cards: TodayCard[] = body.data.cards;
    expect(cards.map(({ title, note }) => [title, note])).toEqual([
      ["三年级（1）班", "3 名学生"],
      ["32 班", "1 件申请等您处理"],
    ]);
  });

  test("gives a manager readiness and sign-ins of the own school, without a figure of few pupils", async () => {
    const cards = await cardsOf("manager");
    expect(kinds(cards)).toEqual(["readiness", "sign-ins"]);
    expect(cards[0]?.title).toMatch(/^\d+ 项要处理$/);
    // five pupils
    expect(cards[1]?.title).toMatch(/^教师 \d+ 人$/);
    expect(cards[1]?.lines).toEqual([
      { text: "学生", note: "人数太少，不显示" },
      { text: "家长", note: expect.stringMatching(/^\d+ 人$/) },
    ]);
  });

  test("tells who approves of a change that waits, and not who made it, nor another school", async () => {
    const { db } = on.at;
    const planned = await send(
      on.at.app,
      planChange,
      {
        change: {
          kind: "class-make",
          school_id: "a",
          name: "三年级（9）班",
          grade_id: "3",
          stage_id: "primary",
        },
      },
      await on.as("manager"),
    );
    expect(planned.status).toBe(200);
    await db.updateTable("change_set").set({ state: "waiting" }).execute();
    expect(kinds(await cardsOf("manager"))).not.toContain("approval");
    await db.updateTable("change_set").set({ made_by: "head31" }).execute();
    const [approval] = await cardsOf("manager");
    expect(approval).toMatchObject({ kind: "approval", title: "1 件" });
    expect(approval?.opens?.to).toBe("/module/admin/changes");
    expect(kinds(await cardsOf("district"))).toContain("approval");
    expect(kinds(await cardsOf("manager-x"))).not.toContain("approval");
  });

  test("gives a district's administrator the schools of the district", async () => {
    const schools = (await cardsOf("district")).find(({ kind }) => kind === "schools");
    expect(schools).toMatchObject({ kind: "schools", title: "2 所在用", note: "没有停用的" });
  });
});

test("a source that fails or is slow leaves its card out, and not the others", async () => {
  const warned: unknown[] = [];
  const context = { request: { log: { warn: (...said: unknown[]) => warned.push(said) } } };
  const one = card({ key: "a", kind: "list", label: "一", title: "一" });
  const { cards, is_whole } = await gather(
    [
      async () => [one],
      () => Promise.reject(new Error("broken")),
      () => new Promise(() => {}),
      async () => [{ ...one, key: "b" }],
    ],
    context as never,
    5,
  );
  expect(cards.map(({ key }) => key)).toEqual(["a", "b"]);
  expect(is_whole).toBe(false);
  expect(warned).toHaveLength(1);
});
