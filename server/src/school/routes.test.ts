import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Change,
  pictureUrl,
  previewSchoolMove,
  readApps,
  readChanges,
  readSchool,
  readSchools,
} from "#contract";
import { makeApps } from "../../test/apps.ts";
import { makeSchool } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { allRows } from "../../test/all-rows.ts";
import { ChangeTestApp, SCHOOL_LOGO } from "../change-set/change-set.fixture.ts";

let on: ChangeTestApp;
beforeAll(async () => {
  on = await ChangeTestApp.open();
});
afterAll(() => on.at.close());

const list = async (by: string, input = {}) =>
  (await send(on.at.app, readSchools, input, await on.as(by))).body;
const read = async (by: string, school_id: string) =>
  (await send(on.at.app, readSchool, { school_id }, await on.as(by))).body;
const ids = ({ data }: Awaited<ReturnType<typeof list>>) => data.schools.map(({ id }) => id);

describe("the list of schools (AD-10)", () => {
  test("holds the schools of the scope, with what is in them", async () => {
    const seen = await list("district");
    expect(ids(seen).toSorted()).toEqual(["a", "b"]);
    expect(seen.data.schools.find(({ id }) => id === "a")).toMatchObject({
      ...{ name: "启明小学", stage_ids: ["primary"], is_abled: true, is_roster_owned: false },
      ...{ district: { id: "d", name: "东区" }, pupils: 12, staff: 5, classes: 2 },
    });
    expect(seen.data).toMatchObject({ count: 2, next: null });
  });

  test("of a school's administrator holds that school alone, and not its district", async () => {
    const seen = await list("manager");
    expect(ids(seen)).toEqual(["a"]);
    expect(seen.data).toMatchObject({ count: 1, schools: [{ district: null }] });
    expect((await list("manager", { within: "b" })).data).toMatchObject({ schools: [], count: 0 });
  });

  test("is found by name, district, state and stage", async () => {
    expect(ids(await list("platform", { q: "启明" }))).toEqual(["a"]);
    expect(ids(await list("platform", { within: "e" }))).toEqual([]);
    expect(ids(await list("platform", { within: "d" })).toSorted()).toEqual(["a", "b"]);
    expect(ids(await list("platform", { state: "disabled" }))).toEqual([]);
    expect(ids(await list("platform", { stage_id: "junior" }))).toEqual([]);
  });

  test("is nothing for who may not administer schools", async () => {
    expect((await list("head")).code).toBe(40005);
    expect((await send(on.at.app, readSchools, {})).status).toBe(401);
  });

  test("goes on page by page, each school once", async () => {
    await makeSchool(on.at.db, { id: "big", kind: "district" });
    await on.add("of-big", ["big", "admin"]);
    for (let one = 0; one < 230; one++) {
      await makeSchool(on.at.db, {
        ...{ id: `big-${one}`, parent_id: "big", name: `第${one % 100}小学` },
      });
    }
    on.clock += 2000;
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = await list("of-big", after === null ? {} : { after });
      expect(page.data.count).toBe(230);
      seen.push(...ids(page));
      after = page.data.next;
    } while (after !== null);
    expect(seen).toHaveLength(230);
    expect(new Set(seen).size).toBe(230);
    expect((await list("of-big", { after: "nonsense" })).code).toBe(40001);
  });
});

describe("a school whole (AD-10)", () => {
  test("with its people, grades, settings and what may be done", async () => {
    await makeApps(on.at.db, [{ id: "club", school_ids: ["a"] }]);
    const { data } = await read("district", "a");
    expect(data).toMatchObject({
      people: [
        { identity: "manager", enabled: 2, disabled: 0 },
        { identity: "parent", enabled: 1, disabled: 0 },
        { identity: "student", enabled: 12, disabled: 0 },
        { identity: "teacher", enabled: 3, disabled: 0 },
      ],
      grades: [{ grade_id: "3", classes: 2, pupils: 12, without_head: 1 }],
      apps: [{ id: "club" }],
      bundles: [],
      invitations: 0,
      can: ["edit", "state", "move"],
    });
    expect((await read("manager", "a")).data.can).toEqual(["edit"]);
  });

  test("a pupil who has left counts in no grade", async () => {
    const left = on.at.db.updateTable("membership").where("user_id", "=", "pupil10");
    await left.set({ is_abled: false }).execute();
    expect((await read("manager", "a")).data.grades).toMatchObject([{ pupils: 11 }]);
    await left.set({ is_abled: true }).execute();
  });

  test("another school, a district and none answer alike", async () => {
    const absent = await read("manager", "nothing");
    expect(absent.code).toBe(40400);
    for (const id of ["b", "d", "e"]) expect(await read("manager", id)).toEqual(absent);
  });
});

