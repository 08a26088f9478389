import { describe, expect, test } from "vitest";
import {
  editUser,
  login,
  readAgreement,
  readApps,
  readFeedbackUnread,
  readTagRelations,
  readUpdateInfo,
  readUserDetail,
  saveQuickApps,
  saveSetting,
  searchContent,
  type Call,
} from "#contract";
import { readFromAnyServer } from "./any-server.ts";
import { ApiError } from "./failures.ts";
import { readAs, type Shape } from "./read-as.ts";

const nothingAsked = () => expect.fail("asked for more");
const read = ({ path }: Call, data: unknown, input = {}) =>
  readFromAnyServer(path, input, data, nothingAsked);
const SCHOOL = { name: "旧城小学", is_abled: 1, identity: "teacher" };

describe("a value is read as its shape says", () => {
  test.each<[Shape, unknown, unknown]>([
    ["", "a", "a"],
    ["", 7, "7"],
    ["", null, ""],
    ["甲", {}, "甲"],
    [0, 3, 3],
    [0, "3", 3],
    [0, "", 0],
    [30, "soon", 30],
    [30, Number.NaN, 30],
    [false, 1, true],
    [false, "1", true],
    [false, "true", true],
    [true, 0, false],
    [true, "0", false],
    [true, null, true],
    [["color", "color", "monochrome"], "monochrome", "monochrome"],
    [["color", "color", "monochrome"], "dark", "color"],
    [[null, "a"], "b", undefined],
    [[""], [1, "b", null], ["1", "b", ""]],
    [[""], { 0: "a", 2: "b" }, ["a", "b"]],
    [[""], "a", []],
    [[{ type: [null, "a"] }], [{ type: "a" }, { type: "b" }, "c"], [{ type: "a" }]],
    [{ a: "", "b?": 0, "c!": "" }, {}, { a: "", c: null }],
    [
      { a: "", "b?": 0, "c!": "" },
      { a: 1, b: null, c: null, d: 1 },
      { a: "1", c: null },
    ],
    [{ a: { b: true } }, [], { a: { b: true } }],
    [null, { any: 1 }, { any: 1 }],
    [null, undefined, {}],
  ])("%j of %j is %j", async (shape, value, expected) => {
    expect(readAs(shape, value)).toEqual(expected);
  });
});

describe("the person", () => {
  test("ids that are numbers and flags that are 1 are as ours", async () => {
    const user = { id: 7, identity: "teacher", app_ids: [3, "4"], school: { ...SCHOOL, id: 9 } };
    expect(await read(readUserDetail, user)).toMatchObject({
      id: "7",
      app_ids: ["3", "4"],
      school: { id: "9", is_abled: true, logo: null },
    });
  });

  test.each([
    ["the identity asked for", { identities: [{ type: "parent" }] }, "teacher", "teacher"],
    ["the first held", { identities: [{ id: 1, type: "parent" }] }, undefined, "parent"],
    ["that of a school", { schools: [SCHOOL] }, undefined, "teacher"],
    ["none", {}, undefined, null],
  ])("without an identity, it is %s", async (_, user, identity, expected) => {
    expect(await read(readUserDetail, user, { identity })).toMatchObject({ identity: expected });
  });

  test("without a current school, it is the first enabled one of the identity", async () => {
    const schools = [
      { ...SCHOOL, name: "停用", is_abled: "0" },
      { ...SCHOOL, identity: "parent" },
      SCHOOL,
    ];
    expect(await read(readUserDetail, { identity: "teacher", schools })).toMatchObject({
      school: { name: "旧城小学", identity: "teacher" },
    });
  });

  test("a current school that does not say its identity has the person's", async () => {
    const school = { id: 1, is_abled: true };
    expect(await read(readUserDetail, { identity: "student", school })).toMatchObject({
      school: { id: "1", is_abled: true, identity: "student" },
    });
  });

  test("without roles, the identity and the charge classes make them", async () => {
    const user = { identity: "teacher", charge_classes: [{ id: 1 }] };
    expect(await read(readUserDetail, user)).toMatchObject({ roles: ["teacher", "head-teacher"] });
    expect(await read(readUserDetail, { ...user, roles: [5] })).toMatchObject({
      roles: ["5", "teacher", "head-teacher"],
    });
  });

  test.each([
    {},
    { setting: null },
    { setting: { theme: "color" } },
    { setting: { eye_protection: { interval: 0 } } },
  ])("EY-01: with %j eye protection is on, every 30 minutes", async (user) => {
    expect(await read(readUserDetail, user)).toMatchObject({
      setting: { theme: "color", view: "icon", eye_protection: { mode: true, interval: 30 } },
    });
  });

  test.each([
    [{ account: "w" }, "w"],
    [{ identity: "teacher" }, "教师"],
  ])("%j is called %s", async (user, name) => {
    expect(await read(readUserDetail, user)).toMatchObject({ name });
  });
});

