import { describe, expect, test } from "vitest";
import type { SharedData } from "../../../session/shared-data.ts";
import { budget, readMessage, sharedParts } from "./messages.ts";
import { isSharedPart } from "./part-names.ts";

const SHARED = {
  user: {
    id: "u-1",
    name: "林岚",
    account: "linlan",
    mobile: "138****0000",
    email: "l***@example.cn",
    school: { id: "s-1", name: "启明小学", logo: null, is_abled: true, identity: "teacher" },
    classes: [{ id: "c-1", name: "三（2）班", grade_id: "3", stage_id: "primary" }],
    subjects: [{ id: "chinese", name: "语文" }],
    children: [{ id: "u-2", name: "林小满" }],
  },
  userId: "u-1",
  identity: "teacher",
  app: { id: "weather", name: "天气", url: "https://w.example/" },
  tagRelations: null,
} as unknown as SharedData;

describe("what is shared", () => {
  test("is what the words name, and nothing besides", () => {
    expect(sharedParts(SHARED, [])).toEqual({});
    expect(sharedParts(SHARED, ["identity", "user.name", "user.school", "user.classes"])).toEqual({
      identity: "teacher",
      "user.name": "林岚",
      "user.school": { id: "s-1", name: "启明小学" },
      "user.classes": [{ id: "c-1", name: "三（2）班" }],
    });
    const all = ["user.subjects", "app", "tagRelations"] as const;
    expect(sharedParts(SHARED, all)).toEqual({
      "user.subjects": [{ id: "chinese", name: "语文" }],
      app: { id: "weather", name: "天气" },
      tagRelations: null,
    });
  });

  test.each([
    ["user.name", true],
    ["identity", true],
    ["user", false],
    ["user.mobile", false],
    ["user.account", false],
    ["user.children", false],
    ["userId", false],
    ["token", false],
    ["toString", false],
    ["__proto__", false],
    [1, false],
  ])("%s is a part: %s", (word, is) => {
    expect(isSharedPart(word)).toBe(is);
  });
});

describe("what a framed module says", () => {
  test.each([
    [{ type: "ready", version: 1 }, { type: "ready" }],
    [{ type: "ready", version: 2 }, null],
    [{ type: "ready" }, null],
    [{ type: "unmounted" }, { type: "unmounted" }],
    [
      { type: "navigate", path: "/home" },
      { type: "navigate", path: "/home" },
    ],
    [{ type: "navigate", path: "//evil.example" }, null],
    [{ type: "navigate", path: "/\\evil.example" }, null],
    [{ type: "navigate", path: "https://evil.example" }, null],
    [{ type: "navigate", path: "javascript:alert(1)" }, null],
    [{ type: "navigate", path: `/${"a".repeat(300)}` }, null],
    [
      { type: "title", text: "天气", more: 1 },
      { type: "title", text: "天气" },
    ],
    [{ type: "title", text: "长".repeat(61) }, null],
    [{ type: "title", text: { toString: "x" } }, null],
    [
      { type: "height", pixels: 320.2 },
      { type: "height", pixels: 321 },
    ],
    [{ type: "height", pixels: Number.NaN }, null],
    [{ type: "height", pixels: Number.POSITIVE_INFINITY }, null],
    [{ type: "height", pixels: -1 }, null],
    [{ type: "height", pixels: "320" }, null],
    [
      { type: "toast", text: "好了", tone: "success" },
      { type: "toast", text: "好了", tone: "success" },
    ],
    [
      { type: "toast", text: "好了", tone: "loud" },
      { type: "toast", text: "好了", tone: "plain" },
    ],
    [{ type: "toast", text: "" }, null],
    [
      { type: "report", event: "no-forecast", text: "503" },
      { type: "report", event: "no-forecast", text: "503" },
    ],
    [{ type: "report", event: "No Forecast" }, null],
    [
      { type: "fail", text: 1 },
      { type: "fail", text: "" },
    ],
    [{ type: "token" }, null],
    [{ type: "__proto__" }, null],
    [null, null],
    ["ready", null],
    [[], null],
  ])("%j is read as %j", (said, read) => {
    expect(readMessage(said)).toEqual(read);
  });
});

test("a budget lets so many through in a stretch of time", () => {
  const may = budget(2, 1000);
  expect([0, 1, 2, 999, 1000, 1001, 1002].map((now) => may(now))).toEqual([
    true,
    true,
    false,
    false,
    true,
    true,
    false,
  ]);
});
