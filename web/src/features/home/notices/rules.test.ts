import { expect, test } from "vitest";
import type { Identity } from "#contract";
import { erasureText, mayShowNotices } from "./rules.ts";

const TEACHER = [{ type: "teacher" as Identity }];
const PUPIL = [{ type: "student" as Identity }];
const PARENT = [{ type: "teacher" as Identity }, { type: "parent" as Identity }];

test.each([
  ["a parent on home", "/home/index", "t", PARENT, null, true],
  ["a parent who was told at this sign-in", "/home", "t", PARENT, "t", false],
  ["a parent who was told at another one", "/home", "t", PARENT, "s", true],
  ["a parent in a module", "/module/profile", "t", PARENT, null, false],
  ["a teacher on home", "/home", "t", TEACHER, null, true],
  ["a pupil on home", "/home", "t", PUPIL, null, false],
  ["nobody", "/home", null, PARENT, null, false],
])("%s", (_name, path, token, identities, shownFor, expected) => {
  expect(mayShowNotices({ path, token, identities, shownFor })).toBe(expected);
});

test.each([
  [true, "你申请了删除林小满的账号和数据，12月5日之后执行，在那之前可以撤回。"],
  [false, "另一位家长申请了删除林小满的账号和数据，12月5日之后执行，在那之前可以撤回。"],
])("an erasure says by whose wish: own %s", (is_own, text) => {
  const due_at = "2026-12-05T04:00:00.000Z";
  expect(erasureText({ id: "c", name: "林小满", due_at, is_own })).toBe(text);
});
