import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newFeature } from "./new-feature.ts";

const ROOT = new URL("../", import.meta.url).pathname;
const LISTS = [
  "contract/src/index.ts",
  "contract/examples/index.ts",
  "server/src/database/tables.ts",
  "server/src/privacy/tables.ts",
  "server/src/app.ts",
  "web/src/app/guard.ts",
  "web/src/app/further-routes.ts",
  "e2e/screens/screens.ts",
];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "schoolgate-new-"));
  for (const file of [...LISTS, "server/migrations"]) {
    cpSync(join(ROOT, file), join(root, file), { recursive: true });
  }
});
afterEach(() => rmSync(root, { recursive: true }));

const read = (file: string) => readFileSync(join(root, file), "utf8");

test("a feature gets its files, and its lines in every list of today's project", () => {
  const { written, changed } = newFeature(root, "class-notice", "班级通知");
  expect(changed.toSorted()).toEqual(LISTS.toSorted());
  for (const file of written) expect(read(file)).toMatch(/[cC]lass_?-?[nN]otice/);
  expect(written.filter((file) => file.startsWith("server/migrations/"))).toHaveLength(1);
  for (const file of changed) {
    const added = read(file).length - readFileSync(join(ROOT, file), "utf8").length;
    expect(added, file).toBeGreaterThan(10);
  }
  expect(read("web/src/app/further-routes.ts")).toContain('title: "班级通知"');
  expect(read("contract/examples/index.ts")).toContain('"class-notice": "班级通知",');
});

test("a list that lost its place for new lines is named, and nothing is written", () => {
  writeFileSync(join(root, "server/src/app.ts"), "export {};\n");
  const before = LISTS.map(read);
  expect(() => newFeature(root, "notice", "通知")).toThrow(/^server\/src\/app\.ts 里没有/);
  expect(LISTS.map(read)).toEqual(before);
  expect(existsSync(join(root, "contract/src/notice.ts"))).toBe(false);
});

test.each([
  ["Notice", "通知", "不能作功能名"],
  ["../notice", "通知", "不能作功能名"],
  ["notice", "", "中文名"],
  ["feedback", "反馈", "已经有 contract/src/feedback.ts"],
])("%s %s is refused", (word, chinese, why) => {
  cpSync(join(ROOT, "contract/src/feedback.ts"), join(root, "contract/src/feedback.ts"));
  expect(() => newFeature(root, word, chinese)).toThrow(why);
});
