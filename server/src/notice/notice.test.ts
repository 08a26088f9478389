import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  answerInboxItem,
  changeNotice,
  markInboxRead,
  previewNotice,
  readSentNotice,
  readSentNotices,
  remindNotice,
  removeGroup,
  saveGroup,
  takeBackNotice,
} from "#contract";
import { makePerson } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { countsInWords } from "./audience.ts";
import { audience, figures, NoticeTestApp } from "./notice.fixture.ts";
import { arrivalAt } from "./quiet-hours.ts";

let on: NoticeTestApp;
beforeAll(async () => {
  on = await NoticeTestApp.open();
});
beforeEach(() => void (on.clock += 60_000));
afterAll(() => on.at.close());

const preview = async (by: string, input: Record<string, unknown>) =>
  (await send(on.at.app, previewNotice, { school_id: "a", ...input }, await on.as(by))).body;

describe("the audience of a notice (IN-02)", () => {
  test("is counted in numbers as they stand beside it in the page", () => {
    const identities = [{ identity: "parent" as const, people: 1929 }];
    const counts = { people: 1929, identities, children: 1448, without_guardian: 31 };
    expect(countsInWords(counts)).toBe("1,448 位学生的 1,929 位家长");
  });

  test("a planned notice of somebody who may no longer send it is not sent", async () => {
    const { db } = on.at;
    await makePerson(db, {
      ...{ id: "leaving", account: "leaving" },
      memberships: [{ school: "a", identity: "manager" }],
    });
    const plan = async (by: string, title: string) => {
      const send_at = new Date(on.clock + 3_600_000).toISOString();
      const of = audience({ identities: ["student"], class_ids: ["41"] });
      return (await on.send(by, { send_at, title, audience: of })).data.notice_id;
    };
    const [gone, former] = [await plan("leaving", "离职"), await plan("both", "卸任")];
    const kept = await plan("manager", "仍在");
    const heads = (is_head: boolean) =>
      db.updateTable("class_teacher").set({ is_head }).where("user_id", "=", "both").execute();
    await db
      .updateTable("membership")
      .set({ is_abled: false })
      .where("user_id", "=", "leaving")
      .execute();
    await heads(false);
    on.clock += 3_600_000;
    await on.at.app.jobs.runDue();
    const states = await Promise.all(
      [gone, former, kept].map(async (id) => (await on.notice("manager", id)).state),
    );
    expect(states).toEqual(["taken-back", "taken-back", "sent"]);
    expect((await on.inbox("fourth")).map(({ title }) => title)).toEqual(["仍在"]);
    await heads(true);
  });

  test("a planned notice to a group that was removed is still read, and taken back", async () => {
    const rule = { identities: ["teacher"], grade_ids: [], class_ids: [], subject_ids: [] };
    const group = { school_id: "a", name: "临时组", description: "" };
    const as = await on.as("manager");
    const made = { ...group, rule: { ...rule, part: "everybody" } };
    const group_id = (await send(on.at.app, saveGroup, made, as)).body.data.id;
    const send_at = new Date(on.clock + 3_600_000).toISOString();
    const { data } = await on.send("manager", { send_at, audience: audience({ group_id }) });
    await send(on.at.app, removeGroup, { group_id }, as);
    const { notice_id } = data;
    const { body } = await send(on.at.app, readSentNotice, { notice_id }, as);
    expect(body).toMatchObject({ code: 200, data: { sentence: "没有人", people: 0 } });
    expect((await send(on.at.app, takeBackNotice, { notice_id }, as)).body.code).toBe(200);
  });

  test("is said in words and numbers, and reaches each guardian for each child", async () => {
    const { data } = await preview("manager", { audience: audience({ grade_ids: ["3"] }) });
    expect(data).toMatchObject({
      ...{ who: "三年级的家长", sentence: "4 位学生的 4 位家长", people: 4, without_guardian: 1 },
    });
    const all = await preview("manager", {
      audience: audience({ identities: ["student", "parent", "teacher"] }),
    });
    expect(all.data.sentence).toBe("5 位学生、5 位学生的 6 位家长、3 位教师");
    const { data: sent } = await on.send("manager", { audience: audience({ grade_ids: ["3"] }) });
    expect((await on.inbox("mother")).map(({ child }) => child?.id ?? "").toSorted()).toEqual([
      ...["elder", "younger"],
    ]);
    expect(await on.inbox("gran")).toEqual([]);
    expect((await on.notice("manager", sent.notice_id)).sentence).toBe("4 位学生的 4 位家长");
  });

  test("of a district reaches its schools; of a group anyone in it; of nobody is refused", async () => {
    const ofDistrict = { school_id: "d", audience: audience({ class_ids: ["b/31"] }) };
    expect((await preview("district", ofDistrict)).data.sentence).toBe("1 位学生的 1 位家长");
    const rule = { identities: ["teacher"], grade_ids: ["4"], class_ids: [], subject_ids: [] };
    const group = { school_id: "a", name: "四年级组", description: "" };
    const { body } = await send(
      on.at.app,
      saveGroup,
      { ...group, rule: { ...rule, part: "everybody" } },
      await on.as("manager"),
    );
    const group_id = body.data.id;
    expect((await preview("manager", { audience: audience({ group_id }) })).data).toMatchObject({
      ...{ who: "群组“四年级组”", sentence: "1 位教师" },
    });
    for (const wrong of [{ group_id: "nothing" }, { class_ids: ["99"] }]) {
      expect((await preview("manager", { audience: audience(wrong) })).code).toBe(40400);
    }
    expect((await preview("manager", { audience: audience({ identities: [] }) })).code).toBe(40001);
  });

  test("ends at the places of the right: a head-teacher writes to the own class only", async () => {
    const own = audience({ identities: ["student", "parent"], class_ids: ["31"] });
    expect((await preview("head31", { audience: own })).code).toBe(200);
    const wrong = [
      ...[audience({}), audience({ class_ids: ["32"] }), audience({ class_ids: ["31", "32"] })],
      ...[audience({ grade_ids: ["3"] }), audience({ grade_ids: ["3"], class_ids: ["32"] })],
    ];
    for (const one of wrong) expect((await preview("head31", { audience: one })).code).toBe(40400);
    expect((await preview("teacher", { audience: own })).code).toBe(40005);
    expect((await preview("manager-x", { audience: own })).code).toBe(40400);
    const { data } = await on.send("head31", { audience: own });
    const { data: schools } = await on.send("manager", {});
    const list = async (by: string) =>
      (await send(on.at.app, readSentNotices, {}, await on.as(by))).body.data.notices;
    expect((await list("head31")).map(({ id }) => id)).toEqual([data.notice_id]);
    expect((await list("manager")).map(({ id }) => id)).toContain(data.notice_id);
    expect(await list("manager-x")).toEqual([]);
    const asked = { notice_id: schools.notice_id };
    const read = await send(on.at.app, readSentNotice, asked, await on.as("head31"));
    expect(read.body.code).toBe(40400);
  });
});

