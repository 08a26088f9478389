import { randomUUID } from "node:crypto";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readInvitations, revokeInvitation } from "#contract";
import { send } from "../../test/send.ts";
import { openTestApp, WRONG } from "./invitation.fixture.ts";

const MS_PER_DAY = 86_400_000;
/** The app for making codes, listing them, and reading a code before it is used. */
const testApp = openTestApp();
const { as, bind, codeFor, enrol, join, make, preview, usedOf } = testApp;

const list = async (who: string) =>
  (await send(testApp.at.app, readInvitations, {}, { headers: as[who] ?? {} })).body.data;

describe("who may invite, and where to (SE-12)", () => {
  test.each([
    ["head", { kind: "class", class_id: "a" }, 200],
    ["head", { kind: "class", class_id: "a", identity: "teacher" }, 200],
    ["head", { kind: "class", class_id: "b" }, 404],
    ["head", { kind: "child", child_id: "pupil" }, 200],
    ["head", { kind: "staff" }, 400],
    ["plain", { kind: "class", class_id: "a" }, 404],
    ["plain", { kind: "child", child_id: "pupil" }, 404],
    ["manager", { kind: "class", class_id: "b" }, 200],
    ["manager", { kind: "child", child_id: "pupil" }, 200],
    ["manager", { kind: "staff" }, 200],
    ["manager", { kind: "staff", identity: "manager" }, 200],
    ["manager", { kind: "staff", identity: "inner_admin" }, 400],
    ["manager", { kind: "class", class_id: "none" }, 404],
    ["manager", { kind: "class" }, 404],
    ["manager", { kind: "child", child_id: "mother" }, 404],
    ["foreign", { kind: "class", class_id: "b" }, 404],
    ["foreign", { kind: "child", child_id: "pupil" }, 404],
    ["pupil", { kind: "class", class_id: "a" }, 400],
    ["mother", { kind: "child", child_id: "pupil" }, 400],
  ])("%s makes %j: %i", async (who, input, status) => {
    const before = (await testApp.at.db.selectFrom("invitation").selectAll().execute()).length;
    const answer = await make(who, input);
    expect(answer.status).toBe(status);
    const after = (await testApp.at.db.selectFrom("invitation").selectAll().execute()).length;
    expect(after - before).toBe(status === 200 ? 1 : 0);
  });

  test("what is another school's answers as what does not exist", async () => {
    const foreign = await make("foreign", { kind: "class", class_id: "b" });
    const absent = await make("foreign", { kind: "class", class_id: "none" });
    expect(foreign.body).toEqual(absent.body);
  });

  test("an attempt that is sent again because no answer came makes one code, also at once", async () => {
    const all = async () => (await list("manager")).length;
    const before = await all();
    const asked = { kind: "class", class_id: "a", attempt: randomUUID() };
    const first = await make("manager", asked);
    expect(first.body.code).toBe(200);
    expect((await make("manager", asked)).body).toEqual(first.body);
    const at = { ...asked, attempt: randomUUID() };
    const both = await Promise.all([at, at, at].map((one) => make("manager", one)));
    expect(new Set(both.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await all()) - before).toBe(2);
    const { data } = (await make("head", asked)).body;
    expect(data.id).not.toBe(first.body.data.id);
  });

  test("no code is made, or revoked, without its entry in the audit", async () => {
    const made = await make("manager", { kind: "class", class_id: "a" });
    const before = await list("manager");
    const { audit } = testApp.at.app;
    const record = vi.spyOn(audit, "record").mockRejectedValue(new Error("no room"));
    onTestFinished(() => record.mockRestore());
    expect((await make("manager", { kind: "class", class_id: "a" })).status).toBe(500);
    const gone = { id: made.body.data.id };
    const headers = as["manager"] ?? {};
    const revoked = await send(testApp.at.app, revokeInvitation, gone, { headers });
    expect(revoked.status).toBe(500);
    record.mockRestore();
    expect(await list("manager")).toEqual(before);
  });

  test("each sees and revokes their own", async () => {
    const code = await codeFor({ kind: "class", class_id: "b" });
    const mine = (await list("manager")).find((one) => one.code === code);
    expect(mine).toMatchObject({
      kind: "class",
      identity: "student",
      class: { id: "b", name: "b班" },
      max_uses: 60,
      used: 0,
      state: "active",
      created_by: "manager名",
    });
    const seen = (await list("head")).map((one) => one.class?.id);
    expect(new Set(seen)).toEqual(new Set(["a"]));
    expect(await list("foreign")).toEqual([]);
    const id = mine?.id ?? "";
    const revoke = (who: string, id: string) =>
      send(testApp.at.app, revokeInvitation, { id }, { headers: as[who] ?? {} });
    for (const who of ["head", "plain", "foreign"]) {
      expect((await revoke(who, id)).body).toEqual((await revoke(who, "none")).body);
    }
    expect((await preview(code)).status).toBe(200);
    const revoked = await revoke("manager", id);
    expect(revoked.body.data).toMatchObject({ state: "revoked", code: null });
    expect((await revoke("manager", id)).status).toBe(200);
    const entries = await testApp.at.db
      .selectFrom("audit_entry")
      .select("id")
      .where("object_id", "=", id)
      .execute();
    expect(entries, "made once, and revoked once").toHaveLength(2);
    expect((await preview(code)).body).toEqual(WRONG);
  });
});

