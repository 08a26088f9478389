import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Change,
  CHANGE_STATES,
  exportChange,
  readChange,
  readChangeRows,
  readChanges,
  readClassRoster,
  REFUSALS,
  type Right,
} from "#contract";
import { makeClass } from "../../test/apps.ts";
import { send } from "../../test/send.ts";
import { insertGrant } from "../rights/grants.ts";
import { allRows } from "../../test/all-rows.ts";
import { ChangeTestApp, SCHOOL_LOGO } from "./change-set.fixture.ts";
import { accountsOf } from "./queries.ts";
import { afterStep, GuardTally, type PlannedRow, wantsOf } from "./rules.ts";

let on: ChangeTestApp;
beforeAll(async () => {
  on = await ChangeTestApp.open();
});
afterAll(() => on.at.close());

const PUPILS = Array.from({ length: 12 }, (_one, index) => `pupil${index + 10}`);
type Of<K extends Change["kind"]> = Extract<Change, { kind: K }>;
const state = (user_ids: string[], is_abled: boolean): Of<"membership-state"> => ({
  ...{ kind: "membership-state", school_id: "a", identity: "student", user_ids, is_abled },
});

const grantTo = (user_id: string, right_name: Right) =>
  insertGrant(on.at.db, {
    ...{ user_id, right_name, bundle_id: null, until: null, given_by: null },
    ...({ place_kind: "school", school_id: "a", part_id: "" } as const),
    ...{ created_at: new Date(on.clock), rests_on_school_id: "a", rests_on_identity: "teacher" },
  });

test("a guardian's row is the child's, whose account and page it names", async () => {
  const bind = { kind: "guardian-bind", child_id: "pupil12", user_id: "parent" } as const;
  const planned = (await on.plan("manager", { ...bind, relation: "母亲" })).data;
  expect(await on.rows("manager", planned.id)).toMatchObject([
    {
      ...{ label: "pupil12", person_id: "pupil12", account: "pupil12", act: "add" },
      fields: [
        { label: "监护人", before: null, after: "parent" },
        { label: "关系", before: null, after: "母亲" },
      ],
    },
  ]);
  const end = { child_id: "pupil10", user_ids: ["parent"] };
  const ended = (await on.plan("manager", { kind: "guardian-end", ...end })).data;
  const [row] = await on.rows("manager", ended.id);
  expect(row?.label).toBe("pupil10");
  expect(row?.fields[0]).toEqual({ label: "监护人", before: "parent", after: null });
});

test("a school that a child has left binds no guardian to them, and ends no bond of theirs", async () => {
  const set = (child: string, is_abled: boolean) =>
    on.at.db
      .updateTable("membership")
      .set({ is_abled })
      .where("user_id", "=", child)
      .where("school_id", "=", "a")
      .execute();
  const bind = { kind: "guardian-bind", child_id: "pupil12", user_id: "parent" } as const;
  const parents = { child_id: "pupil10", user_ids: ["parent"] };
  const end = { kind: "guardian-end" as const, ...parents };
  await set("pupil12", false);
  await set("pupil10", false);
  const notBound = await on.plan("manager", { ...bind, relation: "母亲" });
  const notEnded = await on.plan("manager", end);
  const byPlatform = await on.plan("platform", end);
  await set("pupil12", true);
  await set("pupil10", true);
  expect([notBound, notEnded]).toMatchObject([
    { code: REFUSALS.conflict.code, msg: "“pupil12”在本校的学生身份已停用，不能再添加监护人" },
    { code: REFUSALS.conflict.code, msg: "“pupil10”在本校的学生身份已停用，不能再解除监护人" },
  ]);
  expect(byPlatform.code).toBe(200);
  expect((await on.plan("manager", { ...bind, relation: "母亲" })).code).toBe(200);
  expect((await on.plan("manager", end)).code).toBe(200);
});

describe("the states of a set", () => {
  test("a table: which step leads where, and nothing else does", () => {
    const steps = [
      "apply",
      "wait",
      "schedule",
      "finish",
      "fail",
      "undo",
      "undo-part",
      "finish-undo",
      "discard",
    ] as const;
    const table = steps.flatMap((step) =>
      CHANGE_STATES.flatMap((from) => {
        const to = afterStep(from, step);
        return to === undefined ? [] : [`${from} ${step} ${to}`];
      }),
    );
    expect(table).toEqual([
      "planned apply applying",
      "held apply applying",
      "waiting apply applying",
      "scheduled apply applying",
      "planned wait waiting",
      "held wait waiting",
      "waiting schedule scheduled",
      "applying finish applied",
      "scheduled fail outdated",
      "applying fail outdated",
      "applied undo undoing",
      "undoing undo-part applied",
      "undoing finish-undo undone",
      "planned discard discarded",
      "held discard discarded",
      "waiting discard discarded",
      "scheduled discard discarded",
    ]);
  });
});

