import { PassThrough } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readApps } from "#contract";
import { send } from "../../test/send.ts";
import { sweepOld } from "../privacy/retention.ts";
import { AppDataTestApp, basic } from "./app-data.fixture.ts";
import { sweepOver } from "./write.ts";

let on: AppDataTestApp;
beforeAll(async () => {
  on = await AppDataTestApp.open();
});
afterAll(() => on.at.close());
beforeEach(() => {
  // each test is a minute of its own to the limits
  on.clock += 61_000;
});

const badge = (sub: string, input: object, by?: string) =>
  on.app("PUT", `people/${sub}/badge`, { identity: "student", ...input }, by);
const UNKNOWN = { status: 404, code: 40400, data: null };
const rows = (user_id: string) =>
  on.at.db.selectFrom("app_item").selectAll().where("user_id", "=", user_id).execute();

describe("a badge", () => {
  test("stands on home's tile; an older version never wins; deleted, the entry's own is back", async () => {
    const sub = on.sub("teen");
    expect(await on.badges("teen")).toEqual({ homework: "3" });
    expect(await badge(sub, { count: 12, version: 5 })).toMatchObject({
      status: 200,
      data: { result: "stored" },
    });
    expect(await on.badges("teen")).toEqual({ homework: "12" });
    // the same again, and an older one
    expect((await badge(sub, { count: 12, version: 5 })).data).toEqual({ result: "stored" });
    expect((await badge(sub, { dot: true, version: 4 })).data).toEqual({ result: "older" });
    expect(await on.badges("teen")).toEqual({ homework: "12" });
    await badge(sub, { dot: true, version: 6 });
    expect(await on.badges("teen")).toEqual({ homework: "dot" });
    await badge(sub, { count: 0, version: 7 });
    expect(await on.badges("teen")).toEqual({ homework: "" });
    const gone = await on.app("DELETE", `people/${sub}/badge?version=9`);
    expect(gone.data).toEqual({ result: "stored" });
    expect(await on.badges("teen")).toEqual({ homework: "3" });
    // one that was on its way does not bring it back
    expect((await badge(sub, { count: 1, version: 8 })).data).toEqual({ result: "older" });
    expect(await on.badges("teen")).toEqual({ homework: "3" });
  });

  test("is of one identity, at every school where the person has it", async () => {
    const sub = on.sub("teacher");
    expect(await badge(sub, { count: 2, version: 1 })).toMatchObject(UNKNOWN);
    expect(await badge(sub, { identity: "teacher", count: 2, version: 1 })).toMatchObject({
      status: 200,
    });
    expect((await rows("teacher")).map(({ school_id }) => school_id).sort()).toEqual(["a", "b"]);
    expect(await on.badges("teacher")).toEqual({ homework: "2", staff: "" });
  });
});

const streamOf = (user_id: string) => ({ user_id, session_id: "" });

test("a badge is told to the open pages of the person and of a child's guardians within two seconds", async () => {
  const { inboxEvents } = on.at.app;
  const heard = ["child", "mother", "teen"].map((account) => {
    const events: string[] = [];
    const stream = new PassThrough();
    inboxEvents.open(streamOf(account), stream);
    stream.on("data", (chunk: Buffer) => events.push(chunk.toString()));
    return { events, stream };
  });
  const changed = () =>
    heard.map(({ events }) => events.filter((one) => /data: apps/.test(one)).length);
  // what the tests before have written is told of first
  on.clock += 61_000;
  await badge(on.sub("child"), { count: 4, version: 50 });
  await expect.poll(changed, { timeout: 2000 }).toEqual([1, 1, 0]);
  for (const { stream } of heard) stream.destroy();
});

