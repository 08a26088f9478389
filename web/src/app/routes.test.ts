import { describe, expect, test } from "vitest";
import { firstPage, type FirstPage } from "../boot/first-page.ts";
import { guard } from "./guard.ts";
import { findFurtherRoute } from "./further-routes.ts";
import { matchPath } from "./match.ts";
import { findFirstRoute, type FoundRoute } from "./routes.ts";

const findRoute = (path: string): FoundRoute => findFirstRoute(path) ?? findFurtherRoute(path);

describe("RT: which path leads where", () => {
  test.each([
    ["/", "Home", "/home/index"],
    ["/home", "Home", "/home/index"],
    ["/home/", "Home", "/home/index"],
    ["/home/index", "Home", "/home/index"],
    ["/customize-menus", "CustomizeMenus", "/customize-menus"],
    ["/login", "Login", "/login"],
    ["/forget-pwd", "ForgetPwd", "/forget-pwd"],
    ["/forget-pwd/student", "ForgetPwd", "/forget-pwd/student"],
    ["/register", "Register", "/register"],
    ["/register/parent", "Register", "/register/parent"],
    ["/register/student/KM7QX-3PVDR", "Register", "/register/student/KM7QX-3PVDR"],
    ["/qr/abc", "QrConfirm", "/qr/abc"],
    ["/qr", "Home", "/home/index"],
    ["/agreement/user", "Agreement", "/agreement/user"],
    ["/agreement", "Home", "/home/index"],
    ["/no-school", "NoSchool", "/no-school"],
    ["/app/campus-tv", "AppFrame", "/app/campus-tv"],
    ["/app", "Home", "/home/index"],
    ["/load-data", "LoadData", "/load-data"],
    ["/search-result", "SearchResult", "/search-result/index"],
    ["/search-result/index/分数", "SearchResult", "/search-result/index/分数"],
    ["/search-result/description/a", "Home", "/home/index"],
    ["/search-result/description/a/b", "SearchResultDescription", "/search-result/description/a/b"],
    ["/no/such/page", "Home", "/home/index"],
    ["/login/more", "Home", "/home/index"],
    ["/agreement/%E0%A4%A", "Home", "/home/index"],
  ])("%s → %s", (path, name, actual) => {
    const found = findRoute(path);
    expect(found.route.name).toBe(name);
    expect(found.path).toBe(actual);
  });

  test.each([
    ["/login", "登录"],
    ["/forget-pwd", "忘记密码"],
    ["/register", "注册"],
    ["/qr/abc", "确认登录"],
    ["/no-school", "暂无学校"],
    ["/search-result/index", "搜索"],
    ["/search-result/description/a/b", "搜索详情"],
    ["/home/index", "学门"],
    ["/customize-menus", "学门"],
    ["/agreement/user", null],
  ])("RT-21: the title of %s is %s", (path, title) => {
    expect(findRoute(path).route.title).toBe(title);
  });
});

test.each([
  ["/a/:x/:y?", "/a/1", { x: "1" }],
  ["/a/:x/:y?", "/a/1/2", { x: "1", y: "2" }],
  ["/a/:x/:y?", "/a", null],
  ["/a/:x/:y?", "/a/1/2/3", null],
  ["/a/:x", "/a/%E4%B8%AD%20%2F", { x: "中 /" }],
  ["/a", "/b", null],
])("%s fits %s: %j", (pattern, path, parameters) => {
  expect(matchPath(pattern, path)).toEqual(parameters);
});

test.each([
  ["dev.localhost", "/apps", "Apps", "/apps/index"],
  ["school-dev.example.cn", "/apps/index", "Apps", "/apps/index"],
  ["127.0.0.1", "/apps", "Home", "/home/index"],
  ["127.0.0.1", "/apps/index", "Home", "/home/index"],
  ["www.example.cn", "/apps/index", "Home", "/home/index"],
])("RT-15: at %s, %s → %s", (host, path, name, actual) => {
  const found = findFurtherRoute(path, host);
  expect([found.route.name, found.path]).toEqual([name, actual]);
});

test.each([
  ["/module/profile/data", true],
  ["/module/growth-record", undefined],
  ["/messages", undefined],
])("YR-03: %s opens without a school: %s", (path, expected) => {
  expect(findRoute(path).route.withoutSchool).toBe(expected);
});

test("RT-15: the title of /apps is the project's name", () => {
  expect(findFurtherRoute("/apps", "dev.localhost").route.title).toBe("学门");
});

describe("the boot script's guess is what router and guard open", () => {
  const PAGES: Partial<Record<string, FirstPage>> = { Login: "login", Home: "home" };
  const paths = ["", "/", "/home", "/home/index", "/login", "/no-school", "/module/profile"];
  const open = [
    "/agreement/user",
    "/agreement/12",
    "/forget-pwd",
    "/forget-pwd/parent",
    "/register",
  ];

  test.each([...paths, ...open].flatMap((path) => [true, false].map((token) => ({ path, token }))))(
    "$path, token $token",
    ({ path, token }) => {
      const { route } = findRoute(path === "" ? "/" : path);
      const decision = guard({
        to: route,
        from: null,
        hasToken: token,
        permissions: null,
        school: "unknown",
      });
      const opened = { open: route.name, enter: "Home", "sign-in": "Login" } as const;
      if (!(decision.do in opened)) expect.fail(decision.do);
      const name = opened[decision.do as keyof typeof opened];
      expect(firstPage(path, token)).toBe(PAGES[name] ?? "further");
    },
  );
});
