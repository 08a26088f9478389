import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  cancelErasure,
  decideNameCorrection,
  editUser,
  objectToErasure,
  readKeptData,
  readNameCorrection,
  readSchoolRequests,
  readUserDetail,
  readWaiting,
  requestErasure,
  requestNameCorrection,
  withdrawNameCorrection,
  withdrawObjection,
  type Call,
} from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { acrossSchools } from "../database/scope.ts";
import { pendingErasures } from "../privacy/api.ts";
import { eraseDue } from "../privacy/due.ts";

const START = new Date("2026-11-20T00:00:00Z");
const DAY_MS = 86_400_000;
let now = START;
let at: TestApp;
let school: string;
const id: Record<string, string> = {};
const headersOf: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  at = await buildTestApp({ now: () => now });
  const { db } = at;
  const district = await makeSchool(db, { kind: "district", name: "实验区" });
  school = await makeSchool(db, { name: "启明小学", parent_id: district });
  const elsewhere = await makeSchool(db, { name: "外校" });
  const be = (
    identity: "manager" | "teacher" | "student" | "parent" | "admin",
    where = school,
  ) => ({
    memberships: [{ school: where, identity }],
  });
  const sourced = { source: "district-roster" };
  const people = {
    manager: { name: "校长", ...be("manager"), ...sourced, sourced_id: "m" },
    deputy: be("manager"),
    head: be("teacher"),
    colleague: be("teacher"),
    pupil: {
      name: "林小满",
      birth_date: "2018-03-01",
      ...be("student"),
      ...sourced,
      sourced_id: "p",
    },
    mother: { name: "林岚", ...be("parent") },
    father: { name: "林海", ...be("parent") },
    foreigner: be("manager", elsewhere),
    admin: be("admin", district),
    free: { name: "自己起的", ...be("student") },
  };
  for (const [account, person] of Object.entries(people)) {
    id[account] = await makePerson(db, { account, ...person });
  }
  for (const parent of ["mother", "father"]) {
    await db
      .insertInto("guardian")
      .values({ child_id: id["pupil"] ?? "", user_id: id[parent] ?? "" })
      .execute();
  }
  await db
    .insertInto("class")
    .values([
      { school_id: school, id: "k", name: "三年级（2）班", grade_id: "3", stage_id: "primary" },
      { school_id: school, id: "l", name: "三年级（3）班", grade_id: "3", stage_id: "primary" },
    ])
    .execute();
  await db
    .insertInto("class_student")
    .values({ school_id: school, class_id: "k", user_id: id["pupil"] ?? "" })
    .execute();
  await db
    .insertInto("class_teacher")
    .values([
      { school_id: school, class_id: "k", user_id: id["head"] ?? "", is_head: true },
      { school_id: school, class_id: "l", user_id: id["colleague"] ?? "", is_head: true },
    ])
    .execute();
});
afterAll(() => at.close());
beforeEach(async () => {
  now = START;
  await at.db.deleteFrom("name_correction").execute();
  await at.db.deleteFrom("erasure").execute();
  await at.db.updateTable("user").set({ is_abled: true }).execute();
  await at.db.updateTable("user").set({ name: "林小满" }).where("account", "=", "pupil").execute();
  await at.db.updateTable("membership").set({ is_abled: true }).execute();
  for (const account of Object.keys(id)) {
    headersOf[account] = (await signIn(at.app, account)).headers;
  }
});

async function by<C extends Call>(account: string, call: C, input: Record<string, unknown> = {}) {
  return (await send(at.app, call, input as never, { headers: headersOf[account] ?? {} })).body;
}
const nameOfPupil = async () => (await by("pupil", readUserDetail, { fields: "name" })).data.name;
const ask = (name = "林晓满") =>
  by("pupil", requestNameCorrection, { name, reason: "名册里写错了字" });
const askForErasure = (parent = "mother") =>
  by(parent, requestErasure, { child_id: id["pupil"], account: "pupil", password: TEST_PASSWORD });
const requestsOf = async (account: string) => (await by(account, readSchoolRequests)).data;
const onlyCorrection = async (account: string) =>
  (await requestsOf(account)).corrections[0]?.id ?? "none";
const isPupilThere = async () =>
  (
    await at.db
      .selectFrom("user")
      .select("account")
      .where("id", "=", id["pupil"] ?? "")
      .executeTakeFirst()
  )?.account === "pupil";
