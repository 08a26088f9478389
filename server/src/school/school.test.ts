import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { makeApps, makeClass } from "../../test/apps.ts";
import { openTestDatabase } from "../../test/database.ts";
import { operate } from "../../test/operate.ts";
import { makePerson, makeSchool } from "../../test/people.ts";
import type { ConnectedDatabase } from "../database/connect.ts";

let at: ConnectedDatabase;
beforeAll(async () => {
  at = await openTestDatabase();
});
afterAll(() => at.close());
beforeEach(async () => {
  await sql`truncate school, "user", app cascade`.execute(at.db);
});

const ask = (line: string, says?: boolean) =>
  operate(at.db, `admin ${line}`, says === undefined ? {} : { says });
const schoolsNow = async () =>
  (await at.db.selectFrom("school").select("name").orderBy("name").execute()).map(
    (one) => one.name,
  );
const held = (account: string) =>
  at.db
    .selectFrom("membership as m")
    .innerJoin("user as u", "u.id", "m.user_id")
    .innerJoin("school as s", "s.id", "m.school_id")
    .select(["s.name", "m.identity"])
    .where("u.account", "=", account)
    .orderBy("m.identity")
    .execute();

describe("the first administrator and the organisation (OP-03)", () => {
  test("an organisation that a roster brought is found by its id, its code and its name", async () => {
    await at.db
      .insertInto("school")
      .values({
        id: "x1",
        name: "晨曦区教育局",
        kind: "district",
        source: "east",
        sourced_id: "D-01",
      })
      .execute();
    await ask("create --account aa --name 甲甲 --school x1");
    await ask("create --account bb --name 乙乙 --school D-01");
    await ask("create --account cc --name 丙丙 --school 晨曦区教育局");
    expect(await schoolsNow()).toEqual(["晨曦区教育局"]);
    expect(await held("cc")).toEqual([{ name: "晨曦区教育局", identity: "admin" }]);
  });

  test("one that is not there is not made unasked, and what there is is named", async () => {
    await makeSchool(at.db, { name: "晨曦区教育局", kind: "district" });
    const line = "create --account wang --name 王芳 --school 晨曦教育局";
    await expect(ask(line)).rejects.toThrow(
      "没有编号、代码或名称为“晨曦教育局”的机构，现有的有：晨曦区教育局。名册里有它的话请先导入名册；确定要新建，请加上 --new。",
    );
    await expect(ask(line, false)).rejects.toThrow("请加上 --new");
    expect(await schoolsNow()).toEqual(["晨曦区教育局"]);
    expect(await held("wang")).toEqual([]);
  });

  test("it is made when the operator says yes, or --new", async () => {
    expect(await ask("create --account wang --name 王芳 --school 甲局", true)).toContain("新建");
    expect(await ask("create --account li --name 李明 --school 乙局 --new")).toMatch(
      /密码：\S{19}\n/,
    );
    expect(await schoolsNow()).toEqual(["乙局", "甲局"].toSorted());
  });

  test("somebody who exists gets the identity and keeps the password", async () => {
    const school = await makeSchool(at.db, { name: "启明小学" });
    await makeSchool(at.db, { name: "晨曦区教育局", kind: "district" });
    await makePerson(at.db, {
      account: "linlan",
      name: "林岚",
      memberships: [{ school, identity: "teacher" }],
    });
    const password = () =>
      at.db.selectFrom("user").select(["name", "password_hash"]).executeTakeFirstOrThrow();
    const before = await password();
    const told = await ask("create --account linlan --school 晨曦区教育局");
    expect(told).toContain("已给“林岚”在“晨曦区教育局”");
    expect(told).toContain("密码不变");
    expect(await held("linlan")).toEqual([
      { name: "晨曦区教育局", identity: "admin" },
      { name: "启明小学", identity: "teacher" },
    ]);
    expect(await password()).toEqual(before);
    await expect(ask("create --account linlan --school 晨曦区教育局")).rejects.toThrow(
      "已经有这个身份",
    );
    await expect(ask("create --account linlan --name 林兰 --school 晨曦区教育局")).rejects.toThrow(
      "账号“linlan”已经是“林岚”的，不是“林兰”的。",
    );
    await expect(ask("create --account lin --school 晨曦区教育局")).rejects.toThrow(
      "请用 --name 写出姓名",
    );
  });
});

