import { describe, expect, test } from "vitest";
import { APP_RULES, type ListedApp } from "#contract";
import { ApiError, NetworkError } from "../../api/failures.ts";
import {
  faultsOf,
  fromLocalInput,
  isSeen,
  launchText,
  localInput,
  matching,
  readSettings,
  reasons,
  storedFor,
} from "./rules.ts";

const app = (id: string, failing: string[] = [], more: Partial<ListedApp> = {}) =>
  ({
    id,
    name: "作业",
    url: "https://h.example/",
    pinyin: "zuo ye",
    category_id: "study",
    launch: "ticket",
    district_id: null,
    roles: [],
    clients: [],
    stage_ids: [],
    grade_ids: [],
    schools: 0,
    classes: 0,
    allowed: 0,
    denied: 0,
    open_at: null,
    close_at: null,
    rules: APP_RULES.map((rule) => ({ rule, passes: !failing.includes(rule) })),
    ...more,
  }) as ListedApp;
const CATEGORIES = new Map([["study", "学习"]]);

test("an app is seen when every rule passes, and else the reasons are named", () => {
  expect(isSeen(app("a"))).toBe(true);
  expect(isSeen(app("b", ["roles"]))).toBe(false);
  expect(reasons(app("b", ["roles", "deny"]))).toEqual(["身份", "拒绝名单"]);
});

test.each([
  ["", "all", ["a", "b"]],
  ["", "seen", ["a"]],
  ["", "hidden", ["b"]],
  ["zuoye", "all", ["a", "b"]],
  ["学习 作业", "all", ["a", "b"]],
  ["票据", "all", ["a", "b"]],
  ["H.EXAMPLE", "seen", ["a"]],
  ["没有", "all", []],
  ["作业 没有", "all", []],
] as const)("the words “%s”, %s", (words, shown, ids) => {
  const apps = [app("a"), app("b", ["deny"])];
  expect(matching(apps, CATEGORIES, words, shown).map(({ id }) => id)).toEqual(ids);
});

test("what is stored for a rule is told in words", () => {
  const whole = app("a", [], {
    roles: ["teacher", "head-teacher"],
    stage_ids: ["primary"],
    grade_ids: ["3"],
    denied: 2,
    schools: 1,
    clients: ["pc"],
  });
  const stored = Object.fromEntries(APP_RULES.map((rule) => [rule, storedFor(whole, rule)]));
  expect(stored).toEqual({
    district: "",
    dates: "",
    roles: "教师、班主任",
    clients: "电脑客户端",
    schools: "1 所学校",
    stages: "小学",
    grades: "三年级",
    classes: "",
    allow: "",
    deny: "2 项",
  });
});

test("a moment goes into the form and comes back the same", () => {
  const iso = "2026-09-01T00:30:00.000Z";
  expect(fromLocalInput(localInput(iso))).toBe(iso);
  expect([localInput(null), localInput(""), fromLocalInput("")]).toEqual(["", "", ""]);
});

test("a launch is told without what is secret of it", () => {
  const text = launchText({
    method: "GET",
    url: "https://a.example/in?ticket=secret-of-it",
    expires_in: 60,
  });
  expect(text).toBe("可以打开：GET https://a.example/in，带有 ticket，60 秒内有效");
  const posted = launchText({
    method: "POST",
    url: "https://a.example/in",
    fields: { login_hint: "secret-of-it" },
    expires_in: 60,
  });
  expect(posted).toContain("login_hint");
  expect(posted).not.toContain("secret");
});

describe("a refused save", () => {
  const refused = (code: number, data: unknown = null) => new ApiError(code, "错", data, 400);
  test.each([
    [new NetworkError(), { fields: {}, form: "网络连接失败，请检查网络后重试" }],
    [refused(40005), { fields: {}, form: "错" }],
    [refused(40900), { fields: {}, form: "这个应用刚刚被别人改过。", isStale: true }],
    [
      refused(40001, { errors: [{ path: "url", message: "地址不对。" }] }),
      { fields: { url: "地址不对。" }, form: "请检查标出的内容。" },
    ],
    [
      refused(40001, { errors: [{ path: "settings.redirect_uris", message: "无法使用。" }] }),
      { fields: { settings: "无法使用。" }, form: "请检查标出的内容。" },
    ],
    [
      refused(40001, { errors: [{ path: "sort", message: "太大。" }] }),
      { fields: {}, form: "请检查标出的内容。太大。" },
    ],
  ])("%s", (error, expected) => {
    expect(faultsOf(error, ["url", "settings"])).toEqual(expected);
  });
});

test.each([
  ["", {}],
  ['{"a": 1}', { a: 1 }],
  ["[1]", undefined],
  ["null", undefined],
  ["{", undefined],
])("the settings %j", (text, read) => {
  expect(readSettings(text)).toEqual(read);
});
