import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { giveGrant, type Overview, readOverview } from "#contract";
import { makeApps, makeClass } from "../../test/apps.ts";
import { makePerson, makeSchool } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { openPeople, type PeopleFixture } from "../people/people.fixture.ts";

/** Milliseconds for which a node keeps figures. */
const KEPT_MS = 60_000;

let on: PeopleFixture;
beforeAll(async () => {
  on = await openPeople();
  // b has 12 pupils more, in a class
  const pupils = Array.from({ length: 12 }, (_one, index) => `b-pupil-${index}`);
  for (const id of pupils) {
    const memberships = [{ school: "b", identity: "student" as const }];
    await makePerson(on.db, { id, account: id, memberships });
  }
  await makeClass(on.db, "b", { id: "7-2", grade_id: "7", students: pupils });
});
afterAll(() => on.close());

const read = async (by: string, input = {}) =>
  (await send(on.app, readOverview, input, { headers: await on.as(by) })).body;
const count = ({ checks }: Overview, id: string) => checks.find((one) => one.id === id)?.count;
const pupils = ({ people }: Overview) =>
  people.find(({ identity }) => identity === "student")?.count;

describe("the overview (AD-22)", () => {
  test("has twelve checks, of one's own schools", async () => {
    const { data } = await read("manager");
    expect(data.schools).toBe(1);
    expect(data.checks).toHaveLength(12);
    expect(count(data, "class-without-head")).toBe(1);
    expect(count(data, "empty-class")).toBe(1);
    expect(count(data, "one-administrator")).toBe(1);
    expect(count(data, "no-stage")).toBe(1);
    expect(count(data, "expiring-identity")).toBe(1);
    expect(count(data, "never-signed-in")).toBe(3);
    expect(data.people.find(({ identity }) => identity === "teacher")?.count).toBe(3);
  });

  test("who was given the administration of a school counts as its administrator", async () => {
    const place = { kind: "school" as const, school_id: "a", part_id: "" };
    const input = { user_id: on.id("head"), bundle_id: "school", place };
    const given = await send(on.app, giveGrant, input, { headers: await on.as("admin") });
    expect(given.body.code).toBe(200);
    on.pass(KEPT_MS);
    expect(count((await read("manager")).data, "one-administrator")).toBe(0);
    await on.db
      .updateTable("right_grant")
      .set({ until: new Date(0) })
      .execute();
    on.pass(KEPT_MS);
    expect(count((await read("manager")).data, "one-administrator")).toBe(1);
  });

  test("a class of which all have left is empty", async () => {
    const empty = async () => count((await read("admin", { within: "b" })).data, "empty-class");
    on.pass(KEPT_MS);
    const before = (await empty()) ?? 0;
    const left = on.db.updateTable("membership").where("user_id", "like", "b-pupil-%");
    await left.set({ is_abled: false }).execute();
    on.pass(KEPT_MS);
    expect(await empty()).toBe(before + 1);
    await left.set({ is_abled: true }).execute();
    on.pass(KEPT_MS);
  });

  test("gives no figure about fewer than ten pupils, nor by taking one from another", async () => {
    // a has 4 pupils, b 13
    expect(pupils((await read("manager")).data)).toBeNull();
    expect(pupils((await read("neighbour")).data)).toBe(13);
    const district = (await read("admin")).data;
    expect(pupils(district)).toBe(17);
    expect(pupils((await read("admin", { within: "a" })).data)).toBeNull();
    // 17 less the 13 of b would say what a has
    expect(pupils((await read("admin", { within: "b" })).data)).toBeNull();
    // one pupil of 13 has no guardian: 12 others would say so
    expect(count((await read("neighbour")).data, "no-guardian")).toBe(13);
    expect(count((await read("neighbour")).data, "no-class")).toBe(0);
    expect((await read("manager")).data.checks.find(({ id }) => id === "no-class")).toEqual({
      ...{ id: "no-class", is_good: false, is_empty: false, count: null },
    });
  });

  test("what has nobody and no class to look at is empty, and not ready", async () => {
    const empty = ({ checks }: Overview) =>
      checks.filter(({ is_empty }) => is_empty).map(({ id }) => id);
    await makeSchool(on.db, { id: "new", parent_id: "e", name: "新学校" });
    on.pass(KEPT_MS);
    expect(empty((await read("root", { within: "new" })).data)).toEqual([
      "no-class",
      "no-guardian",
      "consent-missing",
      "never-signed-in",
      "class-without-head",
      "empty-class",
      "expiring-identity",
      "failing-app",
    ]);
    // b has pupils and classes, and no teacher
    expect(empty((await read("neighbour")).data)).toEqual(["never-signed-in"]);
    expect(empty((await read("manager")).data)).toEqual([]);
  });

  test("counts who signed in by identity and day", async () => {
    await on.as("teacher");
    on.pass(KEPT_MS);
    const { data } = await read("manager");
    expect(data.days).toHaveLength(14);
    expect(data.days.at(-1)).toBe("2026-11-20");
    const of = (identity: string) =>
      data.sign_ins.find((one) => one.identity === identity)?.counts.at(-1);
    expect(of("teacher")).toBe(1);
    expect(of("manager")).toBe(1);
    expect(of("student")).toBe(null);
  });

  test("names the apps that failed today and the jobs that failed or go on", async () => {
    await makeApps(on.db, [{ id: "broken", name: "坏应用" }]);
    for (const school_id of ["a", "a", "c"]) {
      await on.app.audit.record(null, {
        ...{ action: "launch", outcome: "refused", object: { kind: "app", id: "broken" } },
        actor: { user_id: on.id("teacher"), school_id },
      });
    }
    const job = { kind: "roster-import", run_at: on.app.now(), created_at: on.app.now() };
    await on.db
      .insertInto("job")
      .values([
        { ...job, id: "j-a", school_id: "a", state: "failed", finished_at: on.app.now() },
        { ...job, id: "j-c", school_id: "c", state: "failed", finished_at: on.app.now() },
      ])
      .execute();
    const { data } = await read("manager");
    expect(data.apps).toMatchObject([{ id: "broken", name: "坏应用", failures: 2 }]);
    expect(data.jobs.map(({ id }) => id)).toEqual(["j-a"]);
    expect(count(data, "failed-job")).toBe(1);
    const all = (await read("root")).data;
    expect(all.apps).toMatchObject([{ failures: 3 }]);
    expect(all.jobs.map(({ id }) => id).toSorted()).toEqual(["j-a", "j-c"]);
  });

  test("keeps figures for a minute, of exactly the same schools", async () => {
    const teachers = ({ people }: Overview) =>
      people.find(({ identity }) => identity === "teacher")?.count;
    const counted = async () => ({
      a: teachers((await read("manager")).data),
      b: teachers((await read("neighbour")).data),
      district: teachers((await read("admin")).data),
      // the same figures as the district's, as far as they are asked for
      b_of_district: teachers((await read("admin", { within: "b" })).data),
      all: teachers((await read("root")).data),
    });
    on.pass(KEPT_MS);
    const before = await counted();
    expect(before).toMatchObject({ a: 3, b: 0, district: 3, b_of_district: 0 });
    const memberships = [{ school: "b", identity: "teacher" as const }];
    await makePerson(on.db, { id: "b-teacher", account: "b-teacher", memberships });
    on.pass(KEPT_MS / 2);
    expect(await counted()).toEqual(before);
    // with one more school it is another scope, though the rest is the same
    await makeSchool(on.db, { id: "f", parent_id: "d", name: "启明高中" });
    on.pass(KEPT_MS / 4);
    const one_more = { district: 4, b_of_district: 1, all: Number(before.all) + 1 };
    expect(await counted()).toEqual({ ...before, ...one_more });
    on.pass(KEPT_MS / 4);
    expect(await counted()).toEqual({ ...one_more, a: before.a, b: 1 });
  });

  test("of another school says what it says of none", async () => {
    const none = await read("manager", { within: "nothing" });
    expect(none.data).toMatchObject({ schools: 0, checks: [], jobs: [], apps: [] });
    for (const within of ["b", "c", "d"]) expect(await read("manager", { within })).toEqual(none);
    expect((await read("teacher")).code).toBe(40005);
    expect((await send(on.app, readOverview)).status).toBe(401);
  });
});
