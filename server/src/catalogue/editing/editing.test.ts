import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  launchApp,
  listApps,
  previewApp,
  readAppChoices,
  readAppEntry,
  readApps,
  redeemTicket,
  saveApp,
  type AppEntry,
  type Call,
} from "#contract";
import { makeApps, makeClass } from "../../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../../test/build.ts";
import { putFile } from "../../../test/files.ts";
import { makePerson, makeSchool, signIn } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";

let test: TestApp;
let now = new Date("2026-09-01T08:00:00+08:00");
const headers: Record<string, Record<string, string>> = {};
const ids: Record<string, string> = {};

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

beforeAll(async () => {
  test = await buildTestApp({ now: () => now });
  const { db } = test;
  for (const side of ["east", "west"]) {
    await makeSchool(db, { id: side, kind: "district" });
    await makeSchool(db, { id: `${side}-school`, parent_id: side, stage_ids: ["primary"] });
  }
  const at = async (account: string, school: string, identity: string) => {
    const memberships = [{ school, identity: identity as "admin" }];
    ids[account] = await makePerson(db, { account, name: `${account} 名`, memberships });
  };
  await at("east-admin", "east", "admin");
  await at("west-admin", "west", "admin");
  await at("platform", "east", "inner_admin");
  await at("teacher", "east-school", "teacher");
  await at("pupil", "east-school", "student");
  await at("mother", "east-school", "parent");
  await at("manager", "east-school", "manager");
  await at("far", "west-school", "teacher");
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
  for (const account of ALL) headers[account] = (await signIn(test.app, account)).headers;
});
afterAll(() => test.close());
beforeEach(() => {
  now = new Date(now.getTime() + 2001);
});

const as = <C extends Call>(
  account: string,
  call: C,
  input: Record<string, unknown> = {},
  form = false,
) => send(test.app, call, input, { headers: headers[account] ?? {}, form });
const make = async (account: string, input: Record<string, unknown> = {}) => {
  const whole = { name: "新应用", category_id: "study", launch: "link", url: "https://n.example/" };
  const { body } = await as(account, saveApp, { ...whole, ...input });
  expect(body).toMatchObject({ code: 200 });
  return body.data;
};
const seenBy = async (account: string): Promise<string[]> => {
  now = new Date(now.getTime() + 2001);
  return (await as(account, readApps)).body.data.apps.map(({ id }) => id);
};
const stored = (id: string) =>
  test.db.selectFrom("app").selectAll().where("id", "=", id).executeTakeFirst();

