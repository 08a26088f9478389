import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Call,
  deleteContent,
  makeContent,
  mediumUrl,
  readContent,
  readManagedContent,
  readManagedContents,
  saveContent,
  searchContent,
  showContent,
} from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makeContents } from "../../test/contents.ts";
import { makePerson, makeSchool, signIn, TEST_PASSWORD } from "../../test/people.ts";
import { putFile } from "../../test/files.ts";
import { send } from "../../test/send.ts";
import { sweepFiles } from "../file/sweep.ts";
import { insertGrant } from "../rights/grants.ts";

const SOUND = Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\0", "latin1"), Buffer.alloc(200, 7)]);

let now = new Date("2026-11-20T08:00:00Z");
let at: TestApp;
const as: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  at = await buildTestApp({ now: () => now });
  const { db } = at;
  await makeSchool(db, { id: "d", name: "晨曦区", kind: "district" });
  await makeSchool(db, { id: "a", name: "启明小学", parent_id: "d" });
  await makeSchool(db, { id: "b", name: "南山小学", parent_id: "d" });
  await makeSchool(db, { id: "far", name: "外区小学" });
  for (const [account, identity, school] of [
    ["he", "inner_admin", "d"],
    ["wang", "admin", "d"],
    ["lin", "manager", "a"],
    ["bao", "manager", "b"],
    ["sun", "teacher", "a"],
    ["informant", "teacher", "a"],
  ] as const) {
    const user_id = await makePerson(db, { account, memberships: [{ school, identity }] });
    if (account === "informant") {
      await insertGrant(db, {
        ...{ user_id, right_name: "content.manage", bundle_id: null, until: null },
        ...{ place_kind: "school", school_id: "a", part_id: "", given_by: null, created_at: now },
        ...{ rests_on_school_id: "a", rests_on_identity: "teacher" },
      });
    }
    as[account] = (await signIn(at.app, account)).headers;
  }
  for (const [school_id, id] of [
    ["", "everybodys"],
    ["d", "districts"],
    ["a", "ours"],
    ["b", "theirs"],
    ["far", "outside"],
  ] as const) {
    await makeContents(db, [{ school_id, id, title: `月亮 ${id}` }], now);
  }
});
afterAll(() => at.close());

async function make<C extends Call>(who: string, call: C, input: Record<string, unknown> = {}) {
  now = new Date(now.getTime() + 1000);
  return (await send(at.app, call, input, { headers: as[who] ?? {} })).body;
}
const listed = async (who: string, input: Record<string, unknown> = {}) =>
  (await make(who, readManagedContents, input)).data.items.map(({ id }) => id).toSorted();
const edit = (who: string, id: string, ...changes: [string, string, string][]) =>
  make(who, saveContent, {
    ...{ id, school_id: "a" },
    changes: changes.map(([field, before, after]) => ({ field, before, after })),
  });
const found = async (who: string, keyword: string) =>
  (await make(who, searchContent, { keyword })).data.items.map(({ id }) => id);
const create = (who: string, input: Record<string, unknown>, values: Record<string, string>) =>
  make(who, makeContent, { is_shown: true, values, ...input });

test("an attempt that is sent again because no answer came makes one item, also at once", async () => {
  const values = { title: "再来一次", type_id: "lesson" };
  const again = { school_id: "a", attempt: randomUUID() };
  const first = await create("lin", again, values);
  expect(first.code).toBe(200);
  expect(await create("lin", again, values)).toEqual(first);
  const anew = { ...again, attempt: randomUUID() };
  const both = await Promise.all([anew, anew, anew].map((one) => create("lin", one, values)));
  expect(new Set(both.map(({ data }) => data.id)).size).toBe(1);
  const made = await at.db
    .selectFrom("audit_entry")
    .select("object_id")
    .where("action", "=", "content-change")
    .execute();
  expect(made).toHaveLength(2);
  expect(new Set(made.map(({ object_id }) => object_id))).toEqual(
    new Set([first.data.id, both[0]?.data.id]),
  );
  for (const { id } of [first.data, both[0]?.data ?? first.data]) {
    await at.db.deleteFrom("content").where("id", "=", id).execute();
  }
});

