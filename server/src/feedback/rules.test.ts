import { describe, expect, test } from "vitest";
import type { Membership } from "../session/acting.ts";
import { asksAbove, answersFor, answersForAny, sideOf } from "./policy.ts";
import { oneLine, plainText, previewOf } from "./rules.ts";

test.each([
  ["  你好\r\n世界  ", "你好\n世界"],
  ["<b onclick=x>粗</b>", "<b onclick=x>粗</b>"],
  ["a\u0000b\u0007c", "abc"],
  ["\u202E倒着写\u202C", "倒着写"],
  ["看\u200B不见", "看不见"],
  ["👩‍👧 好", "👩‍👧 好"],
  ["一\n\n\n\n\n\n二", "一\n\n\n二"],
  ["行尾空格   \n下一行", "行尾空格\n下一行"],
  ["a\u2028b", "a\nb"],
  ["\u200B \u0000\n", ""],
])("%j is kept as %j", (given, kept) => {
  expect(plainText(given)).toBe(kept);
});

test("a title is one line, a preview short", () => {
  expect(oneLine(" 一\n二\t三 ")).toBe("一 二 三");
  expect(previewOf("短")).toBe("短");
  expect(previewOf("长".repeat(100))).toBe(`${"长".repeat(80)}…`);
});

describe("who is on which side", () => {
  const school = (id: string): Membership => ({
    id,
    name: id,
    logo: null,
    kind: "school",
    identity: "manager",
    is_abled: true,
    headed_classes: [],
  });
  const own = { user_id: "u", assigned_school_id: "a" };
  const foreign = { user_id: "x", assigned_school_id: "a" };
  test.each([
    ["u", "parent", "b", own, "person"],
    ["u", "manager", "a", own, "person"],
    ["u", "manager", "a", foreign, "staff"],
    ["u", "admin", "a", foreign, "staff"],
    ["u", "inner_admin", "a", foreign, "staff"],
    ["u", "manager", "b", foreign, undefined],
    ["u", "teacher", "a", foreign, undefined],
    ["u", "parent", "a", foreign, undefined],
    ["u", "student", "a", foreign, undefined],
  ] as const)("%s as %s of %s in %j: %s", (user_id, identity, id, thread, side) => {
    expect(sideOf({ user_id, identity, school: school(id) }, thread)).toBe(side);
  });

  test("a person answers for the schools of enabled memberships", () => {
    expect(answersFor({ identity: "teacher", school: school("a") })).toBeUndefined();
    const held = [
      school("a"),
      { ...school("b"), is_abled: false },
      { ...school("c"), identity: "teacher" as const },
      { ...school("d"), identity: "admin" as const },
    ];
    expect(answersForAny(held)).toEqual(["a", "d"]);
    expect([asksAbove("manager"), asksAbove("parent")]).toEqual([true, false]);
  });
});
