import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readContent, readTagRelations, searchContent, type SearchSort } from "#contract";
import { buildTestApp, type TestApp } from "../../test/build.ts";
import { makeContents } from "../../test/contents.ts";
import { signIn } from "../../test/people.ts";
import { send } from "../../test/send.ts";
import { fillDistricts } from "./content.fixture.ts";
import { removeContents } from "./save-contents.ts";
import { VIEW_SLOT_MS } from "./rules.ts";
import { WAITING_EACH } from "./routes.ts";

const START = new Date("2026-11-20T08:00:00Z");
const DAY_MS = 86_400_000;
let now = START;
let at: TestApp;
const people: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  at = await buildTestApp({ now: () => now });
  await fillDistricts(at.db);
  for (const account of ["north", "south", "far", "district", "gone", "nobody"]) {
    people[account] = (await signIn(at.app, account)).headers;
  }
});
afterAll(() => at.close());
beforeEach(async () => {
  now = START;
  await at.db.deleteFrom("content").execute();
  await at.db.deleteFrom("content_view").execute();
});

const published = (daysAgo: number) => new Date(START.getTime() - daysAgo * DAY_MS);
const make = (items: Parameters<typeof makeContents>[1]) => makeContents(at.db, items, now);

/** The number of searches until now: each is at a second of its own, since an answer may be that old. */
let searches = 0;

