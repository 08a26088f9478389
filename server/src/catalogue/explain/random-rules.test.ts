import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type AnswerOf,
  DOCKED_APPS,
  type Identity,
  previewApp,
  readApps,
  readAppsSeenBy,
  readUserDetail,
  type ShelfState,
  viewHome,
} from "#contract";
import { makeApps, makeClass } from "../../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../../test/build.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";
import { insertGrant } from "../../rights/grants.ts";

/** Each app for each identity of each person: more than 10,000 pairs. */
const APPS = 110;
const PEOPLE = 80;
const GROUPS = 24;
const NOW = Date.parse("2026-09-01T08:00:00+08:00");
const DAY_MS = 86_400_000;

const SCHOOLS = { a1: "a", a2: "a", b1: "b" } as const;
const STAGES = { "1": "primary", "3": "primary", "7": "junior" } as const;
const SHELF_DRAWN: readonly ShelfState[] = [
  ...Array.from({ length: 20 }, () => "shelf" as const),
  ...(["asked", "checked", "piloted", "piloted"] as const),
];
const GRADES = ["1", "3", "7"] as const;

interface Membership {
  user: string;
  school: string;
  identity: Identity;
  /** The ids of the apps at their home. */
  home: ReadonlySet<string>;
  /** The same as the page shows it: quick apps, recently used, and each category with its apps. */
  page: { quick: string[]; recent: string[]; shelves: [string, string[]][] };
}

let at: TestApp;
let platform: Record<string, string>;
const apps: string[] = [];
const memberships: Membership[] = [];

/** The same numbers in each run (mulberry32). */
function draws(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  return {
    chance: (part: number) => next() < part,
    one,
    some: <T>(list: readonly T[], part: number): T[] =>
      next() < part ? [...new Set([one(list), one(list)])] : [],
  };
}

/** Draws a home from the page's own answers, as the page does (web/src/features/home/rules.ts). */
function pageOf(
  { apps: all, category, recent_app_ids }: AnswerOf<typeof readApps>,
  quick: readonly string[],
): Membership["page"] {
  const shown = all.filter(({ display_status }) => display_status === "display");
  const ids = new Set(shown.map(({ id }) => id));
  return {
    quick: quick.filter((id) => ids.has(id)).slice(0, DOCKED_APPS),
    recent: recent_app_ids.filter((id) => ids.has(id)),
    shelves: category
      .map(({ id }): [string, string[]] => [
        id,
        shown.filter(({ category_id }) => category_id === id).map((one) => one.id),
      ])
      .filter(([, held]) => held.length > 0),
  };
}

/** Groups by hand and by rules of every shape, at schools and districts. */
async function makeGroups(
  db: TestApp["db"],
  draw: ReturnType<typeof draws>,
  ids: readonly string[],
  classes: readonly { school: string; id: string }[],
): Promise<string[]> {
  const groups = Array.from({ length: GROUPS }, (_one, index) => `group-${index}`);
  for (const id of groups) {
    const kind = draw.one(["hand", "rule"] as const);
    const school_id = draw.one(["a", "b", ...Object.keys(SCHOOLS)]);
    const part = draw.one(["everybody", "everybody", "everybody", "heads", "year-heads"] as const);
    const identity = draw.one(["teacher", "student", "parent", "manager", "admin"] as const);
    const more = draw.one(["teacher", "student", "parent"] as const);
    const at = new Date(NOW);
    await db
      .insertInto("people_group")
      .values({
        ...{ id, school_id, name: id, description: "", kind, part },
        identities: [...new Set([identity, more])],
        grade_ids: draw.some(GRADES, 0.3),
        class_ids: draw.some(
          classes.map((schoolClass) =>
            school_id in SCHOOLS ? schoolClass.id : `${schoolClass.school}/${schoolClass.id}`,
          ),
          0.2,
        ),
        ...{ created_by: null, created_at: at, updated_at: at, retired_at: null },
      })
      .execute();
    if (kind === "rule") continue;
    const members = new Set(Array.from({ length: 12 }, () => draw.one(ids)));
    await db
      .insertInto("people_group_member")
      .values([...members].map((user_id) => ({ school_id, group_id: id, user_id })))
      .execute();
  }
  for (const [school_id, part_id] of [
    ["a1", "1"],
    ["b1", "7"],
  ] as const) {
    const teachers = await db
      .selectFrom("membership")
      .select("user_id")
      .where("school_id", "=", school_id)
      .where("identity", "=", "teacher")
      .limit(3)
      .execute();
    for (const { user_id } of teachers) {
      await insertGrant(db, {
        ...{ user_id, right_name: null, bundle_id: "grade_head", until: null, given_by: null },
        ...({ place_kind: "grade", school_id, part_id, created_at: new Date(NOW) } as const),
        ...{ rests_on_school_id: school_id, rests_on_identity: "teacher" },
      });
    }
  }
  return groups;
}

beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(NOW) });
  const { db } = at;
  const draw = draws(12);
  for (const id of ["a", "b"]) await makeSchool(db, { id, kind: "district" });
  const classes: { school: string; id: string }[] = [];
  for (const [id, parent_id] of Object.entries(SCHOOLS)) {
    await makeSchool(db, { id, parent_id, stage_ids: ["primary", "junior"] });
    for (const grade_id of GRADES) {
      const schoolClass = { id: `${id}-${grade_id}`, grade_id, stage_id: STAGES[grade_id] };
      await makeClass(db, id, schoolClass);
      classes.push({ school: id, id: schoolClass.id });
    }
  }
  await db.updateTable("class").set({ is_abled: false }).where("id", "=", "a2-3").execute();
  await makePerson(db, {
    account: "platform",
    memberships: [{ school: "a", identity: "inner_admin" }],
  });

  const classesOf = (school: string) =>
    classes.filter((schoolClass) => schoolClass.school === school);
  const users: { account: string; id: string; at: { school: string; identity: Identity }[] }[] = [];
  for (let index = 0; index < PEOPLE; index += 1) {
    const school = draw.one(Object.keys(SCHOOLS));
    const others: Identity[] = ["teacher", "parent", "manager"];
    const held: { school: string; identity: Identity }[] = draw.chance(0.3)
      ? [{ school, identity: "student" }]
      : draw.chance(0.1)
        ? [{ school: draw.one(["a", "b"]), identity: "admin" }]
        : [{ school, identity: draw.one(others) }];
    if (held[0]?.identity !== "student" && draw.chance(0.5)) {
      const more = { school: draw.one(Object.keys(SCHOOLS)), identity: draw.one(others) };
      const isNew = held.every(
        (one) => one.school !== more.school || one.identity !== more.identity,
      );
      if (isNew) held.push(more);
    }
    const account = `p${index}`;
    const id = await makePerson(db, { account, memberships: held });
    users.push({ account, id, at: held });
    for (const { school: school_id, identity } of held) {
      for (const schoolClass of new Set(
        [draw.one(classesOf(school_id)), draw.one(classesOf(school_id))].filter(
          (one) => one !== undefined,
        ),
      )) {
        const row = { school_id, class_id: schoolClass.id, user_id: id };
        if (identity === "student" && draw.chance(0.7)) {
          await db.insertInto("class_student").values(row).execute();
        }
        if (identity === "teacher" && draw.chance(0.7)) {
          const is_head = draw.chance(0.4);
          await db
            .insertInto("class_teacher")
            .values({ ...row, is_head })
            .execute();
        }
      }
    }
  }
  const pupils = users.filter((user) => user.at[0]?.identity === "student");
  for (const parent of users.filter((user) => user.at.some((m) => m.identity === "parent"))) {
    for (const child of new Set([draw.one(pupils), draw.one(pupils), draw.one(pupils)])) {
      const pair = { child_id: child.id, user_id: parent.id };
      await db.insertInto("guardian").values(pair).execute();
    }
  }

  const ids = users.map(({ id }) => id);
  const groups = await makeGroups(db, draw, ids, classes);
  const roles = ["teacher", "student", "parent", "manager", "admin", "head-teacher"];
  const class_ids = classes.map(({ id }) => id);
  const places = ["a", "b", ...Object.keys(SCHOOLS)];
  for (let index = 0; index < APPS; index += 1) apps.push(`app-${index}`);
  await makeApps(
    db,
    apps
      .map((id) => ({
        id,
        district_id: draw.one([null, null, null, "a", "b"]),
        roles: draw.some(roles, 0.3),
        clients: draw.some(["web", "pc", "mobile"], 0.15),
        school_ids: draw.some(places, 0.15),
        stage_ids: draw.some(["primary", "junior", "senior"], 0.2),
        grade_ids: draw.some(GRADES, 0.2),
        class_ids: draw.some(class_ids, 0.1),
        shelf_state: draw.one(SHELF_DRAWN),
        pilot_class_ids: draw.some(class_ids, 0.5),
        allow_user_ids: draw.some(ids, 0.1),
        allow_school_ids: draw.some(places, 0.1),
        allow_class_ids: draw.some(class_ids, 0.1),
        allow_identities: draw.some(roles, 0.1),
        allow_group_ids: draw.some(groups, 0.15),
        deny_group_ids: draw.some(groups, 0.1),
        deny_user_ids: draw.some(ids, 0.1),
        deny_school_ids: draw.some(places, 0.05),
        deny_class_ids: draw.some(class_ids, 0.1),
        deny_identities: draw.some(roles, 0.1),
        open_at: draw.chance(0.1) ? new Date(NOW + draw.one([-2, 0, 1]) * DAY_MS) : null,
        close_at: draw.chance(0.1) ? new Date(NOW + draw.one([-1, 2, 3]) * DAY_MS) : null,
      }))
      .map((app) =>
        app.close_at && app.open_at && app.close_at <= app.open_at
          ? { ...app, close_at: null }
          : app,
      ),
  );

  for (const id of apps.filter(() => draw.chance(0.1))) {
    const off_school_ids = [draw.one(Object.keys(SCHOOLS))];
    await db.updateTable("app").set({ off_school_ids }).where("id", "=", id).execute();
  }

  const hidden = apps.filter(() => draw.chance(0.1));
  const display_status = "not_display";
  await db.updateTable("app").set({ display_status }).where("id", "in", hidden).execute();
  for (const { id: user_id, at: held } of users) {
    for (const identity of new Set(held.map((one) => one.identity))) {
      const app_ids = [...new Set(Array.from({ length: 20 }, () => draw.one(apps)))];
      await db.insertInto("quick_app").values({ user_id, identity, app_ids }).execute();
      for (const [index, app_id] of app_ids.toReversed().entries()) {
        const used_at = new Date(NOW - index * 1000);
        await db.insertInto("app_use").values({ user_id, identity, app_id, used_at }).execute();
      }
    }
  }

  platform = (await signIn(at.app, "platform")).headers;
  for (const { account, id: user, at: held } of users) {
    for (const { school, identity } of held) {
      await db.updateTable("user").set({ school_id: school }).where("id", "=", user).execute();
      const headers = { ...(await signIn(at.app, account)).headers, identity };
      const { body } = await send(at.app, readApps, {}, { headers });
      const home = new Set(body.data.apps.map(({ id }) => id));
      const own = await send(at.app, readUserDetail, { fields: "app_ids" }, { headers });
      const page = pageOf(body.data, own.body.data.app_ids ?? []);
      memberships.push({ user, school, identity, home, page });
    }
  }
}, 120_000);
afterAll(() => at.close());