describe("who looks after what", () => {
  test.each([
    ["he", ["districts", "everybodys", "ours", "outside", "theirs"]],
    ["wang", ["districts", "ours", "theirs"]],
    ["lin", ["ours"]],
    ["informant", ["ours"]],
  ])("%s lists %j", async (who, ids) => {
    expect(await listed(who)).toEqual(ids);
  });

  test("who has no right is refused, who is not signed in as well", async () => {
    expect((await make("sun", readManagedContents)).code).toBe(40005);
    expect((await make("sun", makeContent, { values: {}, is_shown: true })).code).toBe(40005);
    expect((await make("nobody", readManagedContents)).code).toBe(401);
  });

  test.each([
    ["lin", { school_id: "b", id: "theirs" }],
    ["lin", { school_id: "d", id: "districts" }],
    ["lin", { id: "everybodys" }],
    ["wang", { school_id: "far", id: "outside" }],
    ["wang", { id: "everybodys" }],
    ["lin", { school_id: "a", id: "never" }],
  ])("to %s %j does not exist", async (who, named) => {
    const change = { field: "title", before: "", after: "新" };
    const acts = [
      [readManagedContent, named],
      [saveContent, { ...named, changes: [change] }],
      [showContent, { ...named, is_shown: false }],
      [deleteContent, { ...named, reason: "twice", password: TEST_PASSWORD }],
    ] as const;
    for (const [call, input] of acts) expect((await make(who, call, input)).code).toBe(40400);
    expect(await listed("he")).toHaveLength(5);
  });

  test("an item is made at one's own place only; everybody's by the platform's administrators", async () => {
    const values = { title: "新的", type_id: "lesson" };
    expect((await create("lin", { school_id: "b" }, values)).code).toBe(40400);
    expect((await create("he", { school_id: "never" }, values)).code).toBe(40400);
    expect(await create("wang", {}, values)).toMatchObject({
      code: 40005,
      msg: "全平台的内容由平台管理员管理，请选择学校或区域",
    });
    const made = await create("he", {}, values);
    expect(made.data).toMatchObject({ school_id: null, owner_name: "", title: "新的" });
    expect(await listed("wang")).not.toContain(made.data.id);
  });
});

