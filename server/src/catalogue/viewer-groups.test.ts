import { sql, type SqlBool } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeClass } from "../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool } from "../../test/people.ts";
import { hashed } from "../database/planned.ts";
import { readViewerGroups } from "./viewer-groups.ts";
import { readCensus } from "./census.ts";
import { CensusCache } from "./census-cache.ts";
import { audienceIn } from "./editing/draft.ts";
import { seenBy } from "./editing/preview.ts";

const CLASSES = 70;

let at: TestApp;
beforeAll(async () => {
  at = await buildTestApp();
  await makeSchool(at.db, { id: "a" });
  await makeSchool(at.db, { id: "b" });
  const staff = { identity: "teacher" as const };
  const memberships = [
    { ...staff, school: "a" },
    { ...staff, school: "b" },
  ];
  await makePerson(at.db, { id: "t", account: "t", memberships });
  for (let n = 0; n < CLASSES; n += 1) {
    const pupil = [{ school: "a", identity: "student" as const }];
    await makePerson(at.db, { id: `p${n}`, account: `p${n}`, memberships: pupil });
    const teachers = n === 3 || n === 68 ? ["t"] : [];
    await makeClass(at.db, "a", { id: `k${n}`, grade_id: "3", students: [`p${n}`], teachers });
  }
});
afterAll(() => at.close());

const KINDS = [
  ["of few kinds", 2],
  ["of more kinds than a number has bits", CLASSES - 1],
] as const;

test.each(KINDS)("who sees an app of named classes is counted, %s", async (_title, named) => {
  const class_ids = Array.from({ length: named }, (_one, n) => `k${n}`);
  const audience = audienceIn(undefined, { class_ids });
  const count = async (db: Parameters<typeof readViewerGroups>[0]) =>
    seenBy(
      audience,
      await readViewerGroups(db, audience, await readCensus(db, sql`true`), {
        ...{ client: "web", now: new Date() },
      }),
      Date.now(),
    );
  const counted = await count(at.db);
  const sees = (identity: string) =>
    counted.find((one) => one.identity === identity)?.seen ?? Number.NaN;
  expect(sees("student")).toBe(named);
  // at two schools one person, who sees it by a class of the one
  expect(counted.find(({ identity }) => identity === "teacher")?.people).toBe(1);
  expect(sees("teacher")).toBe(named > 3 ? 1 : 0);
  expect(await hashed(at.db, count)).toEqual(counted);
});

test("a census of many schools is a minute old at most, and is counted anew while it is used", async () => {
  const schools = Array.from({ length: 11 }, (_one, n) => `many${n}`);
  for (const id of schools) await makeSchool(at.db, { id });
  let clock = 0;
  const kept = new CensusCache(at.db, () => new Date(clock));
  const condition = sql<SqlBool>`s.id like 'many%'`;
  const pupils = async () =>
    (await kept.of(condition)).groups.reduce((sum, { people }) => sum + people, 0);
  const arrive = (id: string) =>
    makePerson(at.db, { id, account: id, memberships: [{ school: "many3", identity: "student" }] });
  expect(await pupils()).toBe(0);
  await arrive("late");
  clock = 29_999;
  expect(await pupils()).toBe(0);
  clock = 30_000;
  expect(await pupils()).toBe(0);
  await expect.poll(pupils).toBe(1);
  await arrive("later");
  clock = 90_000;
  expect(await pupils()).toBe(2);
});