describe("guards (CS-03)", () => {
  const ending = (count: number): PlannedRow[] =>
    Array.from({ length: count }, (_one, index) => ({
      table: "membership",
      key: { school_id: "a", user_id: `p${index}`, identity: "student" },
      ...{ before: { is_abled: true }, after: { is_abled: false } },
      ...{ label: "", person_id: `p${index}` },
    }));
  const members = (count: number) => [{ group: "a student", name: "本校的学生", members: count }];
  const rules = (rows: PlannedRow[], count: number, actor = "x") => {
    const tally = new GuardTally(actor);
    for (const row of rows) tally.add(row);
    return tally.guards(members(count)).map(({ rule }) => rule);
  };

  test.each([
    [4, 5, []],
    [5, 50, []],
    [6, 50, ["ends"]],
    [5, 49, ["ends"]],
  ])("%i ended of %i members", (count, of, expected) => {
    expect(rules(ending(count), of)).toEqual(expected);
  });

  test("more than half changed", () => {
    const until = (count: number) =>
      ending(count).map((row) => ({ ...row, before: { until: null }, after: { until: "2026" } }));
    expect(rules(until(25), 50)).toEqual([]);
    expect(rules(until(26), 50)).toEqual(["changes"]);
    expect(rules(until(4), 4)).toEqual([]);
  });

  test("the actor's own access", () => {
    expect(rules(ending(1), 100, "p0")).toEqual(["own-access"]);
  });

  test("above 200 rows another person approves", () => {
    const ends = [{ rule: "ends" }];
    expect([
      wantsOf([], 5000),
      wantsOf(ends, 200),
      wantsOf(ends, 201),
      wantsOf([{ rule: "year" }], 1),
    ]).toEqual([...["nothing", "reason", "approval", "approval"]]);
  });
});

/** Each kind of change, as a school's administrator would make it; the district's where it is theirs. */
const KINDS: readonly [string, string, Change, string][] = [
  ["disables pupils", "manager", state(["pupil10", "pupil11"], false), "停用 2 位学生"],
  [
    "gives an identity for a time",
    "manager",
    {
      ...{ kind: "membership-add", school_id: "a", identity: "parent", user_ids: ["teacher"] },
      until: "2027-01-31",
    },
    "让 1 人成为家长",
  ],
  [
    "ends an identity with a day",
    "manager",
    {
      ...{ kind: "membership-until", school_id: "a", identity: "teacher", user_ids: ["teacher"] },
      until: "2027-01-31",
    },
    "让 1 位教师到期停用",
  ],
  [
    "locks accounts",
    "manager",
    { kind: "account-state", user_ids: ["pupil12"], is_abled: false, reason: "遗失设备" },
    "锁定 1 个账号",
  ],
  [
    "moves pupils to another class",
    "manager",
    {
      ...{ kind: "class-place", school_id: "a", user_ids: ["pupil10", "pupil11"] },
      ...{ from_class_id: "31", to_class_id: "32" },
    },
    "把 2 位学生从“三年级（1）班”编入“三年级（2）班”",
  ],
  [
    "takes a pupil out of a class",
    "manager",
    { kind: "class-place", school_id: "a", user_ids: ["pupil10"], from_class_id: "31" },
    "把 1 位学生移出“三年级（1）班”",
  ],
  [
    "makes a class",
    "manager",
    {
      kind: "class-make",
      school_id: "a",
      name: "三年级（3）班",
      grade_id: "3",
      stage_id: "primary",
    },
    "新建“三年级（3）班”",
  ],
  [
    "renames a class",
    "manager",
    { kind: "class-edit", school_id: "a", class_id: "31", name: "阳光班" },
    "把“三年级（1）班”改名为“阳光班”",
  ],
  [
    "archives a class",
    "manager",
    { kind: "class-state", school_id: "a", class_ids: ["32"], is_abled: false },
    "归档“三年级（2）班”",
  ],
  [
    "merges classes",
    "manager",
    { kind: "class-merge", school_id: "a", from_class_ids: ["32"], into_class_id: "31" },
    "把“三年级（2）班”并入“三年级（1）班”",
  ],
  [
    "splits a class",
    "manager",
    {
      ...{ kind: "class-split", school_id: "a", class_id: "31", user_ids: ["pupil10", "pupil11"] },
      ...{ name: "三年级（3）班", head_user_id: "teacher" },
    },
    "从“三年级（1）班”拆出“三年级（3）班”",
  ],
  [
    "says who teaches what in several classes",
    "manager",
    {
      ...{ kind: "teaching-grid", school_id: "a" },
      cells: [
        { class_id: "31", subject_id: "", user_ids: ["teacher"] },
        { class_id: "32", subject_id: "", user_ids: ["both"] },
      ],
    },
    "修改 2 个班级的任课",
  ],
  [
    "says who teaches",
    "manager",
    {
      ...{ kind: "class-teach", school_id: "a", class_id: "31" },
      teachers: [{ user_id: "teacher", subject_id: "", is_head: true }],
    },
    "修改“三年级（1）班”的任课",
  ],
  [
    "binds a guardian",
    "manager",
    { kind: "guardian-bind", child_id: "pupil11", user_id: "parent", relation: "母亲" },
    "让“parent”成为“pupil11”的母亲",
  ],
  [
    "parts a guardian",
    "manager",
    { kind: "guardian-end", child_id: "pupil10", user_ids: ["parent"] },
    "解除“parent”与“pupil10”的关系",
  ],
  [
    "edits a person",
    "manager",
    { kind: "person-edit", user_id: "pupil13", name: "林小满", birth_date: "2017-03-01" },
    "修改“pupil13”的资料",
  ],
  [
    "makes a pupil",
    "manager",
    {
      ...{ kind: "person-make", school_id: "a", identity: "student", name: "孙小圣" },
      ...{ birth_date: "2017-09-01", gender: "male", class_id: "31", number: "G1101052017" },
    },
    "新建学生“孙小圣”",
  ],
  [
    "makes a parent",
    "manager",
    {
      ...{ kind: "person-make", school_id: "a", identity: "parent", name: "孙大圣" },
      ...{ mobile: "13900000001", child_id: "pupil11", relation: "父亲" },
    },
    "新建家长“孙大圣”",
  ],
  [
    "merges accounts",
    "manager",
    { kind: "person-merge", from_user_id: "pupil10", into_user_id: "pupil11" },
    "把“pupil10”的账号 pupil10 并入 pupil11",
  ],
  [
    "edits a school",
    "manager",
    { kind: "school-edit", school_id: "a", name: "启明实验小学", stage_ids: ["primary", "junior"] },
    "把“启明小学”改名为“启明实验小学”",
  ],
  [
    "gives a school a logo",
    "manager",
    { kind: "school-edit", school_id: "a", logo: SCHOOL_LOGO },
    "修改“启明小学”",
  ],
  [
    "disables a school",
    "district",
    { kind: "school-state", school_ids: ["b"], is_abled: false },
    "停用“b学校”",
  ],
  [
    "makes a school",
    "district",
    { kind: "school-make", district_id: "d", name: "启明三小", stage_ids: ["primary"] },
    "新建“启明三小”",
  ],
  [
    "moves a school to another district",
    "platform",
    { kind: "school-move", school_id: "b", district_id: "e" },
    "把“b学校”移到“e学校”",
  ],
];

