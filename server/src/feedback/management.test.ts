import { describe, expect, test } from "vitest";
import {
  answerFeedback,
  closeManagedThread,
  closeFeedback,
  type FeedbackQueue,
  fileUrl,
  handOnFeedback,
  noteFeedback,
  readFeedback,
  readManagedThread,
  readManagedThreads,
  readFeedbackReceivers,
  replyFeedback,
  takeFeedback,
} from "#contract";
import { insertGrant } from "../rights/grants.ts";
import { openTestApp } from "./feedback.fixture.ts";

const testApp = openTestApp();
const { as, ids, make, begin, attach } = testApp;

/** Grants a right at a school, resting on the person's membership there. */
async function give(account: string, right: string, at: string) {
  const { db } = testApp.at;
  const { id } = await db
    .selectFrom("school")
    .select("id")
    .where("name", "=", at)
    .executeTakeFirstOrThrow();
  const { identity } = await db
    .selectFrom("membership")
    .select("identity")
    .where("user_id", "=", ids[account] ?? "")
    .where("school_id", "=", id)
    .executeTakeFirstOrThrow();
  await insertGrant(db, {
    ...{ user_id: ids[account] ?? "", right_name: right, bundle_id: null, until: null },
    ...{ place_kind: "school", school_id: id, part_id: "", given_by: null, created_at: new Date() },
    ...{ rests_on_school_id: id, rests_on_identity: identity },
  });
  testApp.at.app.sessions.forget(ids[account] ?? "");
}
const schoolId = async (name: string) =>
  (
    await testApp.at.db
      .selectFrom("school")
      .select("id")
      .where("name", "=", name)
      .executeTakeFirstOrThrow()
  ).id;
const listed = async (who: string, view?: FeedbackQueue) =>
  (await make(who, readManagedThreads, { ...(view && { view }) })).data.items.map(({ id }) => id);
const open = async (who: string, id: string) => (await make(who, readManagedThread, { id })).data;

describe("a question that is managed", () => {
  test("is taken, noted beside, answered and closed; the person reads the answer and no note", async () => {
    const id = await begin("chen");
    expect(await listed("gao", "waiting")).toContain(id);
    expect(await open("gao", id)).toMatchObject({ status: "open", taken_by: null, notes: [] });

    expect((await make("gao", takeFeedback, { id })).code).toBe(200);
    testApp.later(1000);
    await make("gao", noteFeedback, { id, content: "像是缓存的问题" });
    testApp.later(1000);
    expect(await listed("gao", "mine")).toContain(id);
    expect(await listed("lin", "mine")).not.toContain(id);

    const answer = await make("gao", answerFeedback, { id, content: "请清除缓存后再试。" });
    expect(answer.data).toEqual({ seq: 2, status: "answered" });
    expect(await listed("gao", "waiting")).not.toContain(id);
    const theirs = (await make("chen", readFeedback, { id })).data;
    expect(theirs.messages.map(({ content }) => content)).toEqual([
      "点“提交”没有反应。",
      "请清除缓存后再试。",
    ]);
    expect(JSON.stringify(theirs)).not.toContain("像是缓存的问题");

    await make("gao", closeManagedThread, { id });
    expect(await listed("gao", "open")).not.toContain(id);
    expect(await listed("gao", "closed")).toContain(id);
    expect((await open("lin", id)).notes.map(({ act, name }) => [act, name])).toEqual([
      ["take", "gao"],
      ["note", "gao"],
      ["close", "gao"],
    ]);
    await make("chen", replyFeedback, { id, content: "还是不行" });
    expect(await listed("gao", "waiting")).toContain(id);
    const acts = await testApp.at.db
      .selectFrom("audit_entry")
      .select(["action", "detail", "subject_id"])
      .where("object_id", "=", id)
      .where("action", "=", "feedback-handle")
      .orderBy("id")
      .execute();
    expect(acts.map(({ detail }) => detail)).toEqual([
      { step: "take" },
      { step: "note" },
      { step: "close" },
    ]);
    expect(acts[0]?.subject_id).toBe(ids["chen"]);
  });

  test("leaves an entry also where it is closed beside the conversation, unless the asker closes it", async () => {
    const [answered, own] = [await begin("chen"), await begin("chen")];
    await make("gao", closeFeedback, { id: answered });
    await make("chen", closeFeedback, { id: own });
    const entries = await testApp.at.db
      .selectFrom("audit_entry")
      .select(["object_id", "detail"])
      .where("action", "=", "feedback-handle")
      .where("object_id", "in", [answered, own])
      .execute();
    expect(entries).toEqual([{ object_id: answered, detail: { step: "close" } }]);
  });

  test("several who close it at once: it is closed once", async () => {
    const ids = [await begin("chen"), await begin("chen")];
    await Promise.all(
      [1, 2, 3].flatMap(() => [
        make("gao", closeManagedThread, { id: ids[0] }),
        make("gao", closeFeedback, { id: ids[1] }),
      ]),
    );
    expect((await open("gao", ids[0] ?? "")).notes.map(({ act }) => act)).toEqual(["close"]);
    const entries = await testApp.at.db
      .selectFrom("audit_entry")
      .select("id")
      .where("action", "=", "feedback-handle")
      .where("object_id", "in", ids)
      .execute();
    expect(entries).toHaveLength(2);
  });

  test("is read for everybody who answers by who opens it", async () => {
    const id = await begin("chen");
    const unread = async (who: string) =>
      (await make(who, readManagedThreads, {})).data.items.find((one) => one.id === id)?.unread;
    expect(await unread("lin")).toBe(1);
    await open("gao", id);
    expect(await unread("lin")).toBe(0);
  });

  test("belongs to who answers first, and can be taken over by who says from whom", async () => {
    const id = await begin("chen");
    await make("gao", answerFeedback, { id, content: "马上看。" });
    expect(await open("lin", id)).toMatchObject({
      mine: false,
      taken_by: { id: ids["gao"], name: "gao" },
    });
    const late = await make("lin", takeFeedback, { id });
    expect(late.code).toBe(40900);
    expect((await make("lin", takeFeedback, { id, from: ids["gao"] })).code).toBe(200);
    expect((await open("lin", id)).mine).toBe(true);
  });

  test("two who take it at once: one has it", async () => {
    const id = await begin("chen");
    const both = await Promise.all(["gao", "lin"].map((who) => make(who, takeFeedback, { id })));
    expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([
      200, 40900,
    ]);
  });

  test("an empty answer or note is refused", async () => {
    const id = await begin("chen");
    for (const call of [answerFeedback, noteFeedback]) {
      expect((await make("gao", call, { id, content: " \u200b\n" })).code).toBe(40001);
    }
  });
});