/** Runs both turns of the erasing sweep after some days. */
async function sweepAfter(days: number) {
  now = new Date(START.getTime() + days * DAY_MS);
  for (const _turn of [1, 2]) {
    await acrossSchools("sweep", () => eraseDue(at.app, async () => {}));
  }
}

describe("a name that a roster gave is the roster's (ID-11)", () => {
  test("a pupil whom the roster named cannot rename himself, and keeps the name", async () => {
    const refused = await by("pupil", editUser, { name: "校长" });
    expect([refused.code, refused.msg]).toEqual([
      40005,
      "姓名由学校名册提供，不能自己修改；写错了可以申请更正",
    ]);
    expect(await nameOfPupil()).toBe("林小满");
  });

  test("the same name beside another change is no renaming", async () => {
    const answer = await by("pupil", editUser, { name: "林小满", gender: "male" });
    expect([answer.code, answer.data.gender]).toEqual([200, "male"]);
  });

  test("a person whom no roster named changes the own name, and has nothing to ask for", async () => {
    expect((await by("free", editUser, { name: "自己改的" })).code).toBe(200);
    expect((await by("free", readNameCorrection)).data).toEqual({
      is_roster_owned: false,
      correction: null,
    });
    expect((await by("free", requestNameCorrection, { name: "新名", reason: "喜欢" })).code).toBe(
      40900,
    );
  });

  test("a school is shown its own classes of the pupil, and no other school's", async () => {
    const { db } = at;
    const user_id = id["pupil"] ?? "";
    const { school_id } = await db
      .selectFrom("membership")
      .select("school_id")
      .where("user_id", "=", id["foreigner"] ?? "")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("membership")
      .values({ school_id, user_id, identity: "student", sort: 1 })
      .execute();
    await db
      .insertInto("class")
      .values({ school_id, id: "x", name: "外校的班", grade_id: "3", stage_id: "primary" })
      .execute();
    await db.insertInto("class_student").values({ school_id, class_id: "x", user_id }).execute();
    await ask();
    await askForErasure();
    const classes = async (who: string) => {
      const { corrections, erasures } = await requestsOf(who);
      return [...corrections, ...erasures].map(({ person }) => person.class_names);
    };
    expect(await classes("manager")).toEqual([["三年级（2）班"], ["三年级（2）班"]]);
    expect(await classes("head")).toEqual([["三年级（2）班"], ["三年级（2）班"]]);
    expect(await classes("foreigner")).toEqual([["外校的班"], ["外校的班"]]);
    for (const table of ["class_student", "class", "membership"] as const) {
      await db
        .deleteFrom(table)
        .where("school_id", "=", school_id)
        .where(table === "class" ? "id" : "user_id", "=", table === "class" ? "x" : user_id)
        .execute();
    }
  });

  test.each(["head", "manager", "deputy"])(
    "%s accepts a correction: the name is that",
    async (who) => {
      await ask();
      const waiting = (await requestsOf(who)).corrections;
      expect(waiting).toMatchObject([
        {
          person: { name: "林小满", account: "pupil", class_names: ["三年级（2）班"] },
          to_name: "林晓满",
          reason: "名册里写错了字",
        },
      ]);
      expect(await nameOfPupil()).toBe("林小满");
      expect((await by(who, decideNameCorrection, { id: waiting[0]?.id, accept: true })).code).toBe(
        200,
      );
      expect(await nameOfPupil()).toBe("林晓满");
      const written = await at.db
        .selectFrom("row_origin")
        .select(["field", "how"])
        .where("by_id", "is not", null)
        .execute();
      expect(written).toEqual([{ field: "name", how: "hand" }]);
      expect((await by("pupil", readNameCorrection)).data.correction?.is_accepted).toBe(true);
      expect((await requestsOf(who)).corrections).toEqual([]);
    },
  );

  test("a refused correction says why, and leaves the name", async () => {
    await ask("校长");
    const correction = await onlyCorrection("head");
    const silent = await by("head", decideNameCorrection, { id: correction, accept: false });
    expect([silent.code, silent.msg]).toEqual([40001, "请写明不同意的原因，申请人会看到"]);
    await by("head", decideNameCorrection, {
      id: correction,
      accept: false,
      answer: "请用真实姓名",
    });
    expect((await by("pupil", readNameCorrection)).data.correction).toMatchObject({
      is_accepted: false,
      answer: "请用真实姓名",
    });
    expect(await nameOfPupil()).toBe("林小满");
  });

  test.each(["colleague", "foreigner", "admin"])(
    "%s sees no correction of a pupil who is not theirs, and decides it as little as one that is not there",
    async (who) => {
      await ask();
      const correction = await onlyCorrection("manager");
      expect((await requestsOf(who)).corrections).toEqual([]);
      const decided = await by(who, decideNameCorrection, { id: correction, accept: true });
      const absent = await by(who, decideNameCorrection, { id: "none", accept: true });
      expect(decided.code).toBe(40400);
      expect(decided).toEqual(absent);
      expect(await nameOfPupil()).toBe("林小满");
    },
  );

  test("a manager does not decide the own correction; another manager and the district do", async () => {
    await by("manager", requestNameCorrection, { name: "校长二", reason: "写错" });
    expect((await requestsOf("manager")).corrections).toEqual([]);
    const correction = await onlyCorrection("admin");
    const own = await by("manager", decideNameCorrection, { id: correction, accept: true });
    expect(own.code).toBe(40400);
    expect(await onlyCorrection("deputy")).toBe(correction);
    expect((await by("admin", decideNameCorrection, { id: correction, accept: true })).code).toBe(
      200,
    );
  });

  test("a second request waits for the first; a withdrawn one makes room, a decided one cannot be decided again", async () => {
    await ask();
    expect((await ask("林大满")).code).toBe(40900);
    expect((await by("pupil", withdrawNameCorrection)).code).toBe(200);
    expect((await by("pupil", withdrawNameCorrection)).code).toBe(40400);
    expect((await ask("林大满")).code).toBe(200);
    const correction = await onlyCorrection("head");
    await by("head", decideNameCorrection, { id: correction, accept: true });
    expect(
      (await by("manager", decideNameCorrection, { id: correction, accept: false, answer: "不" }))
        .code,
    ).toBe(40400);
  });

  test.each([
    ["nothing but blanks", "  ", "姓名不能为空"],
    ["the present name", "林小满", "与现在的姓名相同"],
    ["more than 50 characters", "好".repeat(51), "姓名最多 50 个字"],
  ])("%s is no correction", async (_what, name, msg) => {
    expect(await ask(name)).toMatchObject({ code: 40001, msg });
  });
});

