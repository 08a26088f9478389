import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  endGrant,
  giveGrant,
  type Identity,
  type InputOf,
  listApps,
  makeBundle,
  type Place,
  readAdministration,
  readBundles,
  readClass,
  readClasses,
  readHolders,
  readOrganisations,
  readRightsOf,
  readWhoMay,
  type Right,
} from "#contract";
import { makeClass } from "../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { separationOf } from "./duties.ts";
import { heldOf } from "./queries.ts";
import { decide, scopeOf, type PlacePath } from "./rules.ts";
import { accountWithin, membershipWithin, personWithin } from "./scope-sql.ts";

let at: TestApp;
let clock = Date.parse("2026-11-23T08:00:00Z");
const DAY = 86_400_000;
const id: Record<string, string> = {};
const headersOf: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(clock) });
  const { db } = at;
  for (const district of ["d", "e"]) await makeSchool(db, { id: district, kind: "district" });
  for (const [school, parent_id] of [
    ["a", "d"],
    ["b", "d"],
    ["c", "e"],
  ] as const) {
    await makeSchool(db, { id: school, parent_id, stage_ids: ["primary"] });
  }
  const add = async (account: string, ...memberships: [string, Identity][]) => {
    id[account] = await makePerson(db, {
      id: account,
      account,
      name: account,
      memberships: memberships.map(([school, identity]) => ({ school, identity })),
    });
  };
  await add("platform", ["e", "inner_admin"]);
  await add("district", ["d", "admin"]);
  await add("manager", ["a", "manager"]);
  await add("manager-b", ["b", "manager"]);
  await add("head", ["a", "teacher"]);
  await add("teacher", ["a", "teacher"]);
  await add("both", ["a", "teacher"], ["c", "manager"]);
  await add("pupil", ["a", "student"]);
  await add("other-pupil", ["a", "student"]);
  await add("parent", ["a", "parent"]);
  await add("pupil-b", ["b", "student"]);
  await makeClass(db, "a", { id: "31", grade_id: "3", students: ["pupil"], heads: ["head"] });
  await makeClass(db, "a", { id: "41", grade_id: "4", students: ["other-pupil"] });
  await makeClass(db, "b", { id: "31", grade_id: "3", students: ["pupil-b"] });
  await db
    .insertInto("guardian")
    .values({ child_id: "pupil", user_id: "parent", source: null })
    .execute();
});
afterAll(() => at.close());

const as = async (account: string) => ({
  headers: (headersOf[account] ??= (await signIn(at.app, account)).headers),
});
const AT_A: Place = { kind: "school", school_id: "a", part_id: "" };
const GRADE: Place = { kind: "grade", school_id: "a", part_id: "3" };
const give = async (
  by: string,
  input: Omit<InputOf<typeof giveGrant>, "password"> & { attempt?: string },
) => (await send(at.app, giveGrant, { ...input, password: TEST_PASSWORD }, await as(by))).body;
const end = async (by: string, grant_id: string) =>
  (await send(at.app, endGrant, { grant_id, password: TEST_PASSWORD }, await as(by))).body;
const own = async (account: string) => {
  const { data } = (await send(at.app, readAdministration, {}, await as(account))).body;
  return Object.fromEntries(
    data.rights.map(({ right, places }) => [right, places.map(({ name }) => name)]),
  );
};