describe("handing on", () => {
  test("to a colleague who answers there as well, with a word that only colleagues read", async () => {
    const id = await begin("chen");
    const { people } = (await make("gao", readFeedbackReceivers, { id })).data;
    expect(people.map(({ name }) => name).toSorted()).toEqual(["he", "lin", "wang"]);
    await make("gao", handOnFeedback, { id, user_id: ids["lin"], content: "请你来" });
    expect(await listed("lin", "mine")).toContain(id);
    expect((await open("gao", id)).notes).toMatchObject([
      { act: "hand-on", to_name: "lin", content: "请你来" },
    ]);
  });

  test("to the district above, and back to the school", async () => {
    const id = await begin("chen");
    await make("gao", takeFeedback, { id });
    const district = await schoolId("晨曦区");
    const { schools } = (await make("gao", readFeedbackReceivers, { id })).data;
    expect(schools).toEqual([{ id: district, name: "晨曦区" }]);
    testApp.later(1000);
    await make("gao", handOnFeedback, { id, school_id: district });
    expect(await listed("gao")).not.toContain(id);
    expect((await make("gao", readManagedThread, { id })).code).toBe(40400);
    expect(await open("wang", id)).toMatchObject({
      ...{ taken_by: null, assigned_school_name: "晨曦区", unread: 1 },
      notes: [{ act: "take" }, { act: "hand-on", to_name: "晨曦区" }],
    });
    expect((await make("chen", readFeedback, { id })).data.assigned_school_name).toBe("晨曦区");
    await make("wang", handOnFeedback, { id, school_id: await schoolId("启明小学") });
    expect(await listed("gao", "waiting")).toContain(id);
  });

  test("not to who does not answer there, to another school, to the asker, or to nobody", async () => {
    const id = await begin("sun");
    const other = await schoolId("启明中学");
    for (const to of [
      { user_id: ids["xiao"] },
      { user_id: ids["zhou"] },
      { user_id: ids["sun"] },
      { user_id: "u-nobody" },
      { school_id: other },
      { school_id: "s-nothing" },
    ]) {
      expect([to, (await make("gao", handOnFeedback, { id, ...to })).code]).toEqual([to, 40400]);
    }
    for (const to of [{}, { user_id: ids["lin"], school_id: other }]) {
      expect((await make("gao", handOnFeedback, { id, ...to })).code).toBe(40001);
    }
    expect((await open("gao", id)).notes).toEqual([]);
  });
});

