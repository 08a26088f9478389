import { expect, test } from "vitest";
import { GRADES, type AppDraft } from "#contract";
import { audienceText, audienceWords } from "./audience-text.ts";

const NAMES = new Map([
  ["a", "启明小学"],
  ["b", "启明中学"],
  ["c", "旧城小学"],
  ["d", "新城小学"],
  ["31", "启明小学 三年级（1）班"],
  ["u", "林＊＊（linxiaoman）"],
]);
const BUT_FIRST = GRADES.flatMap(({ id }) => (id === "1" ? [] : id));

test.each<[AppDraft, string]>([
  [{}, "所有人看得见。"],
  [{ roles: ["student", "parent"] }, "学生、家长看得见。"],
  [{ roles: ["teacher"], school_ids: ["a", "b"] }, "启明小学、启明中学的教师看得见。"],
  [{ school_ids: ["a", "b", "c", "d"] }, "启明小学、启明中学等 4 所学校的所有人看得见。"],
  [
    { roles: ["student"], school_ids: ["a"], stage_ids: ["primary"], grade_ids: ["3", "4"] },
    "启明小学，小学的三年级、四年级的学生看得见。",
  ],
  [{ grade_ids: BUT_FIRST }, "一年级以外的年级的所有人看得见。"],
  [{ class_ids: ["31"], clients: ["pc"] }, "启明小学 三年级（1）班的所有人在电脑客户端里看得见。"],
  [
    { open_at: "2026-09-01T00:00:00Z", close_at: "2026-10-01T09:30:00Z" },
    "所有人看得见（2026-09-01 08:00 起，2026-10-01 17:30 止）。",
  ],
  [
    { allow_school_ids: ["a"], deny_identities: ["head-teacher"], deny_user_ids: ["u"] },
    "所有人看得见，但只限启明小学，班主任、林＊＊（linxiaoman）除外。",
  ],
  [{ shelf_state: "asked", roles: ["student"] }, "现在谁也看不见。上架以后，学生看得见。"],
  [
    { shelf_state: "piloted", pilot_class_ids: ["31"] },
    "现在只有试用的 1 个班级看得见。上架以后，所有人看得见。",
  ],
])("the audience of %j in words", (draft, text) => {
  expect(audienceText(draft, NAMES)).toBe(text);
});

test("a condition that limits nothing has no words", () => {
  expect(Object.values(audienceWords({}, NAMES)).join("")).toBe("");
});

test.each<[AppDraft["shelf_state"], AppDraft["shelf_state"], string]>([
  ["asked", "asked", "现在谁也看不见。上架以后，所有人看得见。"],
  ["shelf", "checked", "保存以后谁也看不见。上架以后，所有人看得见。"],
  ["shelf", "piloted", "保存以后谁也看不见。上架以后，所有人看得见。"],
])(
  "an app that is %s and is to be %s says what holds once it is saved",
  (from, shelf_state, text) => {
    expect(audienceText({ shelf_state }, NAMES, from)).toBe(text);
  },
);
