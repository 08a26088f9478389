import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPersonHistory, readPersonWhole } from "#contract";
import { send } from "../../test/send.ts";
import { ChangeTestApp } from "../change-set/change-set.fixture.ts";

let on: ChangeTestApp;
beforeAll(async () => {
  on = await ChangeTestApp.open();
});
afterAll(() => on.at.close());

const MINUTE_MS = 60_000;
const history = async (who: string, user_id: string) =>
  (await send(on.at.app, readPersonHistory, { user_id }, await on.as(who))).body.data.entries;
const changes = async (who: string, user_id: string) =>
  (await history(who, user_id))
    .filter(({ action }) => action === "change-set")
    .map(({ words, by, change_id }) => [words, by?.name ?? null, change_id]);

describe("changes in a person's history (AD-02)", () => {
  test("applied and taken back stand with who did them, a link, and the other acts in order", async () => {
    const first = await on.change("manager", {
      kind: "person-edit",
      user_id: "pupil10",
      name: "林小满",
    });
    on.clock += MINUTE_MS;
    await send(on.at.app, readPersonWhole, { user_id: "pupil10" }, await on.as("manager2"));
    on.clock += MINUTE_MS;
    const user_ids = ["pupil10", "pupil11"];
    const off = {
      kind: "membership-state",
      school_id: "a",
      identity: "student",
      is_abled: false,
    } as const;
    const second = await on.change("manager2", { ...off, user_ids });
    on.clock += MINUTE_MS;
    expect((await on.undo("manager", second.id)).code).toBe(200);
    on.clock += MINUTE_MS;
    const entries = await history("manager", "pupil10");
    expect(
      entries.map(({ words, by, by_identity, change_id }) => [
        words,
        by?.name,
        by_identity,
        change_id,
      ]),
    ).toEqual([
      ["查看学生资料", "manager", "manager", null],
      ["撤销“停用 2 位学生”", "manager", null, second.id],
      ["停用 2 位学生", "manager2", null, second.id],
      ["查看学生资料", "manager2", "manager", null],
      ["修改“pupil10”的资料", "manager", null, first.id],
    ]);
  });

  test("what was planned and not applied is none", async () => {
    await on.plan("manager", { kind: "person-edit", user_id: "pupil12", name: "别的名字" });
    expect(await changes("manager", "pupil12")).toEqual([]);
  });

  test("a head-teacher reads what was done, without a link to what only the school sees", async () => {
    await on.change("manager", {
      kind: "person-edit",
      user_id: "pupil13",
      birth_date: "2017-03-01",
    });
    expect(await changes("head", "pupil13")).toEqual([["修改“pupil13”的资料", null, null]]);
  });

  test("of another school nothing; of the district's what of the person it changed", async () => {
    const there = await on.change("manager-b", {
      ...{ kind: "membership-until", school_id: "b", identity: "teacher" },
      ...{ user_ids: ["both"], until: "2026-12-10" },
    });
    on.clock += MINUTE_MS;
    const wide = await on.change("district", {
      ...{ kind: "account-state", user_ids: ["both", "pupil-b"] },
      ...{ is_abled: false, reason: "遗失设备" },
    });
    expect(await changes("manager", "both")).toEqual([["变更：锁定、资料", null, null]]);
    expect(await changes("manager-b", "both")).toEqual([
      ["变更：锁定、资料", null, null],
      [there.act, "manager-b", there.id],
    ]);
    expect(await changes("district", "both")).toEqual([
      [wide.act, "district", wide.id],
      [there.act, "manager-b", there.id],
    ]);
  });
});

describe("views in a person's history", () => {
  test("those of one reader within ten minutes are one", async () => {
    const view = async (who: string) =>
      send(on.at.app, readPersonWhole, { user_id: "pupil14" }, await on.as(who));
    for (const [who, minutes] of [
      ["manager2", 0],
      ["district", 2],
      ["manager2", 5],
      ["manager2", 15],
      ["manager", 1],
    ] as const) {
      on.clock += minutes * MINUTE_MS;
      await view(who);
    }
    const views = (await history("district", "pupil14")).map(({ by }) => by?.name);
    expect(views).toEqual(["district", "manager", "manager2", "manager2", "district"]);
  });
});
