import { describe, expect, test } from "vitest";
import { deviceName } from "#contract";
import {
  contactFaultAt,
  emailFault,
  eyeIntervals,
  mobileFault,
  nameFault,
  partOf,
  passwordFaults,
  shownApps,
  tidyMobile,
  waitIn,
  whenText,
} from "./rules.ts";

test.each([
  [[], ""],
  [["security"], "security"],
  [["family", "x"], "family"],
  [["data", "u-1"], "data"],
  [["nothing"], ""],
])("path %j opens %j", (path, part) => {
  expect(partOf(path)).toBe(part);
});

describe("what is wrong", () => {
  test.each([
    [40001, "old_password", "password"],
    [40001, "code", "code"],
    [40001, "mobile", "value"],
    [40002, undefined, "password"],
    [40003, undefined, "code"],
    [42900, undefined, "code"],
    [0, undefined, "value"],
  ])("a refusal %j of %j belongs at the %s", (code, field, at) => {
    expect(contactFaultAt({ code, field }, true)).toBe(at);
  });

  test("and without a code, what was tried too often is the password", () => {
    expect(contactFaultAt({ code: 42900, field: undefined }, false)).toBe("password");
    expect(contactFaultAt({ code: 40002, field: undefined }, false)).toBe("password");
    expect(contactFaultAt({ code: 40001, field: "mobile" }, false)).toBe("value");
  });

  test.each([
    [{ code: 42900, data: { retry_after: 41.2 } }, 42],
    [{ code: 42900, data: null }, 0],
    [{ code: 40001, data: { retry_after: 9 } }, 0],
    [new Error("off"), 0],
  ])("after %j another code is to be had in %d s", (error, seconds) => {
    expect(waitIn(error)).toBe(seconds);
  });

  test.each([
    ["林岚", undefined],
    ["  ", "请输入姓名"],
    ["𠮷".repeat(51), "姓名最多 50 个字"],
  ])("name %j: %j", (name, fault) => expect(nameFault(name)).toBe(fault));

  test.each([
    ["13812340000", undefined],
    ["", undefined],
    ["12812340000", "请输入 11 位手机号"],
    ["1381234", "请输入 11 位手机号"],
  ])("mobile %j: %j", (mobile, fault) => expect(mobileFault(mobile)).toBe(fault));

  test.each([
    ["a@b.cn", undefined],
    ["", undefined],
    ["a@b", "请输入正确的邮箱"],
    ["a b@c.cn", "请输入正确的邮箱"],
  ])("e-mail %j: %j", (email, fault) => expect(emailFault(email)).toBe(fault));

  test.each([
    [{ old: "", fresh: "", again: "" }, { old: "请输入当前密码" }],
    [{ old: "a", fresh: "short", again: "short" }, { fresh: "密码至少 8 位" }],
    [
      { old: "same-one-1", fresh: "same-one-1", again: "same-one-1" },
      { fresh: "新密码不能与当前密码相同" },
    ],
    [{ old: "a", fresh: "LinLan-1", again: "LinLan-1" }, { fresh: "密码不能与账号相同" }],
    [{ old: "a", fresh: "long-enough", again: "other" }, { again: "两次输入的新密码不一致" }],
    [{ old: "a", fresh: "long-enough", again: "long-enough" }, {}],
  ])("passwords %j: %j", (fields, faults) => {
    expect(passwordFaults(fields, "linlan-1")).toEqual(faults);
  });
});

test.each([
  ["138 1234 0000", "13812340000"],
  ["+86 138-1234-0000", "13812340000"],
  ["8613812340000", "13812340000"],
  ["86", "86"],
])("%j is typed for %j", (typed, mobile) => {
  expect(tidyMobile(typed)).toBe(mobile);
});

const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36";
test.each([
  ["web", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, "Windows 电脑 · Chrome"],
  ["web", `Mozilla/5.0 (Windows NT 10.0) ${CHROME} Edg/120.0`, "Windows 电脑 · Edge"],
  [
    "web",
    "Mozilla/5.0 (iPad; CPU OS 15_0 like Mac OS X) Version/15.0 Safari/604.1",
    "iPad · Safari",
  ],
  ["web", `Mozilla/5.0 (Linux; Android 13) Mobile MicroMessenger/8.0 ${CHROME}`, "安卓手机 · 微信"],
  ["web", "Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Firefox/120.0", "Linux 电脑 · Firefox"],
  ["pc", `Mozilla/5.0 (Windows NT 10.0) Electron/30 ${CHROME}`, "Windows 电脑 · 电脑客户端"],
  ["mobile", "", "手机客户端"],
  ["web", "curl/8", "浏览器"],
] as const)("%s %s is called %s", (client, userAgent, name) => {
  expect(deviceName(client, userAgent)).toBe(name);
});

describe("when", () => {
  const now = new Date("2026-11-20T01:30:00Z");
  test.each([
    ["2026-11-20T01:29:30Z", "刚刚"],
    ["2026-11-20T01:25:00Z", "5 分钟前"],
    ["2026-11-19T23:05:00Z", "今天 07:05"],
    ["2026-11-19T15:59:00Z", "昨天 23:59"],
    ["2026-11-20T01:31:00Z", "刚刚"],
  ])("%s is %s", (then, text) => {
    expect(whenText(then, now)).toBe(text);
  });
});

test("the present interval is among those offered", () => {
  expect(eyeIntervals(30)).toEqual([15, 20, 30, 45, 60]);
  expect(eyeIntervals(25)).toEqual([15, 20, 25, 30, 45, 60]);
});

test("a child's shelves leave out what is hidden, and what is left empty by that (AP-02)", () => {
  const app = (id: string, category_id: string, display_status: "display" | "not_display") => ({
    id,
    category_id,
    display_status,
    name: id,
    description: "",
    icon: "i",
    icon_mono: "i",
    launch: "link" as const,
    url: "https://a.example",
    opens_in: "tab" as const,
    roles: [],
    clients: [],
    sort: 0,
    badge: "",
    pinyin: "",
  });
  const shelves = shownApps({
    apps: [
      app("a", "one", "display"),
      app("b", "one", "not_display"),
      app("c", "two", "not_display"),
    ],
    category: [
      { id: "one", name: "一", sort: 0 },
      { id: "two", name: "二", sort: 1 },
    ],
  });
  expect(shelves.map(({ category, apps }) => [category.id, apps.map(({ id }) => id)])).toEqual([
    ["one", ["a"]],
  ]);
});
