import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { check, OneRosterClient, type ServiceError } from "../../test/one-roster-client.ts";
import { makeApps, makeClass } from "../../test/apps.ts";
import { makePerson, makeSchool } from "../../test/people.ts";
import { LaunchTestApp } from "../launch/launch-test-app.fixture.ts";
import { subjectFor } from "../launch/claims.ts";
import { readPast } from "../family/ledger.ts";
import { sweepRosters } from "./sweep.ts";

const LEAST = {
  ...{ school_ids: [], pairwise: true, parents: false, mobile: false, email: false },
  demographics: false,
};
const ALL_SCOPES = ["roster-core.readonly", "roster.readonly", "roster-demographics.readonly"];
const MINUTE = 61_000;
const SECRET = "a secret of the app";

const at = new LaunchTestApp({ listens: true });
const ids: Record<string, string> = {};
const clients: Record<string, OneRosterClient> = {};

/** The client of an app, with a token for all scopes that are open to it. */
async function clientOf(app: string): Promise<OneRosterClient> {
  const client = (clients[app] ??= new OneRosterClient(at.origin));
  await client.authorize(app, SECRET, ALL_SCOPES);
  return client;
}

const namesOf = (items: readonly Record<string, unknown>[]) =>
  items.map(({ metadata }) => (metadata as { fullName: string }).fullName).sort();

beforeAll(async () => {
  await at.open();
  const { db } = at;
  for (const district of ["east", "west"]) {
    await makeSchool(db, { id: district, kind: "district", name: `${district}区` });
  }
  for (const [id, parent_id] of [
    ["a", "east"],
    ["b", "east"],
    ["c", "west"],
  ] as const) {
    await makeSchool(db, { id, parent_id, name: `${id}校`, stage_ids: ["primary"] });
  }
  await db.insertInto("subject").values({ id: "math", name: "数学" }).execute();
  const person = async (
    account: string,
    name: string,
    identity: "student" | "teacher" | "parent" | "manager",
    ...schools: string[]
  ) => {
    ids[account] = await makePerson(db, {
      account,
      name,
      mobile: `139${String(Object.keys(ids).length).padStart(8, "0")}`,
      email: `${account}@example.cn`,
      gender: "female",
      birth_date: "2015-05-01",
      memberships: schools.map((school) => ({ school, identity })),
    });
    return ids[account];
  };
  const li = await person("li", "李小明", "student", "a");
  const ouyang = await person("ouyang", "欧阳娜娜", "student", "a");
  const other = await person("other", "王小红", "student", "b");
  const far = await person("far", "赵远", "student", "c");
  const teacher = await person("teacher", "陈老师", "teacher", "a", "b");
  await person("manager", "周校长", "manager", "a");
  const mother = await person("mother", "李妈妈", "parent", "a");
  await db.insertInto("guardian").values({ child_id: li, user_id: mother }).execute();
  await makeClass(db, "a", { id: "one", grade_id: "3", students: [li, ouyang], heads: [teacher] });
  await makeClass(db, "b", { id: "one", grade_id: "4", students: [other], teachers: [teacher] });
  await makeClass(db, "c", { id: "one", grade_id: "3", students: [far] });
  await makeClass(db, "a", { id: "empty", grade_id: "5" });
  await db
    .updateTable("class_teacher")
    .set({ subject_id: "math" })
    .where("school_id", "=", "b")
    .execute();
  const app = { launch: "ticket", secret: SECRET } as const;
  await makeApps(db, [
    { id: "closed", ...app },
    { id: "eastern", ...app, district_id: "east", roster: LEAST },
    {
      id: "wide",
      ...app,
      roster: {
        ...LEAST,
        pairwise: false,
        parents: true,
        mobile: true,
        email: true,
        demographics: true,
      },
    },
    { id: "one-school", ...app, roster: { ...LEAST, school_ids: ["b"] } },
    { id: "teachers", ...app, roles: ["teacher"], roster: LEAST },
    { id: "without", ...app, deny_user_ids: [ouyang], roster: LEAST },
  ]);
});
afterAll(() => at.close());
beforeEach(() => at.later(MINUTE));