describe("an item", () => {
  test("is made of a form, found by its words and its sound, and opened with its link", async () => {
    const made = await create(
      "lin",
      { school_id: "a" },
      {
        ...{ title: " 彩虹\u0000的颜色 ", type_id: "video", grade_id: "3", stage_id: "primary" },
        ...{ subject_id: "science", keywords: "光；颜色,光", text: "一\r\n二" },
        ...{ media_type: "video", media_url: "https://media.example/r.mp4" },
      },
    );
    expect(made.data).toMatchObject({
      ...{ title: "彩虹的颜色", owner_name: "启明小学", type_name: "微课视频" },
      ...{ grade_name: "三年级", subject_name: "科学", is_shown: true },
      sections: [{ title: "", text: "一\n二" }],
      media: [{ type: "video", url: "https://media.example/r.mp4", name: "彩虹的颜色" }],
    });
    expect(made.data.values).toMatchObject({ keywords: "光、颜色", text: "一\n二" });
    expect(await found("sun", "caihong")).toEqual([made.data.id]);
    expect(await listed("lin", { keyword: "彩虹" })).toEqual([made.data.id]);
    const opened = (await make("sun", readContent, { id: made.data.id })).data;
    expect(opened.media).toHaveLength(1);
    expect(await found("bao", "caihong")).toEqual([]);
  });

  test.each([
    [{ title: "" }, "没有标题"],
    [{ title: "甲", type_id: "novel" }, "没有“novel”这个类型"],
    [{ title: "甲", grade_id: "13" }, "没有“13”这个年级"],
    [{ title: "甲", grade_id: "3", stage_id: "middle" }, "年级不在所写的学段里"],
    [{ title: "甲", cover: "javascript:alert(1)" }, "封面地址“javascript:alert(1)”不能打开"],
    [{ title: "甲", cover: `/file/picture/${"a".repeat(22)}` }, "重新上传"],
    [{ title: "甲", media_url: "https://a.example/x" }, "没有写媒体的类型"],
    [{ title: "甲", media_type: "video", media_url: "javascript:x" }, "不能打开"],
  ])("is not made of %j", async (values, msg) => {
    const answer = await create("lin", { school_id: "a" }, { type_id: "lesson", ...values });
    expect(answer.code).toBe(40001);
    expect(answer.msg).toContain(msg);
  });

  test("with several faults is refused with each at its field", async () => {
    const values = { title: "", type_id: "", media_type: "video", media_url: "x:y" };
    const { data } = await create("lin", { school_id: "a" }, values);
    expect(data).toEqual({
      errors: [
        { path: "title", message: "没有标题" },
        { path: "type_id", message: "没有写类型" },
        { path: "media_url", message: "媒体地址“x:y”不能打开" },
      ],
    });
  });

  test("that two change at once shows the second both values, and keeps what only the first changed", async () => {
    const before = "月亮 ours";
    const saved = await edit("lin", "ours", ["title", before, "月亮甲"], ["author", "", "李"]);
    expect(saved.data.values).toMatchObject({ title: "月亮甲", author: "李" });
    const late = await edit("informant", "ours", ["title", before, "月亮乙"]);
    expect(late).toMatchObject({
      code: 40900,
      data: { conflicts: [{ field: "title", theirs: "月亮甲" }] },
    });
    expect((await edit("informant", "ours", ["title", before, "月亮甲"])).code).toBe(200);
    const other = await edit("informant", "ours", ["source", "", "启明小学"]);
    expect(other.data.values).toMatchObject({ title: "月亮甲", author: "李", source: "启明小学" });
    expect(await found("sun", "月亮乙")).not.toContain("ours");
    const twice = await edit("lin", "ours", ["source", "", "x"], ["source", "", "y"]);
    expect(twice.code).toBe(40001);
  });

  test("keeps what the page does not change; its parts are told from a text", async () => {
    const captions = [{ url: "a.vtt", label: "中文", lang: "zh" }];
    const medium = { mime: "video/mp4", size: 9, seconds: 61.5, poster: null, captions: [] };
    const one = { ...medium, id: "m", type: "video" as const, url: "a.mp4", name: "甲" };
    const sections = [
      { title: "一", text: "甲" },
      { title: "二", text: "乙" },
    ];
    await makeContents(
      at.db,
      [
        { school_id: "a", id: "whole", sections, media: [{ ...one, captions }] },
        { school_id: "a", id: "plain", media: [one] },
      ],
      now,
    );
    const whole = (await make("lin", readManagedContent, { school_id: "a", id: "whole" })).data;
    expect(Object.keys(whole.values)).not.toContain("text");
    expect(Object.keys(whole.values)).not.toContain("media_url");
    expect((await edit("lin", "whole", ["text", "", "新"])).code).toBe(40001);
    const saved = (await edit("lin", "whole", ["title", "whole", "整"])).data;
    expect(saved).toMatchObject({ sections, media: [{ captions, seconds: 61.5 }] });
    const named = (await edit("lin", "plain", ["media_name", "甲", "乙"])).data;
    expect(named.media).toMatchObject([{ name: "乙", seconds: 61.5, mime: "video/mp4" }]);
    const moved = (await edit("lin", "plain", ["media_url", "a.mp4", "b.mp4"])).data;
    expect(moved.media).toMatchObject([{ name: "乙", url: "b.mp4", seconds: null }]);
  });

  test("that is hidden is found and opened by nobody at once, and comes back as it was", async () => {
    const named = { school_id: "b", id: "theirs" };
    expect(await found("bao", "月亮")).toContain("theirs");
    const hidden = await make("bao", showContent, { ...named, is_shown: false });
    expect(hidden.data.is_shown).toBe(false);
    expect(await found("bao", "月亮")).not.toContain("theirs");
    expect((await make("bao", readContent, { id: "theirs" })).code).toBe(40400);
    expect(await listed("bao", { state: "hidden" })).toEqual(["theirs"]);
    expect(await listed("bao", { state: "shown" })).toEqual([]);
    const shown = await make("bao", showContent, { ...named, is_shown: true });
    expect(shown.data.published_at).toBe("2026-11-20T08:00:00.000Z");
    expect(await found("bao", "月亮")).toContain("theirs");
  });

  test("goes for good with its views, after a fresh proof, and the audit says why in a word of ours", async () => {
    const made = (await create("lin", { school_id: "a" }, { title: "错的", type_id: "lesson" }))
      .data;
    const named = { school_id: "a", id: made.id, reason: "wrong" };
    now = new Date(now.getTime() + 3_600_000);
    as["lin"] = (await signIn(at.app, "lin")).headers;
    now = new Date(now.getTime() + 600_000);
    const unproved = await make("lin", deleteContent, named);
    expect(unproved.code).toBe(40004);
    expect((await make("lin", deleteContent, { ...named, reason: "我不喜欢" })).code).toBe(40001);
    const proved = { ...named, password: TEST_PASSWORD };
    const both = await Promise.all([1, 2].map(() => make("lin", deleteContent, proved)));
    expect(new Set(both.map(({ code }) => code))).toEqual(new Set([200, 40400]));
    expect((await make("lin", readManagedContent, { school_id: "a", id: made.id })).code).toBe(
      40400,
    );
    const entries = await at.db
      .selectFrom("audit_entry")
      .select("detail")
      .where("action", "=", "content-change")
      .where("object_id", "=", made.id)
      .orderBy("id")
      .execute();
    expect(entries.map(({ detail }) => detail)).toEqual([
      { step: "make", is_shown: true, owner: "a" },
      { step: "delete", reason: "wrong", owner: "a" },
    ]);
  });
});

