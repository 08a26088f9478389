import type { Page } from "playwright-core";
import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { seriousFaults } from "./harness/axe.ts";
import { newPerson, SCREENS, takePicture } from "./harness/browser.ts";
import { openFor, Stage } from "./harness/stage.ts";
import { choose, homeShown, openPersonMenu, openSignedIn } from "./harness/steps.ts";

const NARROW = { width: 320, height: 640 };

const stage = openFor(new Stage());

const open = (page: Page, path: string) =>
  page.goto(`${stage.platform.page}#/module/profile/${path}`);
const wide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Takes a picture at each size that ui.md names, and at the narrowest; fails on horizontal overflow. */
async function takeAll(page: Page, name: string): Promise<void> {
  for (const [screen, size] of Object.entries({ ...SCREENS, narrow: NARROW })) {
    await page.setViewportSize(size);
    expect([name, screen, await wide(page)]).toEqual([name, screen, 0]);
    await takePicture(page, `${name}-${screen}`);
  }
  await page.setViewportSize(SCREENS.classroom);
}

describe("a parent decides for a child (SE-08, ID-10)", () => {
  test("is asked once on home, by keyboard; says not now, and later yes, in the profile", async () => {
    const { context, page, faults } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "chenjing");
    await homeShown(page);
    const card = page.getByRole("region", { name: "请您确认" });
    await card.waitFor();
    await takeAll(page, "guardian-card");
    expect(await seriousFaults(page)).toEqual([]);
    await card.getByRole("button", { name: "看一看" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: /请为.+作个决定/ });
    await dialog.waitFor();
    await dialog.getByText("不向儿童展示商业广告").first().waitFor();
    await takeAll(page, "guardian-consent");
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("暂不同意");
    // one child after the other
    while (await dialog.isVisible())
      await dialog.getByRole("button", { name: "暂不同意" }).press("Enter");
    await expect.poll(() => card.isVisible()).toBe(false);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await open(page, "family");
    await page.getByRole("heading", { name: "请您确认" }).waitFor();
    await expect.poll(() => dialog.isVisible()).toBe(false);
    await takeAll(page, "family-consent");
    expect(await seriousFaults(page)).toEqual([]);
    const waiting = await page.getByRole("button", { name: /^替.+同意$/ }).count();
    await page.route("**/agreement/api/consent?*", (route) => route.fulfill({ status: 503 }), {
      times: 1,
    });
    await page
      .getByRole("button", { name: /^替.+同意$/ })
      .first()
      .click();
    const isRed = (fault: Element) =>
      getComputedStyle(fault).color !== getComputedStyle(document.body).color;
    await expect.poll(() => page.getByText("Http status code 503").evaluate(isRed)).toBe(true);
    for (let left = waiting; left > 0; left -= 1) {
      await page
        .getByRole("button", { name: /^替.+同意$/ })
        .first()
        .click();
      await page
        .getByRole("button", { name: /^替.+同意$/ })
        .nth(left - 1)
        .waitFor({ state: "detached" });
    }
    expect(waiting).toBeGreaterThan(0);
    await page.getByRole("heading", { name: "请您确认" }).waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await context.close();
  });

  test("sees the children first: the second one's apps in 2 actions, eye rules in 3, no word of identities (HO-01)", async () => {
    const { context, page, faults } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "chenjing");
    await homeShown(page);
    const mine = page.getByRole("region", { name: "我的孩子" });
    const chip = (name: string) => mine.getByRole("button", { name });
    const school = async () =>
      /启明(小学|中学)/.exec(await mine.locator("[aria-pressed=true]").innerText())?.[0];
    const [first = "", second = ""] = await mine.locator("strong").allInnerTexts();
    expect([first, second].toSorted()).toEqual(["赵一凡", "赵一诺"]);
    await expect.poll(() => chip(first).getAttribute("aria-pressed")).toBe("true");
    const before = await school();
    expect(before).toBeDefined();
    for (const [screen, size] of Object.entries({ ...SCREENS, narrow: NARROW })) {
      await page.setViewportSize(size);
      expect([screen, await wide(page)]).toEqual([screen, 0]);
      await takePicture(page, `children-${screen}`);
    }
    await page.setViewportSize(SCREENS.classroom);
    expect(await seriousFaults(page)).toEqual([]);

    await chip(second).click();
    await mine.locator(`[aria-pressed=true]:has-text("${second}")`).waitFor();
    expect(await school()).not.toBe(before);
    await mine.getByRole("link", { name: "孩子的应用" }).click();
    await page.getByText(`${second}在自己的首页能看到这些应用`).waitFor();

    // the choice holds over a reload, which the server draws
    await page.goto(`${stage.platform.page}#/home/index`);
    await page.reload();
    await homeShown(page);
    await mine.locator(`[aria-pressed=true]:has-text("${second}")`).waitFor();
    await mine.getByRole("link", { name: "护眼提醒" }).click();
    await page.getByText("15 分钟").click();
    await page.getByRole("button", { name: "保存" }).click();
    await page.getByText(/护眼提醒已保存/).waitFor();

    // the bar leads back to the other child, and names neither schools nor identities
    await page.goto(`${stage.platform.page}#/home/index`);
    await homeShown(page);
    await page.getByRole("button", { name: `当前孩子：${second}，换一个孩子` }).click();
    await expect.poll(() => page.getByText(/切换学校|切换身份/).count()).toBe(0);
    await choose(page, first);
    await mine.locator(`[aria-pressed=true]:has-text("${first}")`).waitFor();
    expect(await school()).toBe(before);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("sets the rules of eye protection, and the child's page follows and cannot change them", async () => {
    const parent = await newPerson(stage.browser, "phone");
    await openSignedIn(parent.page, stage.platform, "linlan");
    await homeShown(parent.page);
    await open(parent.page, "family");
    await parent.page.getByRole("button", { name: "孩子的应用：林小满" }).click();
    await parent.page.getByText("林小满在自己的首页能看到这些应用").waitFor();
    await takePicture(parent.page, "child-apps-phone");
    expect(await seriousFaults(parent.page)).toEqual([]);
    const apps = parent.page
      .getByRole("group", { name: "孩子的应用：林小满" })
      .getByRole("listitem");
    const seen = await apps.allInnerTexts();
    await parent.page.getByRole("button", { name: "护眼提醒：林小满" }).click();
    await parent.page.getByText("15 分钟").click();
    await parent.page.getByRole("checkbox", { name: "孩子自己不能修改" }).check();
    await takeAll(parent.page, "child-eyes");
    expect(await seriousFaults(parent.page)).toEqual([]);
    await parent.page.getByRole("button", { name: "保存" }).click();
    await parent.page.getByText(/护眼提醒已保存/).waitFor();
    expect(parent.faults).toEqual([]);
    await parent.context.close();

    const child = await newPerson(stage.browser);
    await openSignedIn(child.page, stage.platform, "linxiaoman");
    await homeShown(child.page);
    for (const name of seen.slice(0, 3)) await child.page.getByText(name).first().waitFor();
    await openPersonMenu(child.page);
    await choose(child.page, "护眼设置");
    await child.page.getByText("爸爸妈妈为你设定：每 15 分钟休息一次眼睛。").waitFor();
    await expect.poll(() => child.page.getByRole("radio").count()).toBe(0);
    await takePicture(child.page, "eyes-fixed-classroom");
    expect(await seriousFaults(child.page)).toEqual([]);
    await child.page.getByRole("button", { name: "知道了" }).click();
    await child.page.evaluate(() => (location.hash = "#/module/profile/data"));
    await child.page.getByText("导出和删除要请爸爸妈妈来做。").first().waitFor();
    expect(child.faults).toEqual([]);
    await child.context.close();
  });
});