describe("saveApp", () => {
  it("makes an app of the admin's district: seen there, and nowhere else", async () => {
    const made = await make("east-admin", { name: "晨读打卡", roles: ["teacher"] });
    expect(made).toMatchObject({ district_id: "east", pinyin: "chen du da ka", revision: 1 });
    expect(made.id).toMatch(/^app-[a-z2-9]{10}$/);
    expect(await seenBy("teacher")).toContain(made.id);
    expect(await seenBy("pupil")).not.toContain(made.id);
    expect(await seenBy("far")).not.toContain(made.id);
  });

  it("takes a form as well as JSON", async () => {
    const form = {
      name: "表单应用",
      category_id: "study",
      launch: "link",
      url: "https://f.example/",
      roles: ["teacher", "manager"],
      sort: "7",
      step_up: "true",
      open_at: "2026-09-01T08:00:00+08:00",
    };
    const { body } = await as("east-admin", saveApp, form, true);
    expect(body.data).toMatchObject({
      roles: ["teacher", "manager"],
      sort: 7,
      step_up: true,
      open_at: "2026-09-01T00:00:00.000Z",
    });
    const { body: less } = await as(
      "east-admin",
      saveApp,
      { id: body.data.id, roles: [""], open_at: "" },
      true,
    );
    expect(less.data).toMatchObject({ roles: [], open_at: null, step_up: true, name: "表单应用" });
  });

  it("changes what is given and leaves the rest; the reading follows a new name", async () => {
    const made = await make("east-admin", { description: "说明", claims: ["name"] });
    const { body } = await as("east-admin", saveApp, { id: made.id, name: "再次命名" });
    const { updated_at: _, ...same } = made;
    expect(body.data).toMatchObject({
      ...same,
      name: "再次命名",
      pinyin: "zai ci ming ming",
      revision: 2,
    });
  });

  it("refuses what others have changed meanwhile, and says where it stands", async () => {
    const made = await make("east-admin");
    const first = await as("east-admin", saveApp, { id: made.id, revision: 1, name: "甲" });
    expect(first.body.data.revision).toBe(2);
    const second = await as("platform", saveApp, { id: made.id, revision: 1, name: "乙" });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ code: 40900, data: { revision: 2 } });
    expect(await stored(made.id)).toMatchObject({ name: "甲" });
  });

  it("lets one of many through who change the same state at once", async () => {
    const made = await make("east-admin");
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        as("east-admin", saveApp, { id: made.id, revision: 1, name: `第 ${index} 个` }),
      ),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(11);
    expect((await stored(made.id))?.revision).toBe(2);
  });

  it("tells a new secret once, and never again", async () => {
    const made = await make("east-admin", { launch: "ticket", claims: ["name"] });
    const { secret = "" } = made;
    expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    const { body } = await as("east-admin", saveApp, { id: made.id, description: "改" });
    expect(body.data).not.toHaveProperty("secret");
    expect(body.data.has_secret).toBe(true);
    const whole = await as("east-admin", readAppEntry, { id: made.id });
    const list = await as("east-admin", listApps);
    const hash = (await stored(made.id))?.secret_hash ?? "none";
    for (const { text } of [whole, list]) {
      expect(text).toContain(made.id);
      expect(text).not.toContain(secret);
      expect(text).not.toContain(hash);
    }
    const launch = await as("teacher", launchApp, { app_id: made.id });
    const ticket = new URL(launch.body.data.url).searchParams.get("ticket");
    const authorization = `Basic ${Buffer.from(`${made.id}:${secret}`).toString("base64")}`;
    const told = await send(test.app, redeemTicket, { ticket }, { headers: { authorization } });
    expect(told.body.data).toMatchObject({ name: "teacher 名" });
  });

  it("leaves an entry in the audit, with the fields and not their values", async () => {
    const made = await make("east-admin", { name: "审计" });
    await as("east-admin", saveApp, { id: made.id, revision: 1, url: "https://other.example/" });
    const entries = await test.db
      .selectFrom("audit_entry")
      .selectAll()
      .where("action", "=", "app-change")
      .where("object_id", "=", made.id)
      .orderBy("at")
      .execute();
    expect(entries).toHaveLength(2);
    expect(entries.map(({ user_id }) => user_id)).toEqual([ids["east-admin"], ids["east-admin"]]);
    expect(entries[1]?.detail).toEqual({ fields: ["url"], is_new: false });
  });

  it.each<[string, Record<string, unknown>, string, RegExp]>([
    ["no name", { name: " " }, "name", /请填写名称/],
    ["no category", { category_id: undefined }, "category_id", /请填写分类/],
    ["no such category", { category_id: "nowhere" }, "category_id", /没有这个分类/],
    ["script as an address", { url: "javascript:alert(1)" }, "url", /http/],
    ["a module elsewhere", { launch: "module" }, "url", /\/module\//],
    ["a role nobody knows", { roles: ["pupil"] }, "roles", /pupil/],
    ["a client nobody knows", { clients: ["tv"] }, "clients", /tv/],
    ["a claim nobody knows", { claims: ["mobile"] }, "claims", /mobile/],
    ["a grade there is not", { grade_ids: ["13"] }, "grade_ids", /13/],
    ["a badge that is none", { badge: "新" }, "badge", /角标/],
    [
      "settings of another kind",
      { settings: { services: ["https://s.example/"] } },
      "settings.services",
      /接入设置/,
    ],
    [
      "an address with a fragment to come back to",
      { launch: "oidc", settings: { redirect_uris: ["https://s.example/#a"] } },
      "settings.redirect_uris",
      /#/,
    ],
    [
      "dates the wrong way round",
      { open_at: "2026-09-02T00:00:00Z", close_at: "2026-09-01T00:00:00Z" },
      "close_at",
      /晚于/,
    ],
    ["an icon from elsewhere", { icon: "https://i.example/a.png" }, "icon", /图标/],
    ["an icon out of its folder", { icon: "icons/../old.js" }, "icon", /图标/],
    ["an icon file of nobody", { icon: `/file/${"a".repeat(22)}` }, "icon", /图标/],
    [
      "a school of another district",
      { school_ids: ["west-school"] },
      "school_ids",
      /1 个学校不存在/,
    ],
    [
      "a class of another district",
      { deny_class_ids: ["w11"] },
      "deny_class_ids",
      /1 个班级不存在/,
    ],
    ["another district", { district_id: "west" }, "district_id", /区域不存在/],
    ["the whole platform", { district_id: "" }, "district_id", /平台管理员/],
  ])("refuses %s, names the field, and writes nothing", async (_what, given, path, words) => {
    const before = await test.db.selectFrom("app").select("id").execute();
    const whole = { name: "坏", category_id: "study", launch: "link", url: "https://n.example/" };
    const { body, status } = await as("east-admin", saveApp, { ...whole, ...given });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 40001 });
    const { errors } = body.data as unknown as { errors: { path: string; message: string }[] };
    expect(errors).toContainEqual({ path, message: expect.stringMatching(words) });
    expect(await test.db.selectFrom("app").select("id").execute()).toHaveLength(before.length);
  });

  it("answers people of another district as people who do not exist", async () => {
    const base = { name: "人", category_id: "study", launch: "link", url: "https://n.example/" };
    const one = async (id: string) => {
      const { body } = await as("east-admin", saveApp, { ...base, allow_user_ids: [id] });
      return body;
    };
    expect(await one(ids["far"] ?? "")).toEqual(await one("nobody-at-all"));
  });
});