describe("the list", () => {
  test("is filtered by words, kind, grade, subject, state and owner, and read by pages without a gap", async () => {
    const items = Array.from({ length: 120 }, (_, n) => ({
      ...{ school_id: "far", id: `n${n}`, title: `第${n}课`, type_id: "plan" },
      ...{ stage_id: "primary", grade_id: n % 2 === 0 ? "1" : "2", subject_id: "chinese" },
    }));
    await makeContents(at.db, items, now);
    const seen: string[] = [];
    let after: string | null | undefined;
    while (after !== null) {
      const input = { type_id: "plan", ...(after !== undefined && { after }) };
      const { data } = await make("he", readManagedContents, input);
      seen.push(...data.items.map(({ id }) => id));
      after = data.next;
    }
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
    expect(await listed("he", { type_id: "plan", grade_id: "1" })).toHaveLength(50);
    expect(await listed("he", { subject_id: "chinese", keyword: "n7" })).toEqual(["n7"]);
    expect(await listed("he", { school_id: "b" })).toEqual(["theirs"]);
    expect((await make("lin", readManagedContents, { school_id: "b" })).code).toBe(40400);
    expect(await listed("lin", { type_id: "plan" })).toEqual([]);
    for (const bad of ["x", "[]", '["never","a","b"]']) {
      expect((await make("he", readManagedContents, { after: bad })).code).toBe(40001);
    }
  });
});