describe("a move (AD-10)", () => {
  const preview = async (by: string, school_id: string, district_id: string) =>
    (await send(on.at.app, previewSchoolMove, { school_id, district_id }, await on.as(by))).body;
  const move: Change = { kind: "school-move", school_id: "a", district_id: "e" };

  test("says by name who loses and gains what, and is so afterwards", async () => {
    await makeApps(on.at.db, [
      { id: "of-d", name: "东区作业", district_id: "d" },
      { id: "of-e", name: "西区阅读", district_id: "e" },
      { id: "of-e-others", district_id: "e", school_ids: ["elsewhere"] },
    ]);
    await on.add("district-e", ["e", "admin"]);
    const { data } = await preview("platform", "a", "e");
    expect(data).toMatchObject({
      from: { id: "d" },
      to: { id: "e" },
      people_lost: { count: 1, named: [{ id: "district" }] },
      people_gained: { count: 1, named: [{ id: "district-e" }] },
      apps_lost: { count: 1, named: [{ name: "东区作业" }] },
      apps_gained: { count: 1, named: [{ name: "西区阅读" }] },
    });
    const planned = await on.plan("platform", move);
    expect(planned.data.sentence).toBe(
      "将把“启明小学”移到“e学校”：1 人不再能管理它，1 人将能管理它，1 个应用不再能用，1 个应用将能用",
    );
    const seen = async () => {
      const { body } = await send(on.at.app, readApps, {}, await on.as("teacher"));
      return body.data.apps.map(({ id }) => id).filter((id) => id.startsWith("of-"));
    };
    expect(await seen()).toEqual(["of-d"]);
    const moved = await on.change("platform", move);
    on.clock += 2000;
    expect(await seen()).toEqual(["of-e"]);
    expect((await read("district", "a")).code).toBe(40400);
    expect((await read("district-e", "a")).data.name).toBe("启明小学");
    await on.undo("platform", moved.id);
    on.clock += 2000;
    expect(await seen()).toEqual(["of-d"]);
    expect((await read("district-e", "a")).code).toBe(40400);
  });

  test("wants both districts, and is not the school's own to do", async () => {
    expect((await preview("district", "a", "e")).code).toBe(40400);
    expect((await preview("manager", "a", "d")).code).toBe(40400);
    expect((await on.plan("district", move)).code).toBe(40400);
    expect((await on.plan("manager", { ...move, district_id: "d" })).code).toBe(40400);
    expect((await preview("platform", "a", "b")).code).toBe(40400);
  });

  test("is not taken back by who has lost the district since", async () => {
    await on.add("of-both", ["d", "admin"], ["e", "admin"]);
    const moved = await on.change("of-both", move);
    await on.at.db
      .updateTable("membership")
      .set({ is_abled: false })
      .where("user_id", "=", "of-both")
      .where("school_id", "=", "e")
      .execute();
    on.clock += 2000;
    expect((await on.undo("of-both", moved.id)).code).toBe(40005);
    expect((await on.undo("platform", moved.id)).code).toBe(200);
  });
});