test("who hears of a badge is given it at once, however short before the same was asked", async () => {
  const { app } = on.at;
  const headers = await on.as("teen");
  const shown = async () => {
    const { body } = await send(app, readApps, {}, headers);
    return body.data.apps.find(({ id }) => id === "homework")?.badge;
  };
  const heard: string[] = [];
  const stream = new PassThrough();
  app.inboxEvents.open(streamOf("teen"), stream);
  stream.on("data", (chunk: Buffer) => heard.push(chunk.toString()));
  await shown();
  await badge(on.sub("teen"), { count: 57, version: 1000 });
  app.inboxEvents.look();
  await expect.poll(() => heard.join("")).toContain("data: apps");
  expect(await shown()).toBe("57");
  stream.destroy();
  // the versions of the tests that follow begin below
  await on.at.db.deleteFrom("app_item").where("version", "=", 1000).execute();
});

test("a page that has gone before its stream began takes nobody's place", () => {
  const { inboxEvents } = on.at.app;
  for (let nth = 0; nth < 8; nth += 1)
    inboxEvents.open(streamOf("mother"), new PassThrough().destroy());
  expect(inboxEvents.hasRoomFor("mother")).toBe(true);
  const open = Array.from({ length: 8 }, () => new PassThrough());
  for (const stream of open) inboxEvents.open(streamOf("mother"), stream);
  expect(inboxEvents.hasRoomFor("mother")).toBe(false);
  for (const stream of open) stream.destroy();
});

describe("as if the person did not exist", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["a subject that nobody has", () => badge("x".repeat(43), { count: 1, version: 1 })],
    ["a user's id", () => badge("teen", { count: 1, version: 1 })],
    [
      "another app's subject",
      () => badge(on.sub("teacher"), { identity: "teacher", count: 1, version: 1 }, "staff"),
    ],
    ["a child under 14 without consent", () => badge(on.sub("young"), { count: 1, version: 1 })],
    [
      "an identity that the person has not",
      () => badge(on.sub("mother"), { count: 1, version: 1 }),
    ],
  ])("%s", async (_what, ask) => {
    expect(await ask()).toMatchObject(UNKNOWN);
  });

  test("a child for whom a guardian has agreed is reached", async () => {
    expect(await badge(on.sub("child"), { count: 1, version: 1 })).toMatchObject({ status: 200 });
  });

  test("who may not see the app now: a revoked membership, a switched-off app; and is back with it", async () => {
    const { db } = on.at;
    const sub = on.sub("other");
    const held = (is_abled: boolean) =>
      db.updateTable("membership").set({ is_abled }).where("user_id", "=", "other").execute();
    expect(await badge(sub, { count: 1, version: 1 })).toMatchObject({ status: 200 });
    await held(false);
    expect(await badge(sub, { count: 2, version: 2 })).toMatchObject(UNKNOWN);
    await held(true);
    expect(await badge(sub, { count: 2, version: 2 })).toMatchObject({ status: 200 });
    const off = (off_school_ids: string[]) =>
      db.updateTable("app").set({ off_school_ids }).where("id", "=", "homework").execute();
    await off(["b"]);
    on.clock += 2000;
    expect(await badge(sub, { count: 3, version: 3 })).toMatchObject(UNKNOWN);
    expect(await badge(on.sub("teen"), { count: 3, version: 30 })).toMatchObject({ status: 200 });
    await off([]);
    on.clock += 2000;
    const user = (is_abled: boolean) =>
      db.updateTable("user").set({ is_abled }).where("id", "=", "other").execute();
    await user(false);
    expect(await badge(sub, { count: 3, version: 3 })).toMatchObject(UNKNOWN);
    await user(true);
    expect((await rows("other")).map(({ body }) => body)).toEqual([{ count: 2 }]);
  });
});

