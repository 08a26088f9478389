import type { BrowserContext, Page } from "playwright-core";
import { choose, homeShown, openPersonMenu } from "../harness/steps.ts";
import { DEMO_PASSWORD } from "../harness/wire.ts";

/** Opens a tile as a person does; answers the tab that it opened. */
export async function openTile(context: BrowserContext, page: Page, name: string): Promise<Page> {
  const tab = context.waitForEvent("page");
  await page.getByRole("button", { name }).or(page.getByRole("link", { name })).first().click();
  return tab;
}

export async function switchTo(page: Page, name: string, identity: string): Promise<void> {
  await openPersonMenu(page);
  await choose(page, name);
  await page.waitForFunction(
    (wanted) => document.body.classList.contains(wanted),
    `is-${identity}`,
  );
  await homeShown(page);
}

/** Signs in on the page to which an app's address has led. */
export async function signInWhereAsked(page: Page, account: string): Promise<void> {
  await page.getByLabel("账号", { exact: true }).fill(account);
  await page.getByLabel("密码", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("checkbox", { name: /我已阅读并同意/ }).check();
  await page.getByRole("button", { name: "登录", exact: true }).click();
}
