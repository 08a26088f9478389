import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import {
  explainHiddenApps,
  launchApp,
  readManagedApps,
  redeemTicket,
  removeApp,
  renewAppSecret,
  saveApp,
  switchAppAtSchool,
} from "#contract";
import { makeApps } from "../../test/apps.ts";
import { send } from "../../test/send.ts";
import { openTestApp } from "./editing/editing.fixture.ts";

const testApp = openTestApp();
const { as, make, seenBy, stored } = testApp;

const managedBy = async (account: string) => {
  testApp.later(2001);
  return (await as(account, readManagedApps)).body.data.apps;
};

describe("an app on its way to the shelf (AD-19)", () => {
  it("is seen by nobody, then by the classes that try it, then by all", async () => {
    const { id } = await make("east-admin", { name: "航模", shelf_state: "asked" });
    expect(await seenBy("pupil")).not.toContain(id);
    await as("east-admin", saveApp, { id, shelf_state: "checked", pilot_class_ids: ["c32"] });
    expect(await seenBy("pupil")).not.toContain(id);
    await as("east-admin", saveApp, { id, shelf_state: "piloted" });
    const see = async () =>
      [await seenBy("pupil"), await seenBy("mother"), await seenBy("manager")].map((ids) =>
        ids.includes(id),
      );
    expect(await see()).toEqual([true, true, false]);
    await as("east-admin", saveApp, { id, shelf_state: "shelf" });
    expect(await see()).toEqual([true, true, true]);
    await as("east-admin", saveApp, { id, shelf_state: "asked" });
    expect(await see()).toEqual([false, false, false]);
  });

  it("moves one step on at a time", async () => {
    const { id } = await make("east-admin", { name: "棋社", shelf_state: "asked" });
    const { body } = await as("east-admin", saveApp, { id, shelf_state: "shelf" });
    expect(body).toMatchObject({
      code: 40001,
      data: { errors: [{ path: "shelf_state", message: "这个应用已申请，下一步是“已审核”。" }] },
    });
    expect(await stored(id)).toMatchObject({ shelf_state: "asked" });
  });

  it("tells a school that others try it, and not that it was asked for", async () => {
    const draft = { name: "试用气象站", shelf_state: "piloted", pilot_class_ids: ["c32"] };
    const { id } = await make("east-admin", draft);
    const told = async () => (await as("manager", explainHiddenApps, { name: "气象站" })).body.data;
    expect((await told()).apps).toEqual([
      { name: "试用气象站", sentence: "这个应用正在部分班级试用。" },
    ]);
    await as("east-admin", saveApp, { id, shelf_state: "checked" });
    testApp.later(2001);
    expect((await told()).apps).toEqual([]);
  });

  it("is found by its further names", async () => {
    await make("platform", { name: "智慧阅卷", aliases: ["改卷子"], roles: ["teacher"] });
    const { body } = await as("pupil", explainHiddenApps, { name: "改卷" });
    expect(body.data.apps).toMatchObject([{ name: "智慧阅卷" }]);
  });
});

describe("switchAppAtSchool", () => {
  const flip = (account: string, app_id: string, school_id: string, on: boolean) =>
    as(account, switchAppAtSchool, { app_id, school_id, on });

  it("takes an app off one school and puts it back, also a platform's; the entry stays", async () => {
    const before = await stored("for-all");
    expect((await flip("east-admin", "for-all", "east-school", false)).body.data).toEqual({
      on: false,
    });
    expect(await seenBy("pupil")).not.toContain("for-all");
    expect(await seenBy("far")).toContain("for-all");
    const told = await as("pupil", explainHiddenApps, { name: "for-all" });
    expect(told.body.data.apps).toMatchObject([{ sentence: "学校暂时关闭了这个应用。" }]);
    const listed = (await managedBy("east-admin")).find(({ id }) => id === "for-all");
    expect(listed).toMatchObject({ may_edit: false, off_school_ids: ["east-school"] });
    const far = (await managedBy("west-admin")).find(({ id }) => id === "for-all");
    expect(far).toMatchObject({ off_school_ids: [] });
    await as("platform", saveApp, { id: "for-all", description: "一句说明" });
    expect(await stored("for-all")).toMatchObject({ off_school_ids: ["east-school"] });
    await flip("east-admin", "for-all", "east-school", true);
    expect(await seenBy("pupil")).toContain("for-all");
    expect(await stored("for-all")).toMatchObject({
      off_school_ids: [],
      revision: (before?.revision ?? 0) + 1,
    });
  });

  it("knows neither another district's schools nor its apps", async () => {
    const absent = (await flip("east-admin", "no-such-app", "east-school", false)).text;
    expect((await flip("east-admin", "for-all", "west-school", false)).text).toBe(absent);
    expect((await flip("east-admin", "western", "east-school", false)).text).toBe(absent);
    expect((await flip("manager", "for-all", "east-school", false)).body.code).toBe(40005);
    const known = (await managedBy("east-admin")).map(({ id }) => id);
    expect(known).toContain("eastern");
    expect(known).not.toContain("western");
  });
});