describe("the erasure of an enrolled pupil is told to the school and to the other guardian (ID-11)", () => {
  test("the school's managers and the class's head-teacher see who asked and when it is due; others see nothing", async () => {
    await askForErasure();
    const erasure = {
      person: { name: "林小满", class_names: ["三年级（2）班"] },
      requested_by: "林岚",
      due_at: "2026-12-05T00:00:00.000Z",
      objection: null,
    };
    expect((await requestsOf("manager")).erasures).toMatchObject([
      { ...erasure, may_object: true },
    ]);
    expect((await requestsOf("head")).erasures).toMatchObject([{ ...erasure, may_object: false }]);
    for (const other of ["colleague", "foreigner", "admin"]) {
      expect((await requestsOf(other)).erasures).toEqual([]);
    }
  });

  test("each guardian and the school are told after signing in; who asked is told as well that it was they", async () => {
    await askForErasure();
    const child = { id: id["pupil"], name: "林小满", due_at: "2026-12-05T00:00:00.000Z" };
    expect((await by("father", readWaiting)).data).toEqual({
      erasures_of_children: [{ ...child, is_own: false }],
      school_requests: 0,
      notices: [],
    });
    expect((await by("mother", readWaiting)).data.erasures_of_children).toEqual([
      { ...child, is_own: true },
    ]);
    expect((await by("manager", readWaiting)).data.school_requests).toBe(1);
    expect((await by("head", readWaiting)).data.school_requests).toBe(1);
    expect((await by("foreigner", readWaiting)).data.school_requests).toBe(0);
    expect((await by("father", cancelErasure, { child_id: id["pupil"] })).code).toBe(200);
    expect((await by("mother", readWaiting)).data.erasures_of_children).toEqual([]);
  });

  test("an erasure that nobody objects to is carried out on its day", async () => {
    await askForErasure();
    await sweepAfter(14);
    expect(await isPupilThere()).toBe(true);
    await sweepAfter(15);
    expect(await isPupilThere()).toBe(false);
    await at.db
      .updateTable("user")
      .set({ account: "pupil", name: "林小满" })
      .where("id", "=", id["pupil"] ?? "")
      .execute();
    await restorePupil();
  });

  test("one that the school objected to waits until the pupil has left, and the family reads the reason", async () => {
    await askForErasure();
    const objection = { user_id: id["pupil"], reason: "学籍档案须保存到毕业" };
    expect((await by("manager", objectToErasure, objection)).code).toBe(200);
    expect(
      (await by("mother", readKeptData, { child_id: id["pupil"] })).data.erasure,
    ).toMatchObject({
      objection: { school: "启明小学", reason: "学籍档案须保存到毕业" },
    });
    expect((await by("manager", readWaiting)).data.school_requests).toBe(0);
    await sweepAfter(40);
    expect(await isPupilThere()).toBe(true);
    await at.db
      .updateTable("membership")
      .set({ is_abled: false })
      .where("user_id", "=", id["pupil"] ?? "")
      .execute();
    await sweepAfter(41);
    expect(await isPupilThere()).toBe(false);
    const kept = await at.db.selectFrom("erasure").selectAll().executeTakeFirstOrThrow();
    expect(kept).toMatchObject({ objecting_school_id: school });
    await restorePupil();
  });

  test("an operator's list names whose, by whom, the day, and the school that objects", async () => {
    await askForErasure();
    const due_at = new Date(START.getTime() + 15 * DAY_MS);
    const pending = { account: "pupil", name: "林小满", requested_by: "林岚", due_at };
    expect(await pendingErasures(at.db)).toMatchObject([
      { ...pending, school: null, objection: null },
    ]);
    await by("manager", objectToErasure, { user_id: id["pupil"], reason: "在校" });
    expect(await pendingErasures(at.db)).toMatchObject([
      { ...pending, school: "启明小学", objection: "在校" },
    ]);
  });

  test("a family takes back a request that the school objected to, also after its day", async () => {
    await askForErasure();
    await by("manager", objectToErasure, { user_id: id["pupil"], reason: "在校" });
    now = new Date(START.getTime() + 20 * DAY_MS);
    headersOf["mother"] = (await signIn(at.app, "mother")).headers;
    expect((await by("mother", cancelErasure, { child_id: id["pupil"] })).code).toBe(200);
    await sweepAfter(21);
    expect(await isPupilThere()).toBe(true);
  });

  test("an objection that was withdrawn holds nothing back", async () => {
    await askForErasure();
    await by("manager", objectToErasure, { user_id: id["pupil"], reason: "在校" });
    expect((await by("deputy", withdrawObjection, { user_id: id["pupil"] })).code).toBe(200);
    expect((await by("deputy", withdrawObjection, { user_id: id["pupil"] })).code).toBe(40400);
    await sweepAfter(15);
    expect(await isPupilThere()).toBe(false);
    await restorePupil();
  });

  test("nobody objects without a reason, twice, to no request, after the day, or from another school", async () => {
    const object = (account: string, reason = "在校") =>
      by(account, objectToErasure, { user_id: id["pupil"], reason });
    expect((await object("manager")).code).toBe(40400);
    await askForErasure();
    expect((await object("manager", " ")).code).toBe(40001);
    expect((await object("foreigner")).code).toBe(40400);
    expect((await object("head")).code).toBe(40005);
    expect((await object("manager")).code).toBe(200);
    expect((await object("deputy")).code).toBe(40400);
    expect((await by("foreigner", withdrawObjection, { user_id: id["pupil"] })).code).toBe(40400);
    await by("manager", withdrawObjection, { user_id: id["pupil"] });
    now = new Date(START.getTime() + 15 * DAY_MS);
    headersOf["manager"] = (await signIn(at.app, "manager")).headers;
    expect((await object("manager")).code).toBe(40400);
  });
});

/** Restores the pupil whom a test has had erased. */
async function restorePupil() {
  const user_id = id["pupil"] ?? "";
  await at.db.deleteFrom("erasure").execute();
  const { password_hash } = await at.db
    .selectFrom("user")
    .select("password_hash")
    .where("account", "=", "mother")
    .executeTakeFirstOrThrow();
  await at.db
    .updateTable("user")
    .set({
      account: "pupil",
      name: "林小满",
      birth_date: "2018-03-01",
      source: "district-roster",
      sourced_id: "p",
      password_hash,
    })
    .where("id", "=", user_id)
    .execute();
  await at.db
    .insertInto("membership")
    .values({ school_id: school, user_id, identity: "student" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await at.db
    .insertInto("class_student")
    .values({ school_id: school, class_id: "k", user_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const parent of ["mother", "father"]) {
    await at.db
      .insertInto("guardian")
      .values({ child_id: user_id, user_id: id[parent] ?? "" })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
