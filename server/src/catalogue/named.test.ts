import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  IDENTITIES,
  launchApp,
  readApps,
  readUserDetail,
  reportAppLogin,
  saveQuickApps,
  searchContent,
  type Identity,
} from "#contract";
import { makeApps, makeClass } from "../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makeContents } from "../../test/contents.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import type { AppToSave } from "./entry.ts";

/** Moments before, between and after the dates of the demo's catalogue. */
const MOMENTS = ["2025-10-01T00:00:00Z", "2026-11-20T00:00:00Z", "2099-07-01T00:00:00Z"] as const;
const CLIENTS = ["web", "pc", "mobile"] as const;
let now = new Date(MOMENTS[1]);
let at: TestApp;

interface Viewer {
  id: string;
  account: string;
  identity: Identity;
  school: string;
  /** The class that counts for the person; absent for one who is in no class. */
  class_id?: string;
  grade_id?: string;
  stage_id?: string;
  is_head?: boolean;
}
const viewers: Viewer[] = [];

const CATALOGUE = new URL("../../../demo/catalogue/catalogue.json", import.meta.url);

interface Entry extends Partial<AppToSave> {
  id: string;
  school_sourced_ids: string[];
  class_sourced_ids: string[];
}

/** Entries with lists of exceptions, which the demo's lack. */
const EXCEPTIONS: (Partial<AppToSave> & { id: string })[] = [
  { id: "x-deny-school", deny_school_ids: ["first"] },
  { id: "x-deny-class", deny_class_ids: ["first-1"] },
  { id: "x-deny-role", deny_identities: ["head-teacher", "parent"] },
  { id: "x-deny-person", deny_user_ids: ["first-teacher-first-1"] },
  { id: "x-allow-school", allow_school_ids: ["second"] },
  { id: "x-allow-class", allow_class_ids: ["second-9"], allow_identities: ["admin"] },
  { id: "x-both", allow_school_ids: ["first"], deny_identities: ["student"] },
  { id: "x-not-past-a-limit", roles: ["teacher"], allow_identities: ["student"] },
];

beforeAll(async () => {
  at = await buildTestApp({ now: () => now });
  const { db } = at;
  await makeSchool(db, { id: "district", kind: "district" });
  await makeSchool(db, { id: "elsewhere", kind: "district" });
  const text = (await readFile(CATALOGUE, "utf8")).replaceAll("{demo_app}", "https://app.example");
  const { apps } = JSON.parse(text) as { apps: Entry[] };
  const schools = new Set(["first", "second", ...apps.flatMap((one) => one.school_sourced_ids)]);
  for (const id of schools) await makeSchool(db, { id, parent_id: "district" });
  await db
    .updateTable("school")
    .set({ stage_ids: ["primary"] })
    .where("id", "=", "first")
    .execute();
  await db
    .updateTable("school")
    .set({ stage_ids: ["junior"] })
    .where("id", "=", "second")
    .execute();
  for (const id of schools) {
    const grades = id === "second" ? ["7", "9"] : ["1", "3"];
    const here = apps.filter((one) => one.school_sourced_ids.includes(id));
    const named = new Set(here.flatMap((one) => one.class_sourced_ids));
    const stage_id = id === "second" ? "junior" : "primary";
    for (const grade_id of grades)
      await peopleOfClass(id, { id: `${id}-${grade_id}`, grade_id, stage_id });
    for (const name of named) await peopleOfClass(id, { id: name, grade_id: "3", stage_id });
    for (const identity of ["manager", "teacher"] as const) await person({ identity, school: id });
  }
  for (const school of ["district", "elsewhere"]) {
    for (const identity of ["admin", "inner_admin"] as const) await person({ identity, school });
  }
  await makeApps(db, [
    ...apps.map(({ school_sourced_ids, class_sourced_ids, open_at, close_at, ...app }) => ({
      ...app,
      open_at: open_at == null ? null : new Date(open_at),
      close_at: close_at == null ? null : new Date(close_at),
      school_ids: school_sourced_ids,
      class_ids: class_sourced_ids,
    })),
    ...EXCEPTIONS,
    { id: "x-district", district_id: "elsewhere" },
  ]);
  const owners = ["", "district", "elsewhere", ...schools];
  await makeContents(
    db,
    owners.map((school_id) => ({ id: `of-${school_id}`, school_id, title: `分数 ${school_id}` })),
    new Date(MOMENTS[0]),
  );
});
afterAll(() => at.close());

