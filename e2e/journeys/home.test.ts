import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { newPerson, takePicture } from "../harness/browser.ts";
import { openFor, SharedStage } from "../harness/stage.ts";
import { choose, dockNames, homeShown, openPersonMenu, openSignedIn } from "../harness/steps.ts";
import { call, putLooksBack, putQuickAppsBack } from "../harness/wire.ts";

const stage = openFor(new SharedStage());

async function switchTo(page: Page, name: string) {
  await openPersonMenu(page);
  await choose(page, name);
}

/** Returns the colour that the page's role sheet sets. */
const roleColour = (page: Page) =>
  page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--role").trim().toUpperCase(),
  );

const identityMenu = (page: Page) => page.getByRole("button", { name: /^当前身份：/ });

const appNames = async (page: Page) =>
  (await page.locator("main section li").allInnerTexts()).map((name) => name.split("\n")[0]);

describe("identities", () => {
  test("colour, body class, sheet and apps follow the identity (ID-02…06)", async () => {
    const { context, page, faults } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "linlan");
    await homeShown(page);
    // the menu in the bar is there with several identities other than parent only (ID-04)
    await identityMenu(page).waitFor();
    const seen = new Map<string, { colour: string; apps: string }>();
    for (const [name, identity, colour] of [
      ["教师", "teacher", "3284DD"],
      ["家长", "parent", "F48F19"],
      ["学校管理员", "manager", "5D7296"],
    ] as const) {
      await switchTo(page, name);
      await page.waitForFunction(
        (wanted) => document.body.classList.contains(wanted),
        `is-${identity}`,
      );
      await page.waitForFunction(
        (wanted) =>
          getComputedStyle(document.documentElement)
            .getPropertyValue("--role")
            .trim()
            .toUpperCase() === `#${wanted}`,
        colour,
      );
      await homeShown(page);
      const classes = await page.evaluate(() => [...document.body.classList]);
      expect(classes.filter((one) => one.startsWith("is-"))).toEqual([`is-${identity}`]);
      expect(classes).toContain("theme-color");
      const sheets = await page.evaluate(() =>
        [...document.querySelectorAll("link[rel=stylesheet]")]
          .map((link) => link.getAttribute("href") ?? "")
          .filter((href) => href.includes("themes/")),
      );
      expect(sheets.at(-1)).toContain(`themes/${colour}.css`);
      await page.waitForFunction(() => document.querySelectorAll("main section li").length > 3);
      seen.set(identity, { colour: await roleColour(page), apps: (await appNames(page)).join() });
      await takePicture(page, `home-linlan-${identity}`);
    }
    expect(new Set([...seen.values()].map(({ colour }) => colour)).size).toBe(3);
    expect(new Set([...seen.values()].map(({ apps }) => apps)).size).toBe(3);
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe("catalogue", () => {
  afterAll(() => putLooksBack(stage.platform.origin, "sunhao"));

  test("hidden apps and categories without a visible app are not there (AP-02); the theme is chosen and kept (AP-03)", async () => {
    const { context, page } = await newPerson(stage.browser);
    const { token } = await openSignedIn(page, stage.platform, "sunhao");
    const { data } = (await call(stage.platform.origin, "readApps", {}, { token })).body;
    await homeShown(page);
    const hidden = data.apps.filter(({ display_status }) => display_status === "not_display");
    expect(hidden.length).toBeGreaterThan(0);
    for (const { name } of hidden) {
      await expect
        .poll(() => page.locator("main").getByText(name, { exact: true }).count())
        .toBe(0);
    }
    const tabs = await page
      .getByRole("navigation", { name: "应用分类" })
      .getByRole("button")
      .allInnerTexts();
    expect(tabs.length).toBeLessThan(data.category.length);
    expect(tabs.length).toBeGreaterThan(2);

    // the theme is chosen, seen at once, and kept (AP-03)
    const saved = page.waitForResponse(/user\/setting/);
    await openPersonMenu(page);
    await choose(page, "单色");
    await page.waitForFunction(() => document.body.classList.contains("theme-monochrome"));
    await saved;
    await takePicture(page, "home-sunhao-monochrome");
    await page.reload();
    await homeShown(page);
    await page.waitForFunction(() => document.body.classList.contains("theme-monochrome"));
    await context.close();
  });

  test("an app is found by name, pinyin and initials (AP-08)", async () => {
    const { context, page } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "linxiaoman");
    await homeShown(page);
    await expect.poll(() => identityMenu(page).isVisible()).toBe(false);
    const box = page.getByRole("combobox", { name: "搜索应用" });
    for (const words of ["课程表", "kechengbiao", "kcb", "课表"]) {
      await box.fill(words);
      await page.getByRole("option", { name: /^课程表/ }).waitFor();
    }
    await takePicture(page, "search-linxiaoman");
    await box.fill("没有这样的应用");
    await page.getByText("没有找到").first().waitFor();
    await context.close();
  });
});

describe("quick apps (AP-04)", () => {
  afterAll(async () => {
    await putQuickAppsBack(stage.platform.origin, "linlan", "manager");
    await putQuickAppsBack(stage.platform.origin, "linxiaoman", "student");
  });

  async function edit(page: Page) {
    await page.getByRole("button", { name: "编辑快捷应用" }).click();
    await page.getByRole("heading", { name: "编辑快捷应用" }).waitFor();
  }
  async function save(page: Page) {
    // Until it has settled, a click belongs to the drag.
    await page.locator("[data-carried]").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "保存" }).click();
    await homeShown(page);
  }
  const handles = (page: Page) =>
    page
      .locator("[data-quick-app]")
      .allInnerTexts()
      .then((names) => names.map((name) => name.trim()));

  test("by mouse: dragged to another place, saved, there after a reload", async () => {
    const { context, page } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "linlan");
    await homeShown(page);
    const before = await dockNames(page);
    expect(before.length).toBeGreaterThan(2);
    await edit(page);
    await takePicture(page, "edit-linlan");
    const first = page.locator("[data-quick-app]").first();
    const third = page.locator("[data-quick-app]").nth(2);
    const [from, to] = [await first.boundingBox(), await third.boundingBox()];
    if (from === null || to === null) throw new Error("the handles are not on the screen");
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2 + 12, from.y + from.height / 2, { steps: 3 });
    await page.mouse.move(to.x + to.width / 2 + 4, to.y + to.height / 2, { steps: 12 });
    await page.mouse.up();
    const wanted = [before[1], before[2], before[0], ...before.slice(3)];
    await expect.poll(() => handles(page)).toEqual(wanted);
    await save(page);
    expect(await dockNames(page)).toEqual(wanted);
    await page.reload();
    await homeShown(page);
    await expect.poll(() => dockNames(page)).toEqual(wanted);
    await context.close();
  });

  test("by keyboard alone: add one, move it to the front, remove another; cancel brings all back", async () => {
    const { context, page } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "sunhao");
    await homeShown(page);
    const before = await dockNames(page);
    await page.getByRole("button", { name: "编辑快捷应用" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "编辑快捷应用" }).waitFor();
    const add = page.getByRole("button", { name: /^添加“/ }).first();
    await add.focus();
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await handles(page)).length).toBe(before.length + 1);
    const added = (await handles(page)).at(-1);
    await page.locator("[data-quick-app]").last().focus();
    for (let step = 0; step < before.length; step += 1) await page.keyboard.press("ArrowLeft");
    await expect.poll(async () => (await handles(page))[0]).toBe(added);
    await page
      .getByRole("button", { name: /^移除“/ })
      .nth(1)
      .focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => handles(page)).toEqual([added, ...before.slice(1)]);
    await page.getByRole("button", { name: "取消" }).focus();
    await page.keyboard.press("Enter");
    await homeShown(page);
    expect(await dockNames(page)).toEqual(before);
    await context.close();
  });

  test("by touch on a phone: a long press picks up, a drag moves", async () => {
    const { context, page } = await newPerson(stage.browser, "phone");
    await openSignedIn(page, stage.platform, "linxiaoman");
    await homeShown(page);
    const before = await dockNames(page);
    await page.getByRole("button", { name: "编辑快捷应用" }).tap();
    await page.getByRole("heading", { name: "编辑快捷应用" }).waitFor();
    await takePicture(page, "edit-linxiaoman-phone");
    const at = async (place: number) => {
      const box = await page.locator("[data-quick-app]").nth(place).boundingBox();
      if (box === null) throw new Error("the handle is not on the screen");
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const [from, to] = [await at(0), await at(1)];
    const finger = await context.newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number, y: number) =>
      finger.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x, y }],
      });
    await touch("touchStart", from.x, from.y);
    // a move before it is picked up would scroll
    await page.locator("[data-carried]").waitFor();
    // a finger is never quicker than the page draws
    const drawn = () =>
      page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    await drawn();
    for (let step = 1; step <= 8; step += 1) {
      await touch("touchMove", from.x + ((to.x + 6 - from.x) * step) / 8, from.y);
      await drawn();
    }
    await page.getByText(/移到第 2 位/).waitFor({ state: "attached" });
    await touch("touchEnd", to.x, to.y);
    await page.getByText(/放到第 2 位/).waitFor({ state: "attached" });
    await expect.poll(() => handles(page)).toEqual([before[1], before[0], ...before.slice(2)]);
    await save(page);
    expect((await dockNames(page)).slice(0, 2)).toEqual([before[1], before[0]]);
    await context.close();
  });
});

