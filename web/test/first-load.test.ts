import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { PAGE_USER_FIELDS } from "#contract";
import { BROWSER_TEST_TIMEOUT_MS } from "./browser.ts";
import { openBuiltPage, type BuiltPage } from "./built-page.ts";
import type { Seen } from "./page-server.ts";

vi.setConfig({ testTimeout: BROWSER_TEST_TIMEOUT_MS });

const BUILD_TIMEOUT_MS = 120_000;
const DETAIL = "/dt-platform/v1/user/user/detail";
const APPS = "/dt-platform/v1/app/api/apps";
const LOGIN = "/dt-platform/v1/sso/api/login";

let built: BuiltPage;
beforeAll(async () => {
  built = await openBuiltPage();
}, BUILD_TIMEOUT_MS);
afterAll(() => built.close());
beforeEach(() => {
  built.api.seen.length = 0;
  built.api.answer = answer;
});

const SCHOOL = { id: "s", name: "启明小学", logo: null, is_abled: true, identity: "student" };
const USER = {
  id: "1",
  name: "林小满",
  identity: "student",
  roles: ["student"],
  identities: [{ id: "m", type: "student" }],
  school: SCHOOL,
  schools: [SCHOOL],
  classes: [],
  app_ids: [],
  setting: { theme: "color", view: "icon", eye_protection: { mode: true, interval: 30 } },
};

function answer({ path }: Seen) {
  if (path === DETAIL) return { data: USER };
  if (path === APPS)
    return { data: { apps: [], theme: "color", category: [], recent_app_ids: [] } };
  return { data: { accepted: 1 } };
}

/** Holds the core back until `release` is called: what stands before it is the work of index.html alone. */
const holdCore = (page: Page) => holdScript(page, /assets\/index-.*\.js/);

async function holdScript(page: Page, address: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let open = false;
  await page.route(address, (route) => (open ? route.continue() : void held.push(route)));
  return async () => {
    open = true;
    await Promise.all(held.map((route) => route.continue()));
  };
}

test("the schema library is nowhere in the page", () => {
  for (const [name, text] of built.files) {
    expect(/typebox|~kind|additionalProperties/i.test(text), name).toBe(false);
  }
});

describe("sign-in stands before its script", () => {
  test("and comes to life without a fault", async () => {
    const { page, faults } = await built.newPage();
    await page.goto(built.address);
    await page.getByRole("button", { name: "显示密码" }).waitFor();
    expect(await page.title()).toBe("登录");
    expect(faults).toEqual([]);
  });

  test("what is sent too early goes neither into the address nor to the server, but is not lost", async () => {
    const { page } = await built.newPage();
    const release = await holdCore(page);
    await page.goto(built.address, { waitUntil: "commit" });
    await page.getByLabel("账号", { exact: true }).fill("linlan");
    await page.getByLabel("密码", { exact: true }).fill("secret-1");
    await page.getByRole("button", { name: "登录", exact: true }).click();
    await page.getByRole("checkbox", { name: /我已阅读并同意/ }).check();
    expect(page.url()).toBe(built.address);
    expect(built.api.seen).toEqual([]);

    built.api.answer = () => ({
      status: 400,
      body: { code: 40002, data: null, msg: "账号或密码不正确" },
    });
    await release();
    await page.getByText("账号或密码不正确").waitFor();
    const sent = built.api.seen.find(({ path }) => path === LOGIN);
    expect(Object.fromEntries(new URLSearchParams(sent?.body))).toMatchObject({
      account: "linlan",
      password: "secret-1",
    });
    expect(await page.getByLabel("账号", { exact: true }).inputValue()).toBe("linlan");
    expect(await page.getByRole("checkbox", { name: /我已阅读并同意/ }).isChecked()).toBe(true);
    expect(page.url()).not.toContain("secret-1");
  });

  test("a further way that is pressed too early, and again, opens once, when it is there", async () => {
    built.api.answer = () => ({ status: 400, body: { code: 40002, data: null, msg: "没有" } });
    const { page } = await built.newPage();
    const release = await holdScript(page, /assets\/index-.*\.js/);
    const releaseWays = await holdScript(page, /assets\/on-demand-.*\.js/);
    await page.goto(built.address, { waitUntil: "commit" });
    const way = page.getByRole("button", { name: "扫码登录" });
    await way.click();
    const pressed = page.waitForRequest(/assets\/on-demand-.*\.js/);
    await release();
    await pressed;
    await way.click();
    await releaseWays();
    await page.getByRole("dialog", { name: "扫码登录" }).waitFor();
    expect(await page.locator("[role=dialog]").count()).toBe(1);
  });

  test("remembered accounts find their place kept: nothing jumps", async () => {
    const { page } = await built.newPage();
    await page.addInitScript(() => {
      const account = { username: "linlan", password: "c", needRemeber: true };
      localStorage.setItem("platform-entry", JSON.stringify({ accounts: [account] }));
    });
    const release = await holdCore(page);
    await page.goto(built.address, { waitUntil: "commit" });
    const button = page.getByRole("button", { name: "登录", exact: true });
    await button.waitFor();
    const before = await button.boundingBox();
    await release();
    await page.getByRole("button", { name: "以 linlan 登录" }).waitFor();
    expect(await button.boundingBox()).toEqual(before);
  });
});

describe("home begins before its script", () => {
  async function signedIn() {
    const { page, faults } = await built.newPage();
    await page.addInitScript(() => {
      localStorage.setItem("token", "tok");
      localStorage.setItem(
        "platform-entry",
        '{"global":{"apiServer":"","user":{"identity":"student"}},"accounts":[]}',
      );
    });
    return { page, faults };
  }

  test("its calls are under way, the page has the identity's classes, a skeleton stands", async () => {
    const { page } = await signedIn();
    await holdCore(page);
    await page.goto(built.address, { waitUntil: "commit" });
    await expect.poll(() => built.api.paths().toSorted()).toEqual([`GET ${APPS}`, `GET ${DETAIL}`]);
    expect(built.api.seen[0]?.headers).toMatchObject({
      authorization: "Bearer tok",
      identity: "student",
      client: "web",
    });
    expect(built.api.seen[0]?.query.get("jwt")).toBe("tok");
    const detail = built.api.seen.find(({ path }) => path === DETAIL);
    expect(detail?.query.get("fields")).toBe(PAGE_USER_FIELDS);
    expect(
      await page.evaluate(() => [document.body.className, document.documentElement.className]),
    ).toEqual(["is-student", "is-student"]);
    expect(await page.locator("#role-sheet").getAttribute("href")).toBe(
      "/platformEntry/themes/44AA72.css",
    );
    await page.locator("#root [aria-busy]").waitFor();
  });

  test("and no early answer is asked for twice", async () => {
    const { page, faults } = await signedIn();
    await page.goto(built.address);
    await page.getByText("这里还没有应用").waitFor();
    expect(built.api.paths().filter((path) => path === `GET ${APPS}`)).toHaveLength(1);
    const asked = built.api.seen.filter(({ path }) => path === DETAIL);
    expect(asked).toHaveLength(2);
    expect(new Set(asked.map(({ query }) => query.get("identity")))).toEqual(
      new Set(["all", "student"]),
    );
    expect(faults).toEqual([]);
  });
});
