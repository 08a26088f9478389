import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seriousFaults } from "../harness/axe.ts";
import { newPerson, SCREENS, takePicture } from "../harness/browser.ts";
import { openFor, SharedStage } from "../harness/stage.ts";
import {
  choose,
  dockNames,
  fillSignIn,
  homeShown,
  openPersonMenu,
  openSignedIn,
  signInOnPage,
} from "../harness/steps.ts";
import { putLooksBack } from "../harness/wire.ts";

/** The narrowest screen that ui.md promises. */
const NARROW = { width: 320, height: 640 };
/** A classroom PC at 200 % zoom has half the CSS pixels. */
const ZOOMED = { width: SCREENS.classroom.width / 2, height: SCREENS.classroom.height / 2 };
const TOUCH_PX = 44;
/**
 * The size at which home and its editor are searched for barriers here: the layout of phones. every-screen searches the
 * other one, for each identity; the sizes between and beyond have the same elements and colours.
 */
const SEARCHED = "phone";

const PEOPLE = [
  ["linlan", "is-manager"],
  ["sunhao", "is-teacher"],
  ["linxiaoman", "is-student"],
  ["chenjing", "is-parent"],
  ["wangfang", "is-admin"],
] as const;

/** A page of each kind, with its heading. */
const PAGES = [
  ["/messages", "消息"],
  ["/feedback", "意见反馈"],
  ["/module/profile", "个人中心"],
  ["/search-result/index/分数", "搜索“分数”"],
] as const;

const stage = openFor(new SharedStage());

/** Returns the horizontal overflow of the page, in pixels. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Returns the text and size of buttons, links and fields that are too small for touch. */
const smallTargets = (page: Page) =>
  page.evaluate(
    (least) =>
      [...document.querySelectorAll<HTMLElement>("a[href], button, input")]
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < least || box.height < least))
        // The search field is part of a larger target.
        .filter(({ element }) => element.getAttribute("role") !== "combobox")
        .map(({ element, box }) => `${element.innerText} ${box.width}×${box.height}`),
    TOUCH_PX,
  );

