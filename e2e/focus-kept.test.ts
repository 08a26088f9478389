import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { newPerson } from "./harness/browser.ts";
import { rememberedPerson, setUpAuthenticator } from "./harness/factors.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { homeShown, openSignedIn, signOutOnPage } from "./harness/steps.ts";
import { DEMO_PASSWORD } from "./harness/wire.ts";

// who gets a second factor is in no other file
const stage = openFor(new SharedStage({ host: "localhost" }));

const hasFocus = (place: Locator) => place.evaluate((element) => element.matches(":focus"));

/** Opens the form that replaces a button, and cancels it. */
async function openAndCancel(page: Page, button: Locator): Promise<void> {
  await button.click();
  await page.getByRole("button", { name: "取消" }).click();
}

describe("who gives a form of the profile up has the focus where it was opened", () => {
  test("own data", async () => {
    const { context, page, faults } = await rememberedPerson(stage, "chenjing");
    await page.goto(`${stage.platform.page}#/module/profile/data`);
    for (const name of ["导出", "删除账号…"]) {
      const button = page.getByRole("button", { name, exact: true }).first();
      await openAndCancel(page, button);
      await expect.poll(() => hasFocus(button)).toBe(true);
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  test("the second factor", async () => {
    const { context, page, faults } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "linlan");
    await homeShown(page);
    await page.goto(`${stage.platform.page}#/module/profile/security`);
    for (const name of ["设置验证器", "添加通行密钥"]) {
      const button = page.getByRole("button", { name, exact: true });
      await openAndCancel(page, button);
      await expect.poll(() => hasFocus(button)).toBe(true);
    }
    const button = page.getByRole("button", { name: "设置验证器", exact: true });
    await button.press("Enter");
    await page.getByLabel("登录密码").fill(DEMO_PASSWORD);
    await page.keyboard.press("Enter");
    const steps = page.getByRole("form", { name: "设置验证器" });
    await steps.getByLabel("动态码").waitFor();
    await expect.poll(() => hasFocus(steps)).toBe(true);
    await steps.getByRole("button", { name: "取消" }).press("Enter");
    await expect.poll(() => hasFocus(button)).toBe(true);
    expect(faults).toEqual([]);
    await context.close();
  });
});

/** Has a press give buttons no focus, as Safari does: what lies around them gets it, or nothing. */
function pressAsSafari(): void {
  const onPress = (event: MouseEvent) => {
    const around = event.composedPath().filter((one) => one instanceof HTMLElement);
    const button = around.findIndex((one) => one instanceof HTMLButtonElement);
    if (button < 0 || around[button]?.hasAttribute("tabindex") === true) return;
    event.preventDefault();
    const next = around.slice(button).find((one) => one.hasAttribute("tabindex"));
    const { activeElement: at } = document;
    const had = at?.shadowRoot?.activeElement ?? at;
    if (next !== undefined) next.focus();
    else if (had instanceof HTMLElement) had.blur();
  };
  document.addEventListener("mousedown", onPress, true);
}

test("the field that lacks something gets the focus, also in Safari, whose buttons get none when they are pressed", async () => {
  const { context, page, faults } = await newPerson(stage.browser);
  await context.addInitScript(pressAsSafari);
  await openSignedIn(page, stage.platform, "hezhi", "#/module/admin/agreements/user");
  const title = page.getByLabel("标题", { exact: true });
  await title.fill("");
  await page.getByRole("button", { name: "预览" }).click();
  await page.getByText("请填写标题").waitFor();
  await expect.poll(() => hasFocus(title)).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});

test("who changes to another way of the second step goes on typing there, and Escape gives it up", async () => {
  const { context, page, faults } = await newPerson(stage.browser);
  await openSignedIn(page, stage.platform, "wangying2");
  await homeShown(page);
  const { codes } = await setUpAuthenticator(page, stage.platform);
  await page.getByRole("button", { name: "我已经保存好了" }).click();
  await page.goto(`${stage.platform.page}#/home`);
  await homeShown(page);
  await signOutOnPage(page);
  await page.getByLabel("账号", { exact: true }).fill("wangying2");
  await page.getByLabel("密码", { exact: true }).fill(DEMO_PASSWORD);
  const signIn = page.getByRole("button", { name: "登录", exact: true });
  await signIn.click();
  const step = page.getByRole("dialog", { name: "两步验证" });
  await step.getByRole("button", { name: /恢复码/ }).click();
  await expect.poll(() => hasFocus(step.getByLabel("恢复码"))).toBe(true);
  await page.keyboard.press("Escape");
  await step.waitFor({ state: "detached" });
  await signIn.click();
  await step.getByRole("button", { name: /恢复码/ }).click();
  await expect.poll(() => hasFocus(step.getByLabel("恢复码"))).toBe(true);
  await page.keyboard.type(codes[0] ?? "");
  await page.keyboard.press("Enter");
  await homeShown(page);
  expect(faults).toEqual([]);
  await context.close();
});
