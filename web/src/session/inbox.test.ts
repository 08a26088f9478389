import { expect, test } from "vitest";
import { bellOf } from "./inbox.ts";

test.each([
  [0, 0, 0, "消息"],
  [3, 0, 3, "消息，3 条未读"],
  [0, 2, 2, "消息，2 件待办"],
  [1, 2, 3, "消息，3 件，1 条未读，2 件待办"],
])("%i unread, %i tasks: %i at the bell, %s", (unread, tasks, count, label) => {
  expect(bellOf({ unread, tasks })).toEqual({ count, label });
});