describe("the token of OneRoster", () => {
  test("is refused alike to unknown apps, wrong secrets and apps that may read nothing", async () => {
    const client = new OneRosterClient(at.origin);
    expect(await client.authorize("closed", SECRET, ALL_SCOPES)).toBe(401);
    expect(await client.authorize("nobody", SECRET, ALL_SCOPES)).toBe(401);
    expect(await client.authorize("eastern", "wrong", ALL_SCOPES)).toBe(401);
    await expect(client.page("/users")).rejects.toThrow("401 unauthorisedrequest");
  });

  test("has the scopes that the entry opens, holds for an hour and ends with the entry", async () => {
    const client = new OneRosterClient(at.origin);
    expect(await client.authorize("eastern", SECRET, ALL_SCOPES)).toEqual(ALL_SCOPES.slice(0, 2));
    await expect(client.page("/demographics")).rejects.toThrow("401 unauthorisedrequest");
    expect(await client.authorize("eastern", SECRET, ["roster-demographics.readonly"])).toBe(400);
    expect(await client.authorize("eastern", SECRET, ["roster-core.readonly"])).toHaveLength(1);
    expect((await client.page("/schools")).total).toBe(2);
    await expect(client.page("/schools/a/students")).rejects.toThrow("401 unauthorisedrequest");
    at.later(3_600_000);
    await expect(client.page("/schools")).rejects.toThrow("401 unauthorisedrequest");
  });

  test("is audited, and so is each list that is read, once", async () => {
    const client = await clientOf("eastern");
    await client.page("/users", { limit: "1" });
    await client.page("/users", { limit: "1", offset: "1" });
    await expect
      .poll(async () => {
        const rows = await at.db
          .selectFrom("audit_entry")
          .select(["action", "detail"])
          .where("app_id", "=", "eastern")
          .where("action", "in", ["roster-token", "roster-read"])
          .orderBy("at", "desc")
          .limit(2)
          .execute();
        return rows.map(({ action }) => action).sort();
      })
      .toEqual(["roster-read", "roster-token"]);
  });
});