describe("each kind is planned, applied and undone; every table is as before (CS-05)", () => {
  test.each(KINDS)("%s", async (_what, by, change, act) => {
    const before = await allRows(on.at.db);
    const planned = await on.plan(by, change);
    expect(planned.data, planned.msg).toMatchObject({ act, may: { apply: true, undo: false } });
    // time goes on while somebody looks at it
    on.clock += 2000;
    expect(await allRows(on.at.db), "planning changes nothing").toEqual(before);
    const rows = await on.rows(by, planned.data.id);
    expect(rows).toHaveLength(planned.data.counts.rows);
    expect(rows.every(({ fields }) => fields.length > 0)).toBe(true);
    await on.apply(by, planned.data.id, "试一试");
    await on.at.app.jobs.runDue();
    const applied = await on.read(by, planned.data.id);
    expect(applied).toMatchObject({ state: "applied", may: { undo: true } });
    expect(applied.counts.applied).toBe(planned.data.counts.rows);
    expect(await allRows(on.at.db)).not.toEqual(before);
    await on.undo(by, planned.data.id);
    expect((await on.read(by, planned.data.id)).state).toBe("undone");
    expect(await allRows(on.at.db)).toEqual(before);
  });

  test.each(KINDS)("%s: of another school it does not exist", async (_what, _by, change) => {
    const before = await allRows(on.at.db);
    const isOfB = change.kind === "school-state" || change.kind === "school-move";
    const other = isOfB ? "manager" : "manager-b";
    const { code } = await on.plan(other, change);
    expect(code).toBe(40400);
    expect((await on.plan("head", change)).code).toBe(40005);
    expect(await allRows(on.at.db)).toEqual(before);
  });
});

