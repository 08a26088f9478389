import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  applyChange,
  approveChange,
  discardChange,
  drawYear,
  planChange,
  readApps,
  readChange,
  readKeptData,
  readNotices,
  readYear,
  readYearPupils,
  saveGroup,
  saveYear,
  submitYear,
  undoChange,
  type Call,
  type YearView,
} from "#contract";
import { allRows } from "../../test/all-rows.ts";
import { makeApps, makeClass } from "../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { readStaleNames } from "../people/api.ts";
import { isTurning } from "./api.ts";
import { findPlan } from "./queries.ts";

const DAY = 86_400_000;
const START = Date.parse("2026-08-20T02:00:00Z");
const TURN = "2026-08-31T16:00:00.000Z";
const PUPILS = ["p1", "p2", "p3", "p4", "p5", "p6"];

/** A class that a plan makes. */
const FIRST_YEARS = { class_id: "new-1", grade_id: "1", stage_id: "primary" };

let at: TestApp;
let clock = START;
let headers: Record<string, Record<string, string>> = {};
let pristine: Record<string, string[]>;

beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(clock) });
  const { db } = at;
  await makeSchool(db, { id: "d", kind: "district" });
  for (const id of ["a", "b"]) await makeSchool(db, { id, parent_id: "d", stage_ids: ["primary"] });
  const add = (id: string, school: string, identity: "manager" | "teacher" | "student") =>
    makePerson(db, { id, account: id, memberships: [{ school, identity }] });
  for (const id of ["manager", "deputy"]) await add(id, "a", "manager");
  await add("neighbour", "b", "manager");
  for (const id of ["t1", "t2"]) await add(id, "a", "teacher");
  for (const id of [...PUPILS, "new1", "new2", "new3"]) await add(id, "a", "student");
  await add("other", "b", "student");
  await makeClass(db, "a", {
    id: "c5",
    grade_id: "5",
    students: ["p1", "p2", "p3"],
    heads: ["t1"],
  });
  await makeClass(db, "a", { id: "c6", grade_id: "6", students: ["p4", "p5", "p6"] });
  await makeClass(db, "b", { id: "b5", grade_id: "5", students: ["other"] });
  await db.updateTable("class").set({ name: "五年级1班" }).where("id", "=", "c5").execute();
  await db.updateTable("class").set({ name: "六年级1班" }).where("id", "=", "c6").execute();
  for (const id of ["manager", "deputy", "neighbour", "p1", "p4"]) await as(id);
  await at.app.jobs.runDue();
  pristine = await rowsOf();
});
afterAll(() => at.close());

/** The hands that a session has are short: everybody signs in again after a leap of the clock. */
beforeEach(() => {
  clock += 1000;
});

async function as(account: string) {
  return (headers[account] ??= (await signIn(at.app, account)).headers);
}
const call = async <C extends Call>(by: string, what: C, input: Record<string, unknown>) =>
  (await send(at.app, what, input, { headers: await as(by) })).body;

/** Tables that a turn changes; the plan itself, consents and the like aside. */
async function rowsOf() {
  const all = await allRows(at.db);
  const names = ["class", "class_student", "class_teacher", "membership", "graduate", "user"];
  return Object.fromEntries(names.map((name) => [name, all[name] ?? []]));
}

const draftOf = ({ rules, classes, new_classes, pupils, times }: YearView) => ({
  ...{ rules, classes, new_classes, pupils, times },
});

async function save(change: (view: YearView) => Record<string, unknown> = () => ({})) {
  const { data } = await call("manager", readYear, { school_id: "a", year: 2026 });
  const draft = { ...draftOf(data), ...change(data) };
  const version = data.plan?.version ?? 0;
  return call("manager", saveYear, { school_id: "a", version, ...draft });
}

async function submit() {
  const { data } = await call("manager", readYear, { school_id: "a", year: 2026 });
  const version = data.plan?.version ?? 0;
  return call("manager", submitYear, { school_id: "a", version, year: 2026 });
}

/** Moves the clock to the hour of the turn, and lets what is due happen. */
async function atTheHour() {
  clock = Date.parse(TURN) + 1000;
  headers = {};
  await at.app.jobs.runDue();
}