describe("the roster of an app", () => {
  test("has the schools, classes and people of its district, and nothing from elsewhere", async () => {
    const client = await clientOf("eastern");
    const orgs = await client.all("/orgs");
    expect(orgs.map(({ sourcedId }) => String(sourcedId)).sort()).toEqual(["a", "b", "east"]);
    expect(namesOf(await client.all("/users"))).toEqual(
      ["周校长", "李小明", "欧阳娜娜", "王小红", "陈老师"].sort(),
    );
    expect(namesOf(await client.all("/students"))).toEqual(["李小明", "欧阳娜娜", "王小红"].sort());
    expect(await client.all("/teachers")).toMatchObject([
      { familyName: "陈", givenName: "老师", roles: [{ role: "teacher" }, { role: "teacher" }] },
    ]);
    const classes = await client.all("/classes");
    expect(classes.map(({ sourcedId }) => sourcedId)).toEqual(["a.one", "b.one"]);
    expect((await client.all("/courses")).map(({ title }) => title)).toEqual(["三年级", "四年级"]);
    const enrollments = await client.all("/enrollments");
    expect(enrollments).toHaveLength(5);
    expect(
      enrollments.find(({ role, primary }) => role === "teacher" && primary === "true"),
    ).toMatchObject({ class: { sourcedId: "a.one" } });
    expect(
      enrollments.find(({ role, primary }) => role === "teacher" && primary === "false"),
    ).toMatchObject({ class: { sourcedId: "b.one" }, metadata: { subjects: ["数学"] } });
    // another district's, and nobody's, are alike
    for (const path of ["/schools/c", "/schools/nowhere", "/classes/c.one", "/orgs/west"]) {
      await expect(client.one(path, "org")).rejects.toThrow("404 unknownobject");
    }
    await expect(client.page("/schools/c/students")).rejects.toThrow("404 unknownobject");
    await expect(client.page("/schools/a/classes/b.one/students")).rejects.toThrow(
      "404 unknownobject",
    );
  });

  test("knows people by the subject of their launches, and holds no contact that the entry keeps", async () => {
    const client = await clientOf("eastern");
    const sub = await subjectFor(at.app, "eastern", ids["li"] ?? "");
    const li = await client.one(`/students/${sub}`, "user");
    expect(li).toMatchObject({ familyName: "李", givenName: "小明", grades: ["03"] });
    for (const field of ["username", "email", "sms", "phone", "agents", "userIds", "identifier"]) {
      expect(li).not.toHaveProperty(field);
    }
    const text = JSON.stringify(await client.all("/users"));
    for (const id of Object.values(ids)) expect(text).not.toContain(id);
    // a subject is random, and may have the first digits of a number
    expect(text).not.toContain("13900000");
    expect(text).not.toContain("@example");
  });

  test("has parents, contacts and demographics where the entry allows them", async () => {
    const client = await clientOf("wide");
    const [li, mother] = [ids["li"] ?? "", ids["mother"] ?? ""];
    expect(await client.one(`/users/${li}`, "user")).toMatchObject({
      username: "li",
      email: "li@example.cn",
      agents: [{ sourcedId: mother, type: "user" }],
    });
    expect(await client.one(`/users/${mother}`, "user")).toMatchObject({
      roles: [{ role: "parent" }],
      agents: [{ sourcedId: li }],
    });
    expect(await client.one(`/demographics/${li}`, "demographics")).toMatchObject({
      birthDate: "2015-05-01",
      sex: "female",
    });
    expect((await client.all("/demographics")).length).toBe((await client.all("/users")).length);
  });

  test("is limited to the entry's schools, and to those who may see the app", async () => {
    expect(
      (await (await clientOf("one-school")).all("/schools")).map((one) => one["name"]),
    ).toEqual(["b校"]);
    const teachers = await clientOf("teachers");
    expect(namesOf(await teachers.all("/users"))).toEqual(["陈老师"]);
    expect(await teachers.all("/students")).toEqual([]);
    const without = await clientOf("without");
    expect(namesOf(await without.all("/students"))).not.toContain("欧阳娜娜");
    expect(namesOf(await without.all("/classes/a.one/students"))).toEqual(["李小明"]);
  });

  test("answers the paths of schools, classes, courses, terms and people", async () => {
    const client = await clientOf("eastern");
    const [teacher] = await client.all("/teachers");
    const [year, ...terms] = await client.all("/academicSessions");
    expect(year).toMatchObject({ type: "schoolYear", schoolYear: "2027" });
    expect(terms).toHaveLength(2);
    const term = String(terms[0]?.["sourcedId"]);
    const total = async (path: string) => (await client.page(path)).total;
    expect(await total("/schools/a/students")).toBe(2);
    expect(await total("/schools/b/teachers")).toBe(1);
    expect(await total("/classes/a.one/students")).toBe(2);
    expect(await total("/schools/a/classes/a.one/teachers")).toBe(1);
    expect(await total("/schools/a/classes/a.one/enrollments")).toBe(3);
    expect(await total("/schools/a/enrollments")).toBe(3);
    expect(await total("/schools/a/classes")).toBe(1);
    expect(await total("/schools/a/courses")).toBe(1);
    expect(await total("/schools/a/terms")).toBe(2);
    expect(await total("/courses/a.3/classes")).toBe(1);
    expect(await total(`/terms/${term}/classes`)).toBe(2);
    expect(await total(`/terms/${term}/gradingPeriods`)).toBe(0);
    expect(await total("/gradingPeriods")).toBe(0);
    expect(await total(`/teachers/${String(teacher?.["sourcedId"])}/classes`)).toBe(2);
    expect(await total(`/users/${String(teacher?.["sourcedId"])}/classes`)).toBe(2);
    await expect(
      client.page(`/students/${String(teacher?.["sourcedId"])}/classes`),
    ).rejects.toThrow("404 unknownobject");
    expect(await client.one(`/terms/${term}`, "academicSession")).toMatchObject({ type: "term" });
  });
});