describe("organisations", () => {
  test("one that was made twice is merged: people, what is below it and apps go along", async () => {
    const kept = await makeSchool(at.db, { name: "晨曦区教育局", kind: "district" });
    const twin = await makeSchool(at.db, { name: "晨曦教育局", kind: "district" });
    const below = await makeSchool(at.db, { name: "启明小学", parent_id: twin });
    await makePerson(at.db, {
      account: "wang",
      memberships: [
        { school: twin, identity: "admin" },
        { school: kept, identity: "admin" },
        { school: twin, identity: "inner_admin" },
      ],
    });
    await makeApps(at.db, [{ id: "app", district_id: twin, school_ids: [twin, below] }]);
    const told = await ask("school merge --school 晨曦教育局 --into 晨曦区教育局");
    expect(told).toContain("已并入“晨曦区教育局”");
    expect(await schoolsNow()).toEqual(["启明小学", "晨曦区教育局"].toSorted());
    expect((await held("wang")).map(({ identity }) => identity)).toEqual(["admin", "inner_admin"]);
    const school = await at.db
      .selectFrom("school")
      .select("parent_id")
      .where("id", "=", below)
      .executeTakeFirstOrThrow();
    expect(school.parent_id).toBe(kept);
    const app = await at.db.selectFrom("app").selectAll().executeTakeFirstOrThrow();
    expect(app.district_id).toBe(kept);
    expect(app.school_ids.toSorted()).toEqual([kept, below].toSorted());
  });

  test("one with classes is not merged, one that is not empty not deleted, and nothing is changed", async () => {
    const one = await makeSchool(at.db, { name: "甲校" });
    await makeSchool(at.db, { name: "乙校" });
    await makePerson(at.db, { account: "li", memberships: [{ school: one, identity: "teacher" }] });
    await makeClass(at.db, one, { id: "c1", grade_id: "3" });
    await expect(ask("school merge --school 甲校 --into 乙校")).rejects.toThrow(
      "“甲校”里还有班级 1，不能并入别处。",
    );
    await expect(ask("school delete --school 甲校")).rejects.toThrow(
      "“甲校”里还有人员 1、班级 1，不能删除。",
    );
    expect(await held("li")).toEqual([{ name: "甲校", identity: "teacher" }]);
  });

  test("an empty one is deleted, one made by hand renamed; a roster's are the roster's", async () => {
    await makeSchool(at.db, { name: "甲校" });
    await at.db
      .insertInto("school")
      .values({ id: "r", name: "乙校", kind: "school", source: "east", sourced_id: "s2" })
      .execute();
    await expect(ask("school rename --school 甲校 --name 丙\u202e校")).rejects.toThrow(
      "名称里不能有",
    );
    await ask("school rename --school 甲校 --name 丙\u200b校");
    expect(await schoolsNow()).toEqual(["丙校", "乙校"].toSorted());
    await expect(ask("school rename --school 乙校 --name 丁校")).rejects.toThrow(
      "由名册“east”带来",
    );
    await ask("school delete --school 丙校");
    expect(await schoolsNow()).toEqual(["乙校"]);
    const entries = await at.db
      .selectFrom("audit_entry")
      .select("detail")
      .where("action", "=", "school-change")
      .orderBy("id")
      .execute();
    expect(entries.length).toBeGreaterThanOrEqual(2);
  });
});

describe("what commands want is listed", () => {
  beforeEach(async () => {
    const school = await makeSchool(at.db, { id: "one", name: "启明小学" });
    await makeSchool(at.db, { id: "two", name: "旧城小学" });
    await makePerson(at.db, {
      id: "p1",
      account: "linlan",
      name: "林岚",
      memberships: [{ school, identity: "teacher" }],
    });
    await makePerson(at.db, {
      id: "p2",
      account: "xiaoman",
      name: "林小满",
      memberships: [{ school, identity: "student" }],
    });
    await makeClass(at.db, school, { id: "c1", grade_id: "3", students: ["p2"] });
  });

  test("schools, classes and people, each with id and name", async () => {
    expect(await ask("school list")).toMatch(/^one +学校 +启明小学 +2 人$/m);
    expect(await ask("school list --name 旧城")).not.toContain("启明");
    expect(await ask("class list --school 启明小学 --grade 三年级")).toMatch(
      /^c1 .*启明小学.*1 人$/m,
    );
    expect(await ask("class list --grade 大班")).toBe("没有符合条件的记录。");
    expect(await ask("person list")).toMatch(/^p1 +linlan +林岚 +启明小学 教师$/m);
    expect(await ask("person list --class c1")).toMatch(/^p2 +xiaoman/m);
    expect(await ask("person list --class c1")).not.toContain("linlan");
    expect(await ask("person list --identity 学生 --school one")).not.toContain("linlan");
    expect(await ask("person list --name 林 --limit 1")).toContain("只列出了前 1 人");
  });

  test("a person is found by account, id and a name that only one has", async () => {
    expect(await ask("reset --account 林岚")).toMatch(/^账号：linlan\n密码：/);
    expect(await ask("reset --account p1")).toMatch(/^账号：linlan\n/);
    await makePerson(at.db, { account: "lin2", name: "林岚" });
    await expect(ask("reset --account 林岚")).rejects.toThrow(
      "有不止一个人叫“林岚”，请改用账号：lin2、linlan。",
    );
    expect(await ask("disable --account 林小满 --school 启明小学")).toBe(
      "已停用“林小满”在“启明小学”的身份。",
    );
  });
});
