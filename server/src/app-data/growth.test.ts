import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  readApps,
  readChildApps,
  readClassRoster,
  readDataLedger,
  readGrowthRecord,
} from "#contract";
import { makeApps } from "../../test/apps.ts";
import { send } from "../../test/send.ts";
import { AppDataTestApp } from "./app-data.fixture.ts";

let on: AppDataTestApp;
beforeAll(async () => {
  on = await AppDataTestApp.open();
  const { db } = on.at;
  await makeApps(db, [
    { id: "growth-record", launch: "module", url: "/module/growth-record" },
    { id: "plain", launch: "link" },
  ]);
  // the teacher heads grade 9 of school a; the mother has another identity there
  await db
    .insertInto("class_teacher")
    .values({ school_id: "a", class_id: "9", user_id: "teacher", is_head: true })
    .execute();
  await db
    .insertInto("membership")
    .values({ school_id: "a", user_id: "mother", identity: "manager", sort: 9 })
    .execute();
});
afterAll(() => on.at.close());
beforeEach(() => {
  on.clock += 61_000;
});

const card = (account: string, key: string, input: object) =>
  on.app("PUT", `people/${on.sub(account)}/cards/${key}`, { version: 1, ...input });
const MEDAL = { kind: "medal", title: "阅读之星", note: "读完 6 本书" };
const appsOf = async (account: string, identity?: string) => {
  const { body } = await send(on.at.app, readApps, {}, await on.as(account, identity));
  return body.data.apps.map(({ id }) => id);
};
const recordOf = async (account: string, identity: string, user_id?: string) =>
  (
    await send(
      on.at.app,
      readGrowthRecord,
      user_id === undefined ? {} : { user_id },
      await on.as(account, identity),
    )
  ).body;

describe("the growth record (HO-05)", () => {
  test("has no tile while nothing is in it, for the pupil and for the parent", async () => {
    expect(await appsOf("teen")).not.toContain("growth-record");
    expect(await appsOf("mother", "parent")).not.toContain("growth-record");
    // a homework is no part of it
    await card("child", "h", { kind: "homework", title: "口算", due: "2026-11-24T08:00:00Z" });
    expect(await appsOf("child")).not.toContain("growth-record");
    on.clock += 1000;
    await card("child", "star", MEDAL);
    expect(await appsOf("child")).toContain("growth-record");
    expect(await appsOf("mother", "parent")).toContain("growth-record");
    expect(await appsOf("teen")).not.toContain("growth-record");
    const asked = { child_id: "child" };
    const { body } = await send(on.at.app, readChildApps, asked, await on.as("mother", "parent"));
    expect(body.data.apps.map(({ id }) => id)).toContain("growth-record");
  });

  test("shows the pupil and the parent what apps sent", async () => {
    await card("child", "read", { kind: "figure", title: "本周读了", value: "3", unit: "本" });
    const own = await recordOf("child", "student");
    expect(own.data.people).toEqual([
      {
        ...{ id: "child", name: "child" },
        cards: [
          expect.objectContaining({ kind: "figure", title: "本周读了", value: "3", unit: "本" }),
          expect.objectContaining({ kind: "medal", title: "阅读之星", note: "读完 6 本书" }),
        ],
      },
    ]);
    const children = (await recordOf("mother", "parent")).data.people;
    expect(children.map(({ id, cards }) => [id, cards.length])).toEqual([
      ["child", 2],
      ["young", 0],
    ]);
  });

  test("of one's own child nothing is shown under another identity", async () => {
    expect((await recordOf("mother", "manager")).data).toEqual({ people: [] });
    expect((await recordOf("mother", "manager", "child")).code).toBe(40400);
  });

  test("a head-teacher reads a pupil of the class, which is audited; of others nothing exists", async () => {
    await card("teen", "star", MEDAL);
    const { data } = await recordOf("teacher", "teacher", "teen");
    expect(data.people.map(({ id, cards }) => [id, cards.length])).toEqual([["teen", 1]]);
    const read = await on.at.db
      .selectFrom("audit_entry")
      .select(["user_id", "subject_id"])
      .where("action", "=", "child-read")
      .where("object_kind", "=", "growth-record")
      .execute();
    expect(read).toEqual([{ user_id: "teacher", subject_id: "teen" }]);
    for (const id of ["child", "other", "nobody"]) {
      expect((await recordOf("teacher", "teacher", id)).code).toBe(40400);
    }
    const roster = await send(on.at.app, readClassRoster, {}, await on.as("teacher", "teacher"));
    expect(roster.body.data.pupils.map(({ id, has_growth }) => [id, has_growth])).toEqual([
      ["teen", true],
    ]);
    // what an app sent for the pupil at another school is not this school's to read
    await on.at.db
      .insertInto("app_item")
      .values({
        ...{ user_id: "teen", identity: "student", school_id: "b", app_id: "homework" },
        ...{ kind: "card", key: "elsewhere", version: 1, due_at: null, until_at: null },
        ...{ body: JSON.stringify({ card: "medal", title: "别校的" }), is_gone: false },
        updated_at: new Date(on.clock),
      })
      .execute();
    const titles = async (account: string, identity: string, id?: string) =>
      (await recordOf(account, identity, id)).data.people.flatMap(({ cards }) =>
        cards.map(({ title }) => title),
      );
    expect(await titles("teacher", "teacher", "teen")).toEqual(["阅读之星"]);
    expect((await titles("teen", "student")).toSorted()).toEqual(["别校的", "阅读之星"]);
    // who heads no class there sees the pupils, and none of this
    const asManager = await on.as("mother", "manager");
    const seen = await send(on.at.app, readClassRoster, { class_id: "9" }, asManager);
    expect(seen.body.data.pupils.map(({ has_growth }) => has_growth)).toEqual([false]);
  });
});