describe("a district", () => {
  test("is made by the platform only, under a name of its own", async () => {
    const make = { kind: "district-make", name: " 远河区\u200b教育局 " } as const;
    expect((await on.plan("platform", { ...make, name: "\u200d" })).msg).toBe("名称不能为空");
    expect((await on.plan("district", make)).code).toBe(40005);
    expect((await on.plan("manager", make)).code).toBe(40005);
    const before = await allRows(on.at.db);
    const made = await on.change("platform", make);
    expect((await on.plan("platform", make)).msg).toBe("已经有一个区域叫“远河区教育局”了");
    const { data } = await list("platform", { kind: "district", q: "远河" });
    expect(data.schools).toMatchObject([
      { kind: "district", name: "远河区教育局", schools: 0, staff: 0, district: null },
    ]);
    expect((await list("platform", { q: "远河" })).data.count, "no school").toBe(0);
    expect((await list("district", { kind: "district" })).data.schools).toMatchObject([
      { id: "d" },
    ]);
    expect((await list("manager", { kind: "district" })).data.count).toBe(0);
    const id = data.schools[0]?.id ?? "";
    expect((await read("platform", id)).data).toMatchObject({ can: ["edit", "state"] });
    expect((await read("district", id)).code).toBe(40400);
    const staged = await on.plan("platform", {
      ...{ kind: "school-edit", school_id: id, stage_ids: ["primary"] },
    });
    expect(staged.code).toBe(40001);
    const disabled = await on.plan("platform", {
      ...{ kind: "school-state", school_ids: ["d"], is_abled: false },
    });
    expect(disabled.data.sentence).toContain("区域里的学校照常使用");
    await on.add("first-admin", [id, "admin"]);
    expect(await on.undo("platform", made.id)).toMatchObject({ code: 40900 });
    await on.at.db.deleteFrom("membership").where("user_id", "=", "first-admin").execute();
    await on.at.db.deleteFrom("user").where("id", "=", "first-admin").execute();
    expect((await on.undo("platform", made.id)).code).toBe(200);
    expect(await allRows(on.at.db)).toEqual(before);
  });
});

describe("making a school", () => {
  const make: Extract<Change, { kind: "school-make" }> = {
    ...{ kind: "school-make", district_id: "d", name: "启明二小", stage_ids: ["primary"] },
  };

  test("is taken back while nothing belongs to it, and not afterwards", async () => {
    const made = await on.change("district", make);
    const [school] = (await list("district", { q: "启明二小" })).data.schools;
    if (school === undefined) throw new Error("not made");
    await on.add("first", [school.id, "manager"]);
    const refused = await on.undo("district", made.id);
    expect(refused).toMatchObject({ code: 40900 });
    expect(refused.msg).toContain("不能撤销新建");
    await on.at.db.deleteFrom("membership").where("user_id", "=", "first").execute();
    expect((await on.undo("district", made.id)).code).toBe(200);
    expect((await list("district", { q: "启明二小" })).data.count).toBe(0);
  });

  test("wants a name that is free in the district, and a district of one's own", async () => {
    expect((await on.plan("district", { ...make, name: "启明小学" })).msg).toBe(
      "已经有一所学校叫“启明小学”了",
    );
    const { district_id: _, ...nowhere } = make;
    expect((await on.plan("district", nowhere)).code).toBe(40001);
    expect((await on.plan("district", { ...make, district_id: "a" })).code).toBe(40400);
    expect((await on.plan("platform", nowhere)).data.sentence).toBe("将新建“启明二小”");
    const seen = await send(on.at.app, readChanges, {}, await on.as("manager-b"));
    expect(seen.body.data.changes.map(({ kind }) => kind)).not.toContain("school-make");
  });
});

describe("a school's logo and rules (AD-10)", () => {
  const plan = (by: string, logo: string | null) =>
    on.plan(by, { kind: "school-edit", school_id: "a", logo });

  test.each([
    ["https://elsewhere.example/logo.png"],
    ["/file/somebodys-own-file-here"],
    [pictureUrl("x".repeat(22))],
  ])("%s is no logo", async (logo) => {
    const { code, msg } = await plan("manager", logo);
    expect([code, msg]).toEqual([40001, "请重新上传标志的图片"]);
  });

  test("a logo that was put for it is planned in words, by who may", async () => {
    const planned = await plan("manager", SCHOOL_LOGO);
    expect(planned.data).toMatchObject({ sentence: "将修改“启明小学”" });
    expect((await plan("head", SCHOOL_LOGO)).code).toBe(40005);
    const beside = { kind: "school-edit", school_id: "b", logo: SCHOOL_LOGO } as const;
    expect((await on.plan("manager", beside)).code).toBe(40400);
    // it has none
    expect((await plan("manager", null)).code).toBe(40900);
  });

  test("the rule for who has left is told with where it comes from", async () => {
    const rule = async (id: string) => (await read("district", id)).data.leaver_rule;
    const platform_days = on.at.app.config.leaverDays;
    expect(await rule("a")).toEqual({
      ...{ days: platform_days, is_own: false },
      ...{ platform_days, may_set: true },
    });
    await on.at.db.updateTable("school").set({ leaver_days: 400 }).where("id", "=", "a").execute();
    expect(await rule("a")).toMatchObject({ days: 400, is_own: true });
    expect(await rule("d")).toBeNull();
  });
});