describe.each(PEOPLE)("%s", (account, bodyClass) => {
  let context: BrowserContext;
  let page: Page;
  let faults: string[];
  beforeAll(async () => {
    ({ context, page, faults } = await newPerson(stage.browser));
    await openSignedIn(page, stage.platform, account);
    await homeShown(page);
  });
  afterAll(async () => {
    await context.close();
    await putLooksBack(stage.platform.origin, account);
  });

  test.each(Object.entries({ ...SCREENS, narrow: NARROW, zoomed: ZOOMED }))(
    "home on the %s screen: nothing sticks out, nothing is too small, nothing is a barrier",
    async (screen, size) => {
      await page.setViewportSize(size);
      await homeShown(page);
      await expect.poll(() => page.evaluate(() => document.body.className)).toContain(bodyClass);
      await takePicture(page, `home-${account}-${screen}`);
      expect(await overflow(page)).toBe(0);
      expect(await smallTargets(page)).toEqual([]);
      if (screen === SEARCHED) expect(await seriousFaults(page)).toEqual([]);
    },
  );

  test("menus, search and the one-colour theme hold too", async () => {
    await page.setViewportSize(SCREENS.classroom);
    await openPersonMenu(page);
    await page.getByRole("menuitem", { name: "退出登录" }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await choose(page, "单色");
    await page.waitForFunction(() => document.body.classList.contains("theme-monochrome"));
    await takePicture(page, `home-${account}-monochrome`);
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press("/");
    await page.keyboard.type("z");
    await page.getByRole("option").first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    // where the list is longer than the screen, it follows the keys
    await page.setViewportSize({ width: 1366, height: 400 });
    await page.keyboard.press("ArrowUp");
    const isSeen = () =>
      page.getByRole("option", { selected: true }).evaluate((option) => {
        const { bottom, top } = option.getBoundingClientRect();
        const list = option.parentElement?.getBoundingClientRect();
        return list !== undefined && top >= list.top && bottom <= list.bottom + 1;
      });
    await expect.poll(isSeen).toBe(true);
    await page.setViewportSize(SCREENS.classroom);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  });

  test.each(Object.entries({ ...SCREENS, narrow: NARROW }))(
    "editing on the %s screen holds",
    async (screen, size) => {
      await page.setViewportSize(size);
      await page.getByRole("button", { name: "编辑快捷应用" }).click();
      await page.getByRole("heading", { name: "编辑快捷应用" }).waitFor();
      await takePicture(page, `edit-${account}-${screen}`);
      expect(await overflow(page)).toBe(0);
      expect(await smallTargets(page)).toEqual([]);
      if (screen === SEARCHED) expect(await seriousFaults(page)).toEqual([]);
      await page.getByRole("button", { name: "取消" }).click();
      await homeShown(page);
      expect(faults).toEqual([]);
    },
  );

  test("the bar is the same on every page, without a shift of it", async () => {
    await page.setViewportSize(SCREENS.classroom);
    const bar = page.getByRole("banner");
    await bar.getByRole("link", { name: "消息" }).waitFor();
    const whereIs = async () => ({
      brand: await bar.getByRole("link", { name: "学门首页" }).boundingBox(),
      person: await bar.getByRole("button", { name: /个人菜单/ }).boundingBox(),
    });
    const foot = page.getByRole("navigation", { name: "主导航" });
    await expect.poll(() => foot.isVisible()).toBe(false);
    const atHome = await whereIs();
    for (const [path, heading] of PAGES) {
      await page.evaluate((to) => (location.hash = to), path);
      await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
      await expect.poll(whereIs).toEqual(atHome);
      await expect.poll(() => foot.isVisible()).toBe(false);
    }
    expect(faults).toEqual([]);
  });
});

test("letters three quarters larger: nothing sticks out of the narrowest screen", async () => {
  const { context, page } = await newPerson(stage.browser);
  await page.addInitScript(() =>
    addEventListener("DOMContentLoaded", () => (document.documentElement.style.fontSize = "175%")),
  );
  // who has the longest identity to choose in the bar
  await openSignedIn(page, stage.platform, "linlan");
  await homeShown(page);
  await page.getByRole("link", { name: "意见反馈" }).waitFor();
  await page.setViewportSize(NARROW);
  await takePicture(page, "home-large-letters");
  expect(await overflow(page)).toBe(0);
  const identity = page.getByRole("button", { name: "当前身份：学校管理员，切换身份" });
  const { width = 0 } = (await identity.boundingBox()) ?? {};
  expect(width).toBeGreaterThan(2 * TOUCH_PX);
  await context.close();
});

test("quick apps have an address of their own, and lead back home (RT-14)", async () => {
  const { context, page } = await newPerson(stage.browser);
  await openSignedIn(page, stage.platform, "sunhao");
  await homeShown(page);
  await page.evaluate(() => (location.hash = "#/customize-menus"));
  await page.getByRole("heading", { name: "编辑快捷应用" }).waitFor();
  await expect.poll(() => page.title()).toBe("学门");
  await page.getByRole("button", { name: "取消" }).click();
  await homeShown(page);
  await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/home/index");
  await context.close();
});

describe("what is not saved is not lost silently", () => {
  test("it waits under its identity, and signing out asks first", async () => {
    const { context, page } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "linlan");
    await homeShown(page);
    await page.getByRole("button", { name: "编辑快捷应用" }).click();
    const removal = page.getByRole("button", { name: /^移除“/ }).first();
    const label = await removal.getAttribute("aria-label");
    await removal.click();
    await openPersonMenu(page);
    await choose(page, "家长");
    await page.waitForFunction(() => document.body.classList.contains("is-parent"));
    await homeShown(page);
    await openPersonMenu(page);
    await choose(page, "退出登录");
    await page.getByRole("dialog", { name: "快捷应用还没有保存" }).waitFor();
    await page.getByRole("button", { name: "继续编辑" }).click();
    await openPersonMenu(page);
    await choose(page, "学校管理员");
    await page.getByRole("heading", { name: "编辑快捷应用" }).waitFor();
    await page.getByText("上次的修改还没有保存").waitFor();
    const mine = page.getByRole("region", { name: /我的快捷应用/ });
    await expect.poll(() => mine.getByRole("button", { name: label ?? "" }).count()).toBe(0);
    await page.getByRole("button", { name: "取消" }).click();
    await homeShown(page);
    await context.close();
  });
});

