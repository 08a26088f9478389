import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  AUDIT_ACTION_NAMES,
  readPersonHistory,
  readPersonWhole,
  resetPupilPassword,
} from "#contract";
import { send } from "../../test/send.ts";
import { AUDIT_ACTIONS } from "../audit/audit.ts";
import { openPeople, type PeopleFixture } from "./people.fixture.ts";

let at: PeopleFixture;
beforeAll(async () => {
  at = await openPeople();
});
afterAll(() => at.close());

const whole = async (who: string, whom: string) =>
  (await send(at.app, readPersonWhole, { user_id: at.id(whom) }, { headers: await at.as(who) }))
    .body;
const seen = async (who: string, whom: string) => {
  const { code, data } = await whole(who, whom);
  expect(code).toBe(200);
  return data;
};
const history = async (who: string, whom: string, after?: string) => {
  const input = { user_id: at.id(whom), ...(after !== undefined && { after }) };
  return (await send(at.app, readPersonHistory, input, { headers: await at.as(who) })).body;
};

/** Of a row that was made before it was noted who makes one. */
const UNKNOWN = { words: "手工建立或表格导入，没有留下记录", at: null, change_id: null };

describe("a person whole (AD-02)", () => {
  test("a pupil, as a manager sees them", async () => {
    await at.as("xiaoman");
    expect(await seen("manager", "xiaoman")).toEqual({
      id: at.id("xiaoman"),
      name: "曾小满",
      account: "xiaoman",
      avatar: null,
      gender: null,
      birth_date: "2016-09-01",
      admission_time: null,
      is_abled: true,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      locked: null,
      source: "roster",
      made: { words: "来自名册“roster”", at: expect.any(String), change_id: null },
      changed: [],
      sourced_id: "G110105201609010021",
      mobile: { shown: "138****0018", verified: false },
      email: { shown: null, verified: false },
      memberships: [
        {
          school_id: "a",
          school_name: "启明小学",
          identity: "student",
          is_abled: true,
          until: null,
          since: expect.any(String),
          source: null,
          written: { made: { ...UNKNOWN, at: expect.any(String) }, changed: null },
        },
      ],
      classes: [
        {
          school_id: "a",
          id: "3-1",
          name: "3-1 班",
          grade_id: "3",
          stage_id: "primary",
          place: "student",
          subjects: [],
          source: null,
          written: { made: UNKNOWN, changed: null },
        },
      ],
      guardians: [
        {
          id: at.id("papa"),
          name: "曾大山",
          account: "papa",
          relation: "父亲",
          mobile_masked: "138****0017",
          source: null,
          written: { made: UNKNOWN, changed: null },
        },
      ],
      children: [],
      password: "own",
      temporary_until: null,
      factors: [],
      sessions: [
        {
          client: "web",
          device: expect.any(String),
          created_at: "2026-11-20T08:00:00.000Z",
          last_seen_at: "2026-11-20T08:00:00.000Z",
        },
      ],
      remembered_devices: 0,
      last_sign_in: "2026-11-20T08:00:00.000Z",
      consents: [
        {
          type: "child",
          version: 1,
          title: "儿童个人信息保护规则",
          agreed_at: null,
          by_guardian: false,
        },
      ],
      erasure_due_at: null,
      can: [
        "edit",
        "membership",
        "lock",
        "guardian",
        "class",
        "password",
        "factor",
        "session",
        "view",
        "erase",
      ],
    });
  });

  test("a teacher with what they teach, and what they agreed to", async () => {
    const teacher = await seen("manager", "head");
    expect(teacher.classes.map(({ id, place }) => [id, place])).toEqual([["3-1", "head"]]);
    await at.as("head");
    const { consents } = await seen("manager", "head");
    expect(consents.map(({ type, agreed_at }) => [type, agreed_at !== null])).toEqual([
      ["user", true],
      ["privacy", true],
    ]);
  });

  test("a parent with the children who are in the scope", async () => {
    const bound = { user_id: at.id("papa"), source: null };
    const elsewhere = { ...bound, child_id: at.id("stranger") };
    await at.db.insertInto("guardian").values(elsewhere).execute();
    const { children } = await seen("manager", "papa");
    expect(children.map(({ account }) => account)).toEqual(["xiaoman"]);
    const { children: all } = await seen("root", "papa");
    expect(all.map(({ account }) => account)).toEqual(["stranger", "xiaoman"]);
    await at.db.deleteFrom("guardian").where("child_id", "=", at.id("stranger")).execute();
  });

  test("a lock, and an identity that ends", async () => {
    expect((await seen("manager", "loose")).locked).toEqual({
      reason: "多次冒用他人账号",
      until: null,
    });
    const { memberships } = await seen("manager", "substitute");
    expect(memberships[0]?.until).toBe("2026-11-30T08:00:00.000Z");
  });

  test.each([
    ["head", "teacher"],
    ["head", "loose"],
    ["manager", "stranger"],
    ["manager", "neighbour"],
    ["manager", "admin"],
    ["admin", "stranger"],
    ["manager", "nobody"],
  ])("to %s the person %s does not exist", async (who, whom) => {
    const absent = { code: 40400, data: null, msg: "内容不存在" };
    expect(await whole(who, whom)).toMatchObject(absent);
    expect(await history(who, whom)).toMatchObject(absent);
  });

  test("is not for teachers, parents and pupils, who have no class", async () => {
    for (const who of ["teacher", "papa", "xiaoman"]) {
      expect((await whole(who, "xiaoman")).code).toBe(40005);
      expect((await history(who, "xiaoman")).code).toBe(40005);
    }
  });

  test("who reads of a pupil, or of a pupil's parent, leaves an entry that names the pupil", async () => {
    const before = (await at.reads()).length;
    await seen("head", "xiaoman");
    await seen("head", "papa");
    await history("head", "xiaoman");
    const entries = (await at.reads()).slice(before);
    expect(entries.map(({ user_id, subject_id }) => [user_id, subject_id])).toEqual(
      Array.from({ length: 3 }, () => [at.id("head"), at.id("xiaoman")]),
    );
  });
});

