import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Change, RosterKind, RosterPerson } from "#contract";
import { allRows } from "../../test/all-rows.ts";
import { insertDraft, keepClassAnswers } from "../roster-import/drafts.ts";
import { ChangeTestApp } from "./change-set.fixture.ts";

let on: ChangeTestApp;
beforeAll(async () => {
  on = await ChangeTestApp.open();
  const { db } = on.at;
  await db.insertInto("subject").values({ id: "chinese", name: "语文" }).execute();
  for (const [id, name, number] of [
    ["pupil10", "林小满", "L110105201609010021"],
    ["pupil11", "周小雨", "G110105201609010048"],
    ["pupil12", "王安", null],
  ] as const) {
    await db.updateTable("user").set({ name, sourced_id: number }).where("id", "=", id).execute();
  }
  await db
    .updateTable("user")
    .set({ name: "林父", mobile: "13900000001" })
    .where("id", "=", "parent")
    .execute();
});
afterAll(() => on.at.close());

type Row = Partial<RosterPerson> & { name: string };

async function draftOf(
  rows: Row[],
  kind: RosterKind = "student",
  school_id = "a",
): Promise<string> {
  const people = rows.map((row, index): RosterPerson => ({
    ...{
      sheet: "s",
      row: index + 2,
      identity: kind,
      teaches: [],
      heads: [],
      guardians: [],
      ...row,
    },
  }));
  const source = {
    kind: "file",
    name: "a.csv",
    sha256: "0".repeat(64),
    lines: rows.length,
  } as const;
  return insertDraft(on.at.db, {
    ...{ school_id, made_by: "manager", kind, source, people, hashKey: randomBytes(32) },
    created_at: new Date(on.clock),
  });
}

const importOf = (draft_id: string, ends: "nobody" | "classes" | "school" = "nobody"): Change => ({
  ...{ kind: "roster-import", school_id: "a", draft_id, ends },
});

const CLASS_31 = ["林小满", "周小雨", "王安", "pupil13", "pupil14", "pupil15"];

/** Returns the class in which each of these people sits, by name. */
async function seatsOf(...names: string[]): Promise<[string, string][]> {
  const rows = await on.at.db
    .selectFrom("class_student as s")
    .innerJoin("user as u", "u.id", "s.user_id")
    .select(["u.name", "s.class_id"])
    .where("u.name", "in", names)
    .orderBy("u.name")
    .execute();
  return rows.map(({ name, class_id }) => [name, class_id]);
}