test("what signing out drops does not come back with the next sign-in", async () => {
  const { context, page, faults } = await newPerson(stage.browser);
  await signInOnPage(page, stage.platform, "sunhao");
  await homeShown(page);
  await page.getByRole("button", { name: "编辑快捷应用" }).click();
  await page
    .getByRole("button", { name: /^移除“/ })
    .first()
    .click();
  await openPersonMenu(page);
  await choose(page, "退出登录");
  await page.getByRole("button", { name: "不保存，退出登录" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#/login"));
  await fillSignIn(page, "sunhao");
  await homeShown(page);
  await expect.poll(() => page.getByRole("heading", { name: "编辑快捷应用" }).count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

describe("the brand leads out of editing", () => {
  const brand = (page: Page) => page.getByRole("link", { name: "学门首页" });
  const editorShown = (page: Page) => page.getByRole("heading", { name: "编辑快捷应用" }).waitFor();

  test.each([
    ["where editing began at home", "/home/index"],
    ["at the editor's own address", "/customize-menus"],
  ])("%s: at once when nothing was changed, else it asks", async (_where, path) => {
    const { context, page, faults } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "sunhao");
    await homeShown(page);
    const dock = await dockNames(page);
    const begin = async () => {
      if (path === "/home/index") await page.getByRole("button", { name: "编辑快捷应用" }).click();
      else await page.evaluate((to) => (location.hash = to), path);
      await editorShown(page);
    };
    await begin();
    await brand(page).click();
    await homeShown(page);
    await begin();
    await page
      .getByRole("button", { name: /^移除“/ })
      .first()
      .click();
    await brand(page).click();
    const question = page.getByRole("dialog", { name: "快捷应用还没有保存" });
    await question.waitFor();
    await takePicture(page, "edit-leaving");
    if (path === "/home/index") expect(await seriousFaults(page)).toEqual([]);
    await question.getByRole("button", { name: "继续编辑" }).click();
    await editorShown(page);
    await expect.poll(() => page.evaluate(() => location.hash)).toBe(`#${path}`);
    await brand(page).click();
    await question.getByRole("button", { name: "不保存，返回首页" }).click();
    await homeShown(page);
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/home/index");
    expect(await dockNames(page)).toEqual(dock);
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe("when things go wrong", () => {
  test("apps that do not come say so, and come on retry", async () => {
    const { context, page } = await newPerson(stage.browser);
    let broken = true;
    await page.route(/app\/api\/apps/, (route) => (broken ? route.abort() : route.continue()));
    // a home that comes with the document asks for none
    await signInOnPage(page, stage.platform, "sunhao");
    await page.getByRole("alert").getByText("应用没有加载出来").waitFor();
    await takePicture(page, "home-failed");
    expect(await seriousFaults(page)).toEqual([]);
    broken = false;
    await page.getByRole("button", { name: "重试" }).click();
    await homeShown(page);
    await context.close();
  });

  test("an app that cannot be asked for leaves no empty tab behind, and says why", async () => {
    const { context, page } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "sunhao");
    await homeShown(page);
    await page.route("**/app/auth*", (route) => route.abort());
    const opened = context.waitForEvent("page");
    await page.locator("main").getByRole("button", { name: "备课" }).first().click();
    const tab = await opened;
    await page.getByText("网络连接失败，请检查网络后重试").first().waitFor();
    await expect.poll(() => tab.isClosed()).toBe(true);
    await context.close();
  });
});
