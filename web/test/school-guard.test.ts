import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Identity, School } from "#contract";
import { BROWSER_TEST_TIMEOUT_MS } from "./browser.ts";
import { openBuiltPage, type BuiltPage } from "./built-page.ts";
import type { Seen } from "./page-server.ts";

vi.setConfig({ testTimeout: BROWSER_TEST_TIMEOUT_MS });

const BUILD_TIMEOUT_MS = 120_000;
/** A file of the page's own origin that is no page. */
const PICTURE = "brand/logo.svg";

let built: BuiltPage;
beforeAll(async () => {
  built = await openBuiltPage();
}, BUILD_TIMEOUT_MS);
afterAll(() => built.close());

let schools: School[];
const school = (identity: Identity, is_abled: boolean): School => ({
  id: `of-${identity}`,
  name: "旧城小学",
  logo: null,
  is_abled,
  identity,
});

const AGREEMENT = {
  id: "1",
  type: "user",
  title: "学门用户服务协议",
  version: 1,
  content: "<p>正文</p>",
  effective_at: "2026-09-01T00:00:00+08:00",
};

function answer({ path, query }: Seen) {
  if (path.endsWith("/app/api/apps")) {
    return { data: { apps: [], theme: "color", category: [], recent_app_ids: [] } };
  }
  if (path.endsWith("/agreement/api/index/detail")) return { data: AGREEMENT };
  if (!path.endsWith("/user/detail")) return { data: { accepted: 1 } };
  if (query.get("identity") === "all") return { data: { schools } };
  const identity = query.get("identity") ?? schools[0]?.identity ?? null;
  return {
    data: {
      id: "1",
      name: "程旧",
      identity,
      roles: identity === null ? [] : [identity],
      identities: schools.map((one) => ({ id: one.id, type: one.identity })),
      school: schools.find((one) => one.identity === identity) ?? null,
      schools: [],
      classes: [],
      app_ids: [],
      setting: { theme: "color", view: "icon", eye_protection: { mode: false, interval: 30 } },
    },
  };
}

beforeEach(() => {
  built.api.answer = answer;
});

/** Opens the page itself, signed in. */
async function openAt(hash: string): Promise<Page> {
  const { page } = await built.newPage();
  await page.addInitScript(() => {
    if (sessionStorage.getItem("begun") !== null) return;
    sessionStorage.setItem("begun", "yes");
    localStorage.setItem("token", "tok");
  });
  await page.goto(built.address + hash);
  return page;
}

const noSchool = (page: Page) => page.getByRole("button", { name: "重新检查" });
const home = (page: Page) => page.getByText("这里还没有应用");
const hashOf = (page: Page) => page.evaluate(() => location.hash);

const LOGIN_ANSWER = {
  token: "tok",
  auth_data: {
    user_id: "1",
    account: "cheng",
    name: "程旧",
    identity: "teacher",
    session_id: "s",
    expires_at: "2030-01-01T00:00:00+08:00",
    permissions: [],
  },
};

async function signInHere(page: Page): Promise<void> {
  await page.getByLabel("账号", { exact: true }).fill("cheng");
  await page.getByLabel("密码", { exact: true }).fill("not-a-secret");
  await page.getByRole("checkbox", { name: /我已阅读并同意/ }).check();
  await page.getByRole("button", { name: "登录", exact: true }).click();
}

