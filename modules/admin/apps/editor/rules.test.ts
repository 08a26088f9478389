import { describe, expect, test } from "vitest";
import { GRADES, leftOutOf, launchText, type SettingField } from "#contract";
import { faultsOf, faultyStep, gradesOf } from "./rules.ts";
import { settingsDraft, settingsOf } from "./settings.ts";

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

const SOME = ["1", "9"];
const OTHERS = GRADES.flatMap(({ id }) => (SOME.includes(id) ? [] : id));
test.each([
  ["only", SOME, SOME],
  ["only", [], []],
  ["except", SOME, OTHERS],
  ["except", [], []],
] as const)("of the grades %s %j are for %j", (side, ticked, seen) => {
  expect(gradesOf(side, ticked)).toEqual(seen);
});

test("an entry for nearly all grades is shown by those that it leaves out", () => {
  expect(leftOutOf(GRADES, OTHERS)).toEqual(SOME);
  expect([leftOutOf(GRADES, SOME), leftOutOf(GRADES, [])]).toEqual([undefined, undefined]);
});

describe("a refused save", () => {
  const refused = (code: number, data: unknown = null) => ({ code, data });
  test.each([
    [new Error("offline"), { fields: {}, form: "错" }],
    [refused(40005), { fields: {}, form: "错" }],
    [refused(40900), { fields: {}, form: "这个应用刚刚被别人改过。", isStale: true }],
    [
      refused(40001, { errors: [{ path: "url", message: "地址不对。" }] }),
      { fields: { url: "地址不对。" }, form: "请检查标出的内容。" },
    ],
    [
      refused(40001, { errors: [{ path: "settings.redirect_uris", message: "无法使用。" }] }),
      { fields: { "settings.redirect_uris": "无法使用。" }, form: "请检查标出的内容。" },
    ],
    [
      refused(40001, { errors: [{ path: "sort", message: "太大。" }] }),
      { fields: {}, form: "请检查标出的内容。太大。" },
    ],
  ])("%s", (error, expected) => {
    expect(faultsOf(error, "错", ["url", "settings.redirect_uris"])).toEqual(expected);
  });
});

const NO_VALUES = { values: {} };
const field = (name: string, is: SettingField["is"]): SettingField => ({
  ...{ launch: "lti", name, is, label: name, hint: "", options: [] },
});
const FIELDS = [
  field("login_initiation_url", "address"),
  field("redirect_uris", "addresses"),
  field("names_and_roles", "flag"),
];
test.each([
  ["", {}],
  ['{"custom": {"a": "1"}}', { custom: { a: "1" } }],
  ["[1]", undefined],
  ["null", undefined],
  ["{", undefined],
])("the further settings %j", (rest, read) => {
  expect(settingsOf("lti", { ...NO_VALUES, rest }, FIELDS)).toEqual(read);
});

test("settings are filled in line by line, and those without a field are kept", () => {
  const kept = {
    redirect_uris: ["https://a.example/1", "https://a.example/2"],
    login_initiation_url: "https://a.example/in",
    names_and_roles: true,
    custom: { room: "1" },
  };
  const draft = settingsDraft(kept, FIELDS);
  expect(draft.values["redirect_uris"]).toBe("https://a.example/1\nhttps://a.example/2");
  expect(settingsOf("lti", draft, FIELDS)).toEqual(kept);
  const values = { ...draft.values, redirect_uris: " https://a.example/2 \n\nhttps://a.example/2" };
  const emptied = { ...values, names_and_roles: false, login_initiation_url: " " };
  expect(settingsOf("lti", { values: emptied, rest: "" }, FIELDS)).toEqual({
    redirect_uris: ["https://a.example/2"],
  });
  // those of another kind do not go along
  expect(settingsOf("cas", draft, FIELDS)).toEqual({});
  expect(settingsOf("ticket", draft, FIELDS)).toEqual({});
});

test("a fault of a setting is one of the step with the settings", () => {
  expect(faultyStep({ fields: { "settings.jwks_uri": "x" } })).toBe("access");
});