describe("making a person (AD-03)", () => {
  const make = (more: Partial<Of<"person-make">> = {}): Of<"person-make"> => ({
    ...{ kind: "person-make", school_id: "a", identity: "student", name: "朱小戒" },
    ...{ birth_date: "2017-05-05", ...more },
  });
  const same = (data: unknown) => (data as { same?: { account: string; why: string }[] }).same;

  test("a birthday in the year 0 is no day, and no fault", async () => {
    const { code, data } = await on.plan("manager", make({ birth_date: "0000-01-01" }));
    expect([code, data]).toMatchObject([40001, { errors: [{ path: "change.birth_date" }] }]);
  });

  test("who may be the same is shown first, and only in the scope", async () => {
    const made = await on.change("manager", make({ number: "L42", mobile: "13900000002" }));
    expect(made.sentence).toBe("将新建学生“朱小戒”，账号是 zhuxiaojie");
    const asked = [
      [make(), "姓名和出生日期相同"],
      [make({ name: "他人", mobile: "13900000002" }), "手机号相同"],
      [make({ name: "他人", birth_date: "2016-01-01", number: "L42" }), "学号或工号相同"],
    ] as const;
    for (const [change, why] of asked) {
      const { code, data } = await on.plan("manager", change);
      expect([code, same(data)]).toMatchObject([40900, [{ account: "zhuxiaojie", why }]]);
    }
    const elsewhere = await on.plan("manager-b", make({ school_id: "b" }));
    expect(elsewhere.data.sentence, "an account is taken everywhere").toBe(
      "将新建学生“朱小戒”，账号是 zhuxiaojie2",
    );
    const other = await on.plan("manager", make({ is_other: true }));
    expect(other.code).toBe(200);
    expect((await on.plan("manager", make({ is_other: true, account: "ZhuXiaoJie" }))).msg).toBe(
      "账号“zhuxiaojie”已经有人用了，请换一个",
    );
    await on.undo("manager", made.id);
  });

  test("a row says whose account it is, as two people may have one name; of nobody who was never here", async () => {
    const made = await on.change("manager", make({ identity: "teacher", name: "朱老师" }));
    const again = await on.change(
      "manager",
      make({ identity: "teacher", name: "朱老师", is_other: true }),
    );
    const saidOf = async (id: string) => {
      const rows = await on.rows("manager", id);
      return [...new Set(rows.map(({ label, account }) => `${label} ${account}`))];
    };
    expect(await saidOf(made.id)).toEqual(["朱老师 zhulaoshi"]);
    expect(await saidOf(again.id)).toEqual(["朱老师 zhulaoshi2"]);
    const rows = await on.at.db
      .selectFrom("user")
      .select("id as person_id")
      .where("name", "=", "朱老师")
      .execute();
    const known = await accountsOf(on.at.db, rows, "b");
    expect([...known.values()]).toEqual([null, null]);
    for (const { id } of [again, made]) await on.undo("manager", id);
  });

  test("who has left traces since is not deleted by an undo", async () => {
    const made = await on.change("manager", make({ identity: "teacher", name: "沙老师" }));
    const id = (await on.rows("manager", made.id))[0]?.person_id ?? "";
    await on.at.db
      .insertInto("quick_app")
      .values({ user_id: id, identity: "teacher", app_ids: [] })
      .execute();
    await on.undo("manager", made.id);
    const left = await on.read("manager", made.id);
    expect(left).toMatchObject({ state: "applied", counts: { undone: 1, applied: 1 } });
    const person = on.at.db.selectFrom("user").select("id").where("id", "=", id);
    expect(await person.execute()).toHaveLength(1);
    await on.at.db.deleteFrom("quick_app").where("user_id", "=", id).execute();
    await on.undo("manager", made.id);
    expect(await person.execute()).toHaveLength(0);
  });

  test("nobody makes who may do more than they, nor into another's class", async () => {
    expect((await on.plan("manager", make({ identity: "inner_admin" }))).code).toBe(40001);
    expect((await on.plan("manager", make({ identity: "admin" }))).code).toBe(40001);
    expect((await on.plan("manager", make({ class_id: "absent" }))).code).toBe(40400);
    expect((await on.plan("manager", make({ identity: "parent", child_id: "pupil-b" }))).code).toBe(
      40400,
    );
  });
});

describe("merging accounts (AD-14)", () => {
  test("an account of a roster is kept, and one of another school is not there", async () => {
    await on.at.db
      .updateTable("user")
      .set({ source: "roster", sourced_id: "p12" })
      .where("id", "=", "pupil12")
      .execute();
    const merge = (from_user_id: string, into_user_id: string) =>
      on.plan("manager", { kind: "person-merge", from_user_id, into_user_id });
    expect((await merge("pupil12", "pupil13")).msg).toBe(
      "“pupil12”是名册里的账号，请保留它，把另一个并进来",
    );
    expect((await merge("pupil13", "pupil12")).code).toBe(200);
    expect((await merge("pupil13", "pupil-b")).code).toBe(40400);
    expect((await merge("both", "teacher")).code, "also of another school").toBe(40400);
    expect((await merge("pupil13", "pupil13")).msg).toBe("请选择两个不同的账号");
    await on.at.db
      .updateTable("user")
      .set({ source: null, sourced_id: null })
      .where("id", "=", "pupil12")
      .execute();
  });

  test("what the kept account has not yet goes over, and the other cannot sign in", async () => {
    const merged = await on.change("manager", {
      ...{ kind: "person-merge", from_user_id: "pupil10", into_user_id: "pupil11" },
    });
    const guardians = await on.at.db
      .selectFrom("guardian")
      .select(["child_id", "user_id"])
      .execute();
    expect(guardians).toEqual([{ child_id: "pupil11", user_id: "parent" }]);
    const { is_abled } = await on.at.db
      .selectFrom("user")
      .select("is_abled")
      .where("id", "=", "pupil10")
      .executeTakeFirstOrThrow();
    expect(is_abled).toBe(false);
    await on.undo("manager", merged.id);
  });
});

