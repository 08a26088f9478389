import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  answerFeedback,
  createFeedback,
  noteFeedback,
  readFeedback,
  readFeedbackList,
  readManagedThread,
  replyFeedback,
} from "#contract";
import { openTestApp, TEXT } from "./feedback.fixture.ts";

const testApp = openTestApp();
const { make, begin, attach } = testApp;

const mine = async (who: string) => (await make(who, readFeedbackList, {})).data.total;
const said = async (who: string, id: string) =>
  (await make(who, readFeedback, { id })).data.messages.map(({ content }) => content);
const noted = async (id: string) =>
  (await testApp.at.db.selectFrom("audit_entry").select("id").where("object_id", "=", id).execute())
    .length;

test("an attempt that is sent again begins one thread, also at once, and with its files", async () => {
  const before = await mine("chen");
  const sent = { ...TEXT, file_keys: [await attach("chen")], attempt: randomUUID() };
  const first = await make("chen", createFeedback, sent);
  expect(first.code).toBe(200);
  const again = { ...sent, attempt: sent.attempt.toUpperCase() };
  expect(await make("chen", createFeedback, again)).toEqual(first);
  const at = { ...TEXT, attempt: randomUUID() };
  const both = await Promise.all([at, at, at].map((one) => make("chen", createFeedback, one)));
  expect(new Set(both.map(({ data }) => data.id)).size).toBe(1);
  expect(await mine("chen")).toBe(before + 2);
  expect(await said("chen", first.data.id)).toEqual([TEXT.content]);
  expect(await noted(first.data.id)).toBe(1);
});

test("of two people, or without a key, each is an attempt of its own", async () => {
  const before = [await mine("chen"), await mine("sun")];
  const attempt = randomUUID();
  const ids = [
    await begin("chen", { attempt }),
    await begin("sun", { attempt }),
    await begin("chen"),
    await begin("chen"),
  ];
  expect(new Set(ids).size).toBe(4);
  expect([await mine("chen"), await mine("sun")]).toEqual([before[0]! + 3, before[1]! + 1]);
});

test("the last thread of a day is answered again, not refused", async () => {
  const last = { ...TEXT, attempt: randomUUID() };
  for (let turn = 0; turn < 9; turn += 1) await begin("sun");
  const first = await make("sun", createFeedback, last);
  expect(await make("sun", createFeedback, last)).toEqual(first);
  expect((await make("sun", createFeedback, TEXT)).code).toBe(42900);
});

test("a reply, an answer and a note are written once", async () => {
  const id = await begin("chen");
  const other = await begin("chen");
  const words = { id, content: "好的", attempt: randomUUID(), file_keys: [await attach("chen")] };
  const first = await make("chen", replyFeedback, words);
  expect(first.data).toEqual({ seq: 2, status: "open" });
  expect(await make("chen", replyFeedback, words)).toEqual(first);
  const answer = { id, content: "好的", attempt: words.attempt };
  const both = await Promise.all([answer, answer].map((one) => make("gao", answerFeedback, one)));
  expect(both.map(({ data }) => data)).toEqual([3, 3].map((seq) => ({ seq, status: "answered" })));
  expect(await said("chen", id)).toEqual([TEXT.content, "好的", "好的"]);
  await make("chen", replyFeedback, { ...words, id: other, file_keys: [] });
  expect(await said("chen", other)).toEqual([TEXT.content, "好的"]);
  const note = { id, content: "缓存", attempt: randomUUID() };
  for (const who of ["gao", "gao", "lin"]) {
    expect((await make(who, noteFeedback, note)).code).toBe(200);
  }
  const { notes } = (await make("gao", readManagedThread, { id })).data;
  expect(notes.map(({ name }) => name).sort()).toEqual(["gao", "lin"]);
});

test.each(["", "x", `urn:uuid:${randomUUID()}`])("%j is no key", async (attempt) => {
  expect((await make("chen", createFeedback, { ...TEXT, attempt })).code).toBe(40001);
});