describe("a roster is imported as a change set (RO-05)", () => {
  test("people, classes, seats and guardians come; the account of a temporary number stays; undo puts every row back", async () => {
    const before = await allRows(on.at.db);
    const draft_id = await draftOf([
      {
        ...{
          name: "林小满",
          number: "G110105201609010021",
          class_name: "三年级2班",
          grade_id: "3",
        },
        birth_date: "2016-09-01",
        guardians: [
          { name: "林父", relation: "父亲", mobile: "13900000001" },
          { name: "林母", relation: "母亲", mobile: "13900000001" },
        ],
      },
      { name: "新同学", class_name: "1班", grade_id: "3", id_hash: "hash", gender: "female" },
      {
        ...{ name: "新同学二", school_number: "2026042", class_name: "四年级1班", grade_id: "4" },
        guardians: [{ name: "林母", relation: "母亲", mobile: "13900000001" }],
      },
    ]);
    // the draft is no row of the change
    const drafts = await allRows(on.at.db);
    const change = importOf(draft_id);
    const set = await on.change("manager", change);
    expect(set).toMatchObject({ state: "applied", act: "导入 3 位学生" });
    expect(set.sentence).toBe(
      "将按名册更新“启明小学”：加入 2 位学生，加入 1 位家长，新建 1 个班级（四年级（1）班），修改 1 人的资料，编入班级 3 人，移出班级 1 人，监护关系 3 项",
    );
    const { db } = on.at;
    const found = await db
      .selectFrom("user")
      .select(["account", "name", "sourced_id", "id_hash", "gender"])
      .where("name", "in", ["林小满", "新同学", "新同学二", "林母"])
      .orderBy("account")
      .execute();
    expect(found).toEqual([
      { account: "linmu", name: "林母", sourced_id: null, id_hash: null, gender: null },
      ...[{ account: "pupil10", name: "林小满", sourced_id: "G110105201609010021" }].map((one) => ({
        ...{ ...one, id_hash: null, gender: null },
      })),
      {
        account: "xintongxue",
        name: "新同学",
        sourced_id: null,
        id_hash: "hash",
        gender: "female",
      },
      ...[{ account: "xintongxueer", name: "新同学二", sourced_id: "2026042" }].map((one) => ({
        ...{ ...one, id_hash: null, gender: null },
      })),
    ]);
    const made = await db
      .selectFrom("class")
      .select(["name", "stage_id"])
      .where("grade_id", "=", "4")
      .execute();
    expect(made).toEqual([{ name: "四年级（1）班", stage_id: "primary" }]);
    // again: nothing is left to do
    expect(await on.plan("manager", change)).toMatchObject({
      ...{ code: 40900, msg: "没有需要改的：已经是这样了" },
    });
    await on.undo("manager", set.id);
    expect(await allRows(on.at.db)).toEqual(drafts);
    expect({ ...drafts, roster_draft: [], roster_draft_person: [] }).toEqual(before);
  });

  test("who is no longer in the file leaves only where that is chosen, with parents of whom no child stays; a tenth is held", async () => {
    const rows = [1, 2].flatMap((number) =>
      CLASS_31.slice(0, 1).map((name) => ({ name: number === 1 ? name : "周小雨" })),
    );
    const inClass = rows.map((row) => ({
      ...row,
      class_name: "三年级（1）班",
      grade_id: "3" as const,
    }));
    const draft_id = await draftOf(inClass.slice(1));
    const nobody = await on.plan("manager", importOf(draft_id));
    expect(nobody).toMatchObject({ code: 40900 });
    const { data } = await on.plan("manager", importOf(draft_id, "classes"));
    expect(data.sentence).toBe(
      "将按名册更新“启明小学”：移出班级 5 人，5 位学生离校，1 位家长随之离校",
    );
    expect(data).toMatchObject({ state: "held", wants: "reason" });
    const whole = await on.plan("manager", importOf(draft_id, "school"));
    expect(whole.data.sentence).toContain("11 位学生离校");
    await on.discard("manager", data.id);
    await on.discard("manager", whole.data.id);
  });

  test("what another roster, another school or others' rights bind is left and named", async () => {
    const { db } = on.at;
    await db
      .updateTable("user")
      .set({ source: "eduroster", sourced_id: "x1" })
      .where("id", "=", "pupil13")
      .execute();
    await db
      .updateTable("class_student")
      .set({ source: "eduroster" })
      .where("user_id", "=", "pupil13")
      .execute();
    await db
      .updateTable("membership")
      .set({ source: "eduroster" })
      .where("user_id", "=", "pupil13")
      .execute();
    const draft_id = await draftOf([
      { name: "pupil13", class_name: "三年级2班", grade_id: "3", gender: "male" },
      { name: "pupil16", class_name: "三年级1班", grade_id: "3" },
    ]);
    const asked = await on.plan("manager", importOf(draft_id));
    // by the name alone, from another class: asked first
    expect(asked).toMatchObject({ code: 40900, msg: "名册里还有要认的人或班级，请先回答" });
    const { data } = await on.plan(
      "manager",
      importOf(
        await draftOf([
          { name: "pupil13", class_name: "三年级1班", grade_id: "3", gender: "male" },
          { name: "pupil14", class_name: "三年级1班", grade_id: "3", gender: "male" },
        ]),
        "classes",
      ),
    );
    expect(data.unmatched).toEqual(["pupil13：资料由名册“eduroster”管理，没有改动"]);
    expect(data.sentence).toContain("修改 1 人的资料");
    await on.discard("manager", data.id);
  });

  test("teachers get lessons and classes to head; a new head-teacher takes the place of the former", async () => {
    const draft_id = await draftOf(
      [
        {
          ...{ name: "teacher", mobile: "13900000002" },
          teaches: [{ class_name: "三年级1班", grade_id: "3", subject: "语文" }],
          heads: ["三年级1班"],
        },
        { name: "新老师", teaches: [{ class_name: "三年级2班", subject: "天文" }] },
      ],
      "teacher",
    );
    const asked = await on.plan("manager", importOf(draft_id));
    expect(asked.code).toBe(40900);
    await on.at.db
      .updateTable("user")
      .set({ mobile: "13900000002" })
      .where("id", "=", "teacher")
      .execute();
    const { data } = await on.plan("manager", importOf(draft_id));
    expect(data.sentence).toBe(
      "将按名册更新“启明小学”：加入 1 位教师，安排任课 1 项，取消任课 1 项",
    );
    expect(data.unmatched).toEqual(["新老师：没有学科“天文”，三年级2班的任课没有安排"]);
    const rows = await on.rows("manager", data.id);
    expect(rows.map(({ what, label, act }) => [what, label, act])).toEqual([
      ["资料", "新老师", "add"],
      ["身份", "新老师（教师）", "add"],
      ["任课", "head", "remove"],
      ["任课", "teacher", "add"],
    ]);
    await on.discard("manager", data.id);
  });

  test("new names that are answered to be one class bring their pupils into it, and none is its new name", async () => {
    const draft_id = await draftOf([
      { name: "甲乙", class_name: "阳光班", grade_id: "3" },
      { name: "丙丁", class_name: "太阳班", grade_id: "3" },
      { name: "戊己", class_name: "晨光班", grade_id: "3" },
      { name: "庚辛", class_name: "三年级2班", grade_id: "3" },
    ]);
    const is = (class_id: string) => ({ class_id, grade_id: null });
    await keepClassAnswers(on.at.db, draft_id, {
      ...{ 阳光班: is("31"), 太阳班: is("31"), 晨光班: is("32") },
    });
    const set = await on.change("manager", importOf(draft_id));
    expect(set).toMatchObject({
      state: "applied",
      sentence: "将按名册更新“启明小学”：加入 4 位学生，编入班级 4 人",
      unmatched: [
        "三年级（1）班：文件里叫“阳光班”和“太阳班”，班名没有改动",
        "三年级（2）班：文件里叫“晨光班”和“三年级（2）班”，班名没有改动",
      ],
    });
    expect(await seatsOf("甲乙", "丙丁", "戊己", "庚辛")).toEqual([
      ["丙丁", "31"],
      ["庚辛", "32"],
      ["戊己", "32"],
      ["甲乙", "31"],
    ]);
    await on.undo("manager", set.id);
  });

  test("a numbered class whose grade is answered is the one of that grade, in the school or in the file", async () => {
    const draft_id = await draftOf([
      { name: "甲乙", class_name: "2班" },
      { name: "丙丁", class_name: "7班" },
      { name: "戊己", class_name: "三年级7班", grade_id: "3" },
    ]);
    const third = { class_id: null, grade_id: "3" };
    await keepClassAnswers(on.at.db, draft_id, { "?#2": third, "?#7": third });
    const set = await on.change("manager", importOf(draft_id));
    expect(set.sentence).toBe(
      "将按名册更新“启明小学”：加入 3 位学生，新建 1 个班级（三年级（7）班），编入班级 3 人",
    );
    const seats = new Map(await seatsOf("甲乙", "丙丁", "戊己"));
    expect(seats.get("甲乙")).toBe("32");
    expect(seats.get("丙丁")).toBe(seats.get("戊己"));
    await on.undo("manager", set.id);
  });

  test("another school's draft, and another school, are as absent", async () => {
    const draft_id = await draftOf([{ name: "甲" }], "student", "b");
    const elsewhere = { kind: "roster-import", school_id: "b", draft_id, ends: "nobody" } as const;
    expect((await on.plan("manager", elsewhere)).code).toBe(40400);
    expect((await on.plan("manager", importOf(draft_id))).code).toBe(40900);
    expect((await on.plan("teacher", importOf(draft_id))).code).toBe(40005);
  });
});