describe("what I may, where", () => {
  test("an identity, a class headed, and nothing", async () => {
    expect((await own("manager"))["people.erase"]).toEqual(["a学校"]);
    const ofHead = ["people.read", "people.secret", "notice.send"];
    expect(await own("head")).toEqual(Object.fromEntries(ofHead.map((one) => [one, ["31 班"]])));
    expect(await own("teacher")).toEqual({});
    expect((await own("platform"))["settings.write"]).toEqual(["全平台"]);
  });

  test("the organisations of a scope; what is above or beside does not exist", async () => {
    const schools = async (account: string) =>
      (await send(at.app, readOrganisations, {}, await as(account))).body.data.organisations;
    expect(await schools("manager")).toMatchObject([{ id: "a", parent_id: null, is_whole: true }]);
    expect(await schools("head")).toMatchObject([{ id: "a", is_whole: false }]);
    expect((await schools("district")).map((one) => one.id)).toEqual(["d", "a", "b"]);
    expect(await schools("platform")).toHaveLength(5);
  });

  test("the classes of a school, as far as they are mine", async () => {
    const classes = async (account: string, school_id = "a") =>
      (await send(at.app, readClasses, { school_id }, await as(account))).body;
    const named = async (account: string) =>
      (await classes(account)).data.classes.map((one) => [one.id, one.pupils]);
    expect(await named("manager")).toEqual([
      ["31", 1],
      ["41", 1],
    ]);
    expect(await named("head")).toEqual([["31", 1]]);
    // who has left is listed in the class until somebody takes them out, but is no pupil any more
    const left = at.db.updateTable("membership").where("user_id", "=", "pupil");
    await left.set({ is_abled: false }).execute();
    expect(await named("head")).toEqual([["31", 0]]);
    await left.set({ is_abled: true }).execute();
    expect((await classes("manager", "b")).code).toBe(40400);
    expect((await classes("teacher")).code).toBe(40005);
  });

  test("the pupils of a class stand in the order of their names, as in the list of people", async () => {
    const class_id = "42";
    const names = { p1: "曾小明", p2: "蔡小红", p3: "安然" };
    const ids = Object.keys(names);
    for (const [account, name] of Object.entries(names)) {
      const memberships = [{ school: "a", identity: "student" as const }];
      await makePerson(at.db, { id: account, account, name, memberships });
    }
    await makeClass(at.db, "a", { id: class_id, grade_id: "4", students: ids });
    const { body } = await send(
      at.app,
      readClass,
      { school_id: "a", class_id },
      await as("manager"),
    );
    expect(body.data.pupils.map(({ name }) => name)).toEqual(["安然", "蔡小红", "曾小明"]);
    await at.db.deleteFrom("class_student").where("user_id", "in", ids).execute();
    await at.db.deleteFrom("class").where("id", "=", class_id).execute();
    await at.db.deleteFrom("membership").where("user_id", "in", ids).execute();
  });
});