describe("words", () => {
  test("half a character, as a field's limit leaves of a rare one, is no fault", async () => {
    const change: Change = {
      ...{ kind: "class-make", school_id: "a", name: "实验\ud842" },
      ...{ grade_id: "3", stage_id: "primary" },
    };
    const { code, data } = await on.plan("manager", change);
    expect([code, data?.sentence]).toEqual([200, expect.stringContaining("实验\ufffd")]);
    await on.discard("manager", data.id);
  });

  test("a sentence says whom it touches, and each row what differs", async () => {
    const planned = await on.plan("manager", state(["pupil10", "pupil11", "nobody"], false));
    expect(planned.data.sentence).toBe("将停用 2 位学生，其中 1 位有监护人");
    expect(planned.data.unmatched).toEqual(["nobody"]);
    expect(await on.rows("manager", planned.data.id)).toMatchObject([
      {
        what: "身份",
        label: "pupil10（学生）",
        act: "change",
        fields: [{ label: "状态", before: "启用", after: "停用" }],
      },
      { label: "pupil11（学生）" },
    ]);
    await on.discard("manager", planned.data.id);
  });

  test("another grade of a class leaves a name alone that somebody else has given it meanwhile", async () => {
    const edit = { kind: "class-edit", school_id: "a", class_id: "31" } as const;
    const renamed = await on.change("manager", { ...edit, name: "阳光班" });
    const moved = await on.change("manager", { ...edit, grade_id: "4", stage_id: "primary" });
    const found = await on.at.db
      .selectFrom("class")
      .select(["name", "grade_id"])
      .where("school_id", "=", "a")
      .where("id", "=", "31")
      .executeTakeFirst();
    expect(found).toEqual({ name: "阳光班", grade_id: "4" });
    await on.undo("manager", moved.id);
    await on.undo("manager", renamed.id);
  });

  test("what is so already is told, and what is nonsense", async () => {
    expect((await on.plan("manager", state(["pupil10"], true))).msg).toBe(
      "没有需要改的：已经是这样了",
    );
    const taken = {
      kind: "class-edit",
      school_id: "a",
      class_id: "31",
      name: "三年级（2）班",
    } as const;
    expect((await on.plan("manager", taken)).msg).toBe("已经有一个班叫“三年级（2）班”了");
    // an archived class keeps its name, and comes back under no name that is taken
    const { db } = on.at;
    await makeClass(db, "a", { id: "39", grade_id: "3" });
    const archived = { name: "三年级（2）班", is_abled: false };
    await db.updateTable("class").set(archived).where("id", "=", "39").execute();
    const back: Change = { kind: "class-state", school_id: "a", class_ids: ["39"], is_abled: true };
    expect((await on.plan("manager", back)).msg).toBe(
      "会有两个班都叫“三年级（2）班”，请先把其中一个改名",
    );
    await db.deleteFrom("class").where("id", "=", "39").execute();
    const past: Change = {
      ...{ kind: "membership-until", school_id: "a", identity: "teacher", user_ids: ["teacher"] },
      until: "2020-01-01",
    };
    expect((await on.plan("manager", past)).msg).toBe("到期的日子须在今天或以后");
  });
});

describe("a guard", () => {
  test("holds a plan until its reason is given", async () => {
    const planned = await on.plan("manager", state(PUPILS, false));
    expect(planned.data).toMatchObject({ state: "held", wants: "reason" });
    expect(planned.data.guards[0]?.sentence).toBe(
      "“启明小学”的学生共 12 人，这次会有 12 人不再在内，超过一成",
    );
    expect((await on.apply("manager", planned.data.id)).msg).toBe("请写明为什么要这样改");
    expect((await on.apply("manager", planned.data.id, "毕业")).data.state).toBe("applying");
    await on.at.app.jobs.runDue();
    expect(await on.read("manager", planned.data.id)).toMatchObject({
      ...{ state: "applied", reason: "毕业" },
    });
    await on.undo("manager", planned.data.id);
  });

  test("above 200 rows wants another person's approval", async () => {
    const many = Array.from({ length: 201 }, (_one, index) => `many${index}`);
    for (const account of many) await on.add(account, ["a", "parent"]);
    const change: Change = { ...state(many, false), identity: "parent" };
    const planned = await on.plan("manager", change);
    expect(planned.data.wants).toBe("approval");
    const waiting = await on.apply("manager", planned.data.id, "整理账号");
    expect(waiting.data).toMatchObject({ state: "waiting", may: { approve: false, apply: false } });
    await on.at.app.jobs.runDue();
    expect((await on.read("manager", planned.data.id)).state).toBe("waiting");
    expect((await on.approve("manager", planned.data.id)).msg).toBe("自己的变更要由另一个人审批");
    expect((await on.approve("manager-b", planned.data.id)).code).toBe(40400);
    expect((await on.read("manager2", planned.data.id)).may.approve).toBe(true);
    expect((await on.approve("manager2", planned.data.id)).code).toBe(200);
    await on.at.app.jobs.runDue();
    expect(await on.read("manager", planned.data.id)).toMatchObject({
      ...{ state: "applied", approved_by: { id: "manager2" } },
    });
    await on.undo("manager", planned.data.id);
  });

  test("who approves finds what waits, and refuses it with a reason that its maker reads", async () => {
    await on.add("approver", ["a", "teacher"]);
    await grantTo("approver", "roster.approve");
    const waitingFor = async (account: string) =>
      (
        await send(on.at.app, readChanges, { state: "waiting" }, await on.as(account))
      ).body.data.changes.map(({ id }) => id);
    const parents = Array.from({ length: 201 }, (_one, index) => `many${index}`);
    const { data } = await on.plan("manager", { ...state(parents, false), identity: "parent" });
    await on.apply("manager", data.id, "整理账号");
    expect(await waitingFor("approver")).toEqual([data.id]);
    expect(await waitingFor("manager-b")).toEqual([]);
    expect((await on.discard("approver", data.id, "名单里有在用的账号")).code).toBe(200);
    expect(await waitingFor("approver")).toEqual([]);
    // what one decided on is found again
    const listed = await send(on.at.app, readChanges, {}, await on.as("approver"));
    expect(listed.body.data.changes.map(({ id }) => id)).toEqual([data.id]);
    expect(await on.read("manager", data.id)).toMatchObject({
      state: "discarded",
      refused: { by: "approver", why: "名单里有在用的账号" },
    });
    expect((await on.approve("manager2", data.id)).code).not.toBe(200);
    // who takes the own change back has not refused it
    const again = await on.plan("manager", { ...state(parents, false), identity: "parent" });
    await on.apply("manager", again.data.id, "整理账号");
    await on.discard("manager", again.data.id, "不用了");
    expect((await on.read("manager", again.data.id)).refused).toBeNull();
  });
});

