import { describe, expect, test } from "vitest";
import { excerpt, titleMarks } from "./highlight.ts";
import { indexWords } from "./index-words.ts";
import { syllablesOf } from "./syllables.ts";
import { readKeyword } from "./wanted.ts";

test.each<[string, string[][]]>([
  ["fenshu", [["fen", "shu"]]],
  ["xian", [["xian"], ["xi", "an"]]],
  ["lv", [["lv"]]],
  ["zhuang", [["zhuang"], ["zhu", "ang"]]],
  ["fensh", [["fen"]]],
  ["fsx", []],
  ["zh", []],
  ["hello", []],
  ["", []],
])("%s is read as %j", (letters, readings) => {
  expect(syllablesOf(letters)).toEqual(readings);
});

// one person's keyword of a hundred letters held the whole node up
test.each<[string, number[]]>([
  ["b", [24, 25, 25, 26]],
  ["xx", []],
])("of millions of readings, ending in %s, only the first few are made", (end, lengths) => {
  const found = syllablesOf("xian".repeat(24) + end);
  expect(found.map((reading) => reading.length)).toEqual(lengths);
});

describe("a keyword", () => {
  test("in traditional characters finds the simplified ones, and those", () => {
    expect(readKeyword("分數")?.parts[0]?.map(({ tokens }) => tokens)).toEqual([
      ["分数"],
      ["分數"],
    ]);
  });

  test.each([
    ["分数", [["分数"]]],
    ["分", [["分"]]],
    ["分数的", [["分数", "数的"]]],
    ["Ｐython３", [["python3"]]],
    ["分数，三年级", [["分数"], ["三年", "年级"]]],
    ["三年级数学课件", [["三年", "年级"], ["数学"], ["课件"]]],
    ["高一化学反应", [["高一"], ["化学"], ["反应"]]],
    ["浮力微课视频", [["浮力"], ["微课", "课视", "视频"]]],
    ["数学", [["数学"]]],
    ["三年級數學課件", [["三年", "年级"], ["数学"], ["课件"]]],
    ["科学家", [["科学", "学家"]]],
    ["文化学习", [["文化", "化学", "学习"]]],
    ["a 分数 a 分数", [["a"], ["分数"]]],
  ])("%s wants %j", (keyword, tokens) => {
    const parts = readKeyword(keyword)?.parts.map(([first]) => first?.tokens);
    expect(parts).toEqual(tokens);
  });

  test.each(["", "   ", "！？", "%_", "🙂"])("%j wants nothing", (keyword) => {
    expect(readKeyword(keyword)).toBeNull();
  });

  test("of letters is a word, syllables or initials", () => {
    expect(readKeyword("fenshu")?.parts[0]?.map(({ kind, tokens }) => [kind, tokens[0]])).toEqual([
      ["text", "fenshu"],
      ["sound", "~fen shu"],
      ["initials", "^fe"],
    ]);
  });

  test("however long, is bounded", () => {
    const fifty = Array.from({ length: 50 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(" ");
    expect(readKeyword(fifty)?.parts).toHaveLength(6);
    expect(readKeyword("甲 ".repeat(50))?.parts).toHaveLength(1);
  });
});

test("a row is found by what its own keyword wants", async () => {
  const title = "分数的初步认识（第2课时）AI学伴";
  const { tok } = await indexWords(title, ["三年级"], ["会读、会写分数"]);
  for (const keyword of [title, "初步认识", "chubu", "fsdcb", "ai", "2", "sannianji", "会写"]) {
    const parts = readKeyword(keyword)?.parts ?? [];
    const found = parts.map((readings) =>
      readings.some(({ tokens }) => tokens.every((token) => tok.includes(token))),
    );
    expect(found.length > 0 && found.every(Boolean), keyword).toBe(true);
  }
});

describe("marks", () => {
  test.each([
    ["分数", "分数与分数", ["分数", "分数"]],
    ["fenshu", "小数与分数", ["分数"]],
    ["xyj", "小数与时间", []],
    ["ysj", "认识与时间", ["与时间"]],
    ["ＡＩ", "ai 与 AI", ["ai", "AI"]],
    ["数与 与分", "小数与分数", ["数与分"]],
    ["i", "İİi", ["i"]],
    ["<b>", "<b>分数</b>", ["b", "b"]],
  ])("of %s in %s are %j", async (keyword, title, marked) => {
    const { sounds } = await indexWords(title, [], []);
    const marks = titleMarks(title, sounds, readKeyword(keyword));
    expect(marks.map(({ from, to }) => title.slice(from, to))).toEqual(marked);
  });

  test("stand in the excerpt around the first match, in whichever text has one", () => {
    const long = `${"前".repeat(200)}分数${"后".repeat(200)}`;
    const { text, marks } = excerpt(["没有", long], readKeyword("分数"));
    expect(text).toMatch(/^…前+分数后+…$/);
    expect(text.length).toBeLessThan(110);
    expect(marks.map(({ from, to }) => text.slice(from, to))).toEqual(["分数"]);
  });

  test("never cut a character in two", () => {
    const { text } = excerpt(["𠮷".repeat(120)], null);
    expect(text).toBe(`${"𠮷".repeat(48)}…`);
  });
});
