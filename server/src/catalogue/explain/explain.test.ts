import { describe, expect, it } from "vitest";
import { explainHiddenApps, GRADES, previewAppFor, readAppsSeenBy, saveApp } from "#contract";
import { openTestApp } from "../editing/editing.fixture.ts";

const testApp = openTestApp();
const { as, ids, make } = testApp;

const asked = async (account: string, name: string) => {
  testApp.later(2001);
  return (await as(account, explainHiddenApps, { name })).body.data;
};

const ALL_BUT_THIRD = GRADES.flatMap(({ id }) => (id === "3" ? [] : id));

describe("explainHiddenApps (AD-17)", () => {
  it("says for whom an app is, and whom to ask", async () => {
    await make("platform", { name: "备课中心", roles: ["teacher"], stage_ids: ["primary"] });
    expect(await asked("pupil", "备课")).toEqual({
      apps: [{ name: "备课中心", sentence: "这个应用只给小学的老师用。" }],
      ask: "有疑问请问学校管理员manager 名。",
    });
    const found = async (word: string) => (await asked("mother", word)).apps.length;
    expect([await found("beike"), await found("bkzx"), await found("zx")]).toEqual([1, 1, 0]);
    expect((await asked("manager", "备课")).ask).toBe("有疑问请问区域管理员。");
  });

  it("says nothing of what the person sees, nor of what nobody at the school may see", async () => {
    const only = async (word: string) => (await asked("pupil", word)).apps;
    const absent = (await as("pupil", explainHiddenApps, { name: "没有这个" })).text;
    await make("platform", { name: "人人可用" });
    await make("west-admin", { name: "西区专用" });
    await make("platform", { name: "西校专用", school_ids: ["west-school"] });
    await make("platform", { name: "西校班级用", class_ids: ["w11"] });
    await make("platform", { name: "西校名单用", allow_user_ids: [ids["far"]] });
    await make("platform", { name: "西校机构用", allow_school_ids: ["west-school"] });
    await make("platform", { name: "高中老师用", roles: ["teacher"], stage_ids: ["senior"] });
    await make("platform", { name: "东校停用了", deny_school_ids: ["east-school"] });
    await make("platform", { name: "不上首页", roles: ["manager"], display_status: "not_display" });
    for (const name of ["人人", "西区", "西校", "高中老师", "东校停用", "不上首页"]) {
      expect(await only(name)).toEqual([]);
      const { text } = await as("pupil", explainHiddenApps, { name });
      expect(text).toBe(absent);
    }
  });

  it.each([
    ["日期未到", { open_at: "2027-03-01T00:00:00+08:00" }, "这个应用从3月1日起开放。"],
    ["日期已过", { close_at: "2026-03-02T00:00:00+08:00" }, "这个应用已在3月2日结束开放。"],
    ["别的客户端", { clients: ["pc"] }, "这个应用只能在电脑客户端里使用。"],
    ["名单里的人", { allow_identities: ["head-teacher"] }, "这个应用只给班主任用。"],
    ["拒绝的身份", { deny_identities: ["student"] }, "这个应用没有对您开放。"],
    ["管理员专用", { roles: ["manager", "teacher"] }, "这个应用只给学校管理员、老师用。"],
  ])("%s", async (name, limits, sentence) => {
    await make("platform", { name, ...limits });
    expect((await asked("pupil", name)).apps).toEqual([{ name, sentence }]);
  });

  it("changes with the entry", async () => {
    const { id } = await make("platform", { name: "会变的应用", grade_ids: ["3"] });
    expect((await asked("pupil", "会变")).apps).toEqual([]);
    await as("platform", saveApp, { id, grade_ids: ["3"], roles: ["teacher"] });
    expect((await asked("pupil", "会变")).apps).toMatchObject([
      { sentence: "这个应用只给三年级的老师用。" },
    ]);
  });
});