/** Puts back what a test did, and the clock. */
async function takeBack(change_id: string) {
  const undone = await call("manager", undoChange, { change_id });
  expect(undone.code).toBe(200);
  await at.app.jobs.runDue();
  clock = START;
  headers = {};
}

const ofChange = async (change_id: string) =>
  (await call("manager", readChange, { change_id })).data;

describe("a draft", () => {
  test("without one the rules alone are shown: what moves up, who leaves, who has no class", async () => {
    const { data } = await call("manager", readYear, { school_id: "a" });
    expect(data).toMatchObject({
      plan: null,
      rules: { year: 2026, system: "6-3", names: "grade", continues: false },
      times: { effective_at: TURN },
      outcome: {
        counts: { up: 3, graduate: 3, repeat: 0, stay: 3, new: 0 },
        problems: [],
        classes: [
          { class_id: "c5", act: "up", next_name: "六年级1班", pupils: 3, heads: [{ id: "t1" }] },
          { class_id: "c6", act: "graduate", next_name: "六年级1班（2026届）", going: 3 },
        ],
      },
    });
    expect(data.pupils_shown.map(({ user_id }) => user_id)).toEqual(["new1", "new2", "new3"]);
    const { data: own } = await call("manager", readYearPupils, {
      ...{ school_id: "a", class_id: "c6", year: 2026 },
    });
    expect(own.pupils.map(({ outcome }) => outcome)).toEqual(["graduate", "graduate", "graduate"]);
  });

  test("another school's answers as if there were none, and so do its pupils, classes and teachers", async () => {
    expect((await call("neighbour", readYear, { school_id: "a" })).code).toBe(40400);
    expect((await call("neighbour", readYear, { school_id: "none" })).code).toBe(40400);
    const of = { school_id: "a", class_id: "b5", year: 2026 };
    expect((await call("manager", readYearPupils, of)).code).toBe(40400);
    const foreign = [
      { pupils: [{ user_id: "other", act: "graduate" }] },
      { classes: [{ class_id: "b5", act: "stay" }] },
      { classes: [{ class_id: "c5", head_user_id: "neighbour" }] },
    ];
    for (const one of foreign) expect((await save(() => one)).code).toBe(40400);
    const unseen = [
      { new_classes: [{ ...FIRST_YEARS, name: "\u200b" }] },
      { classes: [{ class_id: "c5", name: "六\u202e班" }] },
    ];
    for (const one of unseen) expect((await save(() => one)).msg).toContain("班级的名称");
    expect((await call("p1", readYear, { school_id: "a" })).code).toBe(40005);
  });

  test("of two who save at once the second is told, and what is submitted cannot be changed", async () => {
    const { data } = await save();
    const again = { school_id: "a", version: 0, ...draftOf(data) };
    expect(await call("deputy", saveYear, again)).toMatchObject({ code: 40900 });
    expect(data.plan).toMatchObject({ version: 1, is_open: true, change: null });
    const both = await Promise.all([submit(), submit()]);
    expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([
      ...[200, 40900],
    ]);
    const waiting = await at.db
      .selectFrom("change_set")
      .select("id")
      .where("state", "=", "waiting")
      .execute();
    expect(waiting).toHaveLength(1);
    const [{ data: submitted }] = both.filter(({ code }) => code === 200) as [(typeof both)[0]];
    expect(await save()).toMatchObject({ code: 40900, msg: expect.stringContaining("已经提交") });
    await call("manager", discardChange, { change_id: submitted.change_id });
    expect((await save()).code).toBe(200);
  });

  test("first-years are drawn by a seed, which draws the same again; who is moved by hand is counted", async () => {
    const klass = (number: number) => ({
      ...{
        class_id: `new-${number}`,
        grade_id: "1",
        stage_id: "primary",
        name: `一年级${number}班`,
      },
    });
    await save(() => ({ new_classes: [klass(1), klass(2)] }));
    const drawn = async (seed: string) => {
      const { data } = await call("manager", readYear, { school_id: "a", year: 2026 });
      const version = data.plan?.version ?? 0;
      const input = { school_id: "a", version, year: 2026, grade_id: "1", seed };
      return (await call("manager", drawYear, input)).data;
    };
    const first = await drawn("开学典礼");
    await drawn("别的种子");
    const again = await drawn("开学典礼");
    const places = ({ pupils_shown }: YearView) =>
      pupils_shown.map((one) => [one.code, one.to_name]);
    expect(places(again)).toEqual(places(first));
    expect(again.draw).toMatchObject({
      count: 3,
      is_current: true,
      corrected: 0,
      seed: "开学典礼",
    });
    expect(again.outcome.counts).toMatchObject({ new: 3, stay: 0 });
    const { data: moved } = await save(({ pupils }) => ({
      pupils: pupils.map((one) =>
        one.user_id === "new1"
          ? { ...one, class_id: one.class_id === "new-1" ? "new-2" : "new-1" }
          : one,
      ),
    }));
    expect(moved.draw).toMatchObject({ is_current: true, corrected: 1 });
  });
});