describe("who has it", () => {
  test("a right that was given at the school shows its questions, and their attachments, to a teacher", async () => {
    const key = await attach("chen");
    const id = await begin("chen", { file_keys: [key] });
    const mine = await begin("sun");
    const read = async () =>
      (await testApp.at.app.inject({ url: fileUrl(key), headers: as["sun"] ?? {} })).statusCode;
    expect((await make("sun", readManagedThreads)).code).toBe(40005);
    expect(await read()).toBe(404);
    await give("sun", "feedback.answer", "启明小学");
    expect(await listed("sun")).toContain(id);
    expect(await read()).toBe(200);
    // one's own question is answered by somebody else
    expect(await listed("sun")).not.toContain(mine);
    expect((await make("sun", readManagedThread, { id: mine })).code).toBe(40400);
    expect((await make("sun", answerFeedback, { id, content: "我来看看。" })).code).toBe(200);
  });

  test("a district sees its own and its schools', and one place when it asks for one", async () => {
    const key = await attach("chen");
    const ofSchool = await begin("chen", { file_keys: [key] });
    const ofManager = await begin("gao");
    const opened = async (who: string) =>
      (await testApp.at.app.inject({ url: fileUrl(key), headers: as[who] ?? {} })).statusCode;
    expect([await opened("wang"), await opened("zhou")]).toEqual([200, 404]);
    expect(await listed("wang")).toEqual(expect.arrayContaining([ofSchool, ofManager]));
    const at = async (name: string) =>
      (await make("wang", readManagedThreads, { school_id: await schoolId(name) })).data.items.map(
        ({ id }) => id,
      );
    const district = await at("晨曦区");
    expect(district).toContain(ofManager);
    expect(district).not.toContain(ofSchool);
    expect(await at("启明小学")).toContain(ofSchool);
    expect(await listed("zhou")).not.toContain(ofSchool);
    const outside = await make("zhou", readManagedThreads, {
      school_id: await schoolId("启明小学"),
    });
    const absent = await make("zhou", readManagedThreads, { school_id: "s-nothing" });
    expect(outside).toEqual(absent);
    expect(outside.code).toBe(40400);
  });

  test("who opens a child's question, or a list with some, leaves an entry", async () => {
    const id = await begin("xiao");
    await listed("gao");
    await open("gao", id);
    const entries = await testApp.at.db
      .selectFrom("audit_entry")
      .select("object_kind")
      .where("action", "=", "child-read")
      .where("user_id", "=", ids["gao"] ?? "")
      .where("subject_id", "=", ids["xiao"] ?? "")
      .orderBy("id")
      .execute();
    expect(entries.map(({ object_kind }) => object_kind)).toContain("feedback");
    await make("xiao", closeFeedback, { id });
  });

  test("pages by keyset, and refuses a place that is none", async () => {
    const { db } = testApp.at;
    const school_id = await schoolId("启明中学");
    const now = new Date("2027-01-01T00:00:00Z");
    const many = Array.from({ length: 60 }, (_, index) => `page-${String(index).padStart(2, "0")}`);
    await db
      .insertInto("feedback_thread")
      .values(
        many.map((id) => ({
          ...{ school_id, id, user_id: ids["lin"] ?? "", identity: "parent" as const },
          ...{ assigned_school_id: school_id, kind: "question" as const, title: id, last_seq: 1 },
          ...{ created_at: now, updated_at: now },
        })),
      )
      .execute();
    await db
      .insertInto("feedback_message")
      .values(
        many.map((thread_id) => ({
          ...{ school_id, thread_id, seq: 1, side: "person" as const, user_id: ids["lin"] ?? "" },
          ...{ content: "问", created_at: now },
        })),
      )
      .execute();
    const first = (await make("zhou", readManagedThreads)).data;
    expect(first.items).toHaveLength(50);
    const second = (await make("zhou", readManagedThreads, { after: first.next })).data;
    const all = [...first.items, ...second.items].map(({ id }) => id);
    expect(all.filter((id) => id.startsWith("page-"))).toEqual(many.toReversed());
    expect((await make("zhou", readManagedThreads, { after: "nowhere" })).code).toBe(40001);
  });
});
