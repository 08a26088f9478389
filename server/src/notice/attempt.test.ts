import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readSentNotices } from "#contract";
import { send } from "../../test/send.ts";
import { audience, NoticeTestApp } from "./notice.fixture.ts";

let on: NoticeTestApp;
beforeAll(async () => {
  on = await NoticeTestApp.open();
});
beforeEach(() => void (on.clock += 60_000));
afterAll(() => on.at.close());

const toFourth = audience({ class_ids: ["41"] });
const sent = async (title: string) => {
  const { body } = await send(on.at.app, readSentNotices, {}, await on.as("manager"));
  return body.data.notices.filter((one) => one.title === title).length;
};
const received = async (title: string) =>
  (await on.inbox("gran")).filter((one) => one.title === title).length;

test("a notice that is sent again because no answer came is sent once, also at once", async () => {
  const once = { title: "停课", audience: toFourth, attempt: randomUUID() };
  const first = await on.send("manager", once);
  expect(first.code).toBe(200);
  expect(await on.send("manager", once)).toEqual(first);
  const at = { ...once, title: "复课", attempt: randomUUID() };
  const both = await Promise.all([at, at, at].map((one) => on.send("manager", one)));
  expect(new Set(both.map(({ data }) => data.notice_id)).size).toBe(1);
  for (const title of ["停课", "复课"]) {
    expect([await sent(title), await received(title)]).toEqual([1, 1]);
  }
  const entries = await on.at.db
    .selectFrom("audit_entry")
    .select("id")
    .where("object_id", "=", first.data.notice_id)
    .execute();
  expect(entries).toHaveLength(1);
});

test("one that was planned answers as before when its moment is over", async () => {
  const send_at = new Date(on.clock + 3_600_000).toISOString();
  const planned = { title: "定时", audience: toFourth, send_at, attempt: randomUUID() };
  const first = await on.send("manager", planned);
  on.clock += 7_200_000;
  expect(await on.send("manager", planned)).toEqual(first);
  expect(await sent("定时")).toBe(1);
});

test("of two people, or without a key, each is a notice of its own", async () => {
  const attempt = randomUUID();
  const given = { title: "两次", audience: toFourth };
  await on.send("manager", { ...given, attempt });
  await on.send("both", { ...given, attempt });
  await on.send("manager", given);
  await on.send("manager", given);
  expect([await sent("两次"), await received("两次")]).toEqual([4, 4]);
});
