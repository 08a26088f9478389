import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { type Identity, INBOX_EVENTS_PATH } from "#contract";
import { lookAt, openAdministration } from "./harness/administration.ts";
import { looksRight } from "./harness/axe.ts";
import { atRest, newPerson } from "./harness/browser.ts";
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
import { call, signInByWire } from "./harness/wire.ts";

const stage = openFor(new Stage());

const BACK = "已恢复您刚才填写的内容";
const line = (page: Page) => page.getByRole("status").filter({ hasText: BACK });
const hasFocus = (page: Page) => line(page).evaluate((element) => element.matches(":focus"));

/** Keeps the page from hearing that its session has ended: by the stream, which ends with it, and the counts asked for then. */
async function hearNothing(page: Page): Promise<void> {
  const inbox = (url: URL) => url.pathname.startsWith(dirname(INBOX_EVENTS_PATH));
  // for good: a request that is on its way while a route is taken back never comes
  await page.route(inbox, (route) => route.abort());
}

/** Ends the session of the page, as a sign-in elsewhere does, and presses what sends. */
async function endIn(page: Page, account: string, press: () => Promise<void>): Promise<void> {
  await hearNothing(page);
  await signInByWire(stage.platform.origin, account);
  await press();
  await page.waitForFunction(() => location.hash.startsWith("#/login"));
}

const picture = async (name: string) => ({
  ...{ name, mimeType: "image/png" },
  buffer: await sharp({ create: { width: 90, height: 60, channels: 3, background: "#c0562e" } })
    .png()
    .toBuffer(),
});

/** Has a person act under an identity at a school from their next sign-in on. */
async function actAt(name: string, account: string, identity: Identity): Promise<void> {
  const { origin } = stage.platform;
  const { token } = await signInByWire(origin, account);
  const all = { fields: "schools", identity: "all" };
  const { schools = [] } = (await call(origin, "readUserDetail", all, { token })).body.data;
  const found = schools.find((one) => one.name === name && one.identity === identity);
  await call(origin, "editUser", { identity, school_id: found?.id }, { token });
}