describe("in force at its hour", () => {
  test("another person approves, the hour applies it, apps follow, graduates keep only their own data, and it is undone", async () => {
    await save(({ pupils }) => ({
      pupils: [...pupils, { user_id: "p5", act: "repeat" }],
      classes: [{ class_id: "c5", head_user_id: "t2" }],
    }));
    const group = await call("manager", saveGroup, {
      ...{ school_id: "a", name: "六年级的学生", description: "" },
      rule: {
        ...{ identities: ["student"], grade_ids: ["6"], class_ids: [], subject_ids: [] },
        part: "everybody",
      },
    });
    clock += 2000;
    await makeApps(at.db, [{ id: "sixth", allow_group_ids: [group.data.id] }]);
    clock += 2000;
    const sees = async (who: string) =>
      JSON.stringify(await call(who, readApps, {})).includes("sixth");
    expect([await sees("p1"), await sees("p4")]).toEqual([false, true]);

    const { data } = await submit();
    const { change_id } = data;
    expect(await ofChange(change_id)).toMatchObject({ state: "waiting", apply_at: TURN });
    expect((await call("manager", approveChange, { change_id })).code).toBe(40005);
    expect((await call("deputy", approveChange, { change_id })).data).toMatchObject({
      state: "scheduled",
    });
    // an hour too early nothing happens
    clock = Date.parse(TURN) - 3_600_000;
    await at.app.jobs.runDue();
    headers = {};
    expect(await ofChange(change_id)).toMatchObject({ state: "scheduled" });
    await atTheHour();
    expect(await ofChange(change_id)).toMatchObject({ state: "applied", counts: { outdated: 0 } });

    const classes = await at.db
      .selectFrom("class")
      .selectAll()
      .where("school_id", "=", "a")
      .execute();
    const of = (id: string) => classes.find((one) => one.id === id);
    expect(of("c5")).toMatchObject({ name: "六年级1班", grade_id: "6", is_abled: true });
    expect(of("c6")).toMatchObject({ name: "六年级1班（2026届）", is_abled: false });
    expect(classes).toHaveLength(4);
    // the fifth grade is the sixth now, and sees what the sixth sees; no row of a pupil was written for that
    clock += 1001;
    expect(await sees("p1")).toBe(true);
    const kept = await call("p4", readKeptData, {});
    expect(kept.code).toBe(200);
    expect((await call("p4", readApps, {})).code).toBe(40005);
    const graduates = await at.db.selectFrom("graduate").selectAll().execute();
    expect(graduates.map(({ user_id }) => user_id).toSorted()).toEqual(["p4", "p6"]);
    const plan = await findPlan(at.db, "a", 2026);
    if (plan === undefined) throw new Error("the plan is gone");
    const turning = (day: string) => isTurning(plan, new Date(day));
    expect(["2026-08-27", "2026-08-30", "2026-09-10", "2026-09-20"].map(turning)).toEqual([
      ...[false, true, true, false],
    ]);

    await takeBack(change_id);
    expect(await rowsOf()).toEqual(pristine);
    expect((await save()).code).toBe(200);
  });

  test("a pupil who came since is taken along; the plan with that pupil is applied in place of the approved one", async () => {
    const { data } = await submit();
    await call("deputy", approveChange, { change_id: data.change_id });
    await makePerson(at.db, {
      ...{ id: "late", account: "late" },
      memberships: [{ school: "a", identity: "student" }],
    });
    await at.db
      .insertInto("class_student")
      .values({ school_id: "a", class_id: "c6", user_id: "late" })
      .execute();
    await atTheHour();
    const former = await ofChange(data.change_id);
    expect(former).toMatchObject({ state: "discarded" });
    const { data: view } = await call("manager", readYear, { school_id: "a", year: 2026 });
    expect(view.plan).toMatchObject({
      ...{ is_open: false, change: { id: former.replaced_by, state: "applied" } },
    });
    const late = at.db.selectFrom("graduate").selectAll().where("user_id", "=", "late");
    expect(await late.execute()).toHaveLength(1);
    await takeBack(former.replaced_by ?? "");
    await at.db.deleteFrom("class_student").where("user_id", "=", "late").execute();
    await at.db.deleteFrom("membership").where("user_id", "=", "late").execute();
  });

  test("a class that was changed since stops it: nothing is applied, and the plan is open again and says why", async () => {
    await save();
    const { data } = await submit();
    await call("deputy", approveChange, { change_id: data.change_id });
    await at.db
      .updateTable("class")
      .set({ name: "五年级（甲）班" })
      .where("id", "=", "c5")
      .execute();
    await atTheHour();
    const { data: view } = await call("manager", readYear, { school_id: "a", year: 2026 });
    expect(view.plan).toMatchObject({
      is_open: true,
      // the class by the one name that it has now
      change: {
        state: "outdated",
        error: expect.stringMatching(/^批准之后有人改过：五年级（甲）班，/),
      },
    });
    expect(await at.db.selectFrom("graduate").selectAll().execute()).toEqual([]);
    // who submitted and who approved it, and nobody else; no name is in what is kept beyond a right
    const told = await at.db.selectFrom("person_notice").selectAll().orderBy("user_id").execute();
    expect(told.filter(({ kind }) => kind === "change-stopped")).toMatchObject(
      ["deputy", "manager"].map((user_id) => ({
        ...{ user_id, detail: { school_id: "a", until: TURN, reason: "批准之后有人改过。" } },
      })),
    );
    const { data: read } = await call("deputy", readNotices, {});
    expect(read.notices[0]?.text).toMatch(
      /一次已经批准的变更没有在2026年9月1日生效：批准之后有人改过。请在“变更”里核对，需要时重新提交。$/,
    );
    await at.db.updateTable("class").set({ name: "五年级1班" }).where("id", "=", "c5").execute();
    clock = START;
    headers = {};
    expect((await save()).code).toBe(200);
  });

  test("it is submitted in its own place only, and not with faults or an hour that is over", async () => {
    const plan = await findPlan(at.db, "a", 2026);
    const change = { kind: "school-year", school_id: "a", plan_id: plan?.id ?? "" };
    expect((await call("manager", planChange, { change })).code).toBe(40001);
    await save(() => ({ pupils: [{ user_id: "p1", act: "stay" }] }));
    expect(await submit()).toMatchObject({ code: 40900, msg: expect.stringContaining("请写明") });
    const times = {
      effective_at: "2026-08-01T00:00:00.000Z",
      pause_from: "2026-07-30T00:00:00.000Z",
    };
    await save((view) => ({ pupils: [], times: { ...view.times, ...times } }));
    expect(await submit()).toMatchObject({ code: 40001 });
  });

  test("a plan that nobody approved in time can still be approved, and is applied at once", async () => {
    await save((view) => ({ times: { ...view.times, effective_at: TURN } }));
    const { data } = await submit();
    clock = Date.parse(TURN) + DAY;
    headers = {};
    expect((await call("manager", applyChange, { change_id: data.change_id })).code).toBe(40900);
    await call("deputy", approveChange, { change_id: data.change_id });
    await at.app.jobs.runDue();
    expect(await ofChange(data.change_id)).toMatchObject({ state: "applied" });
    await takeBack(data.change_id);
    expect(await rowsOf()).toMatchObject({ class: pristine["class"] });
  });
});

test("pupils stand in the order of the pinyin of their names, as in other lists", async () => {
  const names = { p4: "张一", p5: "曾一", p6: "安一" };
  for (const [id, name] of Object.entries(names)) {
    await at.db.updateTable("user").set({ name }).where("id", "=", id).execute();
  }
  await readStaleNames(at.db);
  const of = { school_id: "a", class_id: "c6", year: 2026 };
  const { data } = await call("manager", readYearPupils, of);
  expect(data.pupils.map(({ name }) => name)).toEqual(["安一", "曾一", "张一"]);
});
