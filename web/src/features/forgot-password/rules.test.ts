import { expect, test } from "vitest";
import { IDENTITIES } from "#contract";
import { askerFor, HELPERS } from "./rules.ts";

test.each([
  ["student", "student"],
  ["teacher", "teacher"],
  ["parent", "parent"],
  ["manager", "manager"],
  ["admin", "manager"],
  ["inner_admin", "manager"],
  ["nobody", "student"],
  [undefined, "student"],
])("RT-04: %s pre-selects %s", (identity, asker) => {
  expect(askerFor(identity)).toBe(asker);
});

test("a pupil is told of class teacher, manager and bound parent (SE-11)", () => {
  expect(HELPERS.student.map(({ who }) => who)).toEqual(["班主任", "学校管理员", "已绑定的家长"]);
});

test("everyone is told of someone", () => {
  for (const identity of IDENTITIES) expect(HELPERS[askerFor(identity)]).not.toEqual([]);
});