it("draws rules that let some in and keep others out", () => {
  const pairs = memberships.length * apps.length;
  const seen = memberships.reduce((sum, { home }) => sum + home.size, 0);
  expect(pairs).toBeGreaterThan(10_000);
  expect(seen).toBeGreaterThan(pairs / 20);
  expect(seen).toBeLessThan((pairs * 19) / 20);
});

const explanations = new Map<string, AnswerOf<typeof readAppsSeenBy>>();

/** Returns what a person sees of every app and why, asked once for each person. */
async function explained(user_id: string): Promise<AnswerOf<typeof readAppsSeenBy>> {
  const known = explanations.get(user_id);
  if (known !== undefined) return known;
  const { body } = await send(at.app, readAppsSeenBy, { user_id }, { headers: platform });
  explanations.set(user_id, body.data);
  return body.data;
}

it("explains to who manages apps exactly what homes show", async () => {
  for (const user of new Set(memberships.map((one) => one.user))) {
    const data = await explained(user);
    const own = memberships.filter((one) => one.user === user);
    expect(data.memberships).toHaveLength(own.length);
    for (const { school, identity, home } of own) {
      const told = data.memberships.find(
        (one) => one.school_id === school && one.identity === identity,
      );
      expect(told?.apps.map(({ id }) => id).sort()).toEqual([...apps].sort());
      const seen = told?.apps.filter(({ sees }) => sees).map(({ id }) => id);
      expect(seen?.sort()).toEqual([...home].sort());
      for (const { sees, hidden_by, sentence } of told?.apps ?? []) {
        expect([hidden_by === null, sentence === ""]).toEqual([sees, sees]);
      }
    }
  }
}, 60_000);

