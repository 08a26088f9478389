import { expect, test } from "vitest";
import { BUNDLES } from "#contract";
import { ADMIN_TASKS, tasksFor } from "./admin-tasks.ts";
import { buildSearchIndex, searchApps } from "./search.ts";

const find = (query: string, rights = BUNDLES.school.rights) =>
  searchApps(buildSearchIndex(tasksFor(rights)), query).map(({ app }) => app.name);

test.each([
  ["重置密码", "重置密码"],
  ["忘记密码", "重置密码"],
  ["czmm", "重置密码"],
  ["合并账号", "疑似重复的账号"],
  ["换班", "调班"],
  ["撤销", "撤销变更"],
])("“%s” finds the task %s", (query, name) => {
  expect(find(query)[0]).toBe(name);
});

test("only tasks that one may do are found", () => {
  expect(find("重置密码", BUNDLES.auditor.rights)).toEqual([]);
  expect(find("审计", BUNDLES.auditor.rights)).toEqual(["审计记录"]);
  expect(tasksFor([])).toEqual([]);
});

test("each name has a syllable for each character", () => {
  for (const { name, pinyin } of ADMIN_TASKS) {
    expect(pinyin.split(" "), name).toHaveLength([...name].length);
  }
});