async function search(input: Record<string, string | number> = {}, account = "north") {
  searches += 1;
  now = new Date(Math.max(now.getTime() + 1000, START.getTime() + searches * 1000));
  const { status, body } = await send(at.app, searchContent, input, {
    headers: people[account] ?? {},
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const ids = (answer: { items: { id: string }[] }) => answer.items.map(({ id }) => id);
const detail = (id: string, account = "north") =>
  send(at.app, readContent, { id }, { headers: people[account] ?? {} });

test("twelve searches of one person at once: some wait, the rest come back later, and others search on", async () => {
  await make([{ id: "one", title: "分数的意义" }]);
  const ask = (account: string) =>
    send(at.app, searchContent, { keyword: "分数" }, { headers: people[account] ?? {} });
  const asked = Array.from({ length: 12 }, () => ask("north"));
  const other = ask("south");
  const answers = await Promise.all(asked);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1 + WAITING_EACH);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { status, body, headers } of refused) {
    expect([status, body.code, headers["retry-after"]]).toEqual([429, 42900, "1"]);
  }
  expect((await other).status).toBe(200);
  expect((await ask("north")).status).toBe(200);
});

describe("tag relations", () => {
  test("name stages, grades with their subjects, subjects and types", async () => {
    const ask = (headers: Record<string, string> = {}) =>
      send(at.app, readTagRelations, {}, { headers: { ...people["nobody"], ...headers } });
    const { status, body, headers } = await ask();
    expect(status).toBe(200);
    const { stages, subjects, types } = body.data;
    expect(stages.map(({ name }) => name)).toEqual(["学前", "小学", "初中", "高中"]);
    const named = new Set(subjects.map(({ id }) => id));
    for (const grade of stages.flatMap(({ grades }) => grades)) {
      expect(grade.subjects.length, grade.name).toBeGreaterThan(3);
      expect(grade.subjects.filter((id) => !named.has(id))).toEqual([]);
    }
    expect(types.map(({ id }) => id)).toContain("video");
    const etag = String(headers["etag"]);
    // also without the mark of a weak one, which a proxy may have taken away
    for (const seen of [etag, `"other", ${etag}`, etag.replace("W/", ""), "*"]) {
      const { status, text } = await ask({ "if-none-match": seen });
      expect([status, text], seen).toEqual([304, ""]);
    }
    expect((await ask({ "if-none-match": '"other"' })).status).toBe(200);
  });

  test("are for who is signed in", async () => {
    expect((await send(at.app, readTagRelations)).status).toBe(401);
  });
});

describe("who may search and read", () => {
  test.each([searchContent, readContent])("nobody without a session: $path", async (call) => {
    expect((await send(at.app, call, { id: "a" })).status).toBe(401);
  });

  test.each(["gone", "nobody"])("not %s, who has no enabled school", async (account) => {
    for (const call of [searchContent, readContent]) {
      const { body } = await send(at.app, call, { id: "a" }, { headers: people[account] ?? {} });
      expect(body.code).toBe(40005);
    }
  });

  test.each([
    ["north", ["all", "district", "north"]],
    ["south", ["all", "district", "south"]],
    ["district", ["all", "district"]],
    ["far", ["all"]],
  ])("%s sees %j", async (account, seen) => {
    const owners = { all: "", district: "district", north: "north", south: "south" };
    await make(Object.entries(owners).map(([id, school_id]) => ({ id, school_id, title: "分数" })));
    await make([{ id: "draft", school_id: "north", title: "分数", state: "draft" }]);
    const answer = await search({ keyword: "分数" }, account);
    expect(ids(answer).sort()).toEqual(seen);
    expect(answer.total).toBe(seen.length);
    expect(answer.facets.types).toEqual([{ id: "lesson", name: "课程", count: seen.length }]);
    const absent = await detail("there-is-none", account);
    expect(absent.body).toEqual({ code: 40400, data: null, msg: "内容不存在" });
    for (const id of [...Object.keys(owners), "draft"]) {
      const { status, body } = await detail(id, account);
      if (seen.includes(id)) expect([status, body.data.id]).toEqual([200, id]);
      else expect([status, body]).toEqual([absent.status, absent.body]);
    }
  });

  test("what another school has is not near either, and not related", async () => {
    await make([
      { id: "mine", school_id: "north", title: "圆的周长", subject_id: "mathematics" },
      { id: "theirs", school_id: "south", title: "圆的面积", subject_id: "mathematics" },
    ]);
    const answer = await search({ keyword: "圆的面积" });
    expect(answer.total).toBe(0);
    expect(ids(answer.near ?? { items: [] })).toEqual(["mine"]);
    expect(ids({ items: (await detail("mine")).body.data.related })).toEqual([]);
  });

  test("what holds a rare part comes before the hundreds that hold a common one", async () => {
    const common = Array.from({ length: 310 }, (_, nth) => ({
      ...{ id: `common-${nth}`, school_id: "north", title: `春天的课 ${nth}` },
    }));
    await make([...common, { id: "rare", school_id: "north", title: "彗星和春天的课" }]);
    const answer = await search({ keyword: "春天彗星" });
    expect([answer.total, answer.near?.reason]).toEqual([0, "part"]);
    expect(ids(answer.near ?? { items: [] })[0]).toBe("rare");
    expect(answer.near?.items).toHaveLength(6);
  });
});

describe("finding", () => {
  beforeEach(() =>
    make([
      {
        id: "fractions",
        title: "分数的初步认识",
        description: "折一折，认识几分之一",
        stage_id: "primary",
        grade_id: "3",
        subject_id: "mathematics",
        author: "林岚",
        published_at: published(3),
      },
      { id: "decimals", title: "小数与分数", type_id: "video", published_at: published(2) },
      {
        id: "ai",
        title: "AI 与Python入门",
        sections: [{ title: "目标", text: "没有基础，也会写循环，会画绿色的螺旋" }],
        published_at: published(1),
      },
      { id: "green", title: "绿色出行", published_at: published(4) },
    ]),
  );

  test.each<[string, string[]]>([
    ["分数", ["fractions", "decimals"]],
    ["分 数", ["decimals", "fractions"]],
    ["小数与分数", ["decimals"]],
    ["fenshu", ["fractions", "decimals"]],
    ["FENSHU", ["fractions", "decimals"]],
    ["fen shu", ["fractions", "decimals"]],
    ["fs", ["decimals", "fractions"]],
    ["fsdcb", ["fractions"]],
    ["lüse", ["green"]],
    ["lvse", ["green"]],
    ["ai", ["ai"]],
    ["ＡＩ", ["ai"]],
    ["pyth", ["ai"]],
    ["螺旋", ["ai"]],
    ["绿色", ["green", "ai"]],
    ["林岚", ["fractions"]],
    ["分数 三年级 数学", ["fractions"]],
    ["sannianji shuxue", ["fractions"]],
    ["weike", ["decimals"]],
    ["分数 绿色", []],
    ["数分", []],
    ["%", ["ai", "decimals", "fractions", "green"]],
    ["'; drop table content; --", []],
  ])("%s finds %j", async (keyword, found) => {
    expect(ids(await search({ keyword }))).toEqual(found);
  });

  test("marks ranges, in title and excerpt, never markup", async () => {
    await make([{ id: "tags", title: "<b>分数</b>", description: "见<i>分数</i>" }]);
    const { items } = await search({ keyword: "分数" });
    const marked = items.map(({ title, desc, highlight }) => [
      ...highlight.title.map(({ from, to }) => title.slice(from, to)),
      ...highlight.desc.map(({ from, to }) => desc.slice(from, to)),
    ]);
    expect(new Set(marked.flat())).toEqual(new Set(["分数"]));
    expect(items.find(({ id }) => id === "tags")?.title).toBe("<b>分数</b>");
  });

  test("filters narrow, and each facet counts what its other words would give", async () => {
    const answer = await search({ keyword: "分数", type_id: "video" });
    expect(ids(answer)).toEqual(["decimals"]);
    expect(answer.facets.types.map(({ id, count }) => [id, count])).toEqual([
      ["lesson", 1],
      ["video", 1],
    ]);
    expect(answer.facets.grades).toEqual([]);
  });

  test.each<[string, Record<string, string>, string, string[]]>([
    ["without its filters", { keyword: "绿色", type_id: "audio" }, "filters", ["green", "ai"]],
    ["by the same sound", { keyword: "粉树" }, "sound", ["decimals", "fractions"]],
    ["by a part", { keyword: "绿色火星" }, "part", ["ai", "green"]],
    ["by a part that is heard", { keyword: "lvse huoxing" }, "part", ["green"]],
    [
      "by what it says beside function words",
      { keyword: "没有这样的绿色" },
      "part",
      ["ai", "green"],
    ],
    ["not by function words", { keyword: "没有这样的" }, "popular", []],
    ["what is opened most", { keyword: "火箭" }, "popular", []],
  ])("nothing found: something near, %s", async (_, input, reason, near) => {
    const answer = await search(input);
    expect([answer.total, answer.items]).toEqual([0, []]);
    expect(answer.near?.reason).toBe(reason);
    if (near.length > 0) expect(ids(answer.near ?? { items: [] })).toEqual(near);
    else expect(answer.near?.items).toHaveLength(4);
  });

  test.each([
    { page: 0 },
    { page_size: 51 },
    { page: "x" },
    { sort: "best" },
    { as_of: "yesterday" },
    { keyword: "长".repeat(101) },
  ])("%j is refused", async (input) => {
    const { status, body } = await send(at.app, searchContent, input, {
      headers: people["north"] ?? {},
    });
    expect([status, body.code]).toEqual([400, 40001]);
  });
});

describe("what was found before", () => {
  test("is found again, and no longer once an item is added, changed or deleted", async () => {
    await make([{ id: "one", title: "分数" }]);
    for (const _again of [1, 2]) expect(ids(await search({ keyword: "分数" }))).toEqual(["one"]);
    await make([{ id: "two", title: "分数", published_at: published(1) }]);
    expect(ids(await search({ keyword: "分数" }))).toEqual(["one", "two"]);
    await make([{ id: "one", title: "小数" }]);
    expect(ids(await search({ keyword: "分数" }))).toEqual(["two"]);
    await removeContents(at.db, [{ school_id: "", id: "two" }]);
    expect((await search({ keyword: "分数" })).total).toBe(0);
  });

  test("shows an item from the moment of its publication, without a write", async () => {
    const soon = new Date(START.getTime() + VIEW_SLOT_MS / 2);
    await make([
      { id: "now", title: "分数" },
      { id: "soon", title: "分数", published_at: soon },
    ]);
    for (const _again of [1, 2]) expect(ids(await search({ keyword: "分数" }))).toEqual(["now"]);
    now = soon;
    expect(ids(await search({ keyword: "分数" }))).toEqual(["soon", "now"]);
  });

  test("is one school's where it has content, though it looks for the same as another", async () => {
    await make([{ id: "all", title: "分数", published_at: published(1) }]);
    for (const account of ["north", "far", "south"]) {
      expect(ids(await search({ keyword: "分数" }, account))).toEqual(["all"]);
    }
    await make([{ id: "own", school_id: "north", title: "分数" }]);
    expect(ids(await search({ keyword: "分数" }, "north"))).toEqual(["own", "all"]);
    for (const account of ["south", "far"]) {
      expect(ids(await search({ keyword: "分数" }, account))).toEqual(["all"]);
    }
  });

  test("counts views that came since", async () => {
    await make([{ id: "one", title: "分数" }]);
    const views = async () => (await search({ keyword: "分数" })).items[0]?.views;
    expect(await views()).toBe(0);
    await detail("one");
    await expect.poll(views).toBe(1);
  });

  test("answers everybody the same for a second", async () => {
    await make([{ id: "one", title: "分数" }]);
    const first = await search({ keyword: "分数" });
    await make([{ id: "two", title: "分数" }]);
    const ask = { headers: people["north"] ?? {} };
    const { body } = await send(at.app, searchContent, { keyword: "分数" }, ask);
    expect(body.data).toEqual(first);
    expect(ids(await search({ keyword: "分数" }))).toHaveLength(2);
  });
});

describe("paging is stable under writes", () => {
  const COUNT = 30;
  beforeEach(() =>
    make(
      Array.from({ length: COUNT }, (_, index) => ({
        id: `item-${String(index).padStart(2, "0")}`,
        title: "口算练习",
        published_at: published(COUNT - index),
        views: index % 7,
      })),
    ),
  );

  test.each<SearchSort>(["relevance", "newest", "popular"])("sorted by %s", async (sort) => {
    const input = { keyword: "口算", sort, page_size: 10 };
    const whole = ids(await search({ ...input, page_size: 50 }));
    const first = await search(input);
    expect(ids(first)).toEqual(whole.slice(0, 10));

    now = new Date(now.getTime() + VIEW_SLOT_MS);
    await make([{ id: "new", title: "口算练习", published_at: now }]);
    const [, second = ""] = whole;
    const last = whole.at(-1) ?? "";
    await make([{ id: second, title: "口算练习", state: "draft" }]);
    await at.db
      .updateTable("content_view")
      .set({
        views: 999,
        views_before: 3,
        former_slot: 0,
        slot: Math.floor(now.getTime() / VIEW_SLOT_MS),
      })
      .where("content_id", "=", last)
      .where("views", "=", 3)
      .execute();
    expect((await detail(last)).status).toBe(200);

    const pages = [first];
    for (const page of [2, 3, 4]) pages.push(await search({ ...input, page, as_of: first.as_of }));
    expect(pages.flatMap(ids)).toEqual(whole);
    expect(pages.map(({ total }) => total)).toEqual([COUNT, COUNT, COUNT, COUNT]);
    const { near } = await search({ ...input, type_id: "animation", as_of: first.as_of });
    expect(near).toMatchObject({ reason: "filters", total: COUNT });
    const [top] = whole;
    expect(near?.items.map(({ id }) => id)).toContain(top);
    expect(near?.items.map(({ id }) => id)).not.toContain(second);
    const fresh = ids(await search({ ...input, page_size: 50 }));
    expect(fresh).toContain("new");
    expect(fresh).not.toContain(second);
    expect((await detail(second)).status).toBe(404);
  });

  test("a moment too long ago, or yet to come, is now", async () => {
    for (const away of [-2 * VIEW_SLOT_MS, 60_000]) {
      const as_of = new Date(now.getTime() + away).toISOString();
      expect((await search({ as_of })).as_of).toBe(now.toISOString());
    }
  });
});

describe("views", () => {
  const read = async (id: string, account = "north") => (await detail(id, account)).body.data.views;
  test("are counted once for each person and half-hour, and order from the next one on", async () => {
    await make([
      { id: "quiet", title: "甲", published_at: published(1) },
      { id: "busy", title: "乙", published_at: published(2) },
    ]);
    for (const account of ["north", "south", "north", "far"]) await read("busy", account);
    // the counter writes behind the answers
    await expect.poll(() => read("busy")).toBe(3);
    expect(ids(await search({ sort: "popular" }))).toEqual(["quiet", "busy"]);
    now = new Date(now.getTime() + VIEW_SLOT_MS);
    expect(ids(await search({ sort: "popular" }))).toEqual(["busy", "quiet"]);
  });
});
