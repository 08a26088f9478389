import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  answerRosterDraft,
  answerTransferRequest,
  applyChange,
  dropTransferRequest,
  planChange,
  readChange,
  readRoster,
  readRosterDraft,
  readTransferRequests,
} from "#contract";
import { makeClass } from "../../test/apps.ts";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";

/** A pupil who comes from another school, in a dropped roster (RO-05, AD-15). */

const CARD = "110105201609010027";
const OTHER_CARD = "110105201609010043";
const DAY = 86_400_000;
let at: TestApp;
let clock = Date.parse("2026-11-24T02:00:00Z");
const headers: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  at = await buildTestApp({ now: () => new Date(clock) });
  const { db } = at;
  for (const id of ["a", "b", "c"])
    await makeSchool(db, { id, name: `${id}校`, stage_ids: ["primary"] });
  const people: [string, string, "manager" | "student" | "parent"][] = [
    ["manager", "a", "manager"],
    ["manager-b", "b", "manager"],
    ["manager-c", "c", "manager"],
    ["xiaoman", "a", "student"],
    ["anan", "b", "student"],
    ["mother", "b", "parent"],
  ];
  for (const [id, school, identity] of people) {
    await makePerson(db, { id, account: id, memberships: [{ school, identity }] });
  }
  const bond = { child_id: "anan", user_id: "mother", relation: "母亲", source: null };
  await db.insertInto("guardian").values(bond).execute();
  await name("xiaoman", "林小满");
  await name("anan", "王安安");
  await makeClass(db, "a", { id: "31", grade_id: "3", students: ["xiaoman"] });
  await makeClass(db, "b", { id: "32", grade_id: "3", students: ["anan"] });
  await db.updateTable("class").set({ name: "三年级1班" }).execute();
  for (const account of ["manager", "manager-b", "manager-c"]) {
    headers[account] = (await signIn(at.app, account)).headers;
  }
  // the other school knows the pupil by the card, from a roster of its own
  const drafted = await read("b", `姓名,身份证号,年级,班级\n王安安,${CARD},三年级,1班\n`);
  await apply("b", drafted);
});
afterAll(() => at.close());

function name(id: string, value: string) {
  return at.db.updateTable("user").set({ name: value }).where("id", "=", id).execute();
}

const by = (school: string) => ({
  headers: headers[school === "a" ? "manager" : `manager-${school}`] ?? {},
});

async function read(school_id: string, text: string) {
  const input = {
    ...({ school_id, kind: "student", name: "学生.csv", mapping: [], corrections: [] } as const),
    file: Buffer.from(text).toString("base64"),
  };
  const { body } = await send(at.app, readRoster, input, by(school_id));
  expect(body.data, JSON.stringify(body)).toMatchObject({ fault_count: 0 });
  const draft_id = body.data.draft_id ?? "";
  return (await send(at.app, readRosterDraft, { draft_id }, by(school_id))).body.data;
}

async function answer(school_id: string, draft_id: string, input: object) {
  return (await send(at.app, answerRosterDraft, { draft_id, ...input }, by(school_id))).body.data;
}

async function apply(school_id: string, draft: Awaited<ReturnType<typeof read>>) {
  const { draft_id, source } = draft;
  const change = { kind: "roster-import", school_id, draft_id, ends: "nobody" } as const;
  const planned = await send(at.app, planChange, { change, source }, by(school_id));
  expect(planned.body.code, JSON.stringify(planned.body)).toBe(200);
  const { id, unmatched } = planned.body.data;
  await send(at.app, applyChange, { change_id: id }, by(school_id));
  await at.app.jobs.runDue();
  const done = await send(at.app, readChange, { change_id: id }, by(school_id));
  expect(done.body.data.state).toBe("applied");
  return unmatched;
}

async function requests(school_id: string) {
  return (await send(at.app, readTransferRequests, { school_id }, by(school_id))).body.data;
}

async function respond(school_id: string, input: object) {
  const { body } = await send(
    at.app,
    answerTransferRequest,
    { school_id, request_id: "", user_id: "anan", is_given: true, ...input },
    by(school_id),
  );
  return body.code;
}

const roster = (who: string, card: string) =>
  `姓名,身份证号,年级,班级\n林小满,,三年级,1班\n${who},${card},三年级,1班\n`;

test("who is on the platform and who is not are asked about alike, and nothing of another school is told", async () => {
  const known = await read("a", roster("王安安", CARD));
  const unknown = await read("a", roster("赵一一", OTHER_CARD));
  const foreign = await read("a", roster("赵一一", CARD));
  for (const draft of [known, unknown, foreign]) {
    const [one] = draft.arrivals;
    expect(draft).toMatchObject({ found: 1, made: 0, asks: [], waiting: 0, is_ready: false });
    expect({ ...one, name: "" }).toEqual({
      ...{ seq: 1, row: 3, name: "", number: null, class_name: "三年级1班", proposal: true },
    });
  }
  for (const draft of [unknown, foreign, known]) {
    const said = { arrivals: [{ seq: 1, is_transfer: true }] };
    const after = await answer("a", draft.draft_id, said);
    expect(after).toMatchObject({ people: 2, found: 1, made: 0, waiting: 1, is_ready: true });
  }
  const { coming } = await requests("a");
  expect(coming.map(({ request_id: _id, name: _name, ...rest }) => rest)).toEqual(
    Array.from({ length: coming.length }, () => ({
      ...{ class_name: "三年级1班", class_id: "31", transfer_id: null, from_school: null },
      number: null,
      asked_at: new Date(clock).toISOString(),
    })),
  );
  // name and card of one line, and no other, are the other school's pupil
  expect((await requests("b")).going).toMatchObject([
    { user_id: "anan", name: "王安安", account: "anan", class_name: "三年级1班", to_school: "a校" },
  ]);
  expect((await requests("c")).going).toEqual([]);
  const elsewhere = await send(at.app, readTransferRequests, { school_id: "b" }, by("a"));
  expect(elsewhere.body.code).toBe(40400);
});