describe("readAppsSeenBy (AD-17)", () => {
  it("tells an administrator of the district limit by limit", async () => {
    const input = { user_id: ids["teacher"], app_id: "eastern" };
    const { body } = await as("east-admin", readAppsSeenBy, input);
    const [membership] = body.data.memberships;
    expect(membership).toMatchObject({ school_id: "east-school", identity: "teacher" });
    const [app] = membership?.apps ?? [];
    expect(app).toMatchObject({ id: "eastern", sees: false, hidden_by: "deny" });
    expect(app?.trace.find(({ rule }) => rule === "roles")).toEqual({
      ...{ rule: "roles", passes: true, wants: "教师", has: "教师、班主任" },
    });
    expect(app?.trace.find(({ rule }) => rule === "deny")).toMatchObject({
      ...{ passes: false, wants: "1 人", has: "在名单里" },
    });
  });

  it("names the grades that are left out, where nearly all are listed", async () => {
    const { id: app_id } = await make("platform", { name: "除三年级", grade_ids: ALL_BUT_THIRD });
    testApp.later(2001);
    const input = { user_id: ids["pupil"], app_id };
    const { body } = await as("east-admin", readAppsSeenBy, input);
    const [app] = body.data.memberships[0]?.apps ?? [];
    expect(app?.sentence).toBe("这个应用只给三年级以外的年级用。");
    expect(app?.trace.find(({ rule }) => rule === "grades")).toMatchObject({
      ...{ passes: false, wants: "三年级以外的年级", has: "三年级" },
    });
  });

  it("answers for another district's people and apps as for absent ones", async () => {
    const of = async (input: Record<string, unknown>) =>
      (await as("east-admin", readAppsSeenBy, input)).text;
    const absent = await of({ user_id: "nobody" });
    expect(await of({ user_id: ids["far"] })).toBe(absent);
    expect(await of({ user_id: ids["teacher"], app_id: "western" })).toBe(absent);
    expect(await of({ user_id: ids["teacher"], app_id: "no-such-app" })).toBe(absent);
    const { body } = await as("east-admin", readAppsSeenBy, { user_id: ids["teacher"] });
    expect(body.data.memberships[0]?.apps.map(({ id }) => id)).not.toContain("western");
    const { body: manager } = await as("manager", readAppsSeenBy, { user_id: ids["teacher"] });
    expect(manager.code).toBe(40005);
  });
});

describe("previewAppFor (AD-17, AD-19)", () => {
  const asked = async (draft: Record<string, unknown>, account = "east-admin") => {
    const input = { user_id: ids["teacher"], ...draft };
    return (await as(account, previewAppFor, input)).body;
  };

  it("judges a person by what is not saved, over what is", async () => {
    const { id } = await make("east-admin", { name: "还没改的", roles: ["student"] });
    const seen = async (draft: Record<string, unknown>) =>
      (await asked(draft)).data.memberships.flatMap(({ apps }) => apps);
    expect(await seen({ id })).toMatchObject([{ sees: false, hidden_by: "roles" }]);
    expect(await seen({ id, roles: ["teacher"] })).toMatchObject([{ id, sees: true }]);
    expect(await seen({ id, roles: ["teacher"], deny_user_ids: [ids["teacher"]] })).toMatchObject([
      { sees: false, hidden_by: "deny" },
    ]);
    const [fresh] = await seen({ name: "新的", shelf_state: "asked" });
    expect(fresh?.sentence).toBe("这个应用现在没有上架。");
    const saved = await as("east-admin", readAppsSeenBy, { user_id: ids["teacher"], app_id: id });
    expect(saved.body.data.memberships[0]?.apps).toMatchObject([{ sees: false }]);
  });

  const makeClub = async (school_id: string) => {
    const { db } = testApp.at;
    const made = new Date("2026-09-01T00:00:00+08:00");
    const id = `club of ${school_id}`;
    await db
      .insertInto("people_group")
      .values({
        ...{ id, school_id, name: "航模社", description: "", kind: "hand" },
        ...{ part: "everybody", identities: [], grade_ids: [], class_ids: [] },
        ...{ created_by: null, created_at: made, updated_at: made, retired_at: null },
      })
      .execute();
    const member = { school_id, group_id: id, user_id: ids["teacher"] ?? "" };
    await db.insertInto("people_group_member").values(member).execute();
    return id;
  };

  it("knows the groups of a draft, which no saved app names", async () => {
    const { data } = await asked({ allow_group_ids: [await makeClub("east-school")] });
    expect(data.memberships[0]?.apps).toMatchObject([{ sees: true }]);
  });

  it("does not tell whether the person is in a group of another district", async () => {
    const elsewhere = await asked({ allow_group_ids: [await makeClub("west-school")] });
    expect(elsewhere.code).toBe(40001);
    const absent = await asked({ allow_group_ids: ["no such group"] });
    expect([absent.code, absent.msg]).toEqual([elsewhere.code, elsewhere.msg]);
  });

  it("answers for another district's people and apps as for absent ones", async () => {
    const absent = await asked({ user_id: "nobody" });
    expect(absent.code).toBe(40400);
    expect(await asked({ user_id: ids["far"] })).toEqual(absent);
    expect(await asked({ id: "western" })).toEqual(await asked({ id: "no-such-app" }));
    expect((await asked({}, "manager")).code).toBe(40005);
  });
});