describe("renewAppSecret", () => {
  it("gives a new secret once, and the old one is dead", async () => {
    const { id } = await make("east-admin", { name: "票据", launch: "ticket" });
    const before = await stored(id);
    const { body } = await as("east-admin", renewAppSecret, { app_id: id });
    expect(body.data.secret).toMatch(/^\S{20,}$/);
    const after = await stored(id);
    expect(after?.secret_hash).not.toBe(before?.secret_hash);
    expect(JSON.stringify(after)).not.toContain(body.data.secret);
  });

  it("wants a fresh proof, and an app of one's own that has a secret", async () => {
    const { id } = await make("east-admin", { name: "票据二", launch: "ticket" });
    const far = await as("west-admin", renewAppSecret, { app_id: id });
    expect(far.body.code).toBe(40400);
    const link = await as("east-admin", renewAppSecret, { app_id: "eastern" });
    expect(link.body.code).toBe(40001);
    testApp.later(3_600_000);
    const late = await as("east-admin", renewAppSecret, { app_id: id });
    expect(late.body).toMatchObject({ code: 40004, data: { check: "password" } });
  });
});

describe("removeApp", () => {
  const name = "做错了的应用";
  const drop = (account: string, app_id: string, given = name) =>
    as(account, removeApp, { app_id, name: given });

  beforeEach(() => testApp.proveAgain("east-admin"));

  it("deletes an app that only its maker has tried, in quick apps as well", async () => {
    const { db } = testApp.at;
    const user_id = testApp.ids["east-admin"] ?? "";
    const { id } = await make("east-admin", { name, launch: "ticket" });
    expect((await as("east-admin", launchApp, { app_id: id })).body.code).toBe(200);
    const own = { user_id, identity: "admin", used_at: testApp.at.app.now() } as const;
    await db
      .insertInto("app_use")
      .values({ ...own, app_id: id })
      .execute();
    const quick = { identity: "teacher" as const, app_ids: [id, "for-all"] };
    const teacher = testApp.ids["teacher"] ?? "";
    await db
      .insertInto("quick_app")
      .values({ ...quick, user_id: teacher })
      .execute();
    await as("east-admin", saveApp, { id, shelf_state: "asked" });
    expect((await drop("east-admin", id, " 做错了的应用 ")).body).toMatchObject({ code: 200 });
    expect(await stored(id)).toBeUndefined();
    expect((await managedBy("east-admin")).map((one) => one.id)).not.toContain(id);
    const kept = await db
      .selectFrom("quick_app")
      .selectAll()
      .where("user_id", "=", teacher)
      .execute();
    expect(kept).toMatchObject([{ app_ids: ["for-all"] }]);
    const told = await db
      .selectFrom("audit_entry")
      .selectAll()
      .where("object_id", "=", id)
      .orderBy("at", "desc")
      .execute();
    expect(told.map(({ detail }) => detail)).toContainEqual({ is_gone: true });
    expect((await drop("east-admin", id)).body.code).toBe(40400);
  });

  /** An app with a secret that may read the roster, as the server of such an app holds it. */
  const makeReader = async () => {
    const roster = {
      ...{ school_ids: [], pairwise: true, parents: false, mobile: false, email: false },
      demographics: false,
    };
    const { id } = await make("east-admin", { name, launch: "ticket", roster });
    const { secret } = (await as("east-admin", renewAppSecret, { app_id: id })).body.data;
    const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
    const answer = await testApp.at.app.inject({
      ...{ method: "POST", url: "/ims/oneroster/token" },
      headers: { authorization: basic, "content-type": "application/x-www-form-urlencoded" },
      payload: "grant_type=client_credentials",
    });
    expect(answer.statusCode).toBe(200);
    const { access_token } = answer.json<{ access_token: string }>();
    const read = async (list: string) => {
      const url = `/ims/oneroster/rostering/v1p2/${list}`;
      const headers = { authorization: `Bearer ${access_token}` };
      return (await testApp.at.app.inject({ url, headers })).statusCode;
    };
    return { id, basic, read };
  };

  it("takes the tokens of an app's server along, and what it sent to its maker", async () => {
    const { id, basic, read } = await makeReader();
    const tried = await as("east-admin", launchApp, { app_id: id });
    const ticket = new URL(tried.body.data.url).searchParams.get("ticket") ?? "";
    const authorization = { authorization: basic };
    const redeemed = await send(
      testApp.at.app,
      redeemTicket,
      { ticket },
      { headers: authorization },
    );
    const badge = await testApp.at.app.inject({
      ...{ method: "PUT", url: `/app/v1/people/${redeemed.body.data.sub}/badge` },
      headers: authorization,
      payload: { identity: "admin", count: 3, version: 1 },
    });
    expect(badge.json()).toMatchObject({ code: 200 });
    const kept = async () =>
      Promise.all(
        (["one_roster_token", "app_item"] as const).map(
          async (table) =>
            (
              await testApp.at.db
                .selectFrom(table)
                .select("app_id")
                .where("app_id", "=", id)
                .execute()
            ).length,
        ),
      );
    expect(await kept()).toEqual([1, 1]);
    await as("east-admin", saveApp, { id, shelf_state: "asked" });
    expect((await drop("east-admin", id)).body).toMatchObject({ code: 200 });
    expect(await kept()).toEqual([0, 0]);
    expect(await stored(id)).toBeUndefined();
    expect(await read("users")).toBe(401);
  });

  it("keeps an app that has read the roster, with its tokens", async () => {
    const { id, read } = await makeReader();
    expect(await read("users")).toBe(200);
    await as("east-admin", saveApp, { id, shelf_state: "asked" });
    const { body } = await drop("east-admin", id);
    expect(body).toMatchObject({ code: 40005, msg: expect.stringContaining("读过名册") });
    expect(await stored(id)).toMatchObject({ id });
    expect(await read("orgs")).toBe(200);
  });

  it("knows every table that refers to an app: what goes with it, and what holds it", async () => {
    const { rows } = await sql<{ name: string }>`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'app'::regclass and conparentid = 0`.execute(
      testApp.at.db,
    );
    const goes = ["one_roster_feed", "one_roster_token", "lti_access_token", "lti_assertion"];
    const goesOfItsMaker = [
      ...["app_disclosure", "app_item", "app_subject", "app_ticket", "app_use"],
      ...["cas_logout", "lti_deep_link", "oidc_grant"],
    ];
    // of these, too, what only its maker has tried leaves nothing: a context is empty then
    const holds = ["lti_context", "lti_item", "one_roster_record"];
    expect([...new Set(rows.map((row) => row.name))].toSorted()).toEqual(
      [...goes, ...goesOfItsMaker, ...holds].toSorted(),
    );
  });

  it("keeps an app that somebody else has opened, and says why", async () => {
    const { id } = await make("east-admin", { name, launch: "ticket" });
    expect((await as("pupil", launchApp, { app_id: id })).body.code).toBe(200);
    await as("east-admin", saveApp, { id, shelf_state: "asked" });
    const { body } = await drop("east-admin", id);
    expect(body).toMatchObject({ code: 40005, msg: expect.stringContaining("已经有别人打开过") });
    expect(await stored(id)).toMatchObject({ id });
  });

  it("keeps what people see, another name's, and the program's own", async () => {
    const { id } = await make("east-admin", { name });
    expect((await drop("east-admin", id)).body).toMatchObject({
      code: 40005,
      msg: expect.stringContaining("这个应用已上架"),
    });
    await as("east-admin", saveApp, { id, shelf_state: "checked" });
    expect((await drop("east-admin", id, "别的名字")).body).toMatchObject({
      code: 40001,
      data: { errors: [{ path: "name" }] },
    });
    await makeApps(testApp.at.db, [{ id: "invitation", shelf_state: "asked" }]);
    expect((await drop("platform", "invitation")).body.msg).toContain("平台自带");
    expect(await stored(id)).toMatchObject({ id });
  });

  it("is of one's own district, after a fresh proof", async () => {
    const { id } = await make("east-admin", { name, shelf_state: "asked" });
    const absent = (await drop("east-admin", "nothing")).text;
    expect((await drop("west-admin", id)).text).toBe(absent);
    expect((await drop("east-admin", "western", "western")).text).toBe(absent);
    expect((await drop("east-admin", "for-all", "for-all")).body.code).toBe(40005);
    expect((await drop("manager", id)).body.code).toBe(40005);
    testApp.later(3_600_000);
    const late = await drop("east-admin", id);
    expect(late.body).toMatchObject({ code: 40004, data: { check: "password" } });
    expect(await stored(id)).toMatchObject({ id });
  });
});

describe("app.register", () => {
  it("is wanted to change how an app is connected, and not to change who sees it", async () => {
    const { db } = testApp.at;
    const { id } = await make("east-admin", { name: "接入", launch: "ticket" });
    const grant = (right_name: string) => ({
      ...{ id: `grant-${right_name}`, user_id: testApp.ids["manager"] ?? "", right_name },
      ...{ place_kind: "district" as const, school_id: "east", part_id: "" },
      ...{ rests_on_school_id: "east-school", rests_on_identity: "manager" as const },
      created_at: testApp.at.app.now(),
    });
    await db.insertInto("right_grant").values(grant("app.manage")).execute();
    testApp.later(2001);
    const roles = await as("manager", saveApp, { id, roles: ["teacher"] });
    expect(roles.body.code).toBe(200);
    const url = await as("manager", saveApp, { id, url: "https://other.example/" });
    expect(url.body.code).toBe(40005);
    await db.insertInto("right_grant").values(grant("app.register")).execute();
    testApp.later(2001);
    const again = await as("manager", saveApp, { id, url: "https://other.example/" });
    expect(again.body.code).toBe(200);
  });
});
