import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { searchContent } from "#contract";
import { buildTestApp, type TestApp } from "../../../test/build.ts";
import { makePerson, makeSchool, signIn } from "../../../test/people.ts";
import { send } from "../../../test/send.ts";
import { ContentRefused } from "./given.ts";
import { importContent } from "./import.ts";

let at: TestApp;
let folder: string;
let now = new Date("2026-09-01T08:00:00+08:00");
beforeAll(async () => {
  at = await buildTestApp({ now: () => now, rowSecurity: false });
  folder = await mkdtemp(join(tmpdir(), "schoolgate-content-"));
  const school = await makeSchool(at.db, { id: "north", name: "启明小学" });
  await makeSchool(at.db, { id: "south", name: "南山小学" });
  await makeSchool(at.db, { id: "twin-1", name: "实验小学" });
  await makeSchool(at.db, { id: "twin-2", name: "实验小学" });
  await makePerson(at.db, { account: "lin", memberships: [{ school, identity: "teacher" }] });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await at.close();
});
beforeEach(async () => {
  now = new Date(now.getTime() + 60_000);
  await at.db.deleteFrom("content").execute();
  await at.db.deleteFrom("content_view").execute();
});

async function bring(name: string, text: string | Uint8Array, dryRun = false) {
  const path = join(folder, name);
  await writeFile(path, text);
  now = new Date(now.getTime() + 1000);
  return importContent(at.db, path, { dryRun, now });
}
const json = (items: unknown[], dryRun = false) =>
  bring("items.json", JSON.stringify(items), dryRun);
const kept = () =>
  at.db
    .selectFrom("content")
    .select(["school_id", "id", "title", "state", "updated_at"])
    .orderBy("school_id")
    .orderBy("id")
    .execute();
async function refusal(name: string, text: string | Uint8Array): Promise<string> {
  const error: unknown = await bring(name, text).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ContentRefused);
  expect(await kept()).toEqual([]);
  return (error as Error).message;
}

const TABLE = `编号,学校,类型,标题,年级,学科,关键词,正文,媒体类型,媒体地址,状态
frac,,课程,分数的初步认识,三年级,数学,分数；平均分,"把一个月饼
平均分成两份",,,
frac-v,启明小学,video,分数微课,3,mathematics,,,video,https://media.example/frac.mp4,
notes,north,教案,备课笔记,,语文,,,,,草稿
`;