describe("a grant", () => {
  test("is in force at the next call, over by its day, and ends", async () => {
    const until = new Date(clock + DAY).toISOString();
    const made = await give("manager", {
      user_id: "teacher",
      bundle_id: "grade_head",
      place: GRADE,
      until,
    });
    expect(made.data).toMatchObject({
      ...{ bundle: "年级组长", source: "grant", until, given_by: { id: "manager" } },
      place: { name: "三年级", school_name: "a学校" },
    });
    expect((await own("teacher"))["people.read"]).toEqual(["三年级"]);
    clock += DAY;
    expect(await own("teacher")).toEqual({});
    clock -= DAY;
    clock += 2000;
    expect((await own("teacher"))["people.read"]).toEqual(["三年级"]);
    expect((await end("manager", made.data.grant_id ?? "")).code).toBe(200);
    expect(await own("teacher")).toEqual({});
    expect((await end("manager", made.data.grant_id ?? "")).code).toBe(40400);
  });

  test("ends with the membership that it rests on", async () => {
    await give("district", { user_id: "teacher", right: "report.read", place: AT_A });
    expect(await own("teacher")).toEqual({ "report.read": ["a学校"] });
    const set = (is_abled: boolean) =>
      at.db
        .updateTable("membership")
        .set({ is_abled })
        .where("user_id", "=", "teacher")
        .where("school_id", "=", "a")
        .execute();
    await set(false);
    clock += 2000;
    expect(await own("teacher")).toEqual({});
    await set(true);
    clock += 2000;
    await at.db.deleteFrom("right_grant").where("user_id", "=", "teacher").execute();
  });

  test("the old permissions are expressed by rights: who has debug reads the developers' table", async () => {
    const code = async () => (await send(at.app, listApps, {}, await as("teacher"))).body.code;
    clock += 2000;
    expect(await code()).toBe(40005);
    const place = { kind: "platform", school_id: null, part_id: "" } as const;
    const made = await give("platform", { user_id: "teacher", right: "debug", place });
    expect(await code()).toBe(200);
    await end("platform", made.data.grant_id ?? "");
    expect(await code()).toBe(40005);
  });

  test.each([
    ["a right beyond one's own", "manager", { right: "app.manage", place: AT_A }, 40005],
    ["a place beside", "manager-b", { right: "people.read", place: AT_A }, 40400],
    [
      "a place above",
      "manager",
      { right: "people.read", place: { kind: "district", school_id: "d", part_id: "" } },
      40400,
    ],
    [
      "the platform",
      "district",
      { right: "people.read", place: { kind: "platform", school_id: null, part_id: "" } },
      40400,
    ],
    [
      "a class that is not",
      "manager",
      { right: "people.read", place: { kind: "class", school_id: "a", part_id: "99" } },
      40400,
    ],
    ["a bundle at a place it is not for", "manager", { bundle_id: "school", place: GRADE }, 40001],
    [
      "a day that is over",
      "manager",
      { right: "people.read", place: AT_A, until: "2026-01-01T00:00:00Z" },
      40001,
    ],
    ["neither a bundle nor a right", "manager", { place: AT_A }, 40001],
    ["who has no such right", "head", { right: "people.read", place: AT_A }, 40005],
  ] as const)("is refused: %s", async (_what, by, what, code) => {
    const user_id = by === "manager-b" ? "manager-b" : "teacher";
    const input = { user_id, ...what } as Parameters<typeof give>[1];
    const before = await at.db.selectFrom("right_grant").select("id").execute();
    expect((await give(by, input)).code).toBe(code);
    expect(await at.db.selectFrom("right_grant").select("id").execute()).toEqual(before);
  });

  test("is for staff only, and for nobody outside", async () => {
    const what = { right: "people.read", place: AT_A } as const;
    expect((await give("manager", { user_id: "pupil", ...what })).msg).toBe(
      "管理权限只能授予教职工",
    );
    expect((await give("manager", { user_id: "manager-b", ...what })).code).toBe(40400);
  });

  test("wants a fresh proof", async () => {
    clock += DAY;
    const input = { user_id: "teacher", right: "people.read" as const, place: AT_A };
    const { body } = await send(at.app, giveGrant, input, await as("manager"));
    expect(body).toMatchObject({ code: 40004, data: { check: "password" } });
  });

  test("an attempt that is sent again because no answer came gives once, also at once", async () => {
    const what = { user_id: "teacher", right: "people.read", place: AT_A } as const;
    const grants = async () =>
      (await at.db.selectFrom("right_grant").select("id").execute()).length;
    const before = await grants();
    const again = { ...what, attempt: randomUUID() };
    const first = await give("manager", again);
    expect(first.code).toBe(200);
    expect(await give("manager", again)).toEqual(first);
    const anew = { ...what, attempt: randomUUID() };
    const both = await Promise.all([anew, anew, anew].map((one) => give("manager", one)));
    expect(new Set(both.map(({ data }) => data.grant_id)).size).toBe(1);
    expect((await grants()) - before).toBe(2);
    clock += 2000;
    expect((await end("manager", first.data.grant_id ?? "")).code).toBe(200);
    // ended in between: nothing is given anew
    expect((await give("manager", again)).code).toBe(40400);
    expect((await grants()) - before).toBe(2);
    await at.db.deleteFrom("right_grant").execute();
  });

  test("who was given rights for a time hands none on beyond it", async () => {
    const until = new Date(clock + DAY).toISOString();
    for (const right of ["grant.give", "people.read"] as const) {
      await give("manager", { user_id: "teacher", right, place: AT_A, until });
    }
    const what = { user_id: "head", right: "people.read" as const, place: AT_A };
    expect((await give("teacher", { ...what, until })).code).toBe(200);
    const later = new Date(clock + 2 * DAY).toISOString();
    expect((await give("teacher", { ...what, until: later })).code).toBe(40005);
    expect((await give("teacher", what)).code).toBe(40005);
    await at.db.deleteFrom("right_grant").execute();
  });

  test("the last who may give rights of a place keeps it", async () => {
    const all = { kind: "platform", school_id: null, part_id: "" } as const;
    const made = await give("platform", { user_id: "both", bundle_id: "platform", place: all });
    await at.db
      .updateTable("membership")
      .set({ is_abled: false })
      .where("user_id", "=", "platform")
      .execute();
    clock += 2000;
    const last = await end("both", made.data.grant_id ?? "");
    expect(last.msg).toBe("这是这个范围里最后一个可以授权的人，不能收回");
    await at.db.updateTable("membership").set({ is_abled: true }).execute();
    clock += 2000;
    expect((await end("platform", made.data.grant_id ?? "")).code).toBe(200);
  });
});

