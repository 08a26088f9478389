import { describe, expect, test } from "vitest";
import { parseFramed } from "./framed/framed-manifest.ts";
import { isModuleName, manifestFile, parseManifest } from "./manifest.ts";

const FILE = {
  name: "profile",
  title: "个人中心",
  version: "1.0.0",
  permission: null,
  calls: ["GET /dt-platform/v1/user/user/detail"],
  entry: "assets/modules/profile/index-a1_B-.js",
  styles: ["assets/modules/profile/style-a1.css"],
};
const READ = { ...FILE, ahead: [], share: [] };

describe("a manifest", () => {
  test("is read whole, and only what belongs to it", () => {
    expect(parseManifest({ ...FILE, token: "x" }, "profile")).toEqual(READ);
    expect(parseManifest({ ...FILE, permission: "debug" }, "profile")?.permission).toBe("debug");
  });

  test("may leave permission, calls and styles out", () => {
    const { name, title, version, entry } = FILE;
    expect(parseManifest({ name, title, version, entry }, "profile")).toEqual({
      ...READ,
      calls: [],
      styles: [],
    });
  });

  test.each([
    ["nothing", null],
    ["text", "profile"],
    ["another module's", { ...FILE, name: "growth-record" }],
    ["no title", { ...FILE, title: "" }],
    ["no version", { ...FILE, version: 1 }],
    ["an unknown permission", { ...FILE, permission: "root" }],
    ["a call that is none", { ...FILE, calls: ["GET https://elsewhere.example/"] }],
    ["calls that are no list", { ...FILE, calls: "GET /dt-platform/v1/x" }],
    ["a script from elsewhere", { ...FILE, entry: "https://elsewhere.example/a.js" }],
    ["a script of the page", { ...FILE, entry: "assets/core.js" }],
    ["a script of another module", { ...FILE, entry: "assets/modules/other/a.js" }],
    ["a way out of the folder", { ...FILE, entry: "assets/modules/profile/../../core.js" }],
    ["a script that is a style", { ...FILE, entry: "assets/modules/profile/a.css" }],
    ["a script ahead from elsewhere", { ...FILE, ahead: ["assets/modules/other/a.js"] }],
    ["a style from elsewhere", { ...FILE, styles: ["//elsewhere.example/a.css"] }],
  ])("with %s is none", (_what, file) => {
    expect(parseManifest(file, "profile")).toBeNull();
  });
});

test.each([
  ["profile", true],
  ["growth-record", true],
  ["p2", true],
  ["", false],
  ["Profile", false],
  ["-a", false],
  ["../x", false],
  ["a/b", false],
  ["a".repeat(41), false],
])("%j is a module's name: %s", (name, is) => {
  expect(isModuleName(name)).toBe(is);
});

test("a manifest's address", () => {
  expect(manifestFile("profile")).toBe("modules/profile.json");
});

describe("a module of another maker, in the operator's file", () => {
  const OWN = "school.example";
  const ENTRY = {
    title: "天气",
    version: "1",
    frame: "https://weather.example/module.html",
    share: ["identity", "user.name"],
  };
  test("is read whole", () => {
    expect(
      parseFramed({ ...ENTRY, entry: "assets/core.js", calls: ["GET /dt-x"] }, "weather", OWN),
    ).toEqual({
      ...ENTRY,
      name: "weather",
      permission: null,
      calls: [],
      entry: "",
      styles: [],
      ahead: [],
    });
  });
  test.each([
    ["nothing", null],
    ["no title", { ...ENTRY, title: "" }],
    ["an unknown permission", { ...ENTRY, permission: "root" }],
    ["a part that is not shared", { ...ENTRY, share: ["user.mobile"] }],
    ["a script as its page", { ...ENTRY, frame: "javascript:alert(1)" }],
    ["data as its page", { ...ENTRY, frame: "data:text/html,x" }],
    ["a page of ours", { ...ENTRY, frame: "/platformEntry/" }],
    ["a page on the platform's host", { ...ENTRY, frame: "https://School.example:8443/m" }],
    ["a password in its address", { ...ENTRY, frame: "https://a:b@weather.example/m" }],
    ["no page", { ...ENTRY, frame: undefined }],
  ])("with %s is none", (_what, entry) => {
    expect(parseFramed(entry, "weather", OWN)).toBeNull();
  });
});
