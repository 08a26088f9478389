import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeClass } from "../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool } from "../../test/people.ts";
import { hashed } from "../database/planned.ts";
import { readAlike } from "./alike.ts";
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
  const count = async (db: Parameters<typeof readAlike>[0]) =>
    seenBy(
      audience,
      await readAlike(db, audience, sql`true`, { client: "web", now: new Date() }),
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
