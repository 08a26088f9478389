import { expect, test } from "vitest";
import { BUNDLES, type Identity, type Right } from "#contract";
import { ADMIN_TASKS, OWN_TASKS, tasksFor } from "./tasks.ts";
import { buildSearchIndex, searchApps } from "./search.ts";

interface Who {
  rights?: readonly Right[];
  identity?: Identity;
  urls?: readonly string[];
}

function find(query: string, { rights = [], identity = "teacher", urls = [] }: Who) {
  const tasks = tasksFor({ identity, urls, rights });
  return searchApps(buildSearchIndex(tasks), query).map(({ app }) => app.name);
}
const MANAGER: Who = { identity: "manager", rights: BUNDLES.school.rights };
const AUDITOR: Who = { identity: "manager", rights: BUNDLES.auditor.rights };

test.each([
  ["重置密码", "重置密码"],
  ["忘记密码", "重置密码"],
  ["czmm", "重置密码"],
  ["合并账号", "疑似重复的账号"],
  ["换班", "调班"],
  ["撤销", "撤销变更"],
])("“%s” finds the task %s", (query, name) => {
  expect(find(query, MANAGER)[0]).toBe(name);
});

test("only tasks that one may do are found", () => {
  expect(find("重置密码", AUDITOR)).toEqual([]);
  expect(find("审计", AUDITOR)).toEqual(["审计记录"]);
  expect(find("审计", {})).toEqual([]);
});

test("everybody finds what is their own to do (SF-02)", () => {
  const parent: Who = { identity: "parent" };
  const pupil: Who = { identity: "student" };
  expect(find("护眼", parent)).toEqual(["孩子的护眼规则"]);
  expect(find("密码", parent)).toEqual(expect.arrayContaining(["修改密码", "重置孩子的密码"]));
  expect(find("重置密码", parent)).toEqual(["重置孩子的密码"]);
  expect(find("重置密码", pupil)).toEqual([]);
  expect(find("护眼", pupil)).toEqual(["护眼设置"]);
  expect(find("护眼", {})).toEqual([]);
  for (const who of [parent, pupil, {}, MANAGER]) {
    expect(find("xiugaimima", who)).toContain("修改密码");
    expect(find("主题", who)).toEqual(["更换图标颜色"]);
  }
});

test("a tile's task is found by who has the tile", () => {
  const urls = ["/module/class-roster"];
  expect(find("重置密码", { urls })).toEqual(["重置学生密码"]);
  expect(find("重置密码", {})).toEqual([]);
});

test("each name has a syllable for each character", () => {
  for (const { name, pinyin } of [...ADMIN_TASKS, ...OWN_TASKS]) {
    expect(pinyin.split(" "), name).toHaveLength([...name].length);
  }
});
