import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { newPerson, takePicture } from "./harness/browser.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { choose, homeShown, openPersonMenu, openSignedIn } from "./harness/steps.ts";

const stage = openFor(new SharedStage());

const PEOPLE = ["linlan", "sunhao", "linxiaoman", "chenjing", "wangfang"] as const;
/** A page of each kind, with its heading. */
const PAGES = [
  ["/messages", "消息"],
  ["/feedback", "意见反馈"],
  ["/module/profile", "个人中心"],
  ["/search-result/index/分数", "搜索“分数”"],
] as const;

const foot = (page: Page) => page.getByRole("navigation", { name: "主导航" });
const currentOf = (page: Page) => foot(page).locator("[aria-current=page]").allInnerTexts();

async function goTo(page: Page, path: string, heading: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), path);
  await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
}

describe.each(PEOPLE)("%s", (account) => {
  test("has the same bar on every page, without a shift of it", async () => {
    const { context, page, faults } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, account);
    await homeShown(page);
    const bar = page.getByRole("banner");
    await bar.getByRole("link", { name: "消息" }).waitFor();
    const whereIs = async () => ({
      brand: await bar.getByRole("link", { name: "学门首页" }).boundingBox(),
      person: await bar.getByRole("button", { name: /个人菜单/ }).boundingBox(),
    });
    const atHome = await whereIs();
    for (const [path, heading] of PAGES) {
      await goTo(page, path, heading);
      expect(await whereIs()).toEqual(atHome);
      expect(await foot(page).isVisible()).toBe(false);
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  test("has a bar at the foot of a phone, which marks the place and covers nothing", async () => {
    const { context, page, faults } = await newPerson(stage.browser, "phone");
    await openSignedIn(page, stage.platform, account);
    await homeShown(page);
    await foot(page).getByRole("link", { name: "首页" }).waitFor();
    expect(await currentOf(page)).toEqual(["首页"]);
    await takePicture(page, `bars-${account}-phone`);
    await foot(page).getByRole("link", { name: "消息" }).tap();
    await page.getByRole("heading", { name: "消息", level: 1 }).waitFor();
    expect((await currentOf(page)).map((text) => text.split("\n")[0])).toEqual(["消息"]);

    await foot(page).getByRole("button", { name: "搜索" }).tap();
    const field = page.getByRole("combobox", { name: "搜索应用和资源" });
    await field.fill("没有这个词");
    await page.getByText("没有找到“没有这个词”").waitFor();
    const sheet = await page.getByRole("search").boundingBox();
    expect(sheet?.y).toBeLessThan(60);
    await takePicture(page, `bars-${account}-search`);
    await page.getByRole("button", { name: "取消" }).tap();
    await field.waitFor({ state: "hidden" });

    await goTo(page, "/module/profile", "个人中心");
    expect(await currentOf(page)).toEqual(["我的"]);
    await page.getByRole("heading", { name: "基本资料" }).waitFor();
    const top = await foot(page).boundingBox();
    // the focus in the bar moves no page
    await page.evaluate(() => scrollTo(0, 0));
    await foot(page)
      .getByRole("button", { name: /个人菜单/ })
      .focus();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const hidden = async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const end = await page.getByRole("main").boundingBox();
      return (end?.y ?? 0) + (end?.height ?? 0) - (top?.y ?? 0);
    };
    await expect.poll(hidden).toBeLessThanOrEqual(1);
    await openPersonMenu(page);
    const leave = page.getByRole("menuitem", { name: "退出登录" });
    const box = await leave.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(top?.y ?? 0);
    await takePicture(page, `bars-${account}-menu`);
    await leave.tap();
    await page.waitForFunction(() => location.hash.startsWith("#/login"));
    expect(faults).toEqual([]);
    await context.close();
  });
});

test("the menu at the foot opens over a notice that came late", async () => {
  const { context, page } = await newPerson(stage.browser, "phone");
  await openSignedIn(page, stage.platform, "chenjing");
  await homeShown(page);
  await page.getByRole("button", { name: "以后再说" }).waitFor();
  await openPersonMenu(page);
  await page.getByRole("menuitem", { name: "外观与文字" }).tap();
  await page.getByRole("dialog", { name: "外观与文字" }).waitFor();
  await context.close();
});

describe("from a page of one identity", () => {
  test("another identity leads home", async () => {
    const { context, page } = await newPerson(stage.browser, "phone");
    await openSignedIn(page, stage.platform, "linlan", "#/module/class-roster");
    await page.getByRole("heading", { name: "班级学生", level: 1 }).waitFor();
    await openPersonMenu(page);
    await choose(page, "家长");
    await page.waitForFunction(() => document.body.classList.contains("is-parent"));
    await homeShown(page);
    expect(await currentOf(page)).toEqual(["首页"]);
    await openPersonMenu(page);
    await choose(page, "学校管理员");
    await page.waitForFunction(() => document.body.classList.contains("is-manager"));
    await context.close();
  });

  test("the bar at the foot gives way to a keyboard on the screen", async () => {
    const { context, page } = await newPerson(stage.browser, "phone");
    await openSignedIn(page, stage.platform, "sunhao", "#/feedback/new");
    const field = page.getByLabel("标题");
    await field.tap();
    await foot(page).waitFor({ state: "hidden" });
    await field.blur();
    await foot(page).waitFor();
    await context.close();
  });
});
