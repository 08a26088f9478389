import { expect, test } from "vitest";
import { holdCalendar, lookAt, openAdministration } from "./harness/administration.ts";
import { SCREENS } from "./harness/browser.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { fillSignIn, homeShown, openPersonMenu, choose } from "./harness/steps.ts";
import { signIn } from "./harness/wire.ts";

const stage = openFor(new SharedStage());

test("a notice that was begun waits for its writer when the session ends, and for nobody else (IN-02)", async () => {
  const { page, context, faults } = await openAdministration(stage, "linlan", "/notices/new");
  await page.getByLabel("标题").fill("家长会");
  await page.getByLabel("正文").fill("周四下午四点。");
  await page.getByText(/^将发给/).waitFor();
  await signIn(stage.platform.origin, "linlan");
  // where the page has not heard yet, it does by what it asks for now
  const press = page.getByRole("checkbox", { name: "二年级" }).click();
  await Promise.race([press, page.getByLabel("账号", { exact: true }).waitFor()]);
  await fillSignIn(page, "wangfang");
  await homeShown(page);
  await page.evaluate(() => (location.hash = "#/module/admin/notices/new"));
  await page.getByLabel("标题").waitFor();
  expect(await page.getByLabel("标题").inputValue()).toBe("");
  await signIn(stage.platform.origin, "wangfang");
  await page.getByRole("link", { name: "人员", exact: true }).click();
  await fillSignIn(page, "linlan");
  await homeShown(page);
  await page.evaluate(() => (location.hash = "#/module/admin/notices/new"));
  await page.getByText("上次写的还没有发送，可以接着写。").waitFor();
  expect(await page.getByLabel("标题").inputValue()).toBe("家长会");
  expect(await page.getByLabel("正文").inputValue()).toBe("周四下午四点。");
  await page.evaluate(() => (location.hash = "#/home"));
  await homeShown(page);
  await openPersonMenu(page);
  await choose(page, "退出登录");
  // it is this person's, so that a sign-out would lose it
  const question = page.getByRole("dialog", { name: "正在写的通知还没有保存" });
  await question.getByRole("button", { name: "不保存，退出登录" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#/login"));
  expect(faults).toEqual([]);
  await context.close();
});

test("a notice that was begun waits while one looks elsewhere, and can be begun anew (IN-02)", async () => {
  const { page, context, faults } = await openAdministration(stage, "linlan", "/notices/new");
  const bringCalendar = await holdCalendar(page);
  await page.getByLabel("标题").fill("家长会");
  await page.getByLabel("正文").fill("周四下午四点。");
  await page.getByRole("checkbox", { name: "二年级" }).check();
  // a time that is missing is said at its field, which has the focus, also before the calendar is there
  await page.getByText("定时", { exact: true }).click();
  await page.getByRole("button", { name: /^定时发送/ }).click();
  await page.locator("input[aria-invalid=true]:focus").waitFor();
  bringCalendar();
  await page.locator(".ant-picker input[aria-invalid=true]:focus").waitFor();
  await page.getByRole("group", { name: "发送的时间" }).getByText("请选择发送的时间").waitFor();
  await page.getByText("现在", { exact: true }).click();
  await page.getByRole("link", { name: "人员", exact: true }).click();
  await page.getByRole("table", { name: "人员" }).waitFor();
  await page.goBack();
  await page.getByText("上次写的还没有发送，可以接着写。").waitFor();
  await expect.poll(() => page.getByLabel("标题").inputValue()).toBe("家长会");
  await expect.poll(() => page.getByLabel("正文").inputValue()).toBe("周四下午四点。");
  await expect.poll(() => page.getByRole("checkbox", { name: "二年级" }).isChecked()).toBe(true);
  await lookAt(page, "notice-resumed");
  const anew = page.getByRole("button", { name: "清空，重新写" });
  // where it has a line of its own, that begins where the words do
  await page.setViewportSize({ width: 320, height: 640 });
  await expect
    .poll(() =>
      anew.evaluate((it) => {
        const [words, line] = [it.firstElementChild, it.parentElement];
        return [words, line].map((one) => one?.getBoundingClientRect().left);
      }),
    )
    .toSatisfy(([words, line]) => words - line <= 1);
  await page.setViewportSize(SCREENS.classroom);
  await anew.click();
  await expect.poll(() => page.getByLabel("标题").inputValue()).toBe("");
  await expect.poll(() => page.getByRole("checkbox", { name: "二年级" }).isChecked()).toBe(false);
  await page.getByRole("link", { name: "人员", exact: true }).click();
  await page.getByRole("table", { name: "人员" }).waitFor();
  await page.goBack();
  await page.getByLabel("标题").waitFor();
  await expect.poll(() => page.getByText("上次写的还没有发送").count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});