async function person(viewer: Omit<Viewer, "id" | "account">): Promise<string> {
  const parts = [viewer.school, viewer.identity, viewer.class_id, viewer.is_head ? "head" : ""];
  const id = parts.filter(Boolean).join("-");
  const account = id.replaceAll("_", "-");
  const memberships = [{ school: viewer.school, identity: viewer.identity }];
  await makePerson(at.db, { id, account, memberships });
  viewers.push({ ...viewer, id, account });
  return id;
}

/** Returns a pupil, a parent, a teacher and a head-teacher. */
async function peopleOfClass(
  school: string,
  of: { id: string; grade_id: string; stage_id: string },
): Promise<void> {
  const { grade_id, stage_id } = of;
  const where = { school, class_id: of.id, grade_id, stage_id };
  const student = await person({ ...where, identity: "student" });
  const parent = await person({ ...where, identity: "parent" });
  const teacher = await person({ ...where, identity: "teacher" });
  const head = await person({ ...where, identity: "teacher", is_head: true });
  await makeClass(at.db, school, {
    ...of,
    students: [student],
    teachers: [teacher],
    heads: [head],
  });
  const row = { child_id: student, user_id: parent, source: null };
  await at.db.insertInto("guardian").values(row).execute();
}

/** Returns the apps that the person may see, by AP-05 written once more in SQL. */
async function expectedOf(viewer: Viewer, client: string): Promise<string[]> {
  const { id, identity, school } = viewer;
  const roles = viewer.is_head === true ? [identity, "head-teacher"] : [identity];
  const one = (value: string | undefined) => (value === undefined ? [] : [value]);
  const [classes, grades, stages] = [viewer.class_id, viewer.grade_id, viewer.stage_id].map(one);
  const { rows } = await sql<{ id: string }>`
    with looking as (
      select ${roles}::text[] as roles, ${classes}::text[] as classes, ${grades}::text[] as grades,
        case when ${stages}::text[] = '{}' then s.stage_ids else ${stages}::text[] end as stages, s.parent_id
      from school s where s.id = ${school}
    )
    select a.id from app a, looking l where
      (a.open_at is null or a.open_at <= ${now}) and (a.close_at is null or a.close_at > ${now})
      and (a.roles = '{}' or a.roles && l.roles)
      and (a.clients = '{}' or ${client} = any(a.clients))
      and (a.school_ids = '{}' or ${school} = any(a.school_ids))
      and (a.stage_ids = '{}' or a.stage_ids && l.stages)
      and (a.grade_ids = '{}' or a.grade_ids && l.grades)
      and (a.class_ids = '{}' or a.class_ids && l.classes)
      and (a.district_id is null or a.district_id in (${school}, l.parent_id))
      and (a.allow_user_ids || a.allow_school_ids || a.allow_class_ids || a.allow_identities = '{}'
        or ${id} = any(a.allow_user_ids) or ${school} = any(a.allow_school_ids)
        or a.allow_class_ids && l.classes or a.allow_identities && l.roles)
      and not (${id} = any(a.deny_user_ids) or ${school} = any(a.deny_school_ids)
        or a.deny_class_ids && l.classes or a.deny_identities && l.roles)
    order by a.id`.execute(at.db);
  return rows.map((row) => row.id);
}