describe("credentials and limits", () => {
  test("a wrong secret, none, and a person's session are no app", async () => {
    const url = `/app/v1/people/${on.sub("teen")}/badge`;
    const payload = { identity: "student", count: 1, version: 99 };
    const { headers } = await on.as("teen");
    for (const given of [{ authorization: basic("homework", "guess") }, {}, headers]) {
      const answer = await on.at.app.inject({ method: "PUT", url, payload, headers: given });
      expect(answer.json()).toMatchObject({ code: 40005, data: null });
    }
  });

  test("beyond 1,200 requests a minute: 429 with Retry-After, and another app goes on", async () => {
    let answer = await on.app("POST", "batch", {});
    for (let nth = 0; nth < 1200; nth += 1) answer = await on.app("POST", "batch", {});
    expect(answer).toMatchObject({ status: 429, code: 42900 });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect((await on.app("POST", "batch", {}, "staff")).status).toBe(200);
  });
});

describe("to-dos and cards", () => {
  const card = (key: string, input: object) =>
    on.app("PUT", `people/${on.sub("teen")}/cards/${key}`, {
      ...{ kind: "homework", title: "第 3 课", due: "2026-11-24T08:00:00+08:00", version: 1 },
      ...input,
    });

  test("are kept as text; markup is text", async () => {
    const title = `<img src=x onerror="alert(1)">`;
    expect(await card("k1", { title, link: "https://app.example/homework/3?a=1#b" })).toMatchObject(
      { status: 200 },
    );
    const [one] = (await rows("teen")).filter(({ key }) => key === "k1");
    expect(one).toMatchObject({
      kind: "card",
      identity: "student",
      body: { card: "homework", title, link: "https://app.example/homework/3?a=1#b" },
    });
  });

  test.each<[string, object, string]>([
    ["a link to another host", { link: "https://evil.example/" }, "link"],
    ["a link to another port", { link: "https://app.example:8443/" }, "link"],
    ["a link without TLS", { link: "http://app.example/" }, "link"],
    ["a script for a link", { link: "javascript:alert(1)" }, "link"],
    ["a link with somebody's name", { link: "https://app.example@evil.example/" }, "link"],
    ["a homework without a day", { due: undefined }, "due"],
    ["a lesson without a time", { kind: "lesson" }, "starts"],
    ["an unknown kind", { kind: "advert" }, "kind"],
    ["an unknown field", { html: "<b>" }, "html"],
    ["a title of spaces", { title: "  " }, "title"],
    ["a title of which nothing is seen", { title: "\u200b\u2060" }, "title"],
    ["a title of two lines", { title: "一\n二" }, "title"],
    ["a title that turns the direction", { title: "好\u202e坏" }, "title"],
    ["a day that is none", { due: "明天" }, "due"],
    ["no version", { version: undefined }, "version"],
  ])("%s is refused, and says where", async (_what, input, path) => {
    const answer = await card("bad", input);
    expect(answer).toMatchObject({ status: 400, code: 40001 });
    const { errors } = answer.data as { errors: { path: string }[] };
    expect(errors.map((one) => one.path)).toContain(path);
    expect((await rows("teen")).filter(({ key }) => key === "bad")).toEqual([]);
  });

  test("without an identity stand under each under which the app is seen", async () => {
    const path = `people/${on.sub("mother")}/todos/t1`;
    expect(await on.app("PUT", path, { title: "签字", version: 1 })).toMatchObject({ status: 200 });
    expect((await rows("mother")).map(({ identity, kind }) => [identity, kind])).toEqual([
      ["parent", "todo"],
    ]);
  });

  test("are 50 of one app for one person, and no more", async () => {
    const sub = on.sub("mother");
    const many = (from: number, length: number) =>
      Array.from({ length }, (_one, nth) => ({
        ...{ sub, key: `m${from + nth}`, title: "一件事", version: 1 },
      }));
    await on.app("POST", "batch", { todos: many(0, 49) });
    const { data } = await on.app("POST", "batch", { todos: many(100, 1) });
    expect(data).toMatchObject({ todos: ["full"] });
    // what is there can still change
    const again = await on.app("PUT", `people/${sub}/todos/m1`, { title: "改", version: 2 });
    expect(again.data).toEqual({ result: "stored" });
    const more = await on.app("PUT", `people/${sub}/todos/more`, { title: "改", version: 2 });
    expect(more).toMatchObject({ status: 409, code: 40900 });
    // what is done, or taken away, makes room
    await on.app("PUT", `people/${sub}/todos/m1`, { title: "改", version: 3, done: true });
    await on.app("DELETE", `people/${sub}/todos/m2?version=3`);
    const { data: left } = await on.app("POST", "batch", { todos: many(200, 3) });
    expect(left).toEqual({
      badges: [],
      todos: ["stored", "stored", "full"],
      cards: [],
      deletions: [],
    });
    // and does not come back beyond that
    const back = await on.app("PUT", `people/${sub}/todos/m2`, { title: "回来", version: 4 });
    expect(back).toMatchObject({ status: 409, code: 40900 });
  });

  test("are 50 as well where one batch brings more", async () => {
    const sub = on.sub("other");
    const cards = Array.from({ length: 60 }, (_one, nth) => ({
      ...{ sub, key: `c${nth}`, kind: "medal", title: "一枚", version: 1 },
    }));
    const { data } = await on.app("POST", "batch", { cards });
    const outcomes = (data as { cards: string[] }).cards;
    expect(outcomes.filter((one) => one === "stored")).toHaveLength(50);
    expect(outcomes.filter((one) => one === "full")).toHaveLength(10);
    expect((await rows("other")).filter(({ kind }) => kind === "card")).toHaveLength(50);
    // marks of what was never there are kept no more than that
    const deletions = Array.from({ length: 500 }, (_one, nth) => ({
      ...{ sub, kind: "card", key: `d${nth}`, version: 1 },
    }));
    await on.app("POST", "batch", { deletions });
    expect((await rows("other")).filter(({ kind }) => kind === "card")).toHaveLength(500);
  });

  test("are 50 as well where many batches come at once", async () => {
    on.clock += 60_000;
    const sub = await on.launch("staff", "teacher");
    const batches = Array.from({ length: 20 }, (_one, nth) => ({
      todos: Array.from({ length: 25 }, (_other, item) => ({
        ...{ sub, key: `at-once-${nth}-${item}`, title: "一件事", version: 1 },
      })),
    }));
    const answers = await Promise.all(batches.map((one) => on.app("POST", "batch", one, "staff")));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const kept = await on.at.db
      .selectFrom("app_item")
      .select("school_id")
      .where("app_id", "=", "staff")
      .execute();
    for (const school of ["a", "b"]) {
      expect(kept.filter(({ school_id }) => school_id === school)).toHaveLength(50);
    }
  });

  test("have a key of the same form, alone or in a batch, and times that a clock shows", async () => {
    const sub = on.sub("teen");
    const todo = { title: "一件事", version: 1 };
    for (const key of ["a%20b", "%E4%B8%AD", "a%0Ab", "a%2Fb"]) {
      const put = await on.app("PUT", `people/${sub}/todos/${key}`, todo);
      const gone = await on.app("DELETE", `people/${sub}/todos/${key}?version=1`);
      expect([key, put.code, gone.code]).toEqual([key, 40001, 40001]);
    }
    for (const version of ["", "0x10", "1e3", "-1", "1&version=2"]) {
      const gone = await on.app("DELETE", `people/${sub}/todos/a?version=${version}`);
      expect([version, gone.code]).toEqual([version, 40001]);
    }
    const nameless = { deletions: [{ sub, kind: "todo", version: 1 }] };
    const { data } = await on.app("POST", "batch", nameless);
    expect(data).toMatchObject({ errors: [{ path: "deletions.0.key" }] });
    for (const due of ["2026-12-31T23:59:60Z", "2026-12-31T08:00:00+08", "0000-01-01T00:00:00Z"]) {
      const put = await on.app("PUT", `people/${sub}/todos/late`, { ...todo, due });
      expect([due, put.code]).toEqual([due, 40001]);
    }
  });
});

