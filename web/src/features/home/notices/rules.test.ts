import { expect, test } from "vitest";
import { erasureText, mayShowNotices } from "./rules.ts";

test.each([
  ["somebody on home", "/home/index", "t", null, true],
  ["somebody who was told at this sign-in", "/home", "t", "t", false],
  ["somebody who was told at another one", "/home", "t", "s", true],
  ["somebody in a module", "/module/profile", "t", null, false],
  ["nobody", "/home", null, null, false],
])("%s", (_name, path, token, shownFor, expected) => {
  expect(mayShowNotices({ path, token, shownFor })).toBe(expected);
});

test.each([
  [true, "您申请了删除林小满的账号和数据，12月5日之后执行，在那之前可以撤回。"],
  [false, "另一位家长申请了删除林小满的账号和数据，12月5日之后执行，在那之前可以撤回。"],
])("an erasure says by whose wish: own %s", (is_own, text) => {
  const due_at = "2026-12-05T04:00:00.000Z";
  expect(erasureText({ id: "c", name: "林小满", due_at, is_own })).toBe(text);
});