describe("a medium that is put in the page", () => {
  const read = (who: string, url: string, headers: Record<string, string> = {}) =>
    at.app.inject({ url, headers: { ...as[who], ...headers } });
  const put = (who: string, mime = "audio/mpeg", bytes = SOUND) =>
    putFile(at.app, as[who] ?? {}, { bytes, mime, purpose: "media", filename: "诗.mp3" });

  test("is heard by who finds the lesson, in parts, and does not exist for anybody else", async () => {
    now = new Date(now.getTime() + 7_200_000);
    for (const who of ["lin", "sun", "bao", "wang", "he"]) {
      as[who] = (await signIn(at.app, who)).headers;
    }
    const key = await put("lin");
    const media_url = mediumUrl(key);
    expect((await read("lin", media_url)).statusCode).toBe(200);
    for (const who of ["sun", "bao", "he"]) {
      expect((await read(who, media_url)).json()).toMatchObject({ code: 40400 });
    }
    const values = { title: "静夜思", type_id: "audio", media_type: "video", media_url };
    const made = (await create("lin", { school_id: "a" }, values)).data;
    expect(made.media).toMatchObject([
      { type: "audio", mime: "audio/mpeg", size: SOUND.length, url: media_url, name: "静夜思" },
    ]);
    const whole = await read("sun", media_url);
    expect(whole.headers).toMatchObject({
      "content-type": "audio/mpeg",
      "accept-ranges": "bytes",
      "cache-control": "private, no-cache",
      "content-security-policy": expect.stringContaining("sandbox"),
      "x-content-type-options": "nosniff",
    });
    expect(whole.rawPayload.equals(SOUND)).toBe(true);
    const part = await read("wang", media_url, { range: "bytes=2-5" });
    expect([part.statusCode, part.headers["content-range"]]).toEqual([
      206,
      `bytes 2-5/${SOUND.length}`,
    ]);
    expect(part.rawPayload.equals(SOUND.subarray(2, 6))).toBe(true);
    expect((await read("sun", media_url, { range: "bytes=9999-" })).statusCode).toBe(416);
    expect((await read("bao", media_url)).json()).toMatchObject({ code: 40400 });
    expect((await read("nobody", media_url)).json()).toMatchObject({ code: 401 });

    // hidden: only who looks after it
    const named = { school_id: "a", id: made.id };
    await make("lin", showContent, { ...named, is_shown: false });
    expect((await read("sun", media_url)).statusCode).toBe(404);
    expect((await read("he", media_url)).statusCode).toBe(200);
    // no way in for a colleague elsewhere who got hold of the address
    const stolen = { title: "偷", type_id: "audio", media_type: "audio", media_url };
    const refused = await create("bao", { school_id: "b" }, stolen);
    expect(refused.data).toEqual({
      errors: [{ path: "media_url", message: "这个文件已经不在了，请重新上传" }],
    });
    // another administrator of the place takes the change back
    const gone = { field: "media_url", before: media_url, after: "" };
    const kind = { field: "media_type", before: "audio", after: "" };
    const name = { field: "media_name", before: "静夜思", after: "" };
    const changes = [kind, gone, name];
    expect((await make("lin", saveContent, { ...named, changes })).data.media).toEqual([]);
    const back = changes.map(({ field, before, after }) => ({
      field,
      before: after,
      after: before,
    }));
    expect(
      (await make("informant", saveContent, { ...named, changes: back })).data.media,
    ).toHaveLength(1);
  });

  test("is heard by those who find the lesson: not before its day, and a plan by no pupil", async () => {
    const student = { school: "a", identity: "student" } as const;
    await makePerson(at.db, { account: "yu", memberships: [student] });
    for (const who of ["lin", "sun", "yu"]) as[who] = (await signIn(at.app, who)).headers;
    const media_url = mediumUrl(await put("lin"));
    const values = { title: "下周的", type_id: "audio", media_type: "audio", media_url };
    const { id } = (await create("lin", { school_id: "a" }, values)).data;
    const readers = async () => {
      const codes = ["lin", "sun", "yu"].map(
        async (who) => (await read(who, media_url)).statusCode,
      );
      return Promise.all(codes);
    };
    expect(await readers()).toEqual([200, 200, 200]);
    const update = (row: { published_at: Date } | { type_id: string }) =>
      at.db.updateTable("content").set(row).where("id", "=", id).execute();
    const day = new Date(now.getTime() + 3_600_000);
    await update({ published_at: day });
    expect(await readers()).toEqual([200, 404, 404]);
    now = day;
    expect(await readers()).toEqual([200, 200, 200]);
    await update({ type_id: "plan" });
    expect(await readers()).toEqual([200, 200, 404]);
  });

  test("stays when its uploader's file goes", async () => {
    const media_url = mediumUrl(await put("lin"));
    const values = { title: "留下的", type_id: "audio", media_type: "audio", media_url };
    await create("lin", { school_id: "a" }, values);
    now = new Date(now.getTime() + 3 * 86_400_000);
    await sweepFiles(at.db, at.app.files.store, now);
    expect(await at.db.selectFrom("file").select("id").execute()).toEqual([]);
    as["sun"] = (await signIn(at.app, "sun")).headers;
    expect((await read("sun", media_url)).rawPayload.equals(SOUND)).toBe(true);
  });

  test("is put by who looks after lessons, and only what it says it is", async () => {
    for (const who of ["lin", "sun"]) as[who] = (await signIn(at.app, who)).headers;
    await expect(put("sun")).rejects.toThrow("no permission");
    await expect(put("lin", "video/mp4")).rejects.toThrow("与它的格式不符");
    const torn = Buffer.from("\0\0\0\x10ftypisom\0\0\0\0\0\0\xff\xffmoov", "latin1");
    await expect(put("lin", "video/mp4", torn)).rejects.toThrow("已损坏");
    const page = Buffer.from("<html><script>alert(1)</script></html>");
    await expect(put("lin", "audio/mpeg", page)).rejects.toThrow("不是可以上传的格式");
    await expect(put("lin", "text/html", page)).rejects.toThrow("只能上传");
  });
});
