import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBrowser } from "../harness/browser.ts";
import { fieldsOf, without } from "./left-out.ts";
import { PAGE_ELSEWHERE, seedAnswers, SeedServer } from "./server.ts";

/** Texts that must never be shown. */
const BROKEN = /undefined|null|NaN|\[object|Invalid/;
const STEP_MS = 15_000;

/** Stands for the whole answer: no data at all. */
const WHOLE = "(all of it)";
const AUTH_DATA = { user_id: 7, account: "wangli", name: "王莉", identity: "teacher" };

/** The data in place of an empty answer: without a token nobody is signed in. */
const EMPTY: Readonly<Record<string, unknown>> = { login: { token: "a-token" } };

/** Returns a call's complete answer. */
function answerOf(name: keyof ReturnType<typeof seedAnswers>): unknown {
  const answers = seedAnswers();
  return name === "login" ? { token: "a-token", auth_data: AUTH_DATA } : answers[name];
}

const server = new SeedServer();
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  [browser] = await Promise.all([
    openBrowser(["--host-resolver-rules=MAP *.example 127.0.0.1"]),
    server.listen(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server.close();
});

async function open(): Promise<void> {
  const viewport = { width: 1366, height: 768 };
  context = await browser.newContext({ viewport, locale: "zh-CN", serviceWorkers: "block" });
  page = await context.newPage();
  page.setDefaultTimeout(STEP_MS);
  faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
}

async function signIn(address = server.page()): Promise<void> {
  await page.goto(address);
  await page.getByLabel("账号", { exact: true }).fill("wangli");
  await page.getByLabel("密码", { exact: true }).fill("secret");
  await page.getByRole("button", { name: "登录", exact: true }).click();
}

const heading = (name: string | RegExp, exact = true) => page.getByRole("heading", { name, exact });
const homeShown = () => heading("快捷应用").waitFor();
const greeting = () => heading(/^(早上|上午|下午|晚上)好，./).waitFor();

async function menu(name: string): Promise<void> {
  await page.getByRole("button", { name: /个人菜单/ }).click();
  await page.getByRole("menuitem", { name }).or(page.getByRole("menuitemradio", { name })).click();
}

/** Returns the names of the tiles in a part of home, without the letter that stands for a picture. */
async function tileNames(region: string): Promise<string[]> {
  const tiles = page.getByRole("region", { name: region }).getByRole("listitem");
  const texts = await tiles.allInnerTexts();
  return texts.map((text) => text.trim().split("\n").at(-1) ?? "");
}

/** Checks that the page shows nothing broken, neither on screen nor to a screen reader, and has thrown nothing. */
async function isWhole(): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.body.innerText)).not.toMatch(BROKEN);
  const told = await page
    .locator("#root")
    .evaluate((root) =>
      Array.from(root.querySelectorAll("*"), (element) =>
        ["class", "id", "href", "src", "title", "aria-label", "style"]
          .map((name) => element.getAttribute(name) ?? "")
          .join(" "),
      ).join("\n"),
    );
  expect(told).not.toMatch(BROKEN);
  expect(faults).toEqual([]);
}

