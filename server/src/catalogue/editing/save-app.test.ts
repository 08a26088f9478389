import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import {
  launchApp,
  MINIMAL_ROSTER_ACCESS,
  listApps,
  readAppEntry,
  redeemTicket,
  saveApp,
} from "#contract";
import { putFile } from "../../../test/files.ts";
import { send } from "../../../test/send.ts";
import { openTestApp } from "./editing.fixture.ts";

const testApp = openTestApp();
const { as, headers, ids, make, seenBy, stored } = testApp;

describe("saveApp", () => {
  it("makes an app of the admin's district: seen there, and nowhere else", async () => {
    const made = await make("east-admin", { name: "晨读打卡", roles: ["teacher"] });
    expect(made).toMatchObject({ district_id: "east", pinyin: "chen du da ka", revision: 1 });
    expect(made.id).toMatch(/^app-[a-z2-9]{10}$/);
    expect(await seenBy("teacher")).toContain(made.id);
    expect(await seenBy("pupil")).not.toContain(made.id);
    expect(await seenBy("far")).not.toContain(made.id);
  });

  it("makes one app of an attempt that is sent again, and gives its secret anew: the first was lost", async () => {
    const ticket = { launch: "ticket", url: "https://once.example/", attempt: randomUUID() };
    const first = await make("east-admin", ticket);
    const again = await make("east-admin", ticket);
    expect(again.id).toBe(first.id);
    expect(again.secret).toHaveLength(43);
    expect(again.secret).not.toBe(first.secret);
    const plain = { attempt: randomUUID() };
    const all = [plain, plain, plain].map((one) => make("east-admin", one));
    expect(new Set((await Promise.all(all)).map(({ id }) => id)).size).toBe(1);
    const { body } = await as("east-admin", saveApp, { ...plain, id: again.id, name: "改名" });
    expect(body.data).toMatchObject({ id: again.id, name: "改名", revision: 3 });
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

  it("opens a roster with a secret for any kind of app, and only of schools that its editor reaches", async () => {
    const roster = { ...MINIMAL_ROSTER_ACCESS, school_ids: ["east-school"] };
    const made = await make("east-admin", { roster });
    expect(made).toMatchObject({ roster, has_secret: true });
    expect(made.secret).toHaveLength(43);
    for (const id of ["west-school", "nowhere"]) {
      const { body } = await as("east-admin", saveApp, {
        id: made.id,
        roster: { ...roster, school_ids: [id] },
      });
      expect(body).toMatchObject({ code: 40001, data: { errors: [{ path: "roster" }] } });
    }
    const { body } = await as("east-admin", readAppEntry, { id: made.id });
    expect(body.data.names).toContainEqual({ id: "east-school", name: "east-school学校" });
    const { body: closed } = await as("east-admin", saveApp, { id: made.id, roster: null });
    expect(closed.data).toMatchObject({ roster: null });
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
    const told = await send(
      testApp.at.app,
      redeemTicket,
      { ticket },
      { headers: { authorization } },
    );
    expect(told.body.data).toMatchObject({ name: "teacher 名" });
  });

  it("leaves an entry in the audit, with the fields and not their values", async () => {
    const made = await make("east-admin", { name: "审计" });
    await as("east-admin", saveApp, { id: made.id, revision: 1, url: "https://other.example/" });
    const entries = await testApp.at.db
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
    ["a name that nobody sees", { name: "\u200d" }, "name", /名称不能为空/],
    ["a name that turns the rest", { name: "数\u202e学" }, "name", /名称里不能有/],
    ["a further name that nobody sees", { aliases: ["算术", "\u200b"] }, "aliases", /别名不能为空/],
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
    const before = await testApp.at.db.selectFrom("app").select("id").execute();
    const whole = { name: "坏", category_id: "study", launch: "link", url: "https://n.example/" };
    const { body, status } = await as("east-admin", saveApp, { ...whole, ...given });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 40001 });
    const { errors } = body.data as unknown as { errors: { path: string; message: string }[] };
    expect(errors).toContainEqual({ path, message: expect.stringMatching(words) });
    expect(await testApp.at.db.selectFrom("app").select("id").execute()).toHaveLength(
      before.length,
    );
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
    return putFile(testApp.at.app, headers["east-admin"] ?? {}, file);
  };

  it("are files that were put for it: held by the app, and let go when another takes the place", async () => {
    const [red, blue] = [await put("red"), await put("blue")];
    const made = await make("east-admin", { icon: `/file/${red}`, icon_mono: `/file/${red}` });
    const dropped = async (key: string) =>
      testApp.at.db
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
    const read = await testApp.at.app.inject({
      url: `/file/${blue}`,
      headers: headers["teacher"] ?? {},
    });
    expect([read.statusCode, read.headers["content-type"]]).toEqual([200, "image/png"]);
  });

  it("are nobody else's files, and no file of another purpose", async () => {
    const bytes = await picture("green");
    const avatar = await putFile(testApp.at.app, headers["east-admin"] ?? {}, {
      bytes,
      mime: "image/png",
      purpose: "avatar",
    });
    const others = await putFile(testApp.at.app, headers["west-admin"] ?? {}, {
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
