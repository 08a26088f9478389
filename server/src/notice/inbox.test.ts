import { afterAll, beforeAll, expect, test } from "vitest";
import {
  answerInboxItem,
  changeNotice,
  INBOX_EVENTS_PATH,
  logout,
  markInboxRead,
  readInbox,
  readInboxCounts,
  readInboxItem,
} from "#contract";
import { send } from "../../test/send.ts";
import { audience, NoticeTestApp } from "./notice.fixture.ts";

let on: NoticeTestApp;
beforeAll(async () => {
  on = await NoticeTestApp.open();
});
afterAll(() => on.at.close());

const counts = async (account: string, identity?: string) =>
  (await send(on.at.app, readInboxCounts, {}, await on.as(account, identity))).body.data;

test("a guardian has an item for each child, in pages; another's, or of another identity, does not exist", async () => {
  for (let index = 0; index < 12; index += 1) {
    on.clock += 1000;
    await on.send("manager", { title: `第 ${index + 1} 条` });
  }
  const as = await on.as("mother");
  const first = (await send(on.at.app, readInbox, {}, as)).body.data;
  const second = (await send(on.at.app, readInbox, { after: first.next }, as)).body.data;
  const all = [...first.items, ...second.items];
  expect([first.items.length, second.items.length, second.next]).toEqual([20, 4, null]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(24);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  const ofYounger = await on.inbox("mother", undefined, { child_id: "younger" });
  expect(new Set(ofYounger.map(({ child }) => child?.id))).toEqual(new Set(["younger"]));
  expect(await on.inbox("mother", undefined, { child_id: "apart" })).toEqual([]);
  const [item] = first.items;
  const whole = await send(on.at.app, readInboxItem, { id: item?.id }, as);
  expect(whole.body.data.html).toBe("<p>八点集合。</p>\n<p>带水。</p>");
  for (const who of ["father", "manager", "manager-x"]) {
    const other = await on.as(who);
    for (const call of [readInboxItem, answerInboxItem]) {
      expect((await send(on.at.app, call, { id: item?.id }, other)).body.code).toBe(40400);
    }
    await send(on.at.app, markInboxRead, { ids: [item?.id] }, other);
  }
  expect((await counts("mother")).unread).toBe(24);
  const [asParent] = await on.inbox("both", "parent");
  const asTeacher = await send(on.at.app, readInboxItem, { id: asParent?.id }, await on.as("both"));
  expect([asParent?.child?.id, asTeacher.body.code]).toEqual(["fourth", 40400]);
  expect(await on.inbox("both", "teacher")).toEqual([]);
  expect((await counts("both", "teacher")).others).toEqual([{ identity: "parent", unread: 12 }]);
});

test("what is written as markup arrives as text", async () => {
  on.clock += 1000;
  const text = `<script>x</script><b onclick="y">粗</b>\n二`;
  await on.send("manager", { text, audience: audience({ identities: ["teacher"] }) });
  const [item] = await on.inbox("teacher");
  const as = await on.as("teacher");
  const { html } = (await send(on.at.app, readInboxItem, { id: item?.id }, as)).body.data;
  expect(html).toBe(
    `<p>&lt;script&gt;x&lt;/script&gt;&lt;b onclick="y"&gt;粗&lt;/b&gt;<br />二</p>`,
  );
});

test.each([
  ["and works nowhere", "head31", false],
  ["and works at another school", "teacher", true],
])("who has left a school %s reads nothing of it any more", async (_where, who, isElsewhere) => {
  const { db } = on.at;
  on.clock += 1000;
  if (isElsewhere) {
    const other = { school_id: "b", user_id: who, identity: "teacher" as const, sort: 1 };
    await db.insertInto("membership").values(other).execute();
  }
  const { data } = await on.send("manager", { audience: audience({ identities: ["teacher"] }) });
  const as = await on.as(who, "teacher");
  const [item] = await on.inbox(who, "teacher");
  expect(item?.confirm).toBe("received");
  const works = async (is_abled: boolean) => {
    await db
      .updateTable("membership")
      .set({ is_abled })
      .where("user_id", "=", who)
      .where("school_id", "=", "a")
      .execute();
    on.clock += 2000;
  };
  await works(false);
  const change = {
    notice_id: data.notice_id,
    version: 1,
    title: "改",
    text: "改",
    ask_again: true,
  };
  await send(on.at.app, changeNotice, change, await on.as("manager"));
  expect(await on.inbox(who, "teacher")).toEqual([]);
  for (const call of [readInboxItem, answerInboxItem]) {
    expect((await send(on.at.app, call, { id: item?.id }, as)).body.code).toBe(40400);
  }
  expect(await counts(who, "teacher")).toMatchObject({ unread: 0, waiting: 0 });
  await works(true);
  expect((await on.inbox(who, "teacher"))[0]).toMatchObject({ title: "改", is_read: false });
});

test("one guardian's confirmation is enough, or it is not; an answer is one of those given", async () => {
  on.clock += 1000;
  const choice = { confirm: "choice", choices: ["参加", "不参加"] };
  await on.send("manager", { ...choice, audience: audience({ class_ids: ["31"] }) });
  const as = await on.as("ma");
  const [mas] = await on.inbox("ma");
  const wrong = await send(on.at.app, answerInboxItem, { id: mas?.id, choice: "也许" }, as);
  expect(wrong.body.code).toBe(40001);
  const [before] = await on.inbox("ba");
  expect([before?.is_waiting, before?.answered_at]).toEqual([true, null]);
  const input = { id: mas?.id, choice: "参加" };
  const { data } = (await send(on.at.app, answerInboxItem, input, as)).body;
  expect(data).toMatchObject({ choice: "参加", is_waiting: false, is_read: true });
  // that somebody did is known, and not the answer
  const [bas] = await on.inbox("ba");
  expect(bas).toMatchObject({ is_waiting: false, answered_at: null, choice: null });
  on.clock += 1000;
  const every = { ...choice, guardians: "every", audience: audience({ class_ids: ["31"] }) };
  await on.send("manager", every);
  await on.answer("ma", "apart", "参加");
  expect((await on.inbox("ba"))[0]).toMatchObject({ is_waiting: true });
});

test("an open stream hears of what comes, and of what is read on another device; it says nothing of it", async () => {
  const address = await on.at.app.listen({ port: 0, host: "127.0.0.1" });
  const open = async (account: string) => {
    const answer = await fetch(address + INBOX_EVENTS_PATH, await on.as(account));
    expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    return { next: async () => (await reader?.read())?.value, end: () => reader?.cancel() };
  };
  const [hers, his] = [await open("mother"), await open("father")];
  expect(await hers.next()).toBe("retry: 5000\ndata: open\n\n");
  expect(await his.next()).toMatch(/data: open/);
  on.clock += 10_000;
  await on.send("manager", { audience: audience({ class_ids: ["32"] }) });
  expect(await hers.next()).toBe("data: changed\n\n");
  on.clock += 10_000;
  await send(on.at.app, markInboxRead, {}, await on.as("mother"));
  expect(await hers.next()).toBe("data: changed\n\n");
  on.clock += 10_000;
  await send(on.at.app, markInboxRead, {}, await on.as("father"));
  // the first that he hears
  expect(await his.next()).toBe("data: changed\n\n");
  const refused = await fetch(address + INBOX_EVENTS_PATH);
  expect(refused.status).toBe(401);
  // nothing is told on a session that is over, and nobody's stream ends with another's
  await send(on.at.app, logout, {}, await on.as("mother"));
  on.clock += 10_000;
  await on.send("manager", { audience: audience({ class_ids: ["32"] }) });
  expect(await hers.next()).toBeUndefined();
  on.clock += 10_000;
  await send(on.at.app, markInboxRead, {}, await on.as("father"));
  expect(await his.next()).toBe("data: changed\n\n");
  await his.end();
});