describe.each([
  ["at its own address", undefined],
  ["from another origin, by the token alone", PAGE_ELSEWHERE],
])("a person %s", (_, host) => {
  beforeAll(async () => {
    server.reset();
    await open();
  });
  afterAll(() => context.close());
  beforeEach(() => void (server.seen.length = 0));
  afterEach(isWhole);

  test("signs in, and comes home to the apps that are theirs", async () => {
    await signIn(server.page(host));
    await homeShown();
    await greeting();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("token"))).toBe("a-token");
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("auth_data")))
      .toContain("王莉");
    expect(await tileNames("快捷应用")).toEqual(["阅卷", "备课"]);
    expect(await tileNames("教学")).toEqual(["备课"]);
    expect(await tileNames("评价")).toEqual(["阅卷", "班务"]);
    expect(await tileNames("其他应用")).toEqual(["图书馆"]);
    await expect.poll(() => page.getByRole("heading", { name: "最近使用" }).count()).toBe(0);
    const classes = await page.evaluate(() => [...document.body.classList]);
    expect(classes).toEqual(expect.arrayContaining(["is-teacher", "theme-color"]));
    await page.getByRole("link", { name: "意见反馈，有未读消息" }).waitFor();
    const [{ headers, query } = expect.fail("no apps were asked for")] = server.named("apps");
    expect(headers).toMatchObject({
      authorization: "Bearer a-token",
      identity: "teacher",
      client: "web",
    });
    expect(query.get("identity")).toBe("teacher,all");
    expect(query.get("jwt")).toBe("a-token");
  });

  test("is still there after a reload", async () => {
    await page.reload();
    await homeShown();
  });

  test("finds an app and opens it", async () => {
    await page.getByRole("combobox", { name: "搜索应用和资源" }).fill("备课");
    await page.getByRole("option", { name: "备课 教学" }).waitFor();
    await isWhole();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    server.answers.auth = { url: `${server.page()}brand/logo.svg` };
    const [tab] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("button", { name: "图书馆" }).click(),
    ]);
    await tab.waitForURL(/logo\.svg$/);
    await tab.close();
    expect(server.named("auth").map(({ body }) => body)).toEqual(["app_id=104"]);
    await expect
      .poll(() => server.named("appLogin").map(({ body }) => body))
      .toEqual(["app_id=104"]);
    await heading("最近使用").waitFor();
  });

  test("is told in a sentence where an app tells no way in", async () => {
    server.answers.auth = null;
    await page.getByRole("button", { name: "班务" }).click();
    await page.getByText("“班务”暂时无法在这里打开").waitFor();
  });

  test("keeps a theme that the server only takes", async () => {
    await menu("单色");
    await expect.poll(() => server.named("setting").length).toBe(1);
    await expect
      .poll(() => page.locator("body").getAttribute("class"))
      .toMatch(/\btheme-monochrome\b/);
    await menu("彩色");
  });

  test.each([
    [{}, "移除“备课”", ["阅卷"]],
    [null, "移除“阅卷”", []],
  ])("keeps quick apps whose saving is answered %j", async (answer, remove, kept) => {
    server.answers.saveApps = answer;
    await page.getByRole("button", { name: "编辑快捷应用" }).click();
    await page.getByRole("button", { name: remove }).first().click();
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await page.getByRole("button", { name: "编辑快捷应用" }).waitFor();
    expect(server.named("saveApps")).toHaveLength(1);
    expect(await tileNames("快捷应用")).toEqual(kept);
  });

  test("switches to a pupil, who has eye protection: on, every 30 minutes", async () => {
    await page.getByRole("button", { name: /当前身份/ }).click();
    await page.getByRole("menuitemradio", { name: "学生" }).click();
    await page.waitForFunction(() => document.body.classList.contains("is-student"));
    await menu("护眼设置");
    const dialog = page.getByRole("dialog", { name: "护眼设置" });
    await expect.poll(() => dialog.getByRole("checkbox").isChecked()).toBe(true);
    await expect.poll(() => dialog.getByRole("radio", { name: "30 分钟" }).isChecked()).toBe(true);
    await dialog.getByRole("checkbox").uncheck();
    await dialog.getByRole("button", { name: "保存" }).click();
    await dialog.waitFor({ state: "detached" });
    await menu("护眼设置");
    await expect.poll(() => dialog.getByRole("checkbox").isChecked()).toBe(false);
    await dialog.getByRole("button", { name: "取消" }).click();
  });

  test("reads an agreement without a date", async () => {
    await page.evaluate(() => (location.hash = "#/agreement/user"));
    await heading("用户协议").waitFor();
    await page.getByText("请先阅读。").waitFor();
  });

  test("searches, as far as the answers go", async () => {
    await page.evaluate(
      () => (location.hash = `#/search-result/index/${encodeURIComponent("圆")}`),
    );
    await page.getByRole("link", { name: "圆的面积" }).waitFor();
    await isWhole();
    server.others.search = { status: 404, body: {} };
    await page.evaluate(
      () => (location.hash = `#/search-result/index/${encodeURIComponent("方")}`),
    );
    await heading("没能完成搜索").or(page.getByText("没能完成搜索")).first().waitFor();
  });

  test("is led to the page that says so when no school is enabled", async () => {
    const detail = seedAnswers().detail as object;
    const school = { is_abled: "0" };
    const schools = [{ is_abled: 0, identity: "teacher" }];
    server.answers.detail = { ...detail, school, schools };
    await page.evaluate(() => (location.hash = "#/home/index"));
    await page.reload();
    await heading("暂时没有可用的学校").waitFor();
    await isWhole();
    server.reset();
    await page.getByRole("button", { name: "重新检查" }).click();
    await homeShown();
  });

  test("signs out", async () => {
    await menu("退出登录");
    await heading("登录学门").waitFor();
    expect(server.named("logout")).toHaveLength(1);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  });

  test.each([
    [401, { code: 401 }],
    [403, {}],
    [200, { code: "401", data: null }],
  ])("HTTP %i %j ends the session, and says why", async (status, body) => {
    await signIn(server.page(host));
    await homeShown();
    server.others.apps = { status, body };
    await page.reload();
    await page.getByText("账号已在其他地方登录，请重新登录").first().waitFor();
    await heading("登录学门").waitFor();
    server.reset();
  });
});

