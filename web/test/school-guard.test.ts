import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Identity, School } from "#contract";
import { BROWSER_TEST_TIMEOUT_MS } from "./browser.ts";
import type { Seen } from "./page-server.ts";
import { openSourcePage, type SourcePage } from "./source-page.ts";

vi.setConfig({ testTimeout: BROWSER_TEST_TIMEOUT_MS });

let source: SourcePage;
beforeAll(async () => {
  source = await openSourcePage();
}, 60_000);
afterAll(() => source.close());

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
  source.api.answer = answer;
});

/** Opens the page itself on the development server, signed in. */
async function openAt(hash: string): Promise<Page> {
  const context = await source.newContext();
  const page = await context.newPage();
  // As text: the test runner would rewrite an import().
  await page.addInitScript("window.load = (path) => import('/platformEntry/src/' + path)");
  await page.addInitScript(() => {
    if (sessionStorage.getItem("begun") !== null) return;
    sessionStorage.setItem("begun", "yes");
    localStorage.setItem("token", "tok");
  });
  await page.goto(`${source.origin}/platformEntry/${hash}`);
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
    source.api.answer = (call) =>
      call.path.endsWith("/sso/api/login") ? { data: LOGIN_ANSWER } : answer(call);
  });

  const login = (page: Page) => page.getByRole("heading", { name: "登录学门" });

  test.each([
    ["/login", "登录学门"],
    ["/agreement/user", "学门用户服务协议"],
    ["/register", "注册"],
    ["/forget-pwd", "忘记密码"],
  ])("a path wanted while %s is on screen is opened after sign-in", async (open, heading) => {
    const context = await source.newContext();
    const page = await context.newPage();
    await page.goto(`${source.origin}/platformEntry/#${open}`);
    await page.getByRole("heading", { name: heading }).first().waitFor();
    await page.evaluate(() => (location.hash = "/customize-menus"));
    await expect.poll(() => hashOf(page)).toBe("#/login");
    await login(page).waitFor();
    await signInHere(page);
    await home(page).waitFor();
    expect(await hashOf(page)).toBe("#/customize-menus");
    await context.close();
  });

  test("the page that somebody signed out at is wanted by nobody", async () => {
    const page = await openAt("#/customize-menus");
    await home(page).waitFor();
    await page.evaluate(async () => {
      const { signOut } =
        await window.load<typeof import("../src/session/logout.ts")>("session/logout.ts");
      await signOut();
    });
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
    await second.goto(`${source.origin}/platformEntry/`);
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
    const second = await source.newPage(first.context());
    const reloaded = first.waitForEvent("load");
    await second.evaluate(() => {
      localStorage.setItem("auth_data", '{"user_id":"2","identity":"teacher","permissions":[]}');
      localStorage.setItem("token", "of another");
    });
    await reloaded;
    await home(first).waitFor();
    const asker = () =>
      source.api.seen.findLast(({ path }) => path.endsWith("/user/detail"))?.headers.authorization;
    // between the two values of another tab the page may begin once more
    await expect.poll(asker, { timeout: 20_000 }).toBe("Bearer of another");
    await home(first).waitFor();
  });
});

test("a browser that refuses storage still signs in, for as long as the page lives", async () => {
  const page = await source.newPage();
  const kept = await page.evaluate(async () => {
    const refuse = () => {
      throw new DOMException("refused", "SecurityError");
    };
    Object.defineProperty(window, "localStorage", { get: refuse });
    const { localStore } =
      await window.load<typeof import("../src/platform/storage.ts")>("platform/storage.ts");
    localStore.write("token", "tok");
    const first = localStore.read("token");
    localStore.wipe();
    return [first, localStore.read("token")];
  });
  expect(kept).toEqual(["tok", null]);
});