describe("what a code would open", () => {
  test("school, class and identity, with the agreements", async () => {
    const code = await codeFor({ kind: "class", class_id: "a" });
    expect((await preview(code.toLowerCase())).body.data).toMatchObject({
      kind: "class",
      identity: "student",
      school_name: "one学校",
      class_name: "a班",
      child_name: null,
      agreements: [{ type: "user" }, { type: "privacy" }, { type: "child" }],
    });
    const child = await codeFor({ kind: "child", child_id: "pupil" });
    expect((await preview(child)).body.data).toMatchObject({
      identity: "parent",
      child_name: "p＊名",
    });
    expect(await usedOf(code)).toBe(0);
  });

  test("wrong, used, expired and closed codes are all alike", async () => {
    const used = await codeFor({ kind: "staff" });
    expect((await enrol(used)).status).toBe(200);
    const late = await codeFor({ kind: "staff", days: 1 });
    const shut = "SHUTSHUT22";
    await testApp.at.db
      .insertInto("invitation")
      .values({
        school_id: "shut",
        id: "shut",
        code: shut,
        kind: "staff",
        identity: "teacher",
        class_id: null,
        child_id: null,
        max_uses: 1,
        created_by: null,
        created_at: testApp.now,
        expires_at: new Date(testApp.now.getTime() + 9 * MS_PER_DAY),
        revoked_at: null,
      })
      .execute();
    expect((await preview(shut)).status).toBe(200);
    await testApp.at.db
      .updateTable("school")
      .set({ is_abled: false })
      .where("id", "=", "shut")
      .execute();
    testApp.later(MS_PER_DAY);
    for (const code of [used, late, shut, "ABCDE-FGHJK", "short", "ABCDE-FGHI0"]) {
      expect((await preview(code)).body).toEqual(WRONG);
      expect((await enrol(code)).body).toEqual(WRONG);
      expect((await join("mother", code)).body).toEqual(WRONG);
      expect((await bind("mother", code)).body).toEqual(WRONG);
    }
  });

  test("guessing slows down, for the network that guesses", async () => {
    const code = await codeFor({ kind: "class", class_id: "a" });
    const address = "192.0.2.40";
    let tries = 0;
    while ((await preview("ABCDE-FGHJK", address)).body.code === 40003) tries += 1;
    expect(tries).toBe(31);
    const blocked = await preview(code, address);
    expect(blocked.body.code).toBe(42900);
    expect(Number(blocked.headers["retry-after"])).toBeLessThanOrEqual(20);
    expect((await preview(code)).status).toBe(200);
    testApp.later(20_000);
    expect((await preview(code, address)).status).toBe(200);
  });
});
