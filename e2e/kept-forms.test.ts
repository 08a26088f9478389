import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { lookAt, openAdministration } from "./harness/administration.ts";
import { newPerson } from "./harness/browser.ts";
import { endIn, hearNothing } from "./harness/ended-session.ts";
import { openFor, Stage } from "./harness/stage.ts";
import {
  choose,
  fillSignIn,
  homeShown,
  openPersonMenu,
  openSignedIn,
  signOutOnPage,
  storedText,
} from "./harness/steps.ts";
import { signInByWire } from "./harness/wire.ts";

const stage = openFor(new Stage());

const BACK = "已恢复您刚才填写的内容";
const line = (page: Page) => page.getByRole("status").filter({ hasText: BACK });
const hasFocus = (page: Page) => line(page).evaluate((element) => element.matches(":focus"));

describe("a session that ends in the middle of a form", () => {
  test("leaves a panel as it was, with its filters, for the same person; nothing of it is stored", async () => {
    const { page, context } = await openAdministration(stage, "linlan", "/people/groups");
    const panel = page.getByRole("dialog", { name: "新建群组" });
    await page.getByRole("button", { name: "新建群组…" }).first().click();
    await panel.getByText("手工挑选").click();
    await panel.getByLabel("名称").fill("晨读小组");
    await panel.getByLabel("说明").fill("每天早上七点半");
    await endIn(stage.platform, page, "linlan", () =>
      panel.getByRole("button", { name: "新建群组" }).click(),
    );
    await page.getByLabel("账号", { exact: true }).waitFor();
    expect(await storedText(page)).not.toContain("晨读");
    expect(await page.evaluate(() => document.body.style.overflow)).toBe("");
    await fillSignIn(page, "linlan");
    await line(page).waitFor();
    await expect.poll(() => hasFocus(page)).toBe(true);
    expect(await panel.getByLabel("名称").inputValue()).toBe("晨读小组");
    expect(await panel.getByLabel("说明").inputValue()).toBe("每天早上七点半");
    await panel.getByText("刚才登录已失效，没有保存，请再试一次。").waitFor();
    await lookAt(page, "form-back-in-panel");
    await panel.getByRole("button", { name: "新建群组" }).click();
    await page.getByRole("heading", { level: 2, name: "晨读小组", exact: true }).waitFor();
    await context.close();
  });

  test("leaves a page of administration; who wants it anew gets it empty", async () => {
    const { page, context } = await openAdministration(stage, "hezhi", "/agreements/user");
    const title = page.getByLabel("标题", { exact: true });
    const first = await title.inputValue();
    await title.fill("用户协议（新）");
    await endIn(stage.platform, page, "hezhi", () =>
      page.getByRole("button", { name: "预览" }).click(),
    );
    await fillSignIn(page, "hezhi");
    await line(page).waitFor();
    expect(await title.inputValue()).toBe("用户协议（新）");
    await lookAt(page, "form-back");
    await page.getByRole("button", { name: "不要了，重新填写" }).click();
    await expect.poll(() => title.inputValue()).toBe(first);
    expect(await line(page).count()).toBe(0);
    await context.close();
  });

  test("leaves it where it stood when another tab is the first to know, and says why; a sign-out there does not", async () => {
    const { page, context } = await openAdministration(stage, "hezhi", "/agreements/user");
    const title = page.getByLabel("标题", { exact: true });
    const first = await title.inputValue();
    await title.fill("用户协议（新）");
    await hearNothing(page);
    await signInByWire(stage.platform.origin, "hezhi");
    const other = await context.newPage();
    await other.goto(`${stage.platform.page}#/home/index`);
    await page.getByText("账号已在其他地方登录，请重新登录").waitFor();
    await other.waitForFunction(() => location.hash.startsWith("#/login"));
    await fillSignIn(other, "hezhi");
    await line(page).waitFor();
    expect(await title.inputValue()).toBe("用户协议（新）");
    await homeShown(other);
    await signOutOnPage(other);
    await page.getByLabel("账号", { exact: true }).waitFor();
    expect(await storedText(page)).not.toContain("wanted-path");
    await fillSignIn(page, "hezhi");
    await homeShown(page);
    await page.evaluate(() => (location.hash = "#/module/admin/agreements/user"));
    await title.waitFor();
    expect(await title.inputValue()).toBe(first);
    await context.close();
  });

  test("leaves a form of the profile", async () => {
    const { page, context } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "chenjing", "#/module/profile/basic");
    await page.getByRole("button", { name: /更正/ }).first().click();
    const name = page.getByLabel("正确的姓名");
    await name.fill("陈静怡");
    await page.getByLabel("原因").fill("户口本上的写法");
    await endIn(stage.platform, page, "chenjing", () => page.keyboard.press("Enter"));
    await fillSignIn(page, "chenjing");
    await line(page).waitFor();
    expect(await name.inputValue()).toBe("陈静怡");
    await context.close();
  });

  test("keeps no password, though its form was sent, and what was typed at once", async () => {
    const { page, context } = await newPerson(stage.browser);
    // on a slow line; nobody can type before it has come
    await page.route(/\/kept-module-/, async (route) => {
      await wait(1000);
      await route.continue();
    });
    await openSignedIn(page, stage.platform, "chenjing", "#/module/profile/security");
    const fields = ["当前密码", "新密码", "再输一次新密码"].map((label) =>
      page.getByLabel(label, { exact: true }),
    );
    for (const [nth, field] of fields.entries())
      await field.fill(nth === 0 ? "Old-word-2026" : "Secret-word-2026");
    await endIn(stage.platform, page, "chenjing", () =>
      page.getByRole("button", { name: "修改密码" }).click(),
    );
    await fillSignIn(page, "chenjing");
    await line(page).filter({ hasText: "密码和验证码没有保留" }).waitFor();
    for (const field of fields) expect(await field.inputValue()).toBe("");
    // nor does the form remember them
    await fields[0]?.fill("x");
    expect(await fields[1]?.inputValue()).toBe("");
    await context.close();
  });

  test("keeps no page that shows a secret once", async () => {
    const { page, context } = await openAdministration(stage, "hezhi", "/apps/homework");
    await page.getByRole("group", { name: "步骤" }).getByRole("button", { name: "接入" }).click();
    await page.getByRole("button", { name: "更换密钥…" }).click();
    await page.getByRole("button", { name: /^更换“作业”的密钥/ }).click();
    await page.getByText("只显示这一次").waitFor();
    const search = page.getByRole("combobox", { name: "搜索应用和资源" });
    await endIn(stage.platform, page, "hezhi", () => search.fill("分数"));
    await fillSignIn(page, "hezhi");
    await page.getByRole("heading", { level: 2, name: "作业", exact: true }).waitFor();
    expect(await page.getByText("只显示这一次").count()).toBe(0);
    expect(await line(page).count()).toBe(0);
    await context.close();
  });

  test("ends with a sign-out of one's own", async () => {
    const { page, context } = await openAdministration(stage, "hezhi", "/agreements/user");
    const title = page.getByLabel("标题", { exact: true });
    const first = await title.inputValue();
    await title.fill("用户协议（新）");
    await openPersonMenu(page);
    await choose(page, "退出登录");
    const question = page.getByRole("dialog", { name: "“用户协议：新版本”里填写的内容还没有保存" });
    await lookAt(page, "sign-out-asks");
    await question.getByRole("button", { name: "继续编辑" }).click();
    expect(await title.inputValue()).toBe("用户协议（新）");
    await openPersonMenu(page);
    await choose(page, "退出登录");
    await question.getByRole("button", { name: "不保存，退出登录" }).click();
    await page.waitForFunction(() => location.hash.startsWith("#/login"));
    await fillSignIn(page, "hezhi");
    await page.evaluate(() => (location.hash = "#/module/admin/agreements/user"));
    await title.waitFor();
    expect(await title.inputValue()).toBe(first);
    expect(await line(page).count()).toBe(0);
    await context.close();
  });

  test("is named when one signs out after leaving it by the menu, and is gone then; what was saved is not named", async () => {
    const { page, context } = await openAdministration(stage, "linlan", "/notices/new");
    const title = page.getByLabel("标题", { exact: true });
    await title.fill("周五秋游");
    await page.evaluate(() => (location.hash = "#/module/profile/basic"));
    await page.getByRole("button", { name: /更正/ }).first().click();
    await page.getByLabel("正确的姓名").fill("林岚兰");
    await page.getByLabel("原因").fill("户口本上的写法");
    await openPersonMenu(page);
    await choose(page, "退出登录");
    const several = page.getByRole("dialog", { name: "有内容还没有保存" });
    await several.getByText("正在写的通知、“个人中心”里填写的内容").waitFor();
    await several.getByRole("button", { name: "继续编辑" }).click();
    await page.getByLabel("原因").press("Enter");
    await page.getByText("已申请更正为").waitFor();
    await openPersonMenu(page);
    await choose(page, "退出登录");
    const one = page.getByRole("dialog", { name: "正在写的通知还没有保存" });
    await one.getByRole("button", { name: "不保存，退出登录" }).click();
    await page.waitForFunction(() => location.hash.startsWith("#/login"));
    await fillSignIn(page, "linlan");
    await homeShown(page);
    await page.evaluate(() => (location.hash = "#/module/admin/notices/new"));
    await title.waitFor();
    expect(await title.inputValue()).toBe("");
    await context.close();
  });

  test("shows and keeps nothing of it for another person, who signs in at the same page", async () => {
    const { page, context } = await openAdministration(stage, "linlan", "/people/groups");
    const panel = page.getByRole("dialog", { name: "新建群组" });
    await page.getByRole("button", { name: "新建群组…" }).first().click();
    await panel.getByLabel("名称").fill("秘密小组");
    await panel.getByText("手工挑选").click();
    await endIn(stage.platform, page, "linlan", () =>
      panel.getByRole("button", { name: "新建群组" }).click(),
    );
    await fillSignIn(page, "hezhi");
    await page.evaluate(() => {
      location.hash = "#/module/admin/people/groups";
    });
    await page.getByRole("button", { name: "新建群组…" }).first().waitFor();
    expect(await panel.count()).toBe(0);
    expect(await line(page).count()).toBe(0);
    await context.close();
  });
});