describe("what others do meanwhile", () => {
  test("a plan whose rows changed says which, and is planned anew", async () => {
    const planned = await on.plan("manager", state(["pupil14", "pupil15"], false));
    await on.change("manager2", state(["pupil14"], false));
    // also where it is sent several times at once: there is one new plan, whoever hears of it
    const all = await Promise.all(
      ["manager", "manager2", "manager"].map((by) => on.apply(by, planned.data.id)),
    );
    const [refused = await on.apply("manager", planned.data.id)] = all;
    expect(
      new Set(all.map(({ code, data }) => `${code} ${(data as { change_id?: string }).change_id}`))
        .size,
    ).toBe(1);
    expect(refused.code).toBe(40900);
    const { change_id, rows } = refused.data as unknown as { change_id: string; rows: string[] };
    expect(rows).toEqual(["pupil14（学生）"]);
    expect((await on.read("manager", change_id)).act).toBe("停用 1 位学生");
    expect((await on.read("manager", planned.data.id)).state).toBe("discarded");
    const planned_anew = await on.at.db
      .selectFrom("change_set")
      .select("id")
      .where("act", "=", "停用 1 位学生")
      .where("state", "=", "planned")
      .execute();
    expect(planned_anew).toEqual([{ id: change_id }]);
  });

  test("who was renamed meanwhile is one person, with the name of now", async () => {
    const rename = (name: string): Change => ({ kind: "person-edit", user_id: "pupil12", name });
    const planned = await on.plan("manager", rename("甲"));
    const set = await on.change("manager2", rename("乙"));
    const refused = await on.apply("manager", planned.data.id);
    expect((refused.data as unknown as { rows: string[] }).rows).toEqual(["乙"]);
    expect(refused.msg).toBe("计划之后有人改过：乙，已按现在的情况重新计划");
    await on.undo("manager2", set.id);
  });

  test("rows that change between apply and its job stop the whole set", async () => {
    await on.at.db.updateTable("membership").set({ is_abled: true }).execute();
    const planned = await on.plan("manager", state(["pupil16", "pupil17"], false));
    await on.apply("manager", planned.data.id);
    const where = on.at.db.updateTable("membership").where("user_id", "=", "pupil17");
    await where.set({ is_abled: false }).execute();
    const before = await allRows(on.at.db);
    await on.at.app.jobs.runDue();
    expect(await on.read("manager", planned.data.id)).toMatchObject({ state: "outdated" });
    expect(await allRows(on.at.db)).toEqual(before);
    const rows = await on.rows("manager", planned.data.id);
    expect(rows.map(({ state: of, note }) => [of, note])).toEqual([
      ["planned", null],
      ["outdated", "后来被改过"],
    ]);
    await where.set({ is_abled: true }).execute();
  });

  test("undo leaves what was changed since, and names it; chosen, it is overwritten", async () => {
    const rename = (name: string): Change => ({ kind: "person-edit", user_id: "pupil18", name });
    const set = await on.change("manager", rename("甲"));
    await on.change("manager2", rename("乙"));
    await on.undo("manager", set.id);
    expect(await on.read("manager", set.id)).toMatchObject({ state: "applied" });
    expect((await on.rows("manager", set.id))[0]).toMatchObject({ note: "后来被改过" });
    await on.undo("manager", set.id, { overwrite: true });
    expect((await on.read("manager", set.id)).state).toBe("undone");
    const { name } = await on.at.db
      .selectFrom("user")
      .select("name")
      .where("id", "=", "pupil18")
      .executeTakeFirstOrThrow();
    expect(name).toBe("pupil18");
  });

  test("no undo makes two classes of one name", async () => {
    const state = (is_abled: boolean): Change => ({
      ...{ kind: "class-state", school_id: "a", class_ids: ["32"], is_abled },
    });
    const archived = await on.change("manager", state(false), "并班");
    const named: Change = {
      kind: "class-edit",
      school_id: "a",
      class_id: "31",
      name: "三年级（2）班",
    };
    const renamed = await on.change("manager", named);
    const refused = await on.undo("manager", archived.id);
    expect([refused.code, refused.msg]).toEqual([
      40900,
      "撤销以后会有两个班都叫“三年级（2）班”，请先把现在的这个改名或归档",
    ]);
    await on.undo("manager", renamed.id);
    await on.undo("manager", archived.id);
    expect((await on.read("manager", archived.id)).state).toBe("undone");

    // of one row alone, too, where a class of another row has come back under its name
    const both: Change = {
      kind: "class-state",
      school_id: "a",
      class_ids: ["31", "32"],
      is_abled: false,
    };
    const set = await on.change("manager", both, "并班");
    const { db } = on.at;
    const [row] = (await on.rows("manager", set.id)).filter(
      ({ label }) => label === "三年级（2）班",
    );
    const change = { is_abled: true, name: "三年级（2）班" };
    await db.updateTable("class").set(change).where("id", "=", "31").execute();
    const alone = await on.undo("manager", set.id, { rows: [row?.seq ?? 0] });
    expect(alone.code).toBe(40900);
    const before = { is_abled: false, name: "三年级（1）班" };
    await db.updateTable("class").set(before).where("id", "=", "31").execute();
    await on.undo("manager", set.id);
    expect((await on.read("manager", set.id)).state).toBe("undone");
  });

  test("one row can be undone; the others stay", async () => {
    const set = await on.change("manager", state(["pupil19", "pupil20"], false));
    await on.undo("manager", set.id, { rows: [1] });
    const left = await on.read("manager", set.id);
    expect([left.state, left.counts.applied, left.counts.undone]).toEqual(["applied", 1, 1]);
    await on.undo("manager", set.id);
    expect((await on.read("manager", set.id)).state).toBe("undone");
  });

  test("of a move nobody takes back half: the other rows of the person come along", async () => {
    const seats = () =>
      on.at.db
        .selectFrom("class_student")
        .select(["class_id", "user_id"])
        .where("user_id", "in", ["pupil19", "pupil20"])
        .orderBy("user_id")
        .execute();
    const before = await seats();
    const set = await on.change("manager", {
      ...{ kind: "class-place", school_id: "a", user_ids: ["pupil19", "pupil20"] },
      ...{ from_class_id: "32", to_class_id: "31" },
    });
    const [first] = await on.rows("manager", set.id);
    await on.undo("manager", set.id, { rows: [first?.seq ?? -1] });
    const after = await seats();
    const back = before.find(({ user_id }) => user_id === first?.person_id);
    expect(after.filter(({ user_id }) => user_id === first?.person_id)).toEqual([back]);
    expect(after.map(({ class_id }) => class_id).sort()).toEqual(["31", "32"]);
    await on.undo("manager", set.id);
    expect(await seats()).toEqual(before);
  });

  test("two who apply the same plan apply it once", async () => {
    const planned = await on.plan("manager", state(["pupil21"], false));
    const codes = await Promise.all(
      ["manager", "manager2"].map(async (by) => (await on.apply(by, planned.data.id)).code),
    );
    await on.at.app.jobs.runDue();
    expect(codes.filter((code) => code === 200).length).toBeLessThanOrEqual(1);
    expect(codes.every((code) => code === 200 || code === 40900)).toBe(true);
    await on.change("manager", state(["pupil21"], true)).catch(() => undefined);
  });
});