describe("opening an app (AP-07)", () => {
  test("a ticket app opens in its own tab and greets the person by name and identity", async () => {
    const { context, page } = await newPerson(stage.browser);
    const { token } = await openSignedIn(page, stage.platform, "linxiaoman");
    const { data } = (await call(stage.platform.origin, "readApps", {}, { token })).body;
    await homeShown(page);
    const app = data.apps.find(
      ({ launch, display_status }) => launch === "ticket" && display_status === "display",
    );
    if (app === undefined) throw new Error("the pupil has no ticket app");
    const opened = context.waitForEvent("page");
    // a card of today names the app, too, behind what is to be done
    const tile = page.locator("main").getByRole("button", { name: new RegExp(`^${app.name}`) });
    await tile.first().click();
    const tab = await opened;
    await tab.getByText("林小满").first().waitFor();
    await expect.poll(() => tab.locator("body").innerText()).toContain("学生");
    expect(tab.url()).not.toContain("ticket=");
    await expect.poll(() => tab.evaluate(() => window.opener as unknown)).toBeNull();
    await takePicture(tab, "demo-app-ticket");
    await page.reload();
    await page.getByRole("region", { name: "最近使用" }).getByText(app.name).waitFor();
    await context.close();
  });

  test("a link app opens as a plain link, and is then recently used", async () => {
    const { context, page } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "chenjing");
    await homeShown(page);
    await expect.poll(() => identityMenu(page).isVisible()).toBe(false);
    const link = page.locator("main section a[target=_blank]").first();
    const opened = context.waitForEvent("page");
    const reported = page.waitForResponse(/report\/app\/login/);
    await link.click();
    const tab = await opened;
    await tab.getByRole("heading").first().waitFor();
    expect((await reported).status()).toBe(200);
    await context.close();
  });
});