describe("what is kept of a child", () => {
  test("is seen by a parent, taken along, asked to be erased, and taken back", async () => {
    const { context, page, faults } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "linlan");
    await homeShown(page);
    await open(page, "family");
    await page.getByRole("link", { name: "孩子的数据：林小满" }).click();
    await page.getByRole("heading", { name: "平台保存了林小满的哪些数据" }).waitFor();
    await page.getByText("账号与个人资料：1 条，直到账号删除").first().waitFor();
    const ledger = page.getByRole("region", { name: "应用知道林小满的什么" });
    const homework = ledger.getByRole("listitem").filter({ hasText: "作业" }).first();
    await homework.getByText("姓名、身份、学校、班级、一个只有它认得的编号").waitFor();
    const reading = ledger.getByRole("listitem").filter({ hasText: "课外阅读" }).first();
    await reading.getByText("1 张卡片").first().waitFor();
    await reading.getByText("查看课外阅读的明细").click();
    await reading.getByText(/发来卡片：本周读了/).waitFor();
    await ledger.getByText(/个应用不会得知林小满是谁/).waitFor();
    await takeAll(page, "child-data");
    expect(await seriousFaults(page)).toEqual([]);

    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "导出", exact: true }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/^学门数据-林小满-.+\.zip$/);
    const files = unzipSync(await readFile(await download.path()));
    const [user] = JSON.parse(new TextDecoder().decode(files["user.json"])) as object[];
    expect(user).toMatchObject({ account: "linxiaoman", name: "林小满" });

    await page.getByRole("button", { name: "删除账号…" }).click();
    const typed = page.getByLabel(/请输入账号/);
    await typed.fill("linxiaomin");
    await typed.press("Enter");
    await page.getByText("请输入账号 linxiaoman", { exact: true }).waitFor();
    await takeAll(page, "child-erase");
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByLabel(/请输入账号/).fill("linxiaoman");
    await page.getByRole("button", { name: "申请删除" }).click();
    await page.getByText(/林小满的账号将在 .+ 之后删除/).waitFor();
    await takeAll(page, "child-erase-waiting");
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "撤回删除" }).click();
    await page.getByRole("button", { name: "删除账号…" }).waitFor();

    await page.getByRole("link", { name: "我的数据" }).last().click();
    await page.getByRole("heading", { name: "平台保存了我的哪些数据" }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});