describe("a table", () => {
  test("adds items for everyone and of a school, found by the words in them", async () => {
    expect(await bring("a.csv", `\uFEFF${TABLE.replaceAll("\n", "\r\n")}`)).toEqual({
      added: 3,
      changed: 0,
      same: 0,
      removed: 0,
      absent: 0,
    });
    expect(await kept()).toMatchObject([
      { school_id: "", id: "frac", state: "published" },
      { school_id: "north", id: "frac-v", state: "published" },
      { school_id: "north", id: "notes", state: "draft" },
    ]);
    const { headers } = await signIn(at.app, "lin");
    const { body } = await send(at.app, searchContent, { keyword: "分数" }, { headers });
    expect(body.data.items.map(({ id }) => id).toSorted()).toEqual(["frac", "frac-v"]);
    const moon = await send(at.app, searchContent, { keyword: "月饼" }, { headers });
    expect(moon.body.data.items).toMatchObject([
      { id: "frac", stage_name: "小学", grade_name: "三年级", subject_name: "数学" },
    ]);
  });

  test("a second time changes nothing; a change changes what it names, and leaves the rest", async () => {
    await bring("a.csv", TABLE);
    const before = await kept();
    expect(await bring("a.csv", TABLE)).toMatchObject({ added: 0, changed: 0, same: 3 });
    expect(await kept()).toEqual(before);
    const one = "编号,类型,标题\nfrac,课程,分数的再认识\n";
    expect(await bring("b.csv", one)).toMatchObject({ added: 0, changed: 1, same: 0 });
    const after = await kept();
    expect(after.map(({ title }) => title)).toEqual(["分数的再认识", "分数微课", "备课笔记"]);
    expect(after.slice(1)).toEqual(before.slice(1));
  });

  test("removes what it says to remove, with its count of views, and only at that school", async () => {
    await bring("a.csv", TABLE);
    await json([{ id: "frac", school: "north", title: "校本分数", type: "lesson" }]);
    const views = ["", "north"].map((school_id) => ({ school_id, content_id: "frac", views: 3 }));
    await at.db.insertInto("content_view").values(views).execute();
    const gone = await bring("d.csv", "编号,学校,删除\nfrac,,是\nnever,,是\nnotes,启明小学,1\n");
    expect(gone).toEqual({ added: 0, changed: 0, same: 0, removed: 2, absent: 1 });
    expect((await kept()).map(({ school_id, id }) => `${school_id}/${id}`)).toEqual([
      "north/frac",
      "north/frac-v",
    ]);
    const left = await at.db.selectFrom("content_view").select("school_id").execute();
    expect(left).toEqual([{ school_id: "north" }]);
  });

  test.each<[string, string, string[]]>([
    [
      "rows",
      "id,school,type,title,grade,subject\nok,,lesson,好,3,数学\na b,无名小学,微课,,13,炼金\n",
      [
        "第 3 行：没有编号或名称为“无名小学”的学校或区域",
        "第 3 行：编号只能有字母",
        "第 3 行：没有标题",
        "第 3 行：没有“微课”这个类型",
        "第 3 行：没有“13”这个年级",
        "第 3 行：没有“炼金”这个学科",
        "没有写入任何数据",
      ],
    ],
    [
      "the line of what follows a cell of several lines",
      'id,type,title,sections\na,lesson,甲,"一\n二\n三"\nb,none,乙,\n',
      ["第 5 行：没有“none”这个类型"],
    ],
    ["a name that two have", "id,school,type,title\na,实验小学,lesson,甲\n", ["请改写编号"]],
    [
      "the same twice",
      "id,type,title\na,lesson,甲\na,lesson,乙\n",
      ["第 3 行：编号“a”在第 2 行已经有了"],
    ],
    ["a head", "id,类形,title\na,lesson,甲\n", ["第 1 行：表头里的“类形”不是已知的列"]],
    ["a head twice", "id,编号,title\na,b,甲\n", ["表头里“编号”出现了两次"]],
    ["cells", "id,type,title\na,lesson\n", ["第 2 行：这一行有 2 格，而表头有 3 格"]],
    ["quotes", 'id,type,title\na,lesson,"甲\n', ["双引号没有配对"]],
    ["a state", "id,type,title,状态\na,lesson,甲,好\n", ["状态“好”无法识别"]],
    ["yes or no", "id,删除\na,也许\n", ["删除一栏的“也许”无法识别"]],
    [
      "a day",
      "id,type,title,published_at\na,lesson,甲,2026-09-01 08:00\n",
      ["发布时间“2026-09-01 08:00”应写成"],
    ],
    [
      "days that the calendar does not have",
      "id,type,title,published_at\na,lesson,甲,2026-02-30\nb,lesson,乙,2026-02-30T08:00+08:00\n",
      [
        "第 2 行：发布时间“2026-02-30”应写成 2026-09-01 或 2026-09-01T08:00+08:00",
        "第 3 行：发布时间“2026-02-30T08:00+08:00”应写成",
      ],
    ],
    [
      "a medium",
      "id,type,title,media_type,media_url\na,video,甲,电影,https://x.example/a\n",
      ["媒体的第 1 个的类型应为"],
    ],
    [
      "an address",
      "id,type,title,cover\na,video,甲,javascript:alert(1)\n",
      ["封面地址“javascript:alert(1)”不能打开"],
    ],
    ["nothing", "", ["文件是空的"]],
  ])("is refused whole for %s", async (_what, text, sentences) => {
    const message = await refusal("wrong.csv", text);
    for (const sentence of sentences) expect(message).toContain(sentence);
  });

  test("that is not UTF-8 is refused", async () => {
    const gbk = Buffer.from([0xb1, 0xe0, 0xba, 0xc5, 0x0a]);
    expect(await refusal("gbk.csv", gbk)).toContain("不是 UTF-8");
  });
});