describe("sending (IN-04)", () => {
  test.each([
    ["2026-11-23T12:59:59Z", "2026-11-23T12:59:59.000Z"],
    ["2026-11-23T13:00:00Z", "2026-11-23T23:00:00.000Z"],
    ["2026-11-23T22:59:59Z", "2026-11-23T23:00:00.000Z"],
    ["2026-11-23T23:00:00Z", "2026-11-23T23:00:00.000Z"],
  ])("a pupil gets what is sent at %s at %s, others at once", (sent, arrives) => {
    expect(arrivalAt("student", new Date(sent)).toISOString()).toBe(arrives);
    expect(arrivalAt("parent", new Date(sent))).toEqual(new Date(sent));
  });

  test("at its hour, to those who are in the audience then; called off before, to nobody", async () => {
    const before = await on.inbox("gran");
    const send_at = new Date(on.clock + 3_600_000).toISOString();
    const to = audience({ class_ids: ["41"] });
    const kept = (await on.send("manager", { audience: to, send_at })).data.notice_id;
    const off = (await on.send("manager", { audience: to, send_at })).data.notice_id;
    const early = await on.notice("manager", kept);
    expect([early.state, early.people]).toEqual(["planned", 2]);
    await send(on.at.app, takeBackNotice, { notice_id: off }, await on.as("manager"));
    on.clock += 3_600_000;
    await on.at.app.jobs.runDue();
    expect((await on.inbox("gran")).length).toBe(before.length + 1);
    expect((await on.notice("manager", off)).state).toBe("taken-back");
    const past = await on.send("manager", { send_at: new Date(on.clock - 1).toISOString() });
    expect(past.code).toBe(40001);
    for (const unseen of [{ title: "\u200b" }, { text: " \u2060\n" }]) {
      expect((await on.send("manager", unseen)).code).toBe(40001);
    }
  });

  test("at night, pupils find it in the morning", async () => {
    const from = on.clock;
    on.clock = Date.parse("2026-11-25T14:30:00Z");
    await on.send("manager", { audience: audience({ identities: ["student"] }), title: "早操" });
    const titles = async () => (await on.inbox("alone")).map(({ title }) => title);
    expect(await titles()).not.toContain("早操");
    on.clock = Date.parse("2026-11-25T23:00:00Z");
    expect(await titles()).toContain("早操");
    expect(on.clock).toBeGreaterThan(from);
  });
});

