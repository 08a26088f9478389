import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { openAdministration } from "./harness/administration.ts";
import { newPerson, takePicture } from "./harness/browser.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { homeShown, openSignedIn } from "./harness/steps.ts";

const stage = openFor(new SharedStage());

/** Has the browser draw everything in the colours of the person's system, as a contrast theme of Windows does. */
const forceColours = (page: Page) =>
  page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });

/** Reads what is drawn of a thing where colours are forced: no shadow, and of backgrounds only the system's colours. */
const drawn = (thing: Locator) =>
  thing.first().evaluate((element) => {
    const { backgroundColor, color, outlineStyle } = getComputedStyle(element);
    return { ground: backgroundColor, ink: color, ring: outlineStyle !== "none" };
  });

/** Fails unless the one is drawn as the system draws what is chosen, and the other is not. */
async function expectChosen(chosen: Locator, other: Locator): Promise<void> {
  const [ground, ink] = await chosen.page().evaluate(() => {
    const { style } = document.body.appendChild(document.createElement("i"));
    return ["Highlight", "HighlightText"].map((name) => {
      style.color = name;
      return getComputedStyle(document.body.lastElementChild as Element).color;
    });
  });
  // the sheet comes after the first screen
  await expect.poll(() => drawn(chosen)).toMatchObject({ ground, ink });
  expect((await drawn(other)).ground).not.toBe(ground);
}

test("at the sign-in the field with the focus and the edge of a dialog are seen", async () => {
  const { context, page } = await newPerson(stage.browser);
  await forceColours(page);
  await page.goto(stage.platform.page);
  const account = page.getByLabel("账号", { exact: true });
  await account.focus();
  await expect.poll(async () => (await drawn(account)).ring).toBe(true);
  expect((await drawn(page.getByLabel("密码", { exact: true }))).ring).toBe(false);
  await page.getByRole("button", { name: "扫码登录" }).click();
  expect((await drawn(page.getByRole("dialog", { name: "扫码登录" }))).ring).toBe(true);
  await context.close();
});

test("a chosen category and option and the words that were found are seen", async () => {
  const { context, page } = await newPerson(stage.browser);
  await forceColours(page);
  await openSignedIn(page, stage.platform, "zhaoyifan");
  await homeShown(page);
  const categories = page.getByRole("navigation", { name: "应用分类" }).getByRole("button");
  await expectChosen(categories.nth(0), categories.nth(1));
  await page.getByRole("combobox", { name: "搜索应用和资源" }).fill("分数");
  await page.getByRole("option").nth(2).waitFor();
  await page.keyboard.press("ArrowDown");
  const found = page.getByRole("option");
  await expectChosen(
    found.and(page.locator("[aria-selected=true]")),
    found.and(page.locator("[aria-selected=false]")),
  );
  await page.keyboard.press("Escape");
  await page.evaluate(() => (location.hash = "/search-result/index/分数"));
  const word = page.locator("p mark").first();
  await word.waitFor();
  const { ground, ink } = await drawn(word);
  expect(ground).not.toMatch(/rgba\(.*, 0\)/);
  expect(ground).not.toBe(ink);
  await page.evaluate(() => (location.hash = "/feedback/new"));
  await page.getByRole("heading", { name: "意见反馈" }).waitFor();
  await expectChosen(
    page.locator("label span").filter({ hasText: "遇到问题" }),
    page.locator("label span").filter({ hasText: "提个建议" }),
  );
  await takePicture(page, "forced-colors-feedback");
  await context.close();
});

test("the administration's lists of choices and calendars tell what is chosen and where the keyboard is", async () => {
  const { context, page } = await openAdministration(stage, "linlan");
  await forceColours(page);
  const places = page.getByRole("navigation", { name: "管理", exact: true }).getByRole("link");
  await expectChosen(places.filter({ hasText: "人员" }), places.filter({ hasText: "班级" }));
  await page.getByRole("combobox", { name: "身份", exact: true }).click();
  const option = (name: string) =>
    page.getByRole("option", { name, exact: true }).and(page.locator(".ant-select-item"));
  await option("学生").click();
  await page.getByText(/^共 1,\d+ 人/).waitFor();
  await page.getByRole("combobox", { name: "身份", exact: true }).click();
  await option("家长").hover();
  await expectChosen(option("学生"), option("教师"));
  expect((await drawn(option("家长"))).ring).toBe(true);
  expect((await drawn(page.locator(".ant-select-dropdown"))).ring).toBe(true);
  await page.keyboard.press("Escape");

  await page.evaluate(() => (location.hash = "/module/admin/audit"));
  const from = page.locator(".ant-picker-input > input").first();
  await from.click();
  await page.getByText("今天", { exact: true }).click();
  await from.click();
  const days = page.locator(".ant-picker-cell-in-view");
  await expectChosen(
    page.locator(".ant-picker-cell-selected"),
    days.and(page.locator(":not(.ant-picker-cell-selected)")),
  );
  await takePicture(page, "forced-colors-day");
  await context.close();
});
