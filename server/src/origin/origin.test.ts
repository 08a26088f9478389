import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Change, readClass, readPersonWhole, type RosterPerson } from "#contract";
import { allRows } from "../../test/all-rows.ts";
import { makeSchool } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { ChangeTestApp } from "../change-set/change-set.fixture.ts";
import { sweepChangeSets } from "../change-set/expire.ts";
import { eraseRows } from "../privacy/erase.ts";
import { insertDraft } from "../roster-import/drafts.ts";
import { mergeSchool } from "../school/organise.ts";
import { noteOrigin } from "./api.ts";

const DAY_MS = 86_400_000;
const FILE = "2026秋季名单.xlsx";
const UNKNOWN = "手工建立或表格导入，没有留下记录";

let on: ChangeTestApp;
beforeAll(async () => {
  on = await ChangeTestApp.open();
});
afterAll(() => on.at.close());

const whole = async (who: string, user_id: string) =>
  (await send(on.at.app, readPersonWhole, { user_id }, await on.as(who))).body.data;
const room = async (who: string, class_id: string, school_id = "a") =>
  (await send(on.at.app, readClass, { school_id, class_id }, await on.as(who))).body.data;
const idOf = async (name: string) =>
  (
    await on.at.db
      .selectFrom("user")
      .select("id")
      .where("name", "=", name)
      .executeTakeFirstOrThrow()
  ).id;

/** Lets the rows of all changes so far go, as thirty days later; those who are signed in stay so. */
async function letGo(): Promise<void> {
  await sweepChangeSets(on.at.db, new Date(on.clock + 31 * DAY_MS));
  on.clock += 1000;
  const left = await on.at.db.selectFrom("change_row").select("seq").execute();
  expect(left).toEqual([]);
}

async function importOf(rows: (Partial<RosterPerson> & { name: string })[]): Promise<Change> {
  const people = rows.map((row, index): RosterPerson => ({
    ...{ sheet: "s", row: index + 2, identity: "student", teaches: [], heads: [], guardians: [] },
    ...row,
  }));
  const draft_id = await insertDraft(on.at.db, {
    ...{ school_id: "a", made_by: "manager", kind: "student", people, hashKey: randomBytes(32) },
    source: { kind: "file", name: FILE, sha256: "0".repeat(64), lines: rows.length },
    created_at: new Date(on.clock),
  });
  return { kind: "roster-import", school_id: "a", draft_id, ends: "nobody" };
}

async function imported(rows: (Partial<RosterPerson> & { name: string })[]) {
  const planned = await on.plan("manager", await importOf(rows), {
    ...{ kind: "file", name: FILE, sha256: "0".repeat(64), lines: rows.length },
  });
  await on.apply("manager", planned.data.id, "新学期");
  await on.at.app.jobs.runDue();
  return on.read("manager", planned.data.id);
}

