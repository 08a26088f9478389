import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { chineseOf, differences, ENGLISH_ONLY, TRANSLATED } from "./editions.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

test.each(TRANSLATED)("%s and its Chinese edition are in step", (page) => {
  expect(differences(ROOT, page)).toEqual([]);
});

test("every page of docs/ has a Chinese edition, or is in the list of those that need none", () => {
  const pages = globSync(["docs/*.md", "README.md", "deploy/README.md"], { cwd: ROOT });
  const listed = [...TRANSLATED, ...ENGLISH_ONLY];
  expect(pages.filter((page) => !listed.includes(page))).toEqual([]);
  expect(listed.filter((page) => !pages.includes(page))).toEqual([]);
});

test("no Chinese edition is left over", () => {
  const editions = globSync(["docs/zh/*.md", "{,deploy/}*.zh-CN.md"], { cwd: ROOT });
  expect(editions.filter((page) => !TRANSLATED.map(chineseOf).includes(page))).toEqual([]);
});

describe("a difference is told in a sentence", () => {
  const ENGLISH = [
    "# Codes",
    "[中文](zh/codes.md)",
    "Set `SMTP_URL`, see [it](https://a.example).",
    "## Use",
    "「验证码登录」",
    "```sh",
    "npm run admin -- outbox   # read it out",
    "```",
    "| a | b |",
  ];
  const CHINESE = [
    "# 验证码",
    "[English](../codes.md)",
    "设置 `SMTP_URL`，见[它](https://a.example)。",
    "## 使用",
    "「验证码登录」",
    "```sh",
    "npm run admin -- outbox   # 念给本人",
    "```",
    "| 甲 | 乙 |",
  ];
  const found = (english: readonly string[], chinese: readonly string[]) =>
    differences(join(ROOT, "none"), "docs/codes.md", (path) =>
      (path === "docs/codes.md" ? english : chinese).join("\n"),
    );
  const without = (line: number, instead: string) => CHINESE.with(line, instead);
  const USE = "docs/zh/codes.md, “使用” (“Use”)";

  test.each([
    [CHINESE.toSpliced(1, 1), "docs/zh/codes.md does not begin with a link to docs/codes.md."],
    [
      without(3, "### 使用"),
      "docs/zh/codes.md has the heading “使用” where docs/codes.md has “Use”.",
    ],
    [
      [...CHINESE, "## 更多"],
      "docs/zh/codes.md has 3 headings, docs/codes.md has 2: “更多” is more.",
    ],
    [
      CHINESE.slice(0, 3),
      "docs/zh/codes.md has the heading “nothing” where docs/codes.md has “Use”.",
    ],
    [without(2, "见[它](https://a.example)。"), "“Codes”) lacks the code SMTP_URL"],
    [without(2, "设置 `SMTP_URL`。"), "“Codes”) lacks the link"],
    [
      without(6, "npm run admin -- erasures"),
      `${USE} lacks the line of code npm run admin -- outbox`,
    ],
    [
      without(6, "npm run admin -- erasures"),
      `${USE} has the line of code npm run admin -- erasures`,
    ],
    [without(4, ""), `${USE} lacks the words 「验证码登录」`],
    [without(8, ""), `${USE} has 0 rows of tables, the English edition 1`],
  ])("%#", (chinese, sentence) => {
    expect(found(ENGLISH, chinese).join("\n")).toContain(sentence);
  });

  test("comments in code may be in another language", () => {
    expect(found(ENGLISH, CHINESE).join("\n")).not.toContain("line of code");
  });
});
