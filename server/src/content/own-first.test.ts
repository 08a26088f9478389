import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readContent, searchContent } from "#contract";
import { makeClass } from "../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makeContents } from "../../test/contents.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";

const NOW = new Date("2026-11-20T08:00:00Z");
let at: TestApp;

/** A pupil of grade 8 with a father, a teacher of mathematics in grade 8, and one who teaches nothing; lessons of several grades. */
beforeAll(async () => {
  at = await buildTestApp({ now: () => NOW });
  const { db } = at;
  await makeSchool(db, { id: "a" });
  for (const [account, identity] of [
    ["pupil", "student"],
    ["sister", "student"],
    ["father", "parent"],
    ["teacher", "teacher"],
    ["idle", "teacher"],
  ] as const) {
    await makePerson(db, { id: account, account, memberships: [{ school: "a", identity }] });
  }
  await makeClass(db, "a", { id: "81", grade_id: "8", students: ["pupil"] });
  await makeClass(db, "a", { id: "111", grade_id: "11", students: ["sister"] });
  for (const child_id of ["pupil", "sister"]) {
    await db.insertInto("guardian").values({ child_id, user_id: "father" }).execute();
  }
  await db
    .insertInto("class_teacher")
    .values({ school_id: "a", class_id: "81", user_id: "teacher", subject_id: "mathematics" })
    .execute();
  const of = (id: string, grade_id: string, subject_id: string, title = "函数的图象") => ({
    ...{ id, school_id: "a", title, grade_id, subject_id, type_id: "lesson" },
    stage_id: grade_id === "11" ? "senior" : "junior",
  });
  await makeContents(
    db,
    [
      // the whole title is the keyword: by relevance alone it would be first
      of("eleven", "11", "mathematics", "函数"),
      of("eight-physics", "8", "physics"),
      of("eight", "8", "mathematics"),
      { ...of("plan", "8", "mathematics", "函数教学设计"), type_id: "plan" },
    ],
    NOW,
  );
});
afterAll(() => at.close());

async function found(account: string, input: Record<string, string> = {}) {
  const { headers } = await signIn(at.app, account);
  const asked = { keyword: "函数", ...input };
  const { body } = await send(at.app, searchContent, asked, { headers });
  return { ids: body.data.items.map(({ id }) => id), answer: body.data };
}

describe("own grade and subject come first (SF-03)", () => {
  test.each([
    ["pupil", ["eight", "eight-physics", "eleven"]],
    ["teacher", ["eight", "plan", "eight-physics", "eleven"]],
  ])("for %s", async (account, wanted) => {
    const { ids } = await found(account);
    // of equal standing either may come first
    const place = (id: string) => ids.indexOf(id);
    expect([...ids].sort()).toEqual([...wanted].sort());
    expect(place("eleven")).toBe(ids.length - 1);
    if (account === "teacher") expect(place("eight-physics")).toBe(ids.length - 2);
  });

  test("for a parent the grade of the child that is meant, also among what is opened most", async () => {
    const ofChild = async (child_id: string, keyword: string) => {
      const { ids, answer } = await found("father", { child_id, keyword });
      return [...ids, ...(answer.near?.items ?? []).map(({ id }) => id)];
    };
    for (const keyword of ["函数", "火箭"]) {
      expect((await ofChild("pupil", keyword)).at(-1)).toBe("eleven");
      expect((await ofChild("sister", keyword))[0]).toBe("eleven");
    }
  });

  test("whoever has neither finds by relevance, as everybody does who asks for the newest", async () => {
    expect((await found("idle")).ids[0]).toBe("eleven");
    expect((await found("pupil", { sort: "newest" })).ids).toHaveLength(3);
  });
});

test("pupils do not see teaching designs, be it in a list, in counts, or by the address", async () => {
  const { answer } = await found("pupil");
  expect(answer.total).toBe(3);
  expect(answer.facets.types.map(({ id }) => id)).toEqual(["lesson"]);
  const open = async (account: string) => {
    const { headers } = await signIn(at.app, account);
    return (await send(at.app, readContent, { id: "plan" }, { headers })).body.code;
  };
  expect(await open("pupil")).toBe(40400);
  expect(await open("father")).toBe(200);
  expect(await open("teacher")).toBe(200);
});