test("everybody is told of exactly the apps and resources that are theirs, by every call that names any", async () => {
  const all = await at.db.selectFrom("app").select("id").orderBy("id").execute();
  const everything = all.map(({ id }) => id);
  const seenByAll = new Set<string>();
  for (const moment of MOMENTS) {
    now = new Date(moment);
    for (const viewer of viewers) {
      const { headers } = await signIn(at.app, viewer.account);
      for (const client of moment === MOMENTS[1] ? CLIENTS : ["web"]) {
        const as = { headers: { ...headers, client } };
        const mine = await expectedOf(viewer, client);
        const { data } = (await send(at.app, readApps, {}, as)).body;
        const shown = `${viewer.id} on ${client} at ${moment}`;
        // no app has sent anything for a pupil, so nobody has a growth record (HO-05)
        const withContent = mine.filter((id) => id !== "growth-record");
        expect(data.apps.map(({ id }) => id).sort(), shown).toEqual(withContent);
        const categories = new Set(data.apps.map(({ category_id }) => category_id));
        expect(new Set(data.category.map(({ id }) => id)), shown).toEqual(categories);
        for (const id of mine) seenByAll.add(id);
      }
    }
  }
  // the people are of so many kinds that every entry but one, which is nobody's, is somebody's
  expect(everything.filter((id) => !seenByAll.has(id))).toEqual(["x-not-past-a-limit"]);
});

test("what is not theirs nobody opens, keeps, has used, or is reminded of", async () => {
  now = new Date(MOMENTS[1]);
  const everything = await at.db.selectFrom("app").select("id").execute();
  const answers = new Set<string>();
  for (const [turn, viewer] of viewers.entries()) {
    const { headers } = await signIn(at.app, viewer.account);
    const as = { headers };
    const mine = new Set(await expectedOf(viewer, "web"));
    const hidden = everything.map(({ id }) => id).filter((id) => !mine.has(id));
    // everyone tries a third of them, each another
    const tried = hidden.filter((_id, place) => (place + turn) % 3 === 0);
    for (const app_id of ["no-such-app", ...tried]) {
      answers.add((await send(at.app, launchApp, { app_id }, as)).text);
    }
    for (const app_id of hidden.slice(0, 5)) {
      answers.add((await send(at.app, reportAppLogin, { app_id }, as)).text);
      answers.add((await send(at.app, saveQuickApps, { app_ids: [app_id] }, as)).text);
    }
    // as if all had been theirs once
    const { id: user_id, identity } = viewer;
    const app_ids = everything.map(({ id }) => id);
    await at.db.insertInto("quick_app").values({ user_id, identity, app_ids }).execute();
    await at.db
      .insertInto("app_use")
      .values(app_ids.map((app_id) => ({ user_id, identity, app_id, used_at: now })))
      .execute();
    now = new Date(now.getTime() + 1000);
    const { app_ids: quick = [] } = (await send(at.app, readUserDetail, {}, as)).body.data;
    expect(
      quick.filter((id) => !mine.has(id)),
      viewer.id,
    ).toEqual([]);
    expect([...quick].sort(), viewer.id).toEqual([...mine].sort());
    const { recent_app_ids } = (await send(at.app, readApps, {}, as)).body.data;
    expect(recent_app_ids.length).toBeGreaterThan(0);
    expect(
      recent_app_ids.filter((id) => !mine.has(id)),
      viewer.id,
    ).toEqual([]);
  }
  expect([...answers]).toEqual([JSON.stringify({ code: 40400, data: null, msg: "内容不存在" })]);
});

test("a search finds the school's own, its district's and everyone's, and nothing else", async () => {
  now = new Date(MOMENTS[1]);
  expect(IDENTITIES.every((identity) => viewers.some((one) => one.identity === identity))).toBe(
    true,
  );
  for (const viewer of viewers) {
    const { headers } = await signIn(at.app, viewer.account);
    const { data } = (await send(at.app, searchContent, { keyword: "分数" }, { headers })).body;
    const above = ["district", "elsewhere"].includes(viewer.school) ? [] : ["of-district"];
    const wanted = ["of-", ...above, `of-${viewer.school}`];
    expect(data.items.map(({ id }) => id).sort(), viewer.id).toEqual(wanted.sort());
    expect(data.facets.types.map(({ count }) => count)).toEqual([wanted.length]);
  }
});