describe("rights", () => {
  /** Gives the teacher one right at the school. */
  const give = (right_name: Right) => grantTo("teacher", right_name);

  test("who may not make administrators neither gives nor takes the identity", async () => {
    const id = await give("people.write");
    on.clock += 2000;
    const make: Change = {
      ...{ kind: "membership-add", school_id: "a", identity: "manager", user_ids: ["teacher"] },
    };
    expect((await on.plan("teacher", make)).msg).toContain("超出您自己的");
    const take: Change = { ...state(["manager"], false), identity: "manager" };
    expect((await on.plan("teacher", take)).code).toBe(40005);
    const lock: Change = {
      ...{ kind: "account-state", user_ids: ["manager"], is_abled: false, reason: "试" },
    };
    expect((await on.plan("teacher", lock)).msg).toBe(
      "“manager”的管理权限超出您的，请由上一级管理员处理",
    );
    expect((await on.plan("teacher", state(["pupil10"], false))).code).toBe(200);
    await on.at.db.deleteFrom("right_grant").where("id", "=", id).execute();
    on.clock += 2000;
    expect((await on.plan("teacher", state(["pupil10"], false))).code).toBe(40005);
  });

  test("an account that reaches beyond the scope is not one school's to lock", async () => {
    const lock: Change = {
      ...{ kind: "account-state", user_ids: ["both"], is_abled: false, reason: "试" },
    };
    expect((await on.plan("manager", lock)).code).toBe(40400);
    expect((await on.plan("district", lock)).code).toBe(200);
  });

  test("nobody makes themselves head-teacher who may not look after the class", async () => {
    await give("class.write");
    on.clock += 2000;
    const heading = (user_id: string): Change => ({
      ...{ kind: "class-teach", school_id: "a", class_id: "32" },
      teachers: [{ user_id, subject_id: "", is_head: true }],
    });
    expect((await on.plan("teacher", heading("teacher"))).msg).toBe("不能让自己成为班主任");
    expect((await on.plan("teacher", heading("both"))).code).toBe(200);
    await on.at.db.deleteFrom("right_grant").execute();
  });

  test("a grant ends with the membership, and no undo gives it back", async () => {
    await give("report.read");
    const set = await on.change("manager", { ...state(["teacher"], false), identity: "teacher" });
    await on.undo("manager", set.id);
    expect((await on.read("manager", set.id)).state).toBe("undone");
    const left = await on.at.db
      .selectFrom("right_grant")
      .select("ended_why")
      .where("user_id", "=", "teacher")
      .execute();
    expect(left).toEqual([{ ended_why: "membership" }]);
  });

  test("a right that ends between plan and apply stops it", async () => {
    const id = await give("people.write");
    on.clock += 2000;
    const planned = await on.plan("teacher", state(["pupil10"], false));
    await on.at.db.deleteFrom("right_grant").where("id", "=", id).execute();
    on.clock += 2000;
    expect((await on.apply("teacher", planned.data.id)).code).toBe(40400);
  });
});