/** Has files not arrive until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/file/upload/**", async (route) => {
    await held;
    // of a page that gave it up nothing is on its way any more
    await route.continue().catch(() => {});
  });
  return letGo;
}

describe("a session that ends in the middle of a form", () => {
  test("leaves a panel as it was, with its filters, for the same person; nothing of it is stored", async () => {
    const { page, context } = await openAdministration(stage, "linlan", "/people/groups");
    const panel = page.getByRole("dialog", { name: "新建群组" });
    await page.getByRole("button", { name: "新建群组…" }).first().click();
    await panel.getByText("手工挑选").click();
    await panel.getByLabel("名称").fill("晨读小组");
    await panel.getByLabel("说明").fill("每天早上七点半");
    await endIn(page, "linlan", () => panel.getByRole("button", { name: "新建群组" }).click());
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
    await endIn(page, "hezhi", () => page.getByRole("button", { name: "预览" }).click());
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
    await endIn(page, "chenjing", () => page.keyboard.press("Enter"));
    await fillSignIn(page, "chenjing");
    await line(page).waitFor();
    expect(await name.inputValue()).toBe("陈静怡");
    await context.close();
  });

  test("leaves feedback with its files, and names the one that was on its way; an answer is its writer's own", async () => {
    const { page, context } = await newPerson(stage.browser, "phone");
    await actAt("启明小学", "chenjing", "parent");
    await openSignedIn(page, stage.platform, "chenjing", "#/feedback/new");
    await page.getByLabel("标题").fill("作业打不开");
    await page.getByLabel("内容").fill("点了没有反应");
    const chooser = page.getByLabel("选择附件");
    await chooser.setInputFiles(await picture("截图.png"));
    await page.getByRole("button", { name: "移除 截图.png" }).waitFor();
    const letGo = await holdUploads(page);
    await chooser.setInputFiles(await picture("现场.png"));
    await page.getByRole("button", { name: "取消上传 现场.png" }).waitFor();
    await endIn(page, "chenjing", async () => letGo());
    await fillSignIn(page, "chenjing");
    await page.getByText("上次写的还没有提交，可以接着写。").waitFor();
    expect(await page.getByLabel("标题").inputValue()).toBe("作业打不开");
    const cutOff = page.getByRole("listitem").filter({ hasText: "现场.png" });
    await cutOff.getByText("没有传完，请移除后重新添加").waitFor();
    await looksRight(page, "feedback-left-phone");
    await page.getByRole("button", { name: "提交" }).click();
    await page.getByText("有附件没有传上去，请重试，或移除后再提交").waitFor();
    await page.getByRole("button", { name: "移除 现场.png" }).click();
    await page.getByRole("button", { name: "提交" }).click();
    await page.getByRole("link", { name: "打开图片 截图.png" }).waitFor();

    const answer = page.getByLabel("回复");
    await answer.fill("还是不行");
    const thread = await page.evaluate(() => location.hash);
    // what the page asks when it has shown the thread would find the end before the press
    await atRest(context);
    await endIn(page, "chenjing", () => page.getByRole("button", { name: "发送" }).click());
    await fillSignIn(page, "linlan");
    await homeShown(page);
    await page.evaluate((hash) => (location.hash = hash), thread);
    await answer.waitFor();
    expect(await answer.inputValue()).toBe("");
    await endIn(page, "linlan", () => page.evaluate(() => void (location.hash = "#/feedback")));
    await fillSignIn(page, "chenjing");
    await page.evaluate((hash) => (location.hash = hash), thread);
    await page.getByText("上次写的还没有发送，可以接着写。").waitFor();
    expect(await answer.inputValue()).toBe("还是不行");
    await page.getByRole("button", { name: "清空，重新写" }).click();
    await answer.and(page.locator(":focus")).waitFor();
    expect(await answer.inputValue()).toBe("");
    await context.close();
  });

  test("leaves a file that was on its way: it is sent again by itself", async () => {
    const { page, context } = await openAdministration(stage, "linlan", "/notices/new");
    await page.getByLabel("标题", { exact: true }).fill("周五秋游");
    const letGo = await holdUploads(page);
    await page.getByLabel("选择图片和文件").setInputFiles(await picture("路线.png"));
    await page.getByRole("button", { name: "取消上传 路线.png" }).waitFor();
    await endIn(page, "linlan", async () => letGo());
    await fillSignIn(page, "linlan");
    await line(page).waitFor();
    await page.getByRole("button", { name: "移除 路线.png" }).waitFor();
    const row = page.getByRole("listitem").filter({ hasText: "路线.png" });
    await row.getByText(/^\d+ (KB|B)$/).waitFor();
    await context.close();
  });

  test("leaves a file that was dropped, though nothing was typed", async () => {
    const { page, context } = await openAdministration(stage, "linlan", "/rosters");
    const given = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(
        new File(["姓名,班级\n王小明,九年级九班\n"], "新生.csv", { type: "text/csv" }),
      );
      return transfer;
    });
    const part = page.getByRole("region", { name: "选文件" });
    await part.dispatchEvent("drop", { dataTransfer: given });
    await part.getByText("新生.csv").first().waitFor();
    const search = page.getByRole("combobox", { name: "搜索应用和资源" });
    await endIn(page, "linlan", () => search.fill("分数"));
    await fillSignIn(page, "linlan");
    await line(page).waitFor();
    await part.getByText("新生.csv").first().waitFor();
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
    await endIn(page, "chenjing", () => page.getByRole("button", { name: "修改密码" }).click());
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
    await endIn(page, "hezhi", () => search.fill("分数"));
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
    await endIn(page, "linlan", () => panel.getByRole("button", { name: "新建群组" }).click());
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