describe("icons", () => {
  const picture = (colour: string) =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: colour } })
      .png()
      .toBuffer();
  const put = async (colour: string) => {
    const bytes = await picture(colour);
    const file = { bytes, mime: "image/png", purpose: "app-icon" } as const;
    return putFile(test.app, headers["east-admin"] ?? {}, file);
  };

  it("are files that were put for it: held by the app, and let go when another takes the place", async () => {
    const [red, blue] = [await put("red"), await put("blue")];
    const made = await make("east-admin", { icon: `/file/${red}`, icon_mono: `/file/${red}` });
    const dropped = async (key: string) =>
      test.db
        .selectFrom("file")
        .select(["state", "is_held"])
        .where("id", "=", key)
        .executeTakeFirst();
    const held = await dropped(red);
    expect(held).toMatchObject({ state: "stored", is_held: true });
    const change = { id: made.id, icon: `/file/${blue}`, icon_mono: "icons/homework.svg" };
    const { body } = await as("east-admin", saveApp, change);
    expect(body.data).toMatchObject({ icon: `/file/${blue}`, icon_mono: "icons/homework.svg" });
    expect(await dropped(red)).not.toEqual(held);
    const again = await as("east-admin", saveApp, { id: made.id, icon: `/file/${blue}`, sort: 3 });
    expect(again.body).toMatchObject({ code: 200 });
    const read = await test.app.inject({ url: `/file/${blue}`, headers: headers["teacher"] ?? {} });
    expect([read.statusCode, read.headers["content-type"]]).toEqual([200, "image/png"]);
  });

  it("are nobody else's files, and no file of another purpose", async () => {
    const bytes = await picture("green");
    const avatar = await putFile(test.app, headers["east-admin"] ?? {}, {
      bytes,
      mime: "image/png",
      purpose: "avatar",
    });
    const others = await putFile(test.app, headers["west-admin"] ?? {}, {
      bytes,
      mime: "image/png",
      purpose: "app-icon",
    });
    for (const key of [avatar, others]) {
      const base = { name: "图", category_id: "study", launch: "link", url: "https://n.example/" };
      const { body } = await as("east-admin", saveApp, { ...base, icon: `/file/${key}` });
      expect(body.code).toBe(40001);
    }
  });
});

describe("who may", () => {
  it.each(["teacher", "pupil", "mother", "manager"])("%s may none of it", async (account) => {
    const calls: [Call, Record<string, unknown>][] = [
      [saveApp, { id: "for-all", name: "占领" }],
      [listApps, {}],
      [readAppEntry, { id: "for-all" }],
      [readAppChoices, {}],
      [previewApp, { school: "east-school" }],
    ];
    for (const [call, input] of calls) {
      const { body } = await as(account, call, input);
      expect(body).toMatchObject({ code: 40005, data: null });
    }
    expect(await stored("for-all")).toMatchObject({ name: "for-all" });
  });

  it("nobody may without a session", async () => {
    const { body } = await send(test.app, saveApp, { id: "for-all", name: "占领" });
    expect(body.code).toBe(401);
  });

  it("another district's app answers as one that does not exist, and stays as it is", async () => {
    const before = await stored("western");
    for (const call of [saveApp, readAppEntry, previewApp]) {
      const more =
        call === saveApp ? { name: "占领" } : call === previewApp ? { school: "east" } : {};
      const foreign = await as("east-admin", call, { ...more, id: "western" });
      const absent = await as("east-admin", call, { ...more, id: "not-there" });
      expect(foreign.body.code).toBe(40400);
      expect(foreign.text).toBe(absent.text);
    }
    expect(await stored("western")).toEqual(before);
    const { body } = await as("east-admin", listApps);
    expect(body.data.apps.map(({ id }) => id)).not.toContain("western");
    expect(JSON.stringify(body)).not.toContain("west");
  });

  it("the platform's own app is seen by a district's admin, and changed by the platform's", async () => {
    const refused = await as("east-admin", saveApp, { id: "for-all", name: "占领" });
    expect(refused.body).toMatchObject({ code: 40005, data: null });
    const { body } = await as("platform", saveApp, { id: "for-all", description: "给所有人" });
    expect(body.data).toMatchObject({ district_id: null, description: "给所有人" });
    const western = await as("platform", saveApp, { id: "western", description: "西边" });
    expect(western.body.code).toBe(200);
  });
});

