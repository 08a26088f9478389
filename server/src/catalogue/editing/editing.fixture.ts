import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { readApps, saveApp, type Call } from "#contract";
import { makeApps, makeClass } from "../../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";

const ALL = [
  "east-admin",
  "west-admin",
  "platform",
  "teacher",
  "pupil",
  "mother",
  "manager",
  "far",
];

/** An app for a test file: two districts with an admin each, a school in each, and apps of either and of all. */
export function openTestApp() {
  let at: TestApp;
  let now = new Date("2026-09-01T08:00:00+08:00");
  const headers: Record<string, Record<string, string>> = {};
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    at = await buildTestApp({ now: () => now });
    const { db } = at;
    for (const side of ["east", "west"]) {
      await makeSchool(db, { id: side, kind: "district" });
      await makeSchool(db, { id: `${side}-school`, parent_id: side, stage_ids: ["primary"] });
    }
    const member = async (account: string, school: string, identity: string) => {
      const memberships = [{ school, identity: identity as "admin" }];
      ids[account] = await makePerson(db, { account, name: `${account} 名`, memberships });
    };
    await member("east-admin", "east", "admin");
    await member("west-admin", "west", "admin");
    await member("platform", "east", "inner_admin");
    await member("teacher", "east-school", "teacher");
    await member("pupil", "east-school", "student");
    await member("mother", "east-school", "parent");
    await member("manager", "east-school", "manager");
    await member("far", "west-school", "teacher");
    const { teacher = "", pupil = "", mother = "" } = ids;
    await db.insertInto("guardian").values({ child_id: pupil, user_id: mother }).execute();
    await makeClass(db, "east-school", {
      id: "c32",
      grade_id: "3",
      students: [pupil],
      heads: [teacher],
    });
    await makeClass(db, "west-school", { id: "w11", grade_id: "1" });
    await makeApps(db, [
      { id: "for-all" },
      { id: "eastern", district_id: "east", roles: ["teacher"], deny_user_ids: [teacher] },
      { id: "western", district_id: "west" },
    ]);
    for (const account of ALL) headers[account] = (await signIn(at.app, account)).headers;
  });
  afterAll(() => at.close());
  beforeEach(() => {
    now = new Date(now.getTime() + 2001);
  });

  const as = <C extends Call>(
    account: string,
    call: C,
    input: Record<string, unknown> = {},
    form = false,
  ) => send(at.app, call, input, { headers: headers[account] ?? {}, form });
  const make = async (account: string, input: Record<string, unknown> = {}) => {
    const whole = {
      name: "新应用",
      category_id: "study",
      launch: "link",
      url: "https://n.example/",
    };
    const { body } = await as(account, saveApp, { ...whole, ...input });
    expect(body).toMatchObject({ code: 200 });
    return body.data;
  };
  const seenBy = async (account: string): Promise<string[]> => {
    now = new Date(now.getTime() + 2001);
    return (await as(account, readApps)).body.data.apps.map(({ id }) => id);
  };
  const stored = (id: string) =>
    at.db.selectFrom("app").selectAll().where("id", "=", id).executeTakeFirst();

  return {
    get at() {
      return at;
    },
    later(ms: number): void {
      now = new Date(now.getTime() + ms);
    },
    /** Makes the proof of a person's session a fresh one. */
    async proveAgain(account: string): Promise<void> {
      await at.db
        .updateTable("session")
        .set({ proved_at: now })
        .where("user_id", "=", ids[account] ?? "")
        .execute();
    },
    headers,
    ids,
    as,
    make,
    seenBy,
    stored,
  };
}