test("who is waited for is no part of the import; released by the old school, they come with their account", async () => {
  const draft = await read("a", roster("王安安", CARD));
  expect(draft, "not asked again").toMatchObject({ arrivals: [], waiting: 1, is_ready: true });
  const people = await at.db.selectFrom("user").select("id").execute();
  const nothing = await send(
    at.app,
    planChange,
    {
      change: {
        ...({ kind: "roster-import", school_id: "a", ends: "nobody" } as const),
        draft_id: draft.draft_id,
      },
      source: draft.source,
    },
    by("a"),
  );
  expect(nothing.body.code, "no account is made").not.toBe(200);
  const [going] = (await requests("b")).going;
  const { request_id = "" } = going ?? {};
  expect(await respond("c", { request_id })).toBe(40400);
  expect(await respond("a", { request_id })).toBe(40400);
  expect(await respond("b", { request_id: "nothing" })).toBe(40400);
  expect(await respond("b", { request_id, user_id: "xiaoman" })).toBe(40400);

  // who is not released looks as who is nowhere
  expect(await respond("b", { request_id, is_given: false })).toBe(200);
  expect((await requests("b")).going).toEqual([]);
  const waiting = (await requests("a")).coming.find((one) => one.request_id === request_id);
  expect(waiting).toMatchObject({ transfer_id: null, from_school: null });

  const input = { school_id: "a", request_id };
  expect((await send(at.app, dropTransferRequest, input, by("b"))).body.code).toBe(40400);
  expect((await send(at.app, dropTransferRequest, input, by("a"))).body.code).toBe(200);
  expect((await send(at.app, dropTransferRequest, input, by("a"))).body.code).toBe(40400);
  const recorded = await at.db
    .selectFrom("audit_entry")
    .select(["user_id", "object_id", "subject_id", sql<string>`detail ->> 'step'`.as("step")])
    .where("action", "=", "transfer")
    .where("object_id", "=", "a")
    .orderBy("at")
    // of one moment: the test's clock stands
    .orderBy("step")
    .execute();
  const entry = { user_id: "manager", object_id: "a", subject_id: null };
  expect(recorded, "without whose pupil it is").toEqual([
    // of two drafts with the same line the second has nothing to ask
    { ...entry, step: "ask" },
    { ...entry, step: "ask" },
    { ...entry, step: "drop" },
  ]);
  expect(await read("a", roster("王安安", CARD))).toMatchObject({ made: 1, is_ready: true });

  clock += 31 * DAY;
  await at.db.deleteFrom("transfer_request").execute();
  headers["manager"] = (await signIn(at.app, "manager")).headers;
  headers["manager-b"] = (await signIn(at.app, "manager-b")).headers;
  const again = await read("a", roster("王安安", CARD));
  await answer("a", again.draft_id, { arrivals: [{ seq: 1, is_transfer: true }] });
  const asked = (await requests("b")).going[0]?.request_id ?? "";
  expect(await respond("b", { request_id: asked })).toBe(200);
  expect(await respond("b", { request_id: asked }), "answered before").toBe(40400);
  const [given] = (await requests("a")).coming;
  expect(given).toMatchObject({ request_id: asked, from_school: "b校", class_id: "31" });
  const take = {
    ...({ kind: "pupil-take", school_id: "a", class_id: "31" } as const),
    transfer_id: given?.transfer_id ?? "",
  };
  const taken = await send(at.app, planChange, { change: take }, by("a"));
  await send(at.app, applyChange, { change_id: taken.body.data.id }, by("a"));
  await at.app.jobs.runDue();
  const held = await at.db
    .selectFrom("membership")
    .select(["school_id", "user_id"])
    .where("user_id", "in", ["anan", "mother"])
    .orderBy("user_id")
    .execute();
  expect(held.map(({ school_id, user_id }) => `${user_id} ${school_id}`)).toEqual([
    "anan a",
    "mother a",
  ]);
  expect((await requests("a")).coming).toEqual([]);
  expect((await requests("b")).going).toEqual([]);
  expect(await read("a", roster("王安安", CARD))).toMatchObject({ found: 2, made: 0, waiting: 0 });
  expect(await at.db.selectFrom("user").select("id").execute()).toEqual(people);
});

test("nobody is asked about in a new class, or without a number that others would know", async () => {
  const plain = await read("a", "姓名,年级,班级\n林小满,三年级,1班\n孙新新,三年级,1班\n");
  expect(plain).toMatchObject({ arrivals: [], made: 1 });
  const fresh = await read("a", `姓名,身份证号,年级,班级\n孙新新,${OTHER_CARD},一年级,1班\n`);
  expect(fresh).toMatchObject({ arrivals: [], made: 1 });
});