describe("GD-02", () => {
  beforeEach(() => {
    schools = [school("teacher", true)];
    built.api.answer = (call) =>
      call.path.endsWith("/sso/api/login") ? { data: LOGIN_ANSWER } : answer(call);
  });

  const login = (page: Page) => page.getByRole("heading", { name: "登录学门" });

  test.each([
    ["/login", "登录学门"],
    ["/agreement/user", "学门用户服务协议"],
    ["/register", "注册"],
    ["/forget-pwd", "忘记密码"],
  ])("a path wanted while %s is on screen is opened after sign-in", async (open, heading) => {
    const { page } = await built.newPage();
    await page.goto(`${built.address}#${open}`);
    await page.getByRole("heading", { name: heading }).first().waitFor();
    await page.evaluate(() => (location.hash = "/customize-menus"));
    await expect.poll(() => hashOf(page)).toBe("#/login");
    await login(page).waitFor();
    await signInHere(page);
    await home(page).waitFor();
    expect(await hashOf(page)).toBe("#/customize-menus");
    await page.context().close();
  });

  test("the page that somebody signed out at is wanted by nobody", async () => {
    const page = await openAt("#/customize-menus");
    await home(page).waitFor();
    await page.getByRole("button", { name: /个人菜单/ }).click();
    await page.getByRole("menuitem", { name: "退出登录" }).click();
    await login(page).waitFor();
    await signInHere(page);
    await home(page).waitFor();
    expect(await hashOf(page)).toBe("#/home/index");
  });
});

describe("GD-04, GD-05", () => {
  test("without an enabled school one is kept on the no-school page, and is back when there is one", async () => {
    schools = [school("teacher", false)];
    const page = await openAt("#/customize-menus");
    await noSchool(page).waitFor();
    expect(await page.title()).toBe("暂无学校");
    expect(await page.getByRole("listitem").allInnerTexts()).toEqual([
      expect.stringMatching(/旧城小学[^]*教师[^]*已停用/),
    ]);

    await page.evaluate(() => (location.hash = "/home/index"));
    await expect.poll(() => hashOf(page)).toBe("#/no-school");
    await noSchool(page).click();
    await page.getByText("已重新检查，暂时还没有可用的学校").waitFor();

    schools = [school("teacher", true)];
    await noSchool(page).click();
    await home(page).waitFor();
    expect(await hashOf(page)).toBe("#/customize-menus");
  });

  test("an agreement can be read meanwhile", async () => {
    schools = [];
    const page = await openAt("#/home");
    await page.getByRole("heading", { name: "还没有加入学校" }).waitFor();
    await page.evaluate(() => (location.hash = "/agreement/user"));
    await page.getByRole("heading", { name: "学门用户服务协议" }).waitFor();
    expect(await hashOf(page)).toBe("#/agreement/user");
    expect(await page.title()).toBe("学门用户服务协议");
  });

  test("with a school, the no-school page leads home", async () => {
    schools = [school("teacher", true)];
    const page = await openAt("#/no-school");
    await home(page).waitFor();
    expect(await hashOf(page)).toBe("#/home/index");
    expect(await page.title()).toBe("学门");
  });
});

describe("one browser, several tabs", () => {
  test("who signs out in one is out in all; who signs in is in", async () => {
    schools = [school("teacher", true)];
    const first = await openAt("#/home");
    await home(first).waitFor();
    const second = await first.context().newPage();
    await second.goto(built.address);
    await home(second).waitFor();

    await second.evaluate(() => localStorage.clear());
    await first.getByRole("heading", { name: "登录学门" }).waitFor();
    expect(await first.evaluate(() => document.body.className)).toBe("");

    await second.evaluate(() => localStorage.setItem("token", "tok"));
    await home(first).waitFor();
  });

  test("another person in another tab: the page begins again as that person", async () => {
    schools = [school("teacher", true)];
    const first = await openAt("#/home");
    await home(first).waitFor();
    const second = await first.context().newPage();
    await second.goto(built.address + PICTURE);
    const reloaded = first.waitForEvent("load");
    await second.evaluate(() => {
      localStorage.setItem("auth_data", '{"user_id":"2","identity":"teacher","permissions":[]}');
      localStorage.setItem("token", "of another");
    });
    await reloaded;
    await home(first).waitFor();
    const asker = () =>
      built.api.seen.findLast(({ path }) => path.endsWith("/user/detail"))?.headers.authorization;
    // between the two values of another tab the page may begin once more
    await expect.poll(asker, { timeout: 20_000 }).toBe("Bearer of another");
    await home(first).waitFor();
  });
});
