import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { giveGrant, readNotices, readPersonWhole, saveQuickApps, viewHome } from "#contract";
import { makeApps } from "../../test/apps.ts";
import { TEST_PASSWORD } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { ChangeTestApp } from "../change-set/change-set.fixture.ts";

let on: ChangeTestApp;
beforeAll(async () => {
  on = await ChangeTestApp.open();
  await makeApps(on.at.db, [
    { id: "marks", roles: ["teacher"] },
    { id: "all" },
    { id: "hidden", display_status: "not_display" },
    { id: "elsewhere", school_ids: ["b"] },
  ]);
});
afterAll(() => on.at.close());

const DAY = 86_400_000;
const password = TEST_PASSWORD;
const view = async (by: string, user_id: string, more: object = {}) =>
  (await send(on.at.app, viewHome, { user_id, reason: "找不到应用", ...more }, await on.as(by)))
    .body;
const toldTo = async (account: string) =>
  (await send(on.at.app, readNotices, {}, await on.as(account))).body.data.notices;

describe("somebody's home, looked at as that person sees it (AD-18)", () => {
  test("shows tiles without anything that opens them", async () => {
    await send(on.at.app, saveQuickApps, { app_ids: ["marks"] }, await on.as("teacher"));
    const { data } = await view("manager", "teacher", { password });
    expect(data.name).toBe("teacher");
    const tile = (id: string) => ({ id, name: expect.any(String), icon: expect.any(String) });
    const [home] = data.homes;
    expect(data.homes).toHaveLength(1);
    expect(home).toMatchObject({
      ...{ school_id: "a", school_name: "启明小学", identity: "teacher" },
      ...{ quick: [tile("marks")], recent: [] },
    });
    const tiles = home?.shelves.flatMap(({ apps }) => apps) ?? [];
    expect(tiles.map(({ id }) => id).sort()).toEqual(["all", "marks"]);
    for (const one of tiles) expect(Object.keys(one).sort()).toEqual(["icon", "id", "name"]);
  });

  test("the person is told by whom and why, and the audit knows", async () => {
    expect((await toldTo("teacher"))[0]).toMatchObject({
      kind: "home-viewed",
      text: "启明小学的manager以只看的方式看了您的首页，原因：找不到应用。",
    });
    const entries = await on.at.db
      .selectFrom("audit_entry")
      .select(["user_id", "subject_id", "detail"])
      .where("action", "=", "home-view")
      .execute();
    // the reason is a text that a person wrote: it is the notice's
    expect(entries).toEqual([{ user_id: "manager", subject_id: "teacher", detail: {} }]);
  });

  test("a child's guardians are told as well", async () => {
    await view("manager", "pupil10", { password });
    expect((await toldTo("parent"))[0]?.text).toBe(
      "启明小学的manager以只看的方式看了pupil10的首页，原因：找不到应用。",
    );
  });

  test.each([
    ["who has no such right", "teacher", "pupil10", 40005],
    ["a head-teacher, who resets passwords but looks at nobody's home", "head", "pupil10", 40005],
    ["a manager at another school", "manager-b", "teacher", 40400],
    ["a manager, at who is of another school as well", "manager", "both", 40400],
    ["a manager, at who may do more", "manager", "district", 40400],
    ["anybody, at themselves", "manager", "manager", 40400],
    ["anybody, at nobody", "manager", "nobody", 40400],
  ])("refused to %s", async (_what, by, whom, code) => {
    const before = await on.at.db.selectFrom("person_notice").select("id").execute();
    expect((await view(by, whom, { password })).code).toBe(code);
    const after = await on.at.db.selectFrom("person_notice").select("id").execute();
    expect(after).toHaveLength(before.length);
  });

  test("who holds the right at a district sees who is at two of its schools; it can be given alone", async () => {
    expect((await view("district", "both", { password })).data.homes).toHaveLength(2);
    const place = { kind: "school", school_id: "a", part_id: "" } as const;
    const right = "people.view_as";
    const given = { user_id: "head", right, place, password } as const;
    expect((await send(on.at.app, giveGrant, given, await on.as("manager"))).body.code).toBe(200);
    expect((await view("head", "teacher", { password })).code).toBe(200);
    // a grant is one right more than a teacher has, and an administrator has more still
    expect((await view("head", "manager", { password })).code).toBe(40400);
    const { body } = await send(
      on.at.app,
      readPersonWhole,
      { user_id: "pupil10" },
      await on.as("manager"),
    );
    expect(body.data.can).toContain("view");
  });

  test("wants a reason and a fresh proof", async () => {
    expect((await view("manager", "teacher", { reason: "  " })).code).toBe(40001);
    expect((await view("manager", "teacher", { reason: "因".repeat(101) })).code).toBe(40001);
    on.clock += DAY;
    const told = (await toldTo("teacher")).length;
    expect(await view("manager", "teacher")).toMatchObject({
      ...{ code: 40004, data: { check: "password" } },
    });
    expect(await toldTo("teacher")).toHaveLength(told);
  });
});