describe("what may be done on a person", () => {
  test.each([
    ["head", "xiaoman", ["password", "factor", "session"]],
    ["manager", "manager", ["edit", "guardian", "class"]],
    ["manager", "both", ["membership", "guardian", "class"]],
    ["neighbour", "both", ["membership", "guardian", "class"]],
  ])("%s on %s", async (who, whom, can) => {
    expect((await seen(who, whom)).can).toEqual(can);
  });

  test("on an account of two schools all of it by who looks after both", async () => {
    expect((await seen("admin", "both")).can).toContain("password");
    expect((await seen("root", "both")).can).toContain("erase");
  });
});

describe("what happened to a person", () => {
  test("the latest first, in words, with the one who did it", async () => {
    await at.as("xiaoman");
    at.pass(1000);
    const input = { user_id: at.id("xiaoman") };
    const reset = await send(at.app, resetPupilPassword, input, { headers: await at.as("head") });
    expect(reset.body.code).toBe(200);
    const { data } = await history("manager", "xiaoman");
    const shown = data.entries
      .filter(({ action }) => action !== "child-read")
      .map(({ words, by, by_self }) => [words, by?.name, by_self]);
    expect(shown).toEqual([
      ["设临时密码", "林老师", false],
      ["登录", "曾小满", true],
    ]);
  });

  test("nothing of another school, nor who did it there", async () => {
    const entry = (id: string, school_id: string, user_id: string) => ({
      ...{ id, school_id, user_id, subject_id: at.id("both"), action: "profile-change" },
      ...{ outcome: "ok" as const, identity: "manager", session_id: null, app_id: null },
      ...{ object_kind: null, object_id: null, address: "", request_id: "", detail: "{}" },
      at: at.app.now(),
    });
    await at.db
      .insertInto("audit_entry")
      .values([entry("h1", "a", at.id("manager")), entry("h2", "b", at.id("neighbour"))])
      .execute();
    const ids = async (who: string) =>
      (await history(who, "both")).data.entries
        .filter(({ action }) => action === "profile-change")
        .map(({ id, by }) => [id, by?.name]);
    expect(await ids("manager")).toEqual([["h1", "周校长"]]);
    expect(await ids("neighbour")).toEqual([["h2", "何校长"]]);
    expect(await ids("admin")).toEqual([
      ["h2", "何校长"],
      ["h1", "周校长"],
    ]);
  });

  test("page by page, each once", async () => {
    const user_id = at.id("maiti");
    await at.db
      .insertInto("audit_entry")
      .values(
        Array.from({ length: 120 }, (_, n) => ({
          ...{ id: `many-${String(n).padStart(3, "0")}`, school_id: "a", user_id: null },
          ...{ subject_id: user_id, action: "consent", outcome: "ok" as const, identity: null },
          ...{ session_id: null, app_id: null, object_kind: null, object_id: null, address: "" },
          ...{ request_id: "", detail: "{}", at: new Date(Math.floor(n / 7) * 1000) },
        })),
      )
      .execute();
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const { data } = await history("manager", "maiti", after);
      seen.push(...data.entries.filter(({ action }) => action === "consent").map(({ id }) => id));
      after = data.next ?? undefined;
    } while (after !== undefined);
    expect(seen).toEqual(seen.toSorted().toReversed());
    expect(new Set(seen).size).toBe(120);
  });

  test("a place that is none is refused", async () => {
    expect((await history("manager", "xiaoman", "nowhere")).code).toBe(40001);
  });

  test("every act that is kept has its word", () => {
    expect(Object.keys(AUDIT_ACTION_NAMES).toSorted()).toEqual([...AUDIT_ACTIONS].toSorted());
  });
});
