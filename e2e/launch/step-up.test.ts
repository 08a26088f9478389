import { expect, test } from "vitest";
import { newPerson, takePicture } from "../harness/browser.ts";
import { openFor, SharedStage } from "../harness/stage.ts";
import { homeShown, signInOnPage, signOutOnPage } from "../harness/steps.ts";
import { DEMO_PASSWORD } from "../harness/wire.ts";

const stage = openFor(new SharedStage());

test("an app that wants a fresh proof asks a remembered teacher for the password again", async () => {
  const { context, page, faults } = await newPerson(stage.browser);
  await signInOnPage(page, stage.platform, "sunhao", { remember: true });
  await homeShown(page);
  await signOutOnPage(page);
  await page.getByRole("button", { name: /sunhao/ }).click();
  await homeShown(page);
  const tile = page.locator("main").getByRole("button", { name: "成绩登记" }).first();
  await tile.click();
  const dialog = page.getByRole("dialog", { name: "再次确认身份" });
  await dialog.waitFor();
  await takePicture(page, "step-up");
  expect(context.pages().length).toBe(1);

  const password = dialog.getByLabel("登录密码", { exact: true });
  const confirm = dialog.getByRole("button", { name: "确认并打开" });
  await confirm.click();
  await dialog.getByText("请输入登录密码").waitFor();
  await password.fill("not-it");
  await confirm.click();
  await dialog.getByText("登录密码不正确").waitFor();
  expect(context.pages().length).toBe(1);

  await password.fill(DEMO_PASSWORD);
  const opened = context.waitForEvent("page");
  await confirm.click();
  const tab = await opened;
  await tab.getByText("孙浩").first().waitFor();
  await dialog.waitFor({ state: "detached" });
  expect(faults).toEqual([]);
  await context.close();
});