describe("the data ledger (IN-07)", () => {
  const ledger = async (child_id = "child", account = "mother") =>
    (await send(on.at.app, readDataLedger, { child_id }, await on.as(account, "parent"))).body;

  test("says of each app what it may know, got and sent", async () => {
    const { data } = await ledger();
    const of = (id: string) => data.apps.find(({ app }) => app.id === id);
    expect(of("homework")).toMatchObject({
      is_open: true,
      may_know: ["sub", "name"],
      opened: 1,
      asked: [{ what: "told", facts: ["sub", "name"] }],
      asked_times: 1,
    });
    expect(of("homework")?.sent.map(({ kind, text }) => [kind, text])).toEqual([
      ["card", "本周读了"],
      ["card", "阅读之星"],
      ["card", "口算"],
    ]);
    expect(of("plain")).toMatchObject({ may_know: [], asked: [], sent: [] });
    expect(of("staff")).toBeUndefined();
  });

  test("a list counts for whoever is in the app's roster, and no other", async () => {
    const { db } = on.at;
    const roster = { school_ids: [], pairwise: true, parents: true };
    const rest = { mobile: false, email: false, demographics: true };
    await db
      .updateTable("app")
      .set({ roster: { ...roster, ...rest } })
      .where("id", "=", "homework")
      .execute();
    await db
      .insertInto("one_roster_record")
      .values({
        ...{ app_id: "homework", kind: "user", sourced_id: "x", user_id: "child" },
        ...{ school_id: "a", modified_at: new Date(on.clock), is_deleted: false },
      })
      .execute();
    const event = { action: "roster-read", object: { kind: "app", id: "homework" } } as const;
    const actor = { app_id: "homework" };
    await on.at.app.audit.record(null, { ...event, actor, detail: { list: "getAllStudents" } });
    await on.at.app.audit.record(null, { ...event, actor, detail: { list: "getAllClasses" } });
    on.clock += 2000;
    const of = async (child: string) =>
      (await ledger(child)).data.apps.find(({ app }) => app.id === "homework");
    const listed = await of("child");
    expect(listed?.may_know).toEqual([
      ...["sub", "name", "identity", "school", "classes", "classmates"],
      ...["parents", "demographics"],
    ]);
    expect(listed?.asked.map(({ what }) => what)).toEqual(["roster", "told"]);
    expect(listed?.asked_times).toBe(2);
    expect((await of("young"))?.asked.map(({ what }) => what)).toEqual(["told"]);
  });

  test("is nobody's but the guardian's", async () => {
    expect((await ledger("teen")).code).toBe(40400);
    const body = await send(on.at.app, readDataLedger, { child_id: "child" }, await on.as("child"));
    expect(body.body.code).toBe(40400);
  });
});