test("a right is given although its giver's proof took longer than what the node keeps", async () => {
  clock += DAY;
  const { passwords } = at.app.signIn;
  const prove = vi.spyOn(passwords, "prove").mockImplementation(async () => void (clock += 5000));
  onTestFinished(() => prove.mockRestore());
  const given = await give("manager", { user_id: "teacher", right: "people.read", place: AT_A });
  expect([given.code, prove.mock.calls.length]).toEqual([200, 1]);
  expect((await end("manager", given.data.grant_id ?? "")).code).toBe(200);
});

describe("bundles", () => {
  test("a school makes its own, of rights that its maker has; beside it they do not exist", async () => {
    const make = async (by: string, rights: Right[], name = "社团负责人") => {
      const input = { school_id: "a", name, sentence: "看本校人员", rights };
      return (await send(at.app, makeBundle, input, await as(by))).body;
    };
    expect((await make("manager", ["app.manage"])).code).toBe(40005);
    expect((await make("manager-b", ["people.read"])).code).toBe(40400);
    expect((await make("manager", ["people.read"], " \u200b")).msg).toBe("权限组的名称不能为空");
    const made = await make("manager", ["people.read"]);
    const known = async (by: string) =>
      (await send(at.app, readBundles, {}, await as(by))).body.data.bundles.filter(
        ({ is_own }) => is_own,
      );
    expect(await known("manager")).toEqual([made.data]);
    expect(await known("manager-b")).toEqual([]);
    const named = { school_id: "a", name: "再来一次", sentence: "", attempt: randomUUID() };
    const once = async () => {
      const input = { ...named, rights: ["people.read" as const] };
      return (await send(at.app, makeBundle, input, await as("manager"))).body;
    };
    const first = await once();
    expect(first.code).toBe(200);
    expect(await once()).toEqual(first);
    expect(await known("manager")).toHaveLength(2);
    const given = { user_id: "teacher", bundle_id: made.data.id, place: AT_A };
    expect((await give("manager", given)).data.bundle).toBe("社团负责人");
    expect((await give("manager-b", { ...given, user_id: "manager-b" })).code).toBe(40400);
    expect(await own("teacher")).toEqual({ "people.read": ["a学校"] });
  });
});