describe("a lock", () => {
  test("ends the sign-ins at once, and unlocking opens the way again", async () => {
    const headers = await on.as("head");
    const roster = async () => (await send(on.at.app, readClassRoster, {}, headers)).body.code;
    expect(await roster()).toBe(200);
    const lock: Change = {
      ...{
        kind: "account-state",
        user_ids: ["head"],
        is_abled: false,
        reason: "离岗",
        until: "2026-12-31",
      },
    };
    await on.change("manager", lock);
    expect(await roster()).toBe(401);
    const kept = await on.at.db.selectFrom("person_lock").select(["user_id", "reason"]).execute();
    expect(kept).toEqual([{ user_id: "head", reason: "离岗" }]);
    await on.change("manager", { kind: "account-state", user_ids: ["head"], is_abled: true });
    expect(await on.at.db.selectFrom("person_lock").selectAll().execute()).toEqual([]);
  });
});

describe("what ends with a day", () => {
  test("an identity and a lock are over after it, not before", async () => {
    const until = "2027-01-31";
    const ends: Change = {
      ...{ kind: "membership-until", school_id: "a", identity: "teacher", user_ids: ["teacher"] },
      until,
    };
    await on.change("manager", ends);
    const lock: Change = {
      ...{ kind: "account-state", user_ids: ["pupil15"], is_abled: false, reason: "试", until },
    };
    await on.change("manager", lock);
    const found = async () => {
      const { is_abled: member } = await on.at.db
        .selectFrom("membership")
        .select("is_abled")
        .where("user_id", "=", "teacher")
        .executeTakeFirstOrThrow();
      const { is_abled: account } = await on.at.db
        .selectFrom("user")
        .select("is_abled")
        .where("id", "=", "pupil15")
        .executeTakeFirstOrThrow();
      return { member, account };
    };
    const start = on.clock;
    on.clock = Date.parse("2027-01-31T23:59:00+08:00");
    await on.at.app.jobs.runNow("until-over");
    expect(await found()).toEqual({ member: true, account: false });
    on.clock = Date.parse("2027-02-01T00:00:00+08:00");
    await on.at.app.jobs.runNow("until-over");
    expect(await found()).toEqual({ member: false, account: true });
    on.clock = start;
    await on.at.db.updateTable("membership").set({ is_abled: true, until: null }).execute();
  });
});

describe("history", () => {
  test("is seen by colleagues of the same place and by the district, not beside", async () => {
    const list = async (by: string) =>
      (await send(on.at.app, readChanges, {}, await on.as(by))).body.data.changes.length;
    expect(await list("manager2")).toBeGreaterThan(5);
    expect(await list("district")).toBeGreaterThan(5);
    // what the district did to this one, and its own plan of a person
    expect(await list("manager-b")).toBe(2);
    // a right that has ended leaves nothing to look at
    expect(await list("teacher")).toBe(0);
  });

  test("of several schools is their district's, where its maker administers that", async () => {
    await on.add("district2", ["d", "admin"]);
    await on.add("manager-ab", ["a", "manager"], ["b", "manager"]);
    const user_ids = ["pupil10", "pupil-b"];
    const lock: Change = { kind: "account-state", user_ids, reason: "盗号", is_abled: false };
    const { id, place_name } = await on.change("district", lock);
    expect(place_name).toBe("东区");
    const rows = await on.rows("district2", id);
    expect(new Set(rows.map(({ account }) => account))).toEqual(new Set(user_ids));
    expect((await on.undo("district2", id)).code).toBe(200);
    const { data } = await on.plan("manager-ab", lock);
    expect((await on.read("manager-ab", data.id)).place_name).toBe("多个学校或区域");
    await on.discard("manager-ab", data.id);
  });

  test("is not seen by its maker where that was, once the place is lost", async () => {
    const at = { user_id: "manager", school_id: "b", identity: "manager" } as const;
    await on.at.db.insertInto("membership").values(at).execute();
    on.clock += 2000;
    const [here, there] = [
      await on.change("manager", state(["pupil10"], false)),
      await on.change("manager", { ...state(["pupil-b"], false), school_id: "b" }),
    ];
    await on.at.db
      .deleteFrom("membership")
      .where("user_id", "=", "manager")
      .where("school_id", "=", "b")
      .execute();
    on.clock += 2000;
    const listed = (
      await send(on.at.app, readChanges, {}, await on.as("manager"))
    ).body.data.changes.map(({ id }) => id);
    expect(listed).toContain(here.id);
    expect(listed).not.toContain(there.id);
    for (const call of [readChange, readChangeRows, exportChange]) {
      const answers = [here.id, there.id, "nothing"].map(
        async (change_id) =>
          (await send(on.at.app, call, { change_id }, await on.as("manager"))).body.code,
      );
      expect(await Promise.all(answers)).toEqual([200, 40400, 40400]);
    }
    expect((await on.undo("manager", there.id)).code).toBe(40400);
    await on.undo("manager", here.id);
    await on.undo("manager-b", there.id);
  });

  test("is over after 30 days: the rows go, the counts stay", async () => {
    const set = await on.change("manager", state(["pupil10"], false));
    on.clock += 31 * 86_400_000;
    await on.at.app.jobs.runNow("change-sweep");
    const kept = await on.at.db
      .selectFrom("change_set")
      .select(["row_count", "input", "act"])
      .where("id", "=", set.id)
      .executeTakeFirst();
    expect(kept).toEqual({ row_count: 1, input: null, act: "修改人员资料" });
    const rows = await on.at.db
      .selectFrom("change_row")
      .selectAll()
      .where("set_id", "=", set.id)
      .execute();
    expect(rows).toEqual([]);
  });
});
