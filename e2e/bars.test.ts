import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openAdministration } from "./harness/administration.ts";
import { newPerson, takePicture } from "./harness/browser.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { choose, homeShown, openPersonMenu, openSignedIn } from "./harness/steps.ts";

const stage = openFor(new SharedStage());

const PEOPLE = ["linlan", "sunhao", "linxiaoman", "chenjing", "wangfang"] as const;

const foot = (page: Page) => page.getByRole("navigation", { name: "主导航" });
const currentOf = (page: Page) => foot(page).locator("[aria-current=page]").allInnerTexts();

describe.each(PEOPLE)("%s", (account) => {
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

    await page.evaluate(() => (location.hash = "/module/profile"));
    await page.getByRole("heading", { name: "个人中心", level: 1 }).waitFor();
    expect(await currentOf(page)).toEqual(["我的"]);
    await page.getByRole("heading", { name: "基本资料" }).waitFor();
    const top = await foot(page).boundingBox();
    // the focus in the bar moves no page
    await page.evaluate(() => scrollTo(0, 0));
    await foot(page)
      .getByRole("button", { name: /个人菜单/ })
      .focus();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
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

test.each([
  ["linlan", "启明小学"],
  ["chenjing", "赵一凡"],
])("on a tablet the bar says in full where %s is", async (account, place) => {
  const { context, page } = await newPerson(stage.browser);
  await page.setViewportSize({ width: 820, height: 1180 });
  await openSignedIn(page, stage.platform, account);
  await homeShown(page);
  const bar = page.getByRole("banner");
  const name = bar.getByText(place, { exact: true });
  await expect.poll(() => name.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
  const [box, search] = [await name.boundingBox(), await bar.getByRole("search").boundingBox()];
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(search?.x ?? 0);
  await takePicture(page, `bars-${account}-tablet`);
  await context.close();
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

const PORTRAIT = { width: 390, height: 844 };
const LANDSCAPE = { width: 844, height: 390 };

describe("a search goes on, in the other layout, when a phone is turned", () => {
  const opened = (page: Page) => {
    const field = page.getByRole("combobox", { name: "搜索应用和资源" });
    const goesOn = async (word: string) => {
      await page.getByRole("option", { name: `搜索资源“${word}”` }).waitFor();
      expect(await field.inputValue()).toBe(word);
      expect(await field.evaluate((input) => input.matches(":focus"))).toBe(true);
    };
    return { field, goesOn };
  };
  const isSheet = (page: Page) =>
    page.getByRole("search").evaluate((box) => {
      const { x, width } = box.getBoundingClientRect();
      return x < 20 && width > innerWidth - 40;
    });

  /** Has the page hear of its size late, so that the browser always takes the focus of a hidden field before. */
  const hearLate = (page: Page) =>
    page.evaluate(() => {
      const delay = (event: Event) => {
        if (!event.isTrusted) return;
        event.stopImmediatePropagation();
        setTimeout(() => dispatchEvent(new Event("resize")), 100);
      };
      addEventListener("resize", delay, { capture: true });
    });

  test("from where it is a list below its field", async () => {
    const { context, page, faults } = await newPerson(stage.browser, "phone");
    await page.setViewportSize(LANDSCAPE);
    await openSignedIn(page, stage.platform, "sunhao");
    await homeShown(page);
    const { field, goesOn } = opened(page);
    await field.fill("备课");
    await goesOn("备课");
    await hearLate(page);
    await page.setViewportSize(PORTRAIT);
    await goesOn("备课");
    await expect.poll(() => isSheet(page)).toBe(true);
    await takePicture(page, "bars-search-turned-phone");
    await page.setViewportSize(LANDSCAPE);
    await goesOn("备课");
    expect(await isSheet(page)).toBe(false);
    await takePicture(page, "bars-search-turned-wide");
    // a press beside it ends it, as everywhere
    await page.getByRole("heading", { level: 1 }).click();
    await page.getByRole("listbox").waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await context.close();
  });

  test("from where it covers the page, also of results, whose bar has no field of its own", async () => {
    const { context, page, faults } = await newPerson(stage.browser, "phone");
    await openSignedIn(page, stage.platform, "sunhao", "#/search-result/index/分数");
    await foot(page).getByRole("button", { name: "搜索" }).tap();
    const { field, goesOn } = opened(page);
    await field.fill("课表");
    await goesOn("课表");
    // a press on the sheet itself puts the keyboard away
    await field.blur();
    await page.setViewportSize(LANDSCAPE);
    await goesOn("课表");
    await takePicture(page, "bars-search-turned-results");
    expect(faults).toEqual([]);
    await context.close();
  });
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

/** Presses a key again and again; returns the stops of the focus of which a bar lets nothing be seen. */
async function hiddenStops(page: Page, key: "Tab" | "Shift+Tab", times: number): Promise<string[]> {
  const hidden: string[] = [];
  for (let pressed = 0; pressed < times; pressed += 1) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      if (at === null || at === document.body || at.matches(".visually-hidden")) return "";
      const { left, top, width, height } = at.getBoundingClientRect();
      let over = document.elementFromPoint(left + width / 2, top + height / 2);
      while (over?.shadowRoot) {
        const within = over.shadowRoot.elementFromPoint(left + width / 2, top + height / 2);
        if (within === null || within === over) break;
        over = within;
      }
      const seen = over !== null && (at.contains(over) || over.contains(at));
      return seen ? "" : `${at.textContent || at.getAttribute("aria-label")} at ${Math.round(top)}`;
    });
    if (stop !== "") hidden.push(stop);
  }
  return hidden;
}

describe("the focus of the keyboard never goes below a bar that stays", () => {
  test("at the head of a page", async () => {
    const { context, page } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "chenjing", "#/module/profile/family");
    await page.getByRole("button", { name: "重置密码" }).first().waitFor();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.getByRole("main").getByRole("button").last().focus();
    expect(await hiddenStops(page, "Shift+Tab", 24)).toEqual([]);
    await context.close();
  });

  test("in a list with a bar of acts", async () => {
    const { context, page } = await openAdministration(stage, "linlan");
    await page.getByRole("row").nth(2).getByRole("checkbox").check();
    await page.getByText("已选 1 人").waitFor();
    expect(await hiddenStops(page, "Tab", 40)).toEqual([]);
    expect(await hiddenStops(page, "Shift+Tab", 40)).toEqual([]);
    await context.close();
  });
});

test("who chose a row by the keyboard is one key from what can be done with it", async () => {
  const { context, page } = await openAdministration(stage, "linlan");
  const box = page.getByRole("row").nth(2).getByRole("checkbox");
  await box.focus();
  await page.keyboard.press("Space");
  await page.getByText("已选 1 人").waitFor();
  await page.keyboard.press("Tab");
  await takePicture(page, "bars-to-acts");
  await page.keyboard.press("Enter");
  await page.locator("[data-acts] :focus").waitFor();
  await page.getByRole("button", { name: "取消选择" }).press("Enter");
  await page.getByText("已选 1 人").waitFor({ state: "detached" });
  await page.locator("table :focus").waitFor();
  await context.close();
});

test("a heading of a list that stays is at the top of a phone, where no other bar does", async () => {
  const { context, page } = await openAdministration(stage, "linlan", "", "phone");
  const heading = page.getByRole("columnheader", { name: /姓名/ });
  await heading.waitFor();
  await page.evaluate(() => scrollTo(0, 1500));
  await expect.poll(async () => (await heading.boundingBox())?.y).toBe(0);
  await context.close();
});

test("the administration's last place is reached while a long list is at its beginning", async () => {
  const { context, page } = await openAdministration(stage, "hezhi");
  const place = page
    .getByRole("navigation", { name: "管理", exact: true })
    .getByRole("link")
    .last();
  await place.hover();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(100);
  await context.close();
});

test("a page at 400 % keeps no bar over it, and the person's menu can be read", async () => {
  const { context, page } = await newPerson(stage.browser);
  await page.setViewportSize({ width: 320, height: 192 });
  await openSignedIn(page, stage.platform, "zhaoyifan");
  await homeShown(page);
  const over = () =>
    page.evaluate(() => {
      const stay = [...document.querySelectorAll("main, main *, nav, header")].filter((one) => {
        const { top, height, width } = one.getBoundingClientRect();
        const { position } = getComputedStyle(one);
        const stays = /sticky|fixed/.test(position) && one.checkVisibility();
        return stays && width > 100 && height > 10 && top < innerHeight;
      });
      return stay.map((one) => one.outerHTML.slice(0, 100));
    });
  expect(await over()).toEqual([]);
  await page.goto(`${stage.platform.page}#/customize-menus`);
  const add = page.getByRole("button", { name: /^(添加|移除)“/ }).last();
  await add.focus();
  expect(await over()).toEqual([]);
  await openPersonMenu(page);
  const focused = page.locator("[role=menuitem]:focus");
  await focused.waitFor();
  await page.keyboard.press("ArrowDown");
  const item = focused.filter({ hasText: "护眼设置" });
  await item.waitFor();
  expect(
    await item.evaluate((one) => {
      const { left, top, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(left + 20, top + height / 2));
    }),
  ).toBe(true);
  await context.close();
});