describe("a batch", () => {
  test("answers each, in order; of one item twice the newer stands", async () => {
    const [teen, child] = [on.sub("teen"), on.sub("child")];
    const of = { identity: "student" };
    const { data } = await on.app("POST", "batch", {
      badges: [
        { sub: teen, ...of, count: 7, version: 200 },
        { sub: on.sub("young"), ...of, count: 7, version: 200 },
        { sub: child, ...of, count: 8, version: 201 },
        { sub: child, ...of, count: 7, version: 200 },
      ],
      todos: [{ sub: child, key: "b1", title: "读书", version: 1 }],
      cards: [{ sub: child, key: "b1", kind: "medal", title: "阅读之星", version: 1 }],
      deletions: [{ sub: teen, kind: "card", key: "k1", version: 2 }],
    });
    expect(data).toEqual({
      badges: ["stored", "unknown", "stored", "older"],
      todos: ["stored"],
      cards: ["stored"],
      deletions: ["stored"],
    });
    expect(await on.badges("teen")).toEqual({ homework: "7" });
    const kept = (await rows("child")).map(({ kind, body }) => [kind, body]);
    expect(kept).toContainEqual(["badge", { count: 8 }]);
    expect(kept).toContainEqual(["card", { card: "medal", title: "阅读之星" }]);
  });

  test("of more than 500 is refused, and of one fault nothing is written", async () => {
    const one = { sub: on.sub("teen"), identity: "student", count: 1, version: 900 };
    const half = Array.from({ length: 251 }, () => one);
    const todos = half.map(({ sub }, nth) => ({ sub, key: `n${nth}`, title: "x", version: 1 }));
    expect(await on.app("POST", "batch", { badges: half, todos })).toMatchObject({ code: 40001 });
    const bad = { sub: one.sub, key: "x", title: "x", link: "https://evil.example", version: 1 };
    const answer = await on.app("POST", "batch", { badges: [one], todos: [bad] });
    expect(answer).toMatchObject({
      code: 40001,
      data: { errors: [{ path: "todos.0.link" }] },
    });
    expect(await on.badges("teen")).toEqual({ homework: "7" });
  });

  test("two at once about the same people, in any order, both come through", async () => {
    const subs = ["teen", "child"].map((account) => on.sub(account));
    const batch = (version: number, list: string[]) =>
      on.app("POST", "batch", {
        badges: list.map((sub) => ({ sub, identity: "student", count: version, version })),
      });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_one, nth) =>
        batch(1000 + nth, nth % 2 === 0 ? subs : subs.toReversed()),
      ),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await on.badges("teen")).toEqual({ homework: "1019" });
  });
});