describe("listApps", () => {
  it("says of each app why the person sees it or not, and names nobody", async () => {
    const { body, text } = await as("east-admin", listApps);
    const found = Object.fromEntries(body.data.apps.map((one) => [one.id, one]));
    expect(found["for-all"]).toMatchObject({ may_edit: false });
    expect(found["for-all"]?.rules.every(({ passes }) => passes)).toBe(true);
    const { eastern } = found;
    expect(eastern).toMatchObject({ may_edit: true, denied: 1, allowed: 0 });
    const failed = eastern?.rules.filter(({ passes }) => !passes).map(({ rule }) => rule);
    expect(failed).toEqual(["roles"]);
    expect(text).not.toContain(ids["teacher"]);
  });
});

describe("the apps call", () => {
  it("tells neither lists nor districts", async () => {
    const { teacher = "", far = "" } = ids;
    const made = await make("platform", { allow_user_ids: [teacher, far], district_id: "east" });
    now = new Date(now.getTime() + 2001);
    const { text } = await as("teacher", readApps);
    expect(text).toContain(made.id);
    for (const word of [far, "allow_", "deny_", "district"]) expect(text).not.toContain(word);
    expect(await seenBy("far")).not.toContain(made.id);
    await as("platform", saveApp, { id: made.id, deny_identities: ["head-teacher"] });
    expect(await seenBy("teacher")).not.toContain(made.id);
    const launch = await as("teacher", launchApp, { app_id: made.id });
    expect(launch.body.code).toBe(40400);
  });
});

describe("readAppChoices, readAppEntry, previewApp", () => {
  it("offer what the admin's district has, and only that", async () => {
    const { body } = await as("east-admin", readAppChoices, {
      school_id: "east-school",
      account: "TEACHER",
    });
    expect(body.data).toMatchObject({
      for_everyone: false,
      districts: [{ id: "east" }],
      classes: [{ id: "c32" }],
      person: { id: ids["teacher"], name: "t＊＊" },
    });
    expect(body.data.schools.map(({ id }) => id).sort()).toEqual(["east", "east-school"]);
    const far = await as("east-admin", readAppChoices, { account: "far" });
    const nobody = await as("east-admin", readAppChoices, { account: "no-such-person" });
    expect(far.text).toBe(nobody.text);
    const school = await as("east-admin", readAppChoices, { school_id: "west-school" });
    expect(school.body.code).toBe(40400);
    const all = await as("platform", readAppChoices);
    expect(all.body.data.for_everyone).toBe(true);
    expect(all.body.data.schools).toHaveLength(4);
  });

  it("name whom an entry names", async () => {
    const { body } = await as("east-admin", readAppEntry, { id: "eastern" });
    expect(body.data.app).toMatchObject({ id: "eastern", revision: 1, settings: {} });
    expect(body.data.names).toEqual([{ id: ids["teacher"], name: "t＊＊" }]);
  });

  it("count who would see an app, and what keeps the others away, and save nothing", async () => {
    const preview = async (draft: Partial<AppEntry>) => {
      const input = { ...draft, school: "east-school" };
      const { body } = await as("east-admin", previewApp, input);
      return Object.fromEntries(
        body.data.identities.map(({ identity, seen, people, hidden }) => [
          identity,
          `${seen}/${people} ${hidden.map((one) => `${one.rule}:${one.people}`).join()}`,
        ]),
      );
    };
    expect(await preview({})).toEqual({
      manager: "1/1 ",
      teacher: "1/1 ",
      student: "1/1 ",
      parent: "1/1 ",
    });
    expect(await preview({ class_ids: ["c32"], deny_identities: ["parent"] })).toEqual({
      manager: "0/1 classes:1",
      teacher: "1/1 ",
      student: "1/1 ",
      parent: "0/1 deny:1",
    });
    expect(await preview({ roles: ["head-teacher"] })).toMatchObject({
      teacher: "1/1 ",
      manager: "0/1 roles:1",
    });
    expect(await preview({ id: "eastern" })).toMatchObject({ teacher: "0/1 deny:1" });
    const far = await as("east-admin", previewApp, { school: "west-school" });
    expect(far.body.code).toBe(40400);
    expect(await stored("eastern")).toMatchObject({ revision: 1 });
  });
});