describe("the apps", () => {
  const apps = async (answer: object) =>
    (await read(readApps, answer)) as { apps: object[]; category: object[] };

  test("a bare entry is shown to all, opens by a ticket in a tab, and stands on the one shelf", async () => {
    expect(await apps({ apps: [{ id: 3 }, { name: "没有编号" }] })).toEqual({
      theme: "color",
      recent_app_ids: [],
      category: [{ id: "other", name: "全部应用", sort: 1 }],
      apps: [
        {
          ...{ id: "3", category_id: "other", name: "未命名应用", description: "", url: "" },
          ...{ icon: "", icon_mono: "", badge: "", pinyin: "", sort: 0, roles: [], clients: [] },
          ...{ launch: "ticket", opens_in: "tab", display_status: "display" },
        },
      ],
    });
  });

  test.each([
    ["not_display", "not_display"],
    ["display", "display"],
    ["shown", "display"],
    [1, "display"],
    [null, "display"],
  ])("AP-02: display_status %j is %s", async (display_status, expected) => {
    expect((await apps({ apps: [{ id: 1, display_status }] })).apps).toMatchObject([
      { display_status: expected },
    ]);
  });

  test("what is of no known category stands after the others", async () => {
    const answer = await apps({
      apps: [
        { id: 1, category_id: 5 },
        { id: 2, category_id: 6 },
      ],
      category: [{ id: "5", name: "教学", sort: 9 }],
    });
    expect(answer.apps).toMatchObject([{ category_id: "5" }, { category_id: "other" }]);
    expect(answer.category).toMatchObject([
      { id: "5" },
      { id: "other", name: "其他应用", sort: 10 },
    ]);
  });
});

describe("a write that answers with nothing is as it was sent", () => {
  test.each([[{}], [null], [undefined], [[]], ["ok"], [{ theme: "color" }]])("%j", async (data) => {
    expect(await read(saveQuickApps, data, { app_ids: ["2", "1"] })).toEqual({
      app_ids: ["2", "1"],
    });
    const eye_protection = { mode: false, interval: 45 };
    expect(await read(saveSetting, data, { eye_protection })).toMatchObject({ eye_protection });
  });

  test("and what is no part of the answer stays away", async () => {
    expect(await read(editUser, null, { mobile: "1", old_password: "s" })).not.toHaveProperty(
      "old_password",
    );
  });
});

describe("a sign-in", () => {
  test("without auth_data is completed by what user/detail says of the token", async () => {
    const asked: unknown[] = [];
    const detail = (call: Call, _input: unknown, { token }: { token: string }) => {
      asked.push([call.path, token]);
      return Promise.resolve({
        id: "7",
        account: "wl",
        name: "王莉",
        identity: "teacher",
      } as never);
    };
    const answer = await readFromAnyServer(login.path, { account: "w" }, { token: "t" }, detail);
    expect(asked).toEqual([[readUserDetail.path, "t"]]);
    expect(answer).toEqual({
      token: "t",
      auth_data: {
        ...{ user_id: "7", account: "wl", name: "王莉", identity: "teacher" },
        ...{ session_id: "", expires_at: "" },
      },
    });
  });

  test.each([null, {}, { auth_data: { user_id: 1 } }])(
    "without a token is none: %j",
    async (data) => {
      await expect(read(login, data)).rejects.toThrow(ApiError);
    },
  );
});

test.each([
  [readTagRelations, [], { stages: [], subjects: [], types: [] }],
  [
    readTagRelations,
    { subjects: [{ id: 1, name: "语文" }, "数学"] },
    {
      subjects: [
        { id: "1", name: "语文" },
        { id: "", name: "" },
      ],
    },
  ],
  [readFeedbackUnread, { has_unread: 1 }, { has_unread: true, count: 0 }],
  [
    readAgreement,
    { content: "<p>甲</p>" },
    { title: "协议", content: "<p>甲</p>", version: 0, effective_at: "" },
  ],
  [searchContent, [], { total: 0, items: [], near: null, facets: { types: [] } }],
  [
    searchContent,
    { items: [{ id: 1, title: "圆" }, { title: "无" }] },
    { total: 1, items: [{ id: "1", title: "圆", highlight: { title: [], desc: [] } }] },
  ],
  [readUpdateInfo, { version: 2 }, undefined],
] as [Call, unknown, object | undefined][])(
  "of %o, %j is taken as far as it goes",
  async (call, data, expected) => {
    if (expected === undefined) await expect(read(call, data)).rejects.toThrow(ApiError);
    else expect(await read(call, data)).toMatchObject(expected);
  },
);

test("no news is news where there may be none", async () => {
  expect(await read(readUpdateInfo, null)).toBeNull();
});

test("a call that only our own server answers is left as it is", async () => {
  expect(await readFromAnyServer("/elsewhere", {}, 1, nothingAsked)).toBe(1);
});