describe("who wrote what (AD-02)", () => {
  test("a spreadsheet is named with the day for good, and its change while that is kept", async () => {
    const at = new Date(on.clock).toISOString();
    const set = await imported([
      {
        ...{
          name: "新同学",
          class_name: "四年级1班",
          grade_id: "4",
          number: "G110105201709010028",
        },
        guardians: [{ name: "新家长", relation: "母亲", mobile: "13900000077" }],
      },
    ]);
    expect(set.state).toBe("applied");
    const id = await idOf("新同学");
    const written = (change_id: string | null) => ({
      made: { words: `表格导入“${FILE}”`, at, change_id },
      changed: null,
    });
    const expectAll = async (change_id: string | null) => {
      const one = await whole("manager", id);
      expect(one.made).toEqual(written(change_id).made);
      expect(one.changed).toEqual([]);
      expect(one.memberships.map((of) => of.written)).toEqual([written(change_id)]);
      expect(one.classes.map((of) => of.written)).toEqual([written(change_id)]);
      expect(one.guardians.map((of) => of.written)).toEqual([written(change_id)]);
      const parent = await whole("manager", await idOf("新家长"));
      expect(parent.made).toEqual(written(change_id).made);
      expect(parent.children.map((of) => of.written)).toEqual([written(change_id)]);
      const [of] = one.classes;
      expect((await room("manager", of?.id ?? "")).written).toEqual(written(change_id));
    };
    await expectAll(set.id);
    await letGo();
    await expectAll(null);
  });

  test("what somebody changed names them, field by field, also after later changes are taken back", async () => {
    const before = await whole("manager", "pupil10");
    expect(before).toMatchObject({ made: { words: UNKNOWN, change_id: null }, changed: [] });
    const edit = (more: object): Change => ({ kind: "person-edit", user_id: "pupil10", ...more });
    await on.change("manager", edit({ gender: "female" }));
    const at = new Date(on.clock).toISOString();
    await letGo();
    const second = await on.change("manager2", edit({ gender: "male", birth_date: "2017-01-01" }));
    const changed = [
      { field: "gender", words: "由manager2修改", change_id: second.id },
      { field: "birth_date", words: "由manager2修改", change_id: second.id },
    ];
    expect((await whole("manager", "pupil10")).changed).toMatchObject(changed);
    await on.undo("manager2", second.id);
    expect((await whole("manager", "pupil10")).changed).toEqual([
      { field: "gender", words: "由manager修改", at, change_id: null },
    ]);
  });

  test("a change leaves no mark that its undo does not take away, nor a sweep after it", async () => {
    const make: Change = {
      ...{ kind: "class-make", school_id: "a", name: "五班", grade_id: "3", stage_id: "primary" },
    };
    const rows = async () => (await allRows(on.at.db))["row_origin"];
    const before = await rows();
    const set = await on.change("manager", make);
    expect(await rows()).toEqual(before);
    await on.undo("manager", set.id);
    await letGo();
    expect(await rows()).toEqual(before);
  });

  test("a seat that is taken, left and taken again is its last writer's", async () => {
    const move = (from_class_id: string, to_class_id: string): Change => ({
      ...{ kind: "class-place", school_id: "a", user_ids: ["pupil11"], from_class_id, to_class_id },
    });
    const seat = async () => (await whole("manager", "pupil11")).classes[0]?.written.made.words;
    expect(await seat()).toBe(UNKNOWN);
    await on.change("manager", move("31", "32"));
    expect(await seat()).toBe("由manager手工建立");
    await letGo();
    expect(await seat()).toBe("由manager手工建立");
    await on.change("manager2", move("32", "31"));
    await letGo();
    expect(await seat()).toBe("由manager2手工建立");
    const left = await on.at.db
      .selectFrom("row_origin")
      .select("row_key")
      .where("table_key", "=", "class_student")
      .where("person_id", "=", "pupil11")
      .execute();
    expect(left).toEqual([{ row_key: "31 a pupil11" }]);
  });

  test("a membership says who made it and who changed it last", async () => {
    const add: Change = {
      ...{ kind: "membership-add", school_id: "a", identity: "teacher", user_ids: ["parent"] },
    };
    await on.change("district", add);
    // what is written in the same millisecond has no order
    on.clock += 1000;
    const until: Change = {
      ...{ kind: "membership-until", school_id: "a", identity: "teacher", user_ids: ["parent"] },
      until: "2028-06-30",
    };
    await on.change("manager", until);
    const one = (await whole("manager", "parent")).memberships.find(
      ({ identity }) => identity === "teacher",
    );
    // whoever is not of the reader's school is not named to them
    expect(one?.written).toMatchObject({
      made: { words: "由上级管理员手工建立" },
      changed: { words: "由manager修改" },
    });
  });

  test("of a district's change a school learns that it was the district, and of another school's that it was one", async () => {
    const grow: Change = {
      ...{ kind: "membership-add", school_id: "b", identity: "teacher", user_ids: ["teacher"] },
    };
    const set = await on.change("district", grow);
    const words = async (who: string) =>
      (await whole(who, "teacher")).memberships.find(({ school_id }) => school_id === "b")?.written
        .made;
    expect(await words("district")).toMatchObject({
      ...{ words: "由district手工建立", change_id: set.id },
    });
    await on.at.db
      .updateTable("change_set")
      .set({ school_id: "d" })
      .where("id", "=", set.id)
      .execute();
    expect(await words("manager-b")).toMatchObject({ words: "由所在区建立", change_id: null });
    await on.at.db
      .updateTable("change_set")
      .set({ school_id: "a" })
      .where("id", "=", set.id)
      .execute();
    expect(await words("manager-b")).toMatchObject({ words: "由其他学校建立", change_id: null });
  });

  test("of identities that move to another school with all of theirs, the record moves along", async () => {
    const { db } = on.at;
    await makeSchool(db, { id: "twin", parent_id: "d" });
    // the tree of organisations is a second old at most
    on.clock += 1000;
    await on.add("moved", ["twin", "student"], ["twin", "parent"], ["twin", "teacher"]);
    const at = new Date(on.clock);
    const noted = { person_id: "moved", how: "command", at } as const;
    const key = { school_id: "twin", user_id: "moved", identity: "teacher" };
    await noteOrigin(db, { table: "membership", key, ...noted });
    const until: Change = {
      ...{ kind: "membership-until", school_id: "twin", identity: "teacher" },
      ...{ user_ids: ["moved"], until: "2028-06-30" },
    };
    await on.change("district", until);
    await db
      .updateTable("membership")
      .set({ source: "qu" })
      .where("user_id", "=", "moved")
      .where("identity", "=", "parent")
      .execute();
    // as of a change of the whole district: one of its own would keep the school
    for (const table of ["change_set", "job"] as const) {
      await db.updateTable(table).set({ school_id: "d" }).where("school_id", "=", "twin").execute();
    }
    await mergeSchool(db, { from: "twin", into: "b" }, new Date(on.clock));
    const written = async () =>
      Object.fromEntries(
        (await whole("manager-b", "moved")).memberships.map((one) => [
          one.identity,
          { made: one.written.made.words, changed: one.written.changed?.words, until: one.until },
        ]),
      );
    const expected = {
      teacher: {
        made: "由运维人员用命令建立",
        changed: "由所在区修改",
        until: "2028-06-30T15:59:59.999Z",
      },
      parent: { made: "由运维人员用命令建立", changed: undefined, until: null },
      student: { made: UNKNOWN, changed: undefined, until: null },
    };
    expect(await written()).toEqual(expected);
    await letGo();
    expect(await written()).toEqual(expected);
  });

  test("what a roster brought before there were changes has the day of its first import, where that is known", async () => {
    const { db } = on.at;
    const first_at = new Date("2026-08-25T01:00:00Z");
    await db
      .insertInto("roster_source")
      .values({ source: "qu", bundle_id: null, first_at })
      .execute();
    const own = { source: "qu" };
    await db
      .updateTable("class")
      .set(own)
      .where("school_id", "=", "a")
      .where("id", "=", "32")
      .execute();
    expect((await room("manager", "32")).written).toEqual({
      made: { words: "来自名册“qu”", at: first_at.toISOString(), change_id: null },
      changed: null,
    });
    expect((await room("manager", "31")).written.made).toEqual({
      ...{ words: UNKNOWN, at: null, change_id: null },
    });
  });

  test("to who manages neither the person nor the class it is as if there were none", async () => {
    await on.change("manager", { kind: "person-edit", user_id: "pupil13", gender: "female" });
    for (const who of ["manager-b", "teacher", "pupil-b", "parent"]) {
      const ask = async (user_id: string, class_id: string) => {
        const as = await on.as(who);
        const room_of = { school_id: "a", class_id };
        return [
          (await send(on.at.app, readPersonWhole, { user_id }, as)).body,
          (await send(on.at.app, readClass, room_of, as)).body,
        ];
      };
      const [theirs, nobodys] = [await ask("pupil13", "31"), await ask("nobody", "99")];
      expect(theirs).toEqual(nobodys);
      for (const { code } of theirs) expect([40005, 40400]).toContain(code);
    }
  });

  test("whoever was erased is named no more, and of whom is erased nothing is kept", async () => {
    await on.change("manager2", {
      ...{ kind: "person-edit", user_id: "pupil12", birth_date: "2017-03-03" },
    });
    await noteOrigin(on.at.db, {
      ...{ table: "user", key: { id: "pupil12" }, person_id: "pupil12", how: "hand" },
      ...{ by_id: "manager2", at: new Date(on.clock), fields: ["name"] },
    });
    await letGo();
    const erase = (id: string) =>
      on.at.db.transaction().execute((trx) => eraseRows(trx, { id, mobile: null, email: null }));
    await erase("manager2");
    expect((await whole("manager", "pupil12")).changed).toMatchObject([
      { field: "name", words: "由已注销的账号修改" },
      { field: "birth_date", words: "由已注销的账号修改" },
    ]);
    await erase("pupil12");
    const left = await on.at.db
      .selectFrom("row_origin")
      .select("field")
      .where("person_id", "=", "pupil12")
      .execute();
    expect(left).toEqual([]);
  });
});