describe("a list", () => {
  test("keeps sections and media whole", async () => {
    await json([
      {
        id: "frac",
        type: "课程",
        title: "分数",
        published_at: "2026-08-20",
        sections: [{ title: "一", text: "甲" }, { text: "乙" }],
        media: [
          {
            type: "video",
            url: "https://media.example/a.mp4",
            seconds: 61.5,
            captions: [{ url: "https://media.example/a.vtt", label: "中文", lang: "zh" }],
          },
        ],
      },
    ]);
    const row = await at.db
      .selectFrom("content")
      .select(["sections", "media", "published_at"])
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      sections: [
        { title: "一", text: "甲" },
        { title: "", text: "乙" },
      ],
      media: [{ id: "media-1", name: "分数", mime: "", size: null, seconds: 61.5, poster: null }],
      published_at: new Date("2026-08-19T16:00:00Z"),
    });
  });

  test("says what would change and changes nothing", async () => {
    const item = { id: "a", type: "lesson", title: "甲" };
    expect(await json([item], true)).toMatchObject({ added: 1 });
    expect(await kept()).toEqual([]);
    expect(await json([])).toMatchObject({ added: 0 });
  });

  test("is audited", async () => {
    await json([{ id: "a", type: "lesson", title: "甲" }]);
    const { detail } = await at.db
      .selectFrom("audit_entry")
      .select("detail")
      .where("action", "=", "content-import")
      .orderBy("at", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(detail).toMatchObject({ by: "operator", added: 1 });
  });

  test.each<[string, string, string[]]>([
    ["no list", '{"id":"a"}', ["以 [ 开头"]],
    ["half a list", '[\n{"id":"a"}', ["以 [ 开头"]],
    [
      "an item that is broken, with the line of each",
      '[\n  {"id": "a", "type": "lesson", "title": "甲, [}"},\n\n  {"id": "b" "type": "x"},\n  7\n]',
      ["第 4 行：从这一行起的一项不是完整的 JSON", "第 5 行：每一项应是一个对象", "共 2 处"],
    ],
    ["a comma too many", '[{"id":"a","type":"lesson","title":"甲"},\n]', ["不是完整的 JSON"]],
    ["a field", '[{"id":"a","type":"lesson","title":"甲","tilte":"乙"}]', ["没有“tilte”这个字段"]],
    ["a number for a text", '[{"id":1,"type":"lesson","title":"甲"}]', ["编号应是一段文字"]],
    [
      "words for a list",
      '[{"id":"a","type":"lesson","title":"甲","media":"x"}]',
      ["媒体应是一个列表"],
    ],
    [
      "a section",
      '[{"id":"a","type":"lesson","title":"甲","sections":[{"text":"x","html":"y"}]}]',
      ["正文的第 1 个没有“html”这个字段"],
    ],
    [
      "a medium",
      '[{"id":"a","type":"lesson","title":"甲","media":[{"type":"video","url":"https://a/b","size":1.5}]}]',
      ["媒体的第 1 个有写错的字段"],
    ],
  ])("is refused whole for %s", async (_what, text, sentences) => {
    const message = await refusal("wrong.json", text);
    for (const sentence of sentences) expect(message).toContain(sentence);
  });

  test("of very many faults tells the first ones and how many there are", async () => {
    const items = Array.from({ length: 80 }, (_, n) => ({ id: `i${n}`, type: "x", title: "甲" }));
    const message = await refusal("many.json", JSON.stringify(items));
    expect(message.split("\n")).toHaveLength(52);
    expect(message).toContain("另有 30 处问题未列出\n共 80 处问题");
  });
});

test.each([
  ["lessons.xlsx", "应是 .json 或 .csv 文件"],
  ["nowhere.json", "找不到"],
])("%s is refused", async (name, sentence) => {
  const path = join(folder, name);
  await expect(importContent(at.db, path, { dryRun: false, now })).rejects.toThrow(sentence);
});

test("thousands are brought in whole", async () => {
  const items = Array.from({ length: 2000 }, (_, n) => ({
    id: `n${n}`,
    school: n % 2 === 0 ? "启明小学" : "",
    type: "exercise",
    title: `练习 ${n}`,
  }));
  expect(await json(items)).toMatchObject({ added: 2000 });
  expect(await json(items)).toMatchObject({ added: 0, same: 2000 });
});
