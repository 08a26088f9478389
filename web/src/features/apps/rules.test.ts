import { expect, test } from "vitest";
import { APP_RULES, type ListedApp } from "#contract";
import { isSeen, matching, momentText, reasons, storedFor } from "./rules.ts";

const app = (id: string, failing: string[] = [], more: Partial<ListedApp> = {}) =>
  ({
    id,
    name: "作业",
    url: "https://h.example/",
    pinyin: "zuo ye",
    category_id: "study",
    launch: "ticket",
    district_id: null,
    shelf_state: "shelf",
    switched_off: false,
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
    shelf: "",
    switched: "",
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

test("a moment is told on the schools' clock", () => {
  expect(momentText("2026-09-01T20:05:00Z")).toBe("2026-09-02 04:05");
});