describe("a list", () => {
  test("comes in pages with links and a total, in the wanted order", async () => {
    const client = await clientOf("eastern");
    const first = await client.page("/users", { limit: "2" });
    expect([first.items.length, first.total]).toEqual([2, 5]);
    expect(Object.keys(first.links).sort()).toEqual(["first", "last", "next"]);
    const last = await client.page("/users", { limit: "2", offset: "4" });
    expect(Object.keys(last.links).sort()).toEqual(["first", "last", "prev"]);
    // of a long filter only what leads on is said: four of them are longer than a client reads
    const filter = `familyName!='${"長".repeat(400)}'`;
    const long = await client.page("/users", { limit: "2", filter });
    expect([long.total, Object.keys(long.links)]).toEqual([5, ["next"]]);
    const ordered = await client.all("/users", { limit: "2" });
    expect(new Set(ordered.map(({ sourcedId }) => sourcedId)).size).toBe(5);
    const names = async (orderBy: string) =>
      (await client.all("/users", { sort: "familyName", orderBy, limit: "2" })).map(
        ({ familyName }) => familyName,
      );
    expect(await names("asc")).toEqual(["周", "李", "欧阳", "王", "陈"].sort());
    expect(await names("desc")).toEqual(["周", "李", "欧阳", "王", "陈"].sort().toReversed());
  });

  test("is filtered by the standard's operators, joined by AND or OR", async () => {
    const client = await clientOf("eastern");
    const filtered = async (filter: string, path = "/users") =>
      namesOf(await client.all(path, { filter }));
    expect(await filtered("familyName='李'")).toEqual(["李小明"]);
    expect(await filtered("givenName~'小'")).toEqual(["李小明", "王小红"].sort());
    expect(await filtered(`givenName~'${"x,".repeat(48)}小'`)).toEqual(["李小明", "王小红"].sort());
    expect(await filtered("roles.role='siteAdministrator'")).toEqual(["周校长"]);
    expect(await filtered("grades='03' AND familyName!='李'")).toEqual(["欧阳娜娜"]);
    expect(await filtered("familyName='李' OR familyName='王'")).toEqual(
      ["李小明", "王小红"].sort(),
    );
    expect(await filtered("primaryOrg.sourcedId='b'", "/students")).toEqual(["王小红"]);
    expect(await filtered("status='tobedeleted'")).toEqual([]);
    expect(await filtered("familyName='it''s'")).toEqual([]);
    for (const filter of [
      "nonsense='1'",
      "familyName",
      "a='1' AND",
      "familyName='1' AND status='x' OR status='y'",
      `familyName~'${"a,".repeat(30)}' OR givenName~'${"b,".repeat(30)}'`,
    ]) {
      await expect(client.page("/users", { filter })).rejects.toThrow("400 invalid_filter_field");
    }
    await expect(client.page("/users", { fields: "secret" })).rejects.toThrow(
      "400 invalid_selection_field",
    );
    for (const query of [{ limit: "0" }, { offset: "-1" }, { sort: "secret" }, { orderBy: "up" }]) {
      await expect(client.page("/users", query as Record<string, string>)).rejects.toThrow(
        "400 invaliddata",
      );
    }
    for (const moment of ["x", "-271821-04-20T00:00:00Z", "-100000"]) {
      const filter = `dateLastModified>'${moment}'`;
      await expect(client.page("/users", { filter })).rejects.toThrow("400 invaliddata");
    }
    const { items } = await client.page("/users", { fields: "sourcedId,familyName", limit: "1" });
    expect(Object.keys(items[0] ?? {})).toEqual(["sourcedId", "familyName"]);
    await expect(client.page("/nowhere")).rejects.toThrow("404 unknownobject");
  });

  test("says what has changed since a moment, and what has gone, and nothing else", async () => {
    const client = await clientOf("eastern");
    const latest = (items: readonly Record<string, unknown>[]) =>
      items
        .map(({ dateLastModified }) => String(dateLastModified))
        .sort()
        .at(-1) ?? "";
    const since = async (mark: string, path = "/users") =>
      client.all(path, { filter: `dateLastModified>'${mark}'` });
    const lists = ["/users", "/enrollments", "/classes", "/orgs", "/academicSessions"];
    const mark = latest((await Promise.all(lists.map((path) => client.all(path)))).flat());
    at.later(MINUTE);
    for (const path of lists) expect(await since(mark, path)).toEqual([]);

    const { ouyang = "", li = "" } = ids;
    await at.db.updateTable("user").set({ name: "李大明" }).where("id", "=", li).execute();
    await at.db
      .updateTable("membership")
      .set({ is_abled: false })
      .where("user_id", "=", ouyang)
      .execute();
    // gone in the moment in which the identity ended, before the roster is written anew
    const sub = await subjectFor(at.app, "eastern", ouyang);
    await expect(client.one(`/users/${sub}`, "user")).rejects.toThrow("404 unknownobject");
    at.later(MINUTE);
    const changed = await since(mark);
    expect(changed.map(({ status }) => String(status)).sort()).toEqual(["active", "tobedeleted"]);
    const gone = changed.find(({ status }) => status === "tobedeleted");
    expect(gone).toMatchObject({
      sourcedId: sub,
      givenName: "-",
      familyName: "-",
      enabledUser: "false",
    });
    expect(await since(mark, "/enrollments")).toMatchObject([
      { status: "tobedeleted", user: { sourcedId: sub }, class: { sourcedId: "a.one" } },
    ]);
    expect(namesOf(await client.all("/students"))).toEqual(["李大明", "王小红"].sort());
    const kept = await at.db
      .selectFrom("one_roster_record")
      .select(["body", "user_id"])
      .where("app_id", "=", "eastern")
      .where("sourced_id", "=", sub)
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({ body: {}, user_id: null });

    await at.db
      .updateTable("membership")
      .set({ is_abled: true })
      .where("user_id", "=", ouyang)
      .execute();
    await at.db.updateTable("user").set({ name: "李小明" }).where("id", "=", li).execute();
    at.later(MINUTE);
    const back = await since(latest(changed));
    expect(back.map(({ status }) => status)).toEqual(["active", "active"]);
  });
});

