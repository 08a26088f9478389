import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmReview, readReview } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { insertGrant } from "./grants.ts";
import { termOf } from "./review.ts";

let at: TestApp;
let clock = Date.parse("2026-11-23T08:00:00Z");
const headers: Record<string, Record<string, string>> = {};
beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(clock) });
  await makeSchool(at.db, { id: "a" });
  await makeSchool(at.db, { id: "b" });
  for (const [account, school, identity] of [
    ["head", "a", "manager"],
    ["idle", "a", "manager"],
    ["teacher", "a", "teacher"],
    ["other", "b", "manager"],
  ] as const) {
    await makePerson(at.db, { account, id: account, memberships: [{ school, identity }] });
  }
  await at.db
    .updateTable("membership")
    .set({ created_at: new Date("2026-08-01") })
    .execute();
  for (const one of ["head", "teacher", "other"]) {
    headers[one] = (await signIn(at.app, one)).headers;
  }
});
afterAll(() => at.close());

const read = async (who: string) =>
  (await send(at.app, readReview, { school_id: "a" }, { headers: headers[who] ?? {} })).body;
const confirm = async (who: string, password = TEST_PASSWORD) => {
  const input = { school_id: "a", password };
  return (await send(at.app, confirmReview, input, { headers: headers[who] ?? {} })).body;
};

test.each([
  ["2026-08-01T00:00:00+08:00", "2026-1", "2026—2027 学年上学期"],
  ["2027-01-31T23:59:59+08:00", "2026-1", "2026—2027 学年上学期"],
  ["2027-02-01T00:00:00+08:00", "2026-2", "2026—2027 学年下学期"],
  ["2027-07-31T23:59:59+08:00", "2026-2", "2026—2027 学年下学期"],
])("%s is of the term %s", (moment, id, name) => {
  expect(termOf(new Date(moment))).toEqual({ id, name });
});

test("holders and those whom nobody has used are shown to who may give, and confirmed by them", async () => {
  expect((await read("head")).data).toEqual({
    ...{ term: "2026—2027 学年上学期", confirmed: null, holders: 2 },
    unused: [{ id: "idle", name: "idle", account: "idle", last_seen_at: null }],
  });
  expect((await read("teacher")).code).toBe(40005);
  expect((await read("other")).code).toBe(40400);
  expect((await confirm("other")).code).toBe(40400);
  expect((await confirm("head")).code).toBe(200);
  expect((await read("head")).data.confirmed).toEqual({
    ...{ at: new Date(clock).toISOString(), by: "head" },
  });
});

test("who was given a right less than 90 days ago has not left it unused for so long", async () => {
  const since = (days: number) => new Date(clock - days * 86_400_000);
  const hold = (days: number) =>
    at.db
      .updateTable("membership")
      .set({ created_at: since(days) })
      .where("user_id", "=", "idle")
      .execute();
  await at.db
    .updateTable("membership")
    .set({ created_at: since(365) })
    .where("user_id", "=", "teacher")
    .execute();
  await insertGrant(at.db, {
    ...{ user_id: "teacher", right_name: "people.read", bundle_id: null, until: null },
    ...({ place_kind: "school", school_id: "a", part_id: "", given_by: "head" } as const),
    ...{ created_at: since(1), rests_on_school_id: "a", rests_on_identity: "teacher" },
  });
  await at.db.deleteFrom("session").where("user_id", "=", "teacher").execute();
  const unused = async () => (await read("head")).data.unused.map(({ id }) => id);
  await hold(89);
  expect(await unused()).toEqual([]);
  await hold(91);
  expect(await unused()).toEqual(["idle"]);
});

test("the next term is to be confirmed again", async () => {
  clock = Date.parse("2027-02-01T08:00:00Z");
  headers["head"] = (await signIn(at.app, "head")).headers;
  const { data } = await read("head");
  expect([data.term, data.confirmed]).toEqual(["2026—2027 学年下学期", null]);
});
