import { describe, expect, test } from "vitest";
import type { App, Category } from "#contract";
import {
  badgeOf,
  greetingAt,
  firstTiles,
  isYoungPupil,
  pickApps,
  shelvesOf,
  topBarIdentities,
  visibleApps,
} from "./rules.ts";
import { withRecent } from "./note-opened.ts";

function app(id: string, more: Partial<App> = {}): App {
  return {
    id,
    category_id: "study",
    name: id,
    description: "",
    icon: "",
    icon_mono: "",
    launch: "link",
    url: "",
    opens_in: "tab",
    display_status: "display",
    roles: [],
    clients: [],
    sort: 0,
    badge: "",
    pinyin: "",
    ...more,
  };
}

const STUDY: Category = { id: "study", name: "学习", sort: 20 };
const TEACH: Category = { id: "teach", name: "教学", sort: 10 };

describe("what is on the shelves", () => {
  test.each([
    ["an app for everyone", app("a"), ["teacher"], true],
    ["a hidden app (AP-02)", app("a", { display_status: "not_display" }), ["teacher"], false],
    ["an app for another role (AP-06)", app("a", { roles: ["student"] }), ["teacher"], false],
    ["an app for one of my roles", app("a", { roles: ["student", "teacher"] }), ["teacher"], true],
    ["an app for head-teachers", app("a", { roles: ["head-teacher"] }), ["teacher"], false],
    ["the same, for one", app("a", { roles: ["head-teacher"] }), ["teacher", "head-teacher"], true],
  ])("%s", (_what, one, roles, shown) => {
    expect(visibleApps([one], roles)).toEqual(shown ? [one] : []);
  });

  test("a category without a visible app is dropped and the first that remains comes first (AP-02)", () => {
    const apps = visibleApps(
      [
        app("a", { sort: 2 }),
        app("b", { sort: 1 }),
        app("c", { category_id: "teach", display_status: "not_display" }),
      ],
      [],
    );
    const shelves = shelvesOf([STUDY, TEACH], apps);
    expect(shelves.map((shelf) => shelf.category.id)).toEqual(["study"]);
    expect(shelves[0]?.apps.map((one) => one.id)).toEqual(["b", "a"]);
  });

  test("categories stand in their own order", () => {
    const apps = [app("a"), app("b", { category_id: "teach" })];
    expect(shelvesOf([STUDY, TEACH], apps).map((shelf) => shelf.category.id)).toEqual([
      "teach",
      "study",
    ]);
  });

  test.each([
    [
      [3, 4],
      [3, 4],
    ],
    [
      [99, 4, 5],
      [99, 1, 0],
    ],
    [
      [500, 500],
      [100, 0],
    ],
  ])("of shelves with %j apps, %j are drawn at first", (counts, drawn) => {
    const shelves = counts.map((count, index) => ({
      category: { id: String(index), name: "", sort: 0 },
      apps: Array.from({ length: count }, (_, place) => app(String(place))),
    }));
    expect(firstTiles(shelves)).toEqual(drawn);
  });

  test("picked apps keep the person's order and skip those that are gone", () => {
    expect(pickApps(["b", "gone", "a"], [app("a"), app("b")]).map((one) => one.id)).toEqual([
      "b",
      "a",
    ]);
  });
});

test("an opened app becomes the newest of the recent ones, once", () => {
  expect(withRecent(["a", "b", "c"], "b")).toEqual(["b", "a", "c"]);
  const many = Array.from({ length: 10 }, (_, index) => String(index));
  expect(withRecent(many, "new")).toHaveLength(10);
});

test.each([
  [0, "晚上好"],
  [4, "晚上好"],
  [5, "早上好"],
  [8, "早上好"],
  [9, "上午好"],
  [11, "上午好"],
  [12, "下午好"],
  [17, "下午好"],
  [18, "晚上好"],
  [23, "晚上好"],
])("at %i the greeting is %s", (hour, words) => {
  expect(greetingAt(hour)).toBe(words);
});

test.each([
  ["student", "1", true],
  ["student", "3", true],
  ["student", "4", false],
  ["student", "10", false],
  ["student", "", false],
  ["parent", "1", false],
] as const)("a %s of grade %s is a young pupil: %s", (identity, grade_id, young) => {
  const classes = [{ id: "c", name: "班", grade_id, stage_id: "primary" }];
  expect(isYoungPupil({ identity, classes })).toBe(young);
});

test.each([
  [["teacher"], []],
  [["teacher", "parent"], []],
  [["parent"], []],
  [
    ["manager", "teacher"],
    ["manager", "teacher"],
  ],
  [
    ["manager", "teacher", "parent"],
    ["manager", "teacher"],
  ],
] as const)("of %j the top bar offers %j (ID-04)", (held, offered) => {
  expect(topBarIdentities(held)).toEqual(offered);
});

test.each([
  ["", null],
  ["0", null],
  ["dot", { text: "", spoken: "有新内容" }],
  ["3", { text: "3", spoken: "3 条新内容" }],
  ["120", { text: "99+", spoken: "120 条新内容" }],
])("badge %j", (badge, shown) => {
  expect(badgeOf(badge)).toEqual(shown);
});