test("a changed entry is in force before anything is answered, and a closed one ends the token", async () => {
  const client = await clientOf("wide");
  expect(namesOf(await client.all("/users"))).toContain("李妈妈");
  await makeApps(at.db, [{ id: "wide", launch: "ticket", roster: LEAST }]);
  at.later();
  expect(namesOf(await client.all("/users"))).not.toContain("李妈妈");
  await makeApps(at.db, [{ id: "wide", launch: "ticket", roster: null }]);
  at.later();
  await expect(client.page("/users")).rejects.toThrow("401 unauthorisedrequest");
  const left = () =>
    at.db
      .selectFrom("one_roster_record")
      .select(["kind", "user_id", "body", "part", "tags", "digest"])
      .where("app_id", "=", "wide")
      .execute();
  // a week later guardians are still told that it has read of whom, and nothing else of them is kept (IN-07)
  const WEEK = 7 * 24 * 3_600_000;
  await sweepRosters(at.db, new Date(at.now.getTime() + WEEK));
  const kept = await left();
  expect(kept.map(({ user_id }) => user_id)).toContain(ids["li"]);
  expect(kept.map(({ user_id: _whom, ...row }) => row)).toEqual(
    kept.map(() => ({ kind: "user", body: {}, part: "", tags: [], digest: "" })),
  );
  const past = await readPast(at.db, ids["li"] ?? "", at.now);
  expect(past.get("wide")?.asked.map(({ what }) => what)).toContain("roster");
  // opened again, it is whole; closed for good, nothing is left once guardians are no longer told
  await makeApps(at.db, [{ id: "wide", launch: "ticket", roster: LEAST }]);
  at.later();
  expect(namesOf(await (await clientOf("wide")).all("/users"))).toContain("李小明");
  await makeApps(at.db, [{ id: "wide", launch: "ticket", roster: null }]);
  await sweepRosters(at.db, new Date(at.now.getTime() + 26 * WEEK));
  expect(await left()).toEqual([]);
});

test("who asks too often is told when to come back", async () => {
  const stranger = new OneRosterClient(at.origin);
  for (let n = 0; n < 30; n += 1) expect(await stranger.authorize("eastern", "x", [])).toBe(401);
  expect(await stranger.authorize("eastern", "x", [])).toBe(429);
  // nor is a right secret looked at meanwhile: who guesses does not learn that it is
  expect(await stranger.authorize("teachers", SECRET, ALL_SCOPES)).toBe(429);
  at.later(MINUTE);
  const client = await clientOf("teachers");
  // refused before anything is read: only the number counts
  const asked = Array.from({ length: 40 }, async () => {
    for (let n = 0; n < 31; n += 1) {
      await client.page("/users", { sort: "secret" }).catch((error: ServiceError) => {
        if (error.status !== 400) throw error;
      });
    }
  });
  await expect(Promise.all(asked)).rejects.toThrow("429 server_busy");
});

test("who guesses access tokens is told when to come back, though one be right", async () => {
  at.later(MINUTE);
  const client = await clientOf("teachers");
  const guess = (token: string) =>
    fetch(`${at.origin}/ims/oneroster/rostering/v1p2/users`, {
      headers: { authorization: `Bearer ${token}` },
    });
  for (let n = 0; n < 60; n += 1) expect((await guess("a".repeat(43))).status).toBe(401);
  const refused = await guess("a".repeat(43));
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  await expect(client.page("/users")).rejects.toThrow("429 server_busy");
  at.later(MINUTE);
  await client.page("/users");
});

test("the client refuses what the standard does not know", () => {
  const org = { sourcedId: "a", status: "active", dateLastModified: "2026-09-01T00:00:00.000Z" };
  expect(() => check("org", { ...org, name: "a", type: "school", identifier: "a" })).not.toThrow();
  expect(() => check("org", { ...org, name: "a", type: "club", identifier: "a" })).toThrow(
    "not a org",
  );
  expect(() =>
    check("org", { ...org, name: "a", type: "school", identifier: "a", mobile: "1" }),
  ).toThrow("not a org");
});
