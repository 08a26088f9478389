import { expect, test } from "vitest";
import type { Identity, School } from "#contract";
import { explain, otherIdentities } from "./rules.ts";

const school = (identity: Identity, is_abled = false): School => ({
  id: `s-${identity}`,
  name: "旧城小学",
  logo: null,
  is_abled,
  identity,
});

test.each([
  [null, [], "还没有加入学校", "学生请告诉班主任，教师和家长请联系学校管理员。"],
  ["teacher", [school("teacher")], "暂时没有可用的学校", "请联系本校的学校管理员。"],
  ["student", [school("student")], "暂时没有可用的学校", "请告诉班主任，或让爸爸妈妈联系学校。"],
] as const)("%s with %j: %s", (identity, schools, title, ask) => {
  const said = explain(identity, schools);
  expect(said.title).toBe(title);
  expect(said.ask).toMatch(new RegExp(`^${ask}`));
});

test.each(["student", "parent", "teacher", "manager"] as const)(
  "a disabled school keeps its administrators out as well: %s reads who can help then",
  (identity) => {
    expect(explain(identity, [school(identity)]).ask).toMatch(/区域.*平台.*管理员/);
  },
);

test("a platform administrator is not sent to themselves", () => {
  expect(explain("inner_admin", [school("inner_admin")]).ask).toContain("另一位平台管理员");
});

test("an identity that could be used is pointed out", () => {
  const { reason } = explain("teacher", [school("teacher"), school("parent", true)]);
  expect(reason).toContain("切换到其他身份");
});

test("other identities come once each, without the current", () => {
  const schools = [school("teacher"), school("parent"), school("parent")];
  expect(otherIdentities("teacher", schools)).toEqual(["parent"]);
  expect(otherIdentities(null, schools)).toEqual(["teacher", "parent"]);
});
