import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seriousFaults } from "../harness/axe.ts";
import { newPerson, SCREENS, takePicture } from "../harness/browser.ts";
import { openFor, SharedStage } from "../harness/stage.ts";
import { homeShown, openSignedIn } from "../harness/steps.ts";

const PAGES = [
  { path: "/webrtc", title: "实时视频调试" },
  { path: "/font", title: "字体调试" },
  { path: "/pc", title: "客户端调试" },
] as const;
const NARROW = { width: 320, height: 640 };

const stage = openFor(new SharedStage());

async function openPage(page: Page, { path, title }: (typeof PAGES)[number]): Promise<void> {
  await page.goto(`${stage.platform.page}#${path}`);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
}

describe("an administrator", () => {
  let context: BrowserContext;
  let page: Page;
  let faults: string[];
  beforeAll(async () => {
    ({ context, page, faults } = await newPerson(stage.browser));
    await openSignedIn(page, stage.platform, "wangfang");
    await homeShown(page);
  });
  afterAll(() => context.close());

  test.each(PAGES)(
    "opens $path: redirect, title, chunk of its own (RT-10, RT-16, RT-17)",
    async (one) => {
      const scripts: string[] = [];
      const note = (request: { url(): string }) => scripts.push(request.url());
      page.on("request", note);
      await openPage(page, one);
      page.off("request", note);
      expect(new URL(page.url()).hash).toBe(`#${one.path}/index`);
      await expect.poll(() => page.title()).toBe(one.title);
      expect(scripts.filter((url) => /assets\/page-.*\.js$/.test(url))).toHaveLength(1);
    },
  );

  test.each(PAGES)(
    "$path: with its report, too, nothing sticks out and nothing is a barrier",
    async (one) => {
      await openPage(page, one);
      await page.getByRole("button", { name: /生成/ }).click();
      for (const [screen, size] of Object.entries({ ...SCREENS, narrow: NARROW })) {
        await page.setViewportSize(size);
        await takePicture(page, `debug${one.path.replace("/", "-")}-${screen}`);
        const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.poll(over, { message: screen }).toBe(0);
      }
      expect(await seriousFaults(page)).toEqual([]);
      await page.setViewportSize(SCREENS.classroom);
      expect(faults).toEqual([]);
    },
  );

  test("the report is copied, by keyboard alone", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openPage(page, PAGES[2]);
    await page.getByRole("button", { name: /生成/ }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("已复制到剪贴板").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain("学门 客户端调试");
  });

  test("where the clipboard is refused, the text stands selected", async () => {
    await openPage(page, PAGES[1]);
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
      document.execCommand = () => false;
    });
    await page.getByRole("button", { name: /生成/ }).click();
    await page.getByRole("button", { name: "复制报告" }).click();
    await page.getByText("请按 Ctrl+C").waitFor();
    const { start, end, length } = await page.getByLabel("报告内容").evaluate((field) => {
      const { selectionStart, selectionEnd, value } = field as HTMLTextAreaElement;
      return { start: selectionStart, end: selectionEnd, length: value.length };
    });
    expect([start, end]).toEqual([0, length]);
    await page.reload();
  });

  test("/pc shows every piece of the global state and where it lives (ST-01)", async () => {
    // the list of apps is there once home has been
    await page.evaluate(() => (location.hash = "#/home/index"));
    await homeShown(page);
    await openPage(page, PAGES[2]);
    await page.getByRole("button", { name: "重新读取" }).click();
    const state = page.getByRole("region", { name: "全局状态" });
    const facts = await state
      .locator("dl > div")
      .evaluateAll((rows) =>
        rows.map((row) => [
          row.querySelector("dt")?.textContent,
          row.querySelector("dd")?.textContent,
        ]),
      );
    const told = Object.fromEntries(facts) as Record<string, string>;
    expect(Object.keys(told)).toEqual([
      "theme",
      "appList",
      "themes",
      "category",
      "currentCategory",
      "currentApp",
      "schools",
      "backupAppIds",
      "isCustom",
      "eyeProtectionMode",
      "eyeProtectionInterval",
      "client",
      "mode",
      "isFullScreen",
    ]);
    expect(told).toMatchObject({
      theme: expect.stringMatching(/^color（/),
      appList: expect.stringMatching(/^\d+ 项：.+（应用查询缓存/),
      mode: expect.stringMatching(/^web_mode（/),
      client: expect.stringMatching(/^web（/),
      isFullScreen: expect.stringMatching(/^false（/),
    });
  });

  test("/pc shows both stores, and no secret of them", async () => {
    const secret = "Zx9-kPmT4rB7vYw2LsN8dFh3GjC5aE6u";
    await page.evaluate((value) => {
      localStorage.setItem(
        "from-elsewhere",
        JSON.stringify({ note: "你好", access_token: "short", run: value }),
      );
      sessionStorage.setItem("last", `https://app.example/in?ticket=ST-77&name=1`);
    }, secret);
    await openPage(page, PAGES[2]);
    // who the person is stands in the document; the bell's number is asked for
    const COUNTS = "/dt-platform/v1/user/inbox/counts";
    const counted = page.waitForResponse((answer) => answer.url().includes(COUNTS));
    await page.reload();
    await openPage(page, PAGES[2]);
    await (await counted).finished();
    await page.locator("main").getByText(COUNTS).first().waitFor();
    await page.getByRole("button", { name: /生成/ }).click();
    const shown = `${await page.locator("main").innerText()}\n${await page.getByLabel("报告内容").inputValue()}`;
    for (const words of ["from-elsewhere", "你好", "auth_data", "platform-entry", COUNTS]) {
      expect(shown).toContain(words);
    }
    const kept = await page.evaluate(() => ({
      token: localStorage.getItem("token") ?? "",
      auth: JSON.parse(localStorage.getItem("auth_data") ?? "{}") as Record<string, string>,
    }));
    expect(kept.token).not.toBe("");
    const secrets = [
      secret,
      "short",
      "ST-77",
      kept.token,
      kept.auth["session_id"],
      kept.auth["user_id"],
      "王芳",
      "jwt=",
    ];
    for (const hidden of secrets) {
      expect(hidden).toMatch(/./);
      expect(shown).not.toContain(hidden);
    }
  });

  test("/font finds the stack's face, all common characters, and what is missing by code point", async () => {
    await openPage(page, PAGES[1]);
    const covered = page.getByRole("region", { name: "字符覆盖" });
    await covered.getByText("正常：101/101").waitFor();
    const field = page.getByRole("textbox", { name: "文字", exact: true });
    // Nobody has a font for a code point without a character.
    await field.fill("永\u{5FFF0}");
    const tried = page.getByRole("region", { name: "检查一段文字" });
    await tried.getByText("缺 \u{5FFF0}(U+5FFF0)").waitFor();
    await tried.getByTitle(/U\+6C38/).click();
    await tried.getByText(/由 .+ 显示/).waitFor();
    await page.getByRole("button", { name: /检查 \d+ 个字体/ }).click();
    const faces = page.getByRole("table").first();
    await expect.poll(() => faces.getByRole("row").count()).toBeGreaterThan(2);
    const icons = page.getByRole("region", { name: "图标" });
    await icons.getByText("数据看板").waitFor();
    await expect.poll(() => icons.getByText("没有加载成功").count()).toBe(0);
  });

  test("/font finds an icon that a school has uploaded", async () => {
    const uploaded = "/dt-platform/v1/file/uploaded.png";
    await page.route(/app\/api\/apps\?/, async (route) => {
      const answer = await route.fetch();
      const { data, ...rest } = (await answer.json()) as { data: { apps: object[] } };
      const apps = data.apps.slice(0, 1).map((app) => ({ ...app, icon: uploaded }));
      await route.fulfill({ response: answer, json: { ...rest, data: { ...data, apps } } });
    });
    await page.reload();
    await openPage(page, PAGES[1]);
    const picture = page.getByRole("region", { name: "图标" }).locator("img").first();
    const path = () => picture.evaluate((one: HTMLImageElement) => new URL(one.src).pathname);
    await expect.poll(path).toBe(uploaded);
    await page.unroute(/app\/api\/apps\?/);
  });

  test("/font names an icon that does not load", async () => {
    await page.route(/icons\/data-board\.svg$/, (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await openPage(page, PAGES[1]);
    await page.getByText("没有加载成功：icons/data-board.svg").waitFor();
    await page.unroute(/icons\/data-board\.svg$/);
  });

  test("a callback fired by hand asks first, then signs out (SE-07)", async () => {
    await openPage(page, PAGES[2]);
    await page.getByRole("button", { name: "触发 authorized-error" }).click();
    const dialog = page.getByRole("dialog", { name: "触发 authorized-error？" });
    await dialog.getByRole("button", { name: "取消" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(new URL(page.url()).hash).toBe("#/pc/index");
    await page.getByRole("button", { name: "触发 authorized-error" }).click();
    await dialog.getByRole("button", { name: "触发并退出登录" }).click();
    await page.waitForFunction(() => location.hash.startsWith("#/login"));
    await expect.poll(() => page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  });
});

describe("a pupil", () => {
  test("is told 「没有权限」 and stays where she is (GD-03)", async () => {
    const { context, page } = await newPerson(stage.browser);
    await page.addInitScript(() => {
      const refused: string[] = [];
      Object.assign(window, { refused });
      window.addEventListener("unauthorized", (event) =>
        refused.push((event as CustomEvent<{ path: string }>).detail.path),
      );
    });
    await openSignedIn(page, stage.platform, "linxiaoman");
    await homeShown(page);
    for (const { path, title } of PAGES) {
      await page.evaluate((to) => void (location.hash = to), path);
      await page.getByText("没有权限").first().waitFor();
      await page.waitForFunction(() => location.hash === "#/home/index");
      await expect.poll(() => page.getByRole("heading", { name: title }).count()).toBe(0);
    }
    const refused = await page.evaluate(() => (window as unknown as { refused: string[] }).refused);
    expect(refused).toEqual(PAGES.map(({ path }) => `${path}/index`));
    await takePicture(page, "debug-refused");
    await context.close();
  });
});
