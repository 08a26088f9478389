import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readApps, readAppsSeenBy, type Identity } from "#contract";
import { makeClass } from "../../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";
import { insertGrant, markGrantEnded } from "../../rights/api.ts";
import { registerApp } from "./registry.ts";
import { registerOwnModules } from "./own-modules.ts";

const ALL = ["class-roster", "invitation", "growth-record", "admin"];
const PROJECT = new URL("../../../../", import.meta.url);

let at: TestApp;
let now = new Date("2026-09-01T08:00:00+08:00");
beforeAll(async () => {
  at = await buildTestApp({ now: () => now, rowSecurity: false });
});
afterAll(() => at.close());

async function tiles(account: string, identity: Identity): Promise<string[]> {
  now = new Date(now.getTime() + 2001);
  const { headers } = await signIn(at.app, account);
  const input = { identity: `${identity},all` };
  const { status, body } = await send(at.app, readApps, input, { headers });
  expect(status).toBe(200);
  return body.data.apps.map(({ id }) => id);
}

test("a deployment has its modules from the first start, each for those who can use it", async () => {
  expect(await registerOwnModules(at.db)).toEqual(ALL);
  const school = await makeSchool(at.db, { id: "north" });
  const make = (account: string, identity: Identity) =>
    makePerson(at.db, { account, memberships: [{ school, identity }] });
  await make("manager", "manager");
  await make("teacher", "teacher");
  await make("chief", "inner_admin");
  const helper = await make("helper", "teacher");
  const pupil = await make("pupil", "student");
  const head = await make("head", "teacher");
  await makeClass(at.db, school, { id: "c1", grade_id: "3", heads: [head], students: [pupil] });
  expect(await tiles("manager", "manager")).toEqual(["class-roster", "invitation", "admin"]);
  expect(await tiles("head", "teacher")).toEqual(["class-roster", "invitation"]);
  expect(await tiles("teacher", "teacher")).toEqual([]);
  // who was given rights has the way to them (AD-23, GR-07)
  expect(await tiles("helper", "teacher")).toEqual([]);
  const grant = await insertGrant(at.db, {
    ...{ user_id: helper, right_name: "audit.read", bundle_id: null, given_by: null },
    ...{ place_kind: "school", school_id: school, part_id: "", until: null, created_at: now },
    ...{ rests_on_school_id: school, rests_on_identity: "teacher" },
  });
  expect(await tiles("helper", "teacher")).toEqual(["admin"]);
  const { headers } = await signIn(at.app, "chief");
  const asked = { user_id: helper, app_id: "admin" };
  const { body } = await send(at.app, readAppsSeenBy, asked, { headers });
  expect(body.data?.memberships[0]?.apps).toMatchObject([{ id: "admin", sees: true }]);
  await markGrantEnded(at.db, grant, { by: null, why: null, now });
  expect(await tiles("helper", "teacher")).toEqual([]);
  // nothing is in it yet (HO-05)
  expect(await tiles("pupil", "student")).toEqual([]);
  const card = { kind: "card", key: "star", version: 1, is_gone: false, updated_at: now } as const;
  await at.db
    .insertInto("app_item")
    .values({
      ...{ ...card, user_id: pupil, identity: "student", school_id: school, app_id: "invitation" },
      ...{
        body: JSON.stringify({ card: "medal", title: "阅读之星" }),
        due_at: null,
        until_at: null,
      },
    })
    .execute();
  expect(await tiles("pupil", "student")).toEqual(["growth-record"]);
});

test("another start changes nothing, nor what the operator has made of them", async () => {
  await registerOwnModules(at.db);
  await registerApp(at.db, "invitation", {
    name: "邀请",
    display_status: "not_display",
    settings: {},
  });
  await at.db.updateTable("app_category").set({ name: "本校" }).execute();
  const rows = () => at.db.selectFrom("app").selectAll().orderBy("id").execute();
  const before = await rows();
  expect(await registerOwnModules(at.db)).toEqual([]);
  expect(await rows()).toEqual(before);
});

test("one that a release has brought is added to those that are there", async () => {
  await registerOwnModules(at.db);
  await at.db.updateTable("app_category").set({ name: "本校" }).execute();
  await at.db.deleteFrom("app").where("id", "=", "growth-record").execute();
  expect(await registerOwnModules(at.db)).toEqual(["growth-record"]);
  const [category] = await at.db.selectFrom("app_category").select("name").execute();
  expect(category?.name).toBe("本校");
});

test("each is a module that is delivered, with icons that are", async () => {
  await registerOwnModules(at.db);
  const apps = await at.db.selectFrom("app").selectAll().execute();
  expect(apps).toHaveLength(ALL.length);
  for (const { url, icon, icon_mono } of apps) {
    const manifest = new URL(`modules/${url.replace("/module/", "")}/manifest.json`, PROJECT);
    expect(JSON.parse(readFileSync(manifest, "utf8"))).toHaveProperty("title");
    for (const one of [icon, icon_mono]) {
      expect(existsSync(new URL(`web/public/${one}`, PROJECT)), one).toBe(true);
    }
  }
});
