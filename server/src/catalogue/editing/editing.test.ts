import { describe, expect, it } from "vitest";
import {
  launchApp,
  listApps,
  previewApp,
  readAppChoices,
  readAppEntry,
  readApps,
  saveApp,
  type AppEntry,
  type Call,
} from "#contract";
import { send } from "../../../test/send.ts";
import { openTestApp } from "./editing.fixture.ts";

const testApp = openTestApp();
const { as, ids, make, seenBy, stored } = testApp;

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
    const { body } = await send(testApp.at.app, saveApp, { id: "for-all", name: "占领" });
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
    testApp.later(2001);
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