test("what is done, over or taken away goes after a week, all after 60 days without a word, and a growth record after 400", async () => {
  const [sub, day] = [on.sub("child"), 86_400_000];
  await on.app("POST", "batch", {
    todos: [
      { sub, key: "open", title: "还没做", version: 1 },
      { sub, key: "done", title: "做完了", done: true, version: 1 },
    ],
    cards: [
      {
        sub,
        key: "past",
        kind: "lesson",
        title: "语文",
        starts: "2026-11-23T01:00:00Z",
        version: 1,
      },
      { sub, key: "star", kind: "medal", title: "阅读之星", version: 1 },
    ],
  });
  const keys = async () => (await rows("child")).map(({ key }) => key).filter((key) => key !== "");
  expect(await keys()).toEqual(expect.arrayContaining(["open", "done", "past"]));
  await sweepOver(on.at.db, new Date(on.clock + 8 * day));
  const left = await keys();
  expect(left).toContain("open");
  expect(left).not.toContain("done");
  expect(left).not.toContain("past");
  await sweepOver(on.at.db, new Date(on.clock + 61 * day));
  // a growth record keeps what is in it
  expect(await keys()).toContain("star");
  expect(await keys()).not.toContain("open");
  await sweepOld(on.at.db, new Date(on.clock + 399 * day));
  expect(await keys()).toContain("star");
  await sweepOld(on.at.db, new Date(on.clock + 401 * day));
  expect(await rows("child")).toEqual([]);
});
