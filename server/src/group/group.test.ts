import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Change,
  countPeople,
  type GroupRule,
  previewGroup,
  readGroup,
  readGroups,
  readPeople,
  removeGroup,
  saveApp,
  saveGroup,
} from "#contract";
import { makeApps } from "../../test/apps.ts";
import { send } from "../../test/send.ts";
import { allRows } from "../../test/all-rows.ts";
import { ChangeTestApp } from "../change-set/change-set.fixture.ts";

let on: ChangeTestApp;
beforeAll(async () => {
  on = await ChangeTestApp.open();
});
afterAll(() => on.at.close());

const rule = (more: Partial<GroupRule>): GroupRule => ({
  ...{ identities: [], grade_ids: [], class_ids: [], subject_ids: [], part: "everybody" },
  ...more,
});
const save = async (by: string, input: Record<string, unknown>) =>
  (
    await send(
      on.at.app,
      saveGroup,
      { name: "", school_id: "a", description: "", ...input },
      await on.as(by),
    )
  ).body;
const membersOf = async (by: string, group_id: string) =>
  (
    await send(on.at.app, readPeople, { group_id, limit: 200 }, await on.as(by))
  ).body.data.people.map(({ id }) => id);

describe("groups (AD-16)", () => {
  test("by rule: the list, its count and the preview are one and the same", async () => {
    const cases: [GroupRule, string, string[]][] = [
      [rule({ identities: ["manager"] }), "全部学校管理员", ["manager", "manager2"]],
      [rule({ part: "heads", grade_ids: ["3"] }), "三年级的班主任", ["head"]],
      [rule({ identities: ["parent"], class_ids: ["31"] }), "三年级（1）班的家长", ["parent"]],
      [rule({ identities: ["parent"], class_ids: ["32"] }), "三年级（2）班的家长", []],
      [rule({ part: "year-heads" }), "全部年级组长", []],
    ];
    for (const [given, sentence, people] of cases) {
      const { data } = await save("manager", { name: sentence, rule: given });
      expect(data).toMatchObject({ sentence, people: people.length, may_edit: true, apps: [] });
      expect((await membersOf("manager", data.id)).toSorted()).toEqual(people);
      const as = await on.as("manager");
      const count = await send(on.at.app, countPeople, { group_id: data.id }, as);
      const input = { school_id: "a", rule: given };
      const preview = await send(on.at.app, previewGroup, input, as);
      expect([count.body.data.count, preview.body.data.people]).toEqual([
        ...[people.length, people.length],
      ]);
    }
  });

  test("of a district: classes of its schools are named with the school, and no other's of the same id", async () => {
    const of = async (class_ids: string[], more: Partial<GroupRule> = {}) => {
      const given = rule({ identities: ["student"], class_ids, ...more });
      return save("district", { school_id: "d", name: class_ids.join(" "), rule: given });
    };
    const { data } = await of(["b/31"]);
    expect(await membersOf("district", data.id)).toEqual(["pupil-b"]);
    expect(data.sentence).toMatch(/（1）班的学生$/);
    const both = await of(["a/32", "b/31"]);
    expect(both.data.people).toBe(7);
    expect(both.data.sentence).toContain("启明小学三年级（2）班、");
    for (const wrong of ["31", "c/31", "b/32", "/31"]) {
      expect([wrong, (await of([wrong])).code]).toEqual([wrong, 40400]);
    }
  });

  test("of a district: nobody of a disabled school, who may use nothing there", async () => {
    const given = rule({ identities: ["manager"] });
    const { data } = await save("district", { school_id: "d", name: "校长", rule: given });
    const members = async () => (await membersOf("district", data.id)).toSorted();
    expect(await members()).toEqual(["manager", "manager-b", "manager2"]);
    const closing: Change = { kind: "school-state", school_ids: ["b"], is_abled: false };
    const { id } = await on.change("district", closing);
    expect(await members()).toEqual(["manager", "manager2"]);
    await on.undo("district", id);
    expect(await members()).toEqual(["manager", "manager-b", "manager2"]);
  });

  test("by hand: people come and go by a change, row by row taken back", async () => {
    const { data } = await save("manager", { name: "合唱团" });
    const before = await allRows(on.at.db);
    const members = (add: string[], remove: string[] = []) =>
      ({ kind: "group-members", group_id: data.id, add, remove }) as const;
    const set = await on.change("manager", members(["pupil10", "teacher", "pupil-b"]));
    expect(set).toMatchObject({ act: "把 2 人加入“合唱团”", unmatched: ["pupil-b"] });
    expect((await membersOf("manager", data.id)).toSorted()).toEqual(["pupil10", "teacher"]);
    expect(await membersOf("manager-b", data.id)).toEqual([]);
    await on.undo("manager", set.id);
    expect(await allRows(on.at.db)).toEqual(before);
    expect((await on.plan("manager-b", members(["pupil-b"]))).code).toBe(40400);
    expect((await on.plan("manager", members(["pupil-b"]))).code).toBe(40400);
    expect((await on.plan("teacher", members(["teacher"]))).code).toBe(40005);
  });

  test("is refused in words, and is nobody else's", async () => {
    const msg = async (input: Record<string, unknown>) => (await save("manager", input)).msg;
    expect(await msg({ name: " \u200b" })).toBe("群组的名称不能为空");
    expect(await msg({ name: "合\u202e唱团" })).toContain("群组的名称里不能有");
    expect(await msg({ name: "合\u200b唱团" })).toContain("已经有一个群组叫“合唱团”");
    const { id: group_id, updated_at: as_of } = (await save("manager", { name: "舞蹈团" })).data;
    on.clock += 1000;
    const again = { group_id, as_of, name: "舞蹈队" };
    expect((await save("manager", again)).data).toMatchObject({ name: "舞蹈队" });
    expect(await save("manager", again)).toMatchObject({ code: 40900 });
    expect(await msg({ name: "空", rule: rule({}) })).toBe("请选择身份");
    const taught = rule({ identities: ["student"], subject_ids: ["chinese"] });
    expect(await msg({ name: "学科", rule: taught })).toBe("学科只能限定教师");
    const ofNobody = rule({ identities: ["student"], class_ids: ["99"] });
    expect((await save("manager", { name: "班", rule: ofNobody })).code).toBe(40400);
    expect((await save("manager-b", { name: "别校" })).code).toBe(40400);
    expect((await save("teacher", { name: "老师的" })).code).toBe(40005);
    const listed = async (by: string) =>
      (await send(on.at.app, readGroups, {}, await on.as(by))).body.data.groups.length;
    expect([await listed("manager-b"), (await listed("district")) > 0]).toEqual([0, true]);
  });

  test("is changed by one of two who change it at once, and a name is given once", async () => {
    const { id: group_id, updated_at: as_of } = (await save("manager", { name: "武术队" })).data;
    on.clock += 1000;
    const both = await Promise.all(
      ["甲", "乙"].map((description) =>
        save("manager", { group_id, as_of, name: "武术队", description }),
      ),
    );
    expect(new Set(both.map(({ code }) => code))).toEqual(new Set([200, 40900]));
    const named = await Promise.all(
      ["manager", "district"].map((by) => save(by, { name: "棋社" })),
    );
    expect(new Set(named.map(({ code }) => code))).toEqual(new Set([200, 40001]));
    // nor does one come back that was removed meanwhile, and it is removed once
    const as = await on.as("manager");
    const removed = await Promise.all(
      [1, 2, 3].map(() => send(on.at.app, removeGroup, { group_id }, as)),
    );
    expect(removed.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 404, 404,
    ]);
    expect((await save("manager", { group_id, name: "武术队" })).code).toBe(40400);
  });

  test("is not removed while an app names it", async () => {
    const { data } = await save("manager", { name: "信息组" });
    await makeApps(on.at.db, [{ id: "named", name: "点名", allow_group_ids: [data.id] }]);
    on.clock += 2000;
    const as = await on.as("manager");
    const input = { group_id: data.id };
    expect((await send(on.at.app, removeGroup, input, as)).body.code).toBe(40900);
    await on.at.db.updateTable("app").set({ allow_group_ids: [] }).execute();
    expect((await send(on.at.app, removeGroup, input, as)).body.code).toBe(200);
    expect((await send(on.at.app, readGroup, input, as)).body.code).toBe(40400);
  });

  test("what is removed while people come into it keeps nobody, and is removed once", async () => {
    const { id: group_id } = (await save("manager", { name: "田径队" })).data;
    const as = await on.as("manager");
    const remove = () => send(on.at.app, removeGroup, { group_id }, as);
    const add = ["pupil11", "teacher"];
    const set = (await on.plan("manager", { kind: "group-members", group_id, add, remove: [] }))
      .data;
    expect((await on.apply("manager", set.id)).code).toBe(200);
    const both = await Promise.all([remove(), remove(), on.at.app.jobs.runDue()]);
    expect(both.slice(0, 2).map((one) => one?.body.code)).toEqual(
      expect.arrayContaining([200, 40400]),
    );
    expect(["applied", "outdated"]).toContain((await on.read("manager", set.id)).state);
    await on.at.app.jobs.runDue();
    const members = on.at.db.selectFrom("people_group_member").select("user_id");
    expect(await members.where("group_id", "=", group_id).execute()).toEqual([]);
    const removals = on.at.db
      .selectFrom("audit_entry")
      .select("id")
      .where("action", "=", "group-change")
      .where("object_id", "=", group_id)
      .where(sql<boolean>`detail ->> 'act' = 'remove'`);
    expect(await removals.execute()).toHaveLength(1);
  });

  test("who is to come into a group when it is gone does not come", async () => {
    const { id: group_id } = (await save("manager", { name: "游泳队" })).data;
    const add = ["pupil11"];
    const set = (await on.plan("manager", { kind: "group-members", group_id, add, remove: [] }))
      .data;
    expect((await on.apply("manager", set.id)).code).toBe(200);
    await send(on.at.app, removeGroup, { group_id }, await on.as("manager"));
    await on.at.app.jobs.runDue();
    expect((await on.read("manager", set.id)).state).toBe("outdated");
    const members = on.at.db.selectFrom("people_group_member").select("user_id");
    expect(await members.where("group_id", "=", group_id).execute()).toEqual([]);
  });

  test("is named by an app or removed, of both at once", async () => {
    await makeApps(on.at.db, [{ id: "other" }]);
    for (const turn of [1, 2, 3, 4]) {
      const { id } = (await save("manager", { name: `同时 ${turn}` })).data;
      const draft = { id: "other", deny_group_ids: [id] };
      const [named, removed] = await Promise.all([
        send(on.at.app, saveApp, draft, await on.as("platform")),
        send(on.at.app, removeGroup, { group_id: id }, await on.as("manager")),
      ]);
      expect([
        [200, 40900],
        [40001, 200],
      ]).toContainEqual([named.body.code, removed.body.code]);
    }
  });

  test("a class is called what its own school calls it, also where another's has the same id", async () => {
    const input = { school_id: "a", rule: rule({ identities: ["parent"], class_ids: ["31"] }) };
    const sentences: string[] = [];
    for (const [school_id, name] of [
      ["b", "火箭班"],
      ["a", "三年级（1）班"],
    ] as const) {
      await on.at.db
        .updateTable("class")
        .set({ name })
        .where("id", "=", "31")
        .where("school_id", "=", school_id)
        .execute();
    }
    for (const [by, school_id] of [
      ["manager", "a"],
      ["district", "a"],
      ["manager-b", "b"],
    ] as const) {
      const { body } = await send(
        on.at.app,
        previewGroup,
        { ...input, school_id },
        await on.as(by),
      );
      sentences.push(body.data.sentence);
    }
    expect(sentences).toEqual(["三年级（1）班的家长", "三年级（1）班的家长", "火箭班的家长"]);
    const both = rule({ identities: ["parent"], class_ids: ["a/31", "b/31"] });
    const { body } = await send(
      on.at.app,
      previewGroup,
      { school_id: "d", rule: both },
      await on.as("district"),
    );
    expect(body.data.sentence).toMatch(/^启明小学三年级（1）班、.+火箭班的家长$/);
  });
});
