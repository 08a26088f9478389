import { afterAll, beforeAll, expect, test } from "vitest";
import { readNightly, runNightly, saveNightly, tryNightly } from "#contract";
import { makeApps, makeClass } from "../../test/apps.ts";
import { makePerson, makeSchool } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { ChangeTestApp } from "../change-set/change-set.fixture.ts";
import { LaunchTestApp } from "../launch/launch-test-app.fixture.ts";

/** The consumer of one platform on the provider of another: what RO-09 gives, RO-08 takes. */

const SECRET = "a secret of the app";
const MINUTE = 61_000;
const far = new LaunchTestApp({ listens: true });
let on: ChangeTestApp;
beforeAll(async () => {
  await far.open();
  await fillFar();
  on = await ChangeTestApp.open({ rosterNetworks: ["127.0.0.0/8"] });
});
afterAll(async () => {
  await on.at.close();
  await far.close();
});

async function fillFar(): Promise<void> {
  const { db } = far;
  await makeSchool(db, { id: "east", kind: "district", name: "东区" });
  await makeSchool(db, {
    ...{ id: "far", parent_id: "east", name: "启明小学", stage_ids: ["primary"] },
  });
  await db.insertInto("subject").values({ id: "math", name: "数学" }).execute();
  const person = (account: string, name: string, identity: "student" | "teacher" | "parent") =>
    makePerson(db, {
      ...{ account, name, gender: "female", birth_date: "2016-03-05" },
      memberships: [{ school: "far", identity }],
    });
  const pupils = [
    await person("far-li", "李小明", "student"),
    await person("far-ouyang", "欧阳娜娜", "student"),
    await person("far-abdu", "阿卜杜热合曼·买买提", "student"),
  ];
  const teacher = await person("far-chen", "陈老师", "teacher");
  const mother = await person("far-mother", "李妈妈", "parent");
  const bond = { child_id: pupils[0] ?? "", user_id: mother, relation: "母亲", source: null };
  await db.insertInto("guardian").values(bond).execute();
  await makeClass(db, "far", { id: "51", grade_id: "5", students: pupils, heads: [teacher] });
  await db.updateTable("class").set({ name: "五年级1班" }).where("id", "=", "51").execute();
  const roster = {
    ...{ school_ids: [], pairwise: false, parents: true, mobile: false, email: false },
    demographics: true,
  };
  await makeApps(db, [{ id: "consumer", launch: "ticket", secret: SECRET, roster }]);
}

const access = () => ({
  ...{ school_id: "a", client_id: "consumer", secret: SECRET },
  address: `${far.origin}/ims/oneroster/rostering/v1p2`,
  token_address: `${far.origin}/ims/oneroster/token`,
  ...{ scope: "", demographics: true, org_id: "" },
});

/** Runs a synchronisation by hand, after the other platform has noticed what changed there. */
async function sync() {
  far.later(MINUTE);
  on.clock += MINUTE;
  await send(on.at.app, runNightly, { school_id: "a" }, await on.as("manager"));
  await on.at.app.jobs.runDue();
  const { body } = await send(on.at.app, readNightly, { school_id: "a" }, await on.as("manager"));
  return body.data.runs[0];
}

async function peopleHere() {
  const rows = await on.at.db
    .selectFrom("membership as m")
    .innerJoin("user as u", "u.id", "m.user_id")
    .select(["m.identity", "u.name", "u.gender", "m.is_abled"])
    .where("m.source", "is not", null)
    .orderBy("u.name")
    .orderBy("m.identity")
    .execute();
  return rows
    .map(({ identity, name, gender, is_abled }) => [name, identity, gender, is_abled].join(" "))
    .sort();
}

test("the other platform is tried, then read whole, and the next night finds nothing new", async () => {
  const tried = await send(on.at.app, tryNightly, access(), await on.as("manager"));
  expect(tried.body.data).toMatchObject({ is_ok: true });
  const when = { is_on: true, hour: 2, weekdays: [1, 2, 3, 4, 5, 6, 7], days_without: [] };
  const saved = { ...access(), ...when, version: 0 };
  expect((await send(on.at.app, saveNightly, saved, await on.as("manager"))).body.code).toBe(200);
  const first = await sync();
  expect(first).toMatchObject({ outcome: "change", change: { state: "applied" } });
  expect(await peopleHere()).toEqual(
    [
      "李小明 student female true",
      "欧阳娜娜 student female true",
      "阿卜杜热合曼·买买提 student female true",
      "陈老师 teacher female true",
      "李妈妈 parent female true",
    ].sort(),
  );
  const bonds = await on.at.db
    .selectFrom("guardian as g")
    .innerJoin("user as c", "c.id", "g.child_id")
    .innerJoin("user as u", "u.id", "g.user_id")
    .select(["c.name as child", "u.name", "g.relation"])
    .where("g.source", "is not", null)
    .execute();
  expect(bonds).toEqual([{ child: "李小明", name: "李妈妈", relation: "家长" }]);
  const seats = await on.at.db
    .selectFrom("class_student as s")
    .innerJoin("class as k", (join) =>
      join.onRef("k.id", "=", "s.class_id").onRef("k.school_id", "=", "s.school_id"),
    )
    .select(["k.name", "k.grade_id"])
    .where("s.source", "is not", null)
    .execute();
  expect(seats).toEqual(Array.from({ length: 3 }, () => ({ name: "五年级1班", grade_id: "5" })));
  expect(await sync()).toMatchObject({ outcome: "same", change: null });
});

test("who comes and who goes there comes and goes here; the app's end ends it with a sentence", async () => {
  const newcomer = await makePerson(far.db, {
    ...{ account: "far-new", name: "新来", gender: "male" },
    memberships: [{ school: "far", identity: "student" }],
  });
  await far.db
    .insertInto("class_student")
    .values({ school_id: "far", class_id: "51", user_id: newcomer, source: null })
    .execute();
  expect(await sync()).toMatchObject({ outcome: "change", change: { state: "applied" } });
  expect(await peopleHere()).toContain("新来 student male true");
  await far.db
    .updateTable("membership")
    .set({ is_abled: false })
    .where("user_id", "=", newcomer)
    .execute();
  expect(await sync()).toMatchObject({ outcome: "change", change: { state: "applied" } });
  expect(await peopleHere()).toContain("新来 student male false");
  await far.db.updateTable("app").set({ roster: null }).where("id", "=", "consumer").execute();
  const before = await peopleHere();
  const last = await sync();
  expect(last).toMatchObject({ outcome: "failed", change: null });
  expect(last?.sentence).toMatch(/没有给访问令牌（401）/);
  expect(await peopleHere()).toEqual(before);
});