describe("who has what", () => {
  const held = async (by: string, user_id: string) => {
    const { data } = (await send(at.app, readRightsOf, { user_id }, await as(by))).body;
    return data.held.map(({ bundle, place }) => [bundle, place.name]);
  };

  test("only what lies in the asker's scope is told", async () => {
    expect(await held("platform", "both")).toEqual([["学校管理员", "c学校"]]);
    expect(await held("manager", "both")).toEqual([]);
    expect(await held("manager", "head")).toEqual([["班主任", "31 班"]]);
    expect(await held("district", "manager-b")).toEqual([["学校管理员", "b学校"]]);
  });

  test("holders of a school, head-teachers among them", async () => {
    const holders = async (by: string, school_id?: string) => {
      const input = { ...(school_id && { school_id }) };
      const { data } = (await send(at.app, readHolders, input, await as(by))).body;
      return data.holders.map((one) => one.id);
    };
    expect(await holders("manager", "a")).toEqual(["head", "manager", "teacher"]);
    expect(await holders("district")).toEqual(["district", "manager", "manager-b", "teacher"]);
    expect(await holders("manager")).not.toContain("district");
  });

  test("who may do something to a pupil, and why", async () => {
    const { data } = (await send(at.app, readWhoMay, { user_id: "pupil" }, await as("manager")))
      .body;
    expect(data.holders.map(({ id, because }) => [id, because])).toEqual([
      ["head", "班主任 · 31 班"],
      ["manager", "学校管理员 · a学校"],
      ["teacher", "社团负责人 · a学校"],
    ]);
    expect(data.above).toBe(true);
  });
});

describe("SQL says of every person what the decision says", () => {
  const HOLDERS = ["platform", "district", "manager", "manager-b", "head", "both"];

  test.each(HOLDERS)("%s", async (account) => {
    const tree = await at.app.organisations.tree();
    const [holder] = await heldOf(at.db, [account], separationOf(at.app));
    const scope = scopeOf(holder?.held ?? [], "people.read", tree, new Date(clock));
    if (scope === undefined) throw new Error("nothing to compare");
    const { rows } = await sql<{ id: string; within: boolean; whole: boolean }>`
      select u.id, ${personWithin(scope, sql.ref("u.id"))} as within, ${accountWithin(scope, sql.ref("u.id"))} as whole
      from "user" u where exists (select from membership m where m.user_id = u.id) order by u.id`.execute(
      at.db,
    );
    for (const { id: user, within, whole } of rows) {
      const placePaths = await membershipPaths(user);
      const may = placePaths.map((some) =>
        some.some(
          (placePath) => decide(holder?.held ?? [], "people.read", placePath, new Date(clock)).may,
        ),
      );
      expect(within, `${user} within`).toBe(may.includes(true));
      expect(whole, `${user} whole`).toBe(!may.includes(false));
    }
    const { rows: members } = await sql`select 1 from membership m
      where ${membershipWithin(scope, "m")}`.execute(at.db);
    expect(members.length).toBeGreaterThan(0);
  });

  /** Returns the places of each of a person's memberships, computed apart from the product's code. */
  async function membershipPaths(user: string): Promise<PlacePath[][]> {
    const tree = await at.app.organisations.tree();
    const { rows } = await sql<{ school_id: string; identity: string }>`
      select school_id, identity from membership where user_id = ${user}`.execute(at.db);
    return Promise.all(
      rows.map(async ({ school_id, identity }) => {
        const district_id = tree.get(school_id)?.parent_id ?? null;
        const here = { school_id, district_id, grade_id: null, class_id: null };
        const of =
          identity === "parent"
            ? sql`(select child_id from guardian where user_id = ${user})`
            : sql`(${user})`;
        if (identity !== "student" && identity !== "parent") return [here];
        const { rows: classes } = await sql<{ grade_id: string; class_id: string }>`
          select k.grade_id, k.id as class_id from class k join class_student cs on cs.school_id = k.school_id and cs.class_id = k.id
          where k.school_id = ${school_id} and cs.user_id in ${of}`.execute(at.db);
        return [here, ...classes.map((one) => ({ ...here, ...one }))];
      }),
    );
  }
});