describe("what was sent", () => {
  test("changed: everybody sees it, and it is unread again; of two changes at once the second is refused", async () => {
    const { data } = await on.send("manager", { audience: audience({ class_ids: ["32"] }) });
    const { notice_id } = data;
    await send(on.at.app, markInboxRead, {}, await on.as("mother"));
    const change = {
      notice_id,
      version: 1,
      title: "改为九点",
      text: "<b>九点</b>",
      ask_again: false,
    };
    const as = await on.as("manager");
    expect((await send(on.at.app, changeNotice, change, as)).body.code).toBe(200);
    expect((await send(on.at.app, changeNotice, change, as)).body.code).toBe(40900);
    const [item] = await on.inbox("mother");
    expect(item).toMatchObject({ title: "改为九点", is_read: false });
    expect(item?.changed_at).not.toBeNull();
  });

  test("taken back: nothing of it is shown, and it waits for nobody", async () => {
    const { data } = await on.send("manager", { audience: audience({ class_ids: ["32"] }) });
    const { notice_id } = data;
    const as = await on.as("manager");
    await send(on.at.app, takeBackNotice, { notice_id }, as);
    const [item] = await on.inbox("mother");
    expect(item).toMatchObject({
      ...{ title: "", excerpt: "", is_taken_back: true, is_waiting: false, is_read: true },
    });
    const answer = { id: item?.id ?? "" };
    const late = await send(on.at.app, answerInboxItem, answer, await on.as("mother"));
    expect(late.body.code).toBe(40900);
    const change = { notice_id, version: 1, title: "又来", text: "又来", ask_again: false };
    expect((await send(on.at.app, changeNotice, change, as)).body.code).toBe(40900);
    expect((await send(on.at.app, remindNotice, { notice_id }, as)).body.code).toBe(40900);
  });

  test("reminded: unread again for those who have not confirmed, once an hour", async () => {
    const { data } = await on.send("manager", { audience: audience({ class_ids: ["31"] }) });
    const { notice_id } = data;
    on.clock += 1000;
    expect((await on.answer("ma", "apart")).code).toBe(200);
    await send(on.at.app, markInboxRead, {}, await on.as("mother"));
    on.clock += 1000;
    const as = await on.as("manager");
    const remind = async () => (await send(on.at.app, remindNotice, { notice_id }, as)).body;
    expect((await remind()).data).toEqual({ people: 2 });
    expect((await remind()).code).toBe(40900);
    expect((await on.inbox("mother"))[0]).toMatchObject({ is_read: false, is_reminded: true });
    const fathers = (await on.inbox("ba"))[0];
    expect(fathers).toMatchObject({ is_waiting: false, is_reminded: false });
    on.clock += 3_600_000;
    expect((await remind()).code).toBe(200);
    expect(figures(await on.notice("manager", notice_id))).toEqual({
      ...{ people: 4, read: 2, expected: 3, confirmed: 1 },
    });
  });
});