it("shows to who looks at a home exactly what that home shows, as it was explained (AD-18)", async () => {
  for (const user of new Set(memberships.map((one) => one.user))) {
    const input = { user_id: user, reason: "看看", password: TEST_PASSWORD };
    const { body } = await send(at.app, viewHome, input, { headers: platform });
    const seen = await explained(user);
    const own = memberships.filter((one) => one.user === user);
    expect(body.data.homes).toHaveLength(own.length);
    for (const { school, identity, page } of own) {
      const isIt = (one: { school_id: string; identity: Identity }) =>
        one.school_id === school && one.identity === identity;
      const home = body.data.homes.find(isIt);
      const ids = (list: readonly { id: string }[] = []) => list.map(({ id }) => id);
      expect({
        quick: ids(home?.quick),
        recent: ids(home?.recent),
        shelves: home?.shelves.map((shelf) => [shelf.id, ids(shelf.apps)]),
      }).toEqual(page);
      const told = seen.memberships.find(isIt);
      const sees = new Set(ids(told?.apps.filter((one) => one.sees)));
      for (const [, held] of page.shelves) {
        for (const id of held) expect(sees.has(id)).toBe(true);
      }
    }
  }
}, 120_000);

it("tells of one app limit by limit the same", async () => {
  for (const [index, { user, school, identity, home }] of memberships.entries()) {
    const app_id = apps[(index * 7) % apps.length] ?? "";
    const input = { user_id: user, app_id };
    const { body } = await send(at.app, readAppsSeenBy, input, { headers: platform });
    const [one] =
      body.data.memberships.find((told) => told.school_id === school && told.identity === identity)
        ?.apps ?? [];
    expect(one?.sees).toBe(home.has(app_id));
    const first = one?.trace.find(({ passes }) => !passes)?.rule ?? null;
    expect(one?.hidden_by).toBe(first);
  }
}, 60_000);

it("previews as many as have it at home, at a school and in a district", async () => {
  const places = ["a", "b", ...Object.keys(SCHOOLS)];
  for (const [index, id] of apps.entries()) {
    // two places an app by turns: each place has forty drawn rules, and all pairs were a third of the file
    for (const school of [0, 2].map((more) => places[(index + more) % places.length] ?? "")) {
      const { body } = await send(at.app, previewApp, { id, school }, { headers: platform });
      const within = memberships.filter(
        (one) =>
          one.school === school ||
          (SCHOOLS as Readonly<Record<string, string>>)[one.school] === school,
      );
      const count = (some: readonly Membership[]) => {
        const people: Record<string, Set<string>> = {};
        for (const { identity, user } of some) (people[identity] ??= new Set()).add(user);
        const sizes = Object.entries(people).map(([identity, { size }]) => [identity, size]);
        return Object.fromEntries(sizes) as Record<string, number>;
      };
      const all = count(within);
      const seen = count(within.filter(({ home }) => home.has(id)));
      for (const one of body.data.identities) {
        if (one.identity === "inner_admin") continue;
        expect([id, school, one.identity, one.people, one.seen]).toEqual([
          ...[id, school, one.identity, all[one.identity] ?? 0, seen[one.identity] ?? 0],
        ]);
        const hidden = one.hidden.reduce((sum, { people }) => sum + people, 0);
        expect(one.seen + hidden).toBe(one.people);
      }
      const told = body.data.identities.map(({ identity }) => identity);
      expect(told.filter((identity) => identity !== "inner_admin").sort()).toEqual(
        Object.keys(all).sort(),
      );
    }
  }
}, 120_000);
