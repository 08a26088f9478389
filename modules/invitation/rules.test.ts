import { describe, expect, test } from "vitest";
import type { Invitation } from "#contract";
import { addressOf, draftOf, faultsOf, kindsFor, stateText, titleOf } from "./rules.ts";

const INVITATION: Invitation = {
  id: "1",
  code: "KM7QX-3PVDR",
  kind: "class",
  identity: "student",
  class: { id: "a", name: "三年级（2）班" },
  child: null,
  max_uses: 60,
  used: 12,
  state: "active",
  created_by: "林岚",
  created_at: "2026-11-20T08:00:00",
  expires_at: "2026-12-20T08:00:00",
};

test.each<[Partial<Invitation>, string]>([
  [{}, "三年级（2）班 · 学生"],
  [{ identity: "teacher" }, "三年级（2）班 · 教师"],
  [{ kind: "child", identity: "parent", child: { id: "b", name: "林小满" } }, "林小满 · 家长"],
  [{ kind: "staff", identity: "manager", class: null }, "全校 · 学校管理员"],
])("%j is called %s", (change, title) => {
  expect(titleOf({ ...INVITATION, ...change })).toBe(title);
});

test.each<[Partial<Invitation>, string]>([
  [{}, "已用 12 / 60，12月20日到期"],
  [{ state: "used", used: 60 }, "已用完，已用 60 / 60"],
  [{ state: "expired" }, "已过期，已用 12 / 60"],
  [{ state: "revoked" }, "已作废，已用 12 / 60"],
])("%j stands: %s", (change, text) => {
  expect(stateText({ ...INVITATION, ...change })).toBe(text);
});

test("the address is that of the page where the code is used", () => {
  expect(addressOf("https://gate.example.cn/platformEntry/", "student", "KM7QX-3PVDR")).toBe(
    "https://gate.example.cn/platformEntry/#/register/student/KM7QX-3PVDR",
  );
});

test.each([
  ["manager", ["class", "child", "staff"]],
  ["teacher", ["class", "child"]],
  ["student", []],
  [null, []],
] as const)("%s makes %j", (identity, kinds) => {
  expect(kindsFor(identity)).toEqual(kinds);
});

describe("a draft", () => {
  test.each([
    [draftOf("class", "a"), []],
    [draftOf("class", ""), ["place"]],
    [draftOf("child", "a"), ["place"]],
    [{ ...draftOf("child", "a"), child_id: "b" }, []],
    [draftOf("staff", ""), []],
    [{ ...draftOf("staff", ""), uses: "201" }, ["uses"]],
    [{ ...draftOf("staff", ""), uses: "0" }, ["uses"]],
    [{ ...draftOf("staff", ""), uses: "1.5" }, ["uses"]],
    [{ ...draftOf("staff", ""), uses: "" }, ["uses"]],
  ])("%j: %j", (draft, faults) => {
    expect(Object.keys(faultsOf(draft))).toEqual(faults);
  });
});