describe("each field of each answer left out in turn", () => {
  beforeAll(async () => {
    server.reset();
    await open();
    await signIn();
    await homeShown();
  });
  afterAll(() => context.close());
  afterEach(() => server.reset());

  const settled = () => heading("快捷应用").or(page.getByText("这里还没有应用")).first().waitFor();
  const go = (hash: string) =>
    page.evaluate((to) => {
      location.hash = to;
    }, hash);

  const SCREENS = {
    login: async () => {
      await page.evaluate(() => localStorage.clear());
      await page.goto("about:blank");
      await signIn();
      await settled();
    },
    detail: async () => {
      await page.reload();
      await settled();
      await greeting();
    },
    apps: async () => {
      await go("#/load-data?redirect=/home/index");
      await page.waitForFunction(() => location.hash === "#/home/index");
      await settled();
      await greeting();
    },
    relations: async () => {
      await go("#/load-data?redirect=/home/index");
      await page.waitForFunction(() => location.hash === "#/home/index");
      await settled();
    },
    hasUnread: async () => {
      await page.reload();
      await page.getByRole("link", { name: /^意见反馈/ }).waitFor();
    },
    update: async () => {
      await page.reload();
      await settled();
    },
    agreement: async (turn: number) => {
      await go(`#/agreement/${turn}`);
      await page.locator("article h1").waitFor();
    },
    search: async (turn: number) => {
      await go(`#/search-result/index/${turn}`);
      await page.getByText(/^找到 \d+ 个结果$/).waitFor();
    },
  };
  const cases = (Object.keys(SCREENS) as (keyof typeof SCREENS)[]).flatMap((name) => {
    return [[WHOLE], ...fieldsOf(answerOf(name))]
      .filter(([first]) => first !== "token")
      .map((place, turn) => ({ name, place, turn }));
  });

  test("a sign-in without a token is refused in a sentence", async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto("about:blank");
    server.answers.login = { auth_data: AUTH_DATA };
    await signIn();
    await page.getByText("服务出现故障，请稍后再试").waitFor();
    server.reset();
    await page.getByRole("button", { name: "登录", exact: true }).click();
    await settled();
  });

  test.each(cases)("$name without $place", async ({ name, place, turn }) => {
    server.answers[name] =
      place[0] === WHOLE ? (EMPTY[name] ?? null) : without(answerOf(name), place);
    if (name === "detail" && place[0] === WHOLE) {
      await page.reload();
      await heading("还没有加入学校").waitFor();
    } else await SCREENS[name](turn);
    await isWhole();
  });
});
