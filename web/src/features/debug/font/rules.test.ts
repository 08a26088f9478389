import { describe, expect, test } from "vitest";
import { CHARACTER_GROUPS } from "./characters.ts";
import {
  coverageFact,
  judge,
  namedCharacter,
  parseStack,
  sizeInPixels,
  tally,
  weightFacts,
  type Probe,
} from "./rules.ts";

test("a stack's names", () => {
  expect(parseStack(`"PingFang SC", 'Microsoft YaHei',Noto Sans, sans-serif`)).toEqual([
    "PingFang SC",
    "Microsoft YaHei",
    "Noto Sans",
    "sans-serif",
  ]);
  expect(parseStack("")).toEqual([]);
});

describe("where a character comes from", () => {
  const probe = (missing: boolean | null): Probe => ({
    has: (face, character) => face === "乙" && character === "中",
    isMissing: () => missing,
  });
  test.each([
    ["中", false, { from: "stack", face: "乙" }],
    ["𠀀", false, { from: "elsewhere" }],
    ["𠀀", true, { from: "nowhere" }],
    ["𠀀", null, { from: "unknown" }],
  ])("%s, missing sign: %s", (character, missing, verdict) => {
    expect(judge(character, ["甲", "乙"], probe(missing))).toEqual(verdict);
  });
});

test("a group in one line: what is missing is named with its code point", () => {
  const group = { id: "x", title: "扩展 B", note: "", characters: ["𠀀", "𠮷", "中", "文"] };
  const stack = { from: "stack", face: "甲" } as const;
  const line = (...verdicts: Parameters<typeof coverageFact>[0]["verdicts"]) =>
    coverageFact({ group, verdicts });
  expect(line(stack, stack, stack, stack)).toEqual({ name: "扩展 B", value: "4/4", state: "good" });
  expect(line({ from: "nowhere" }, { from: "elsewhere" }, stack, stack)).toEqual({
    name: "扩展 B",
    value: "3/4，其中 1 个由系统其他字体代替，缺 𠀀(U+20000)",
    state: "bad",
  });
  expect(line({ from: "unknown" }, stack, stack, stack).state).toBe("note");
  expect(namedCharacter("A")).toBe("A(U+0041)");
});

test("the groups hold what they say, each character once, in its block", () => {
  const blocks: Record<string, [number, number]> = {
    "ext-a": [0x3400, 0x4dbf],
    "ext-b": [0x20000, 0x2a6df],
    "ext-cd": [0x2a700, 0x2b81f],
    "ext-ef": [0x2b820, 0x2ebe0],
    "ext-gh": [0x30000, 0x323af],
  };
  expect(new Set(CHARACTER_GROUPS.map(({ id }) => id)).size).toBe(CHARACTER_GROUPS.length);
  for (const { id, characters } of CHARACTER_GROUPS) {
    expect(new Set(characters).size).toBe(characters.length);
    const [low, high] = blocks[id] ?? [0, 0x10ffff];
    const outside = characters.filter((character) => {
      const code = character.codePointAt(0) ?? 0;
      return code < low || code > high;
    });
    expect([id, outside.map(namedCharacter)]).toEqual([id, []]);
  }
});

test("values are counted, most used first", () => {
  expect(tally(["b", "a", "b"])).toEqual([
    { value: "b", count: 2 },
    { value: "a", count: 1 },
  ]);
});

describe("a size in pixels", () => {
  const variables: Record<string, string> = { "--text-s": " 0.875rem", "--loop": "var(--loop)" };
  const page = { root: 16, variable: (name: string) => variables[name] ?? "" };
  test.each([
    ["14px", 14],
    ["1.25rem", 20],
    [".5rem", 8],
    ["var(--text-s)", 14],
    ["var(--gone)", null],
    ["var(--loop)", null],
    ["1.2em", null],
    ["inherit", null],
  ])("%s", (value, pixels) => {
    expect(sizeInPixels(value, page)).toBe(pixels);
  });
});

test("weights that are drawn alike are one face", () => {
  const facts = weightFacts([
    { weight: 400, ink: 100, picture: "a" },
    { weight: 500, ink: 100, picture: "a" },
    { weight: 700, ink: 150, picture: "b" },
  ]);
  expect(facts.map(({ value }) => value)).toEqual([
    "墨量是 400 的 100%",
    "与 400 一样，没有单独的字形",
    "墨量是 400 的 150%",
  ]);
  expect(weightFacts([{ weight: 400, ink: 0, picture: "" }])[0]?.state).toBe("bad");
});
