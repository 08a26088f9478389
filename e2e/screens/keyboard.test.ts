import { readFileSync } from "node:fs";
import { describe, test } from "vitest";
import { newPerson } from "../harness/browser.ts";
import { arrowTo, homeShown, openSignedIn } from "../harness/steps.ts";
import { DEMO_PASSWORD } from "../harness/wire.ts";
import { openKeyboard } from "./keyboard.ts";
import { currentStop, focusIsKept, press, tabTo, type } from "./keys.ts";

const CONFIG = new URL("../../web/public/config.json", import.meta.url);
const at = openKeyboard();

// each test takes its own `expect`: the shared one does not know which of several running tests asks
describe("by the keyboard alone", { concurrent: true }, () => {
  test("sign in, switch identity, edit the quick apps, open an app, and come back", async ({
    expect,
  }) => {
    const { context, page, faults } = await at.visit();
    await type(page, "账号", "linlan");
    await type(page, "密码", DEMO_PASSWORD);
    await press(page, /我已阅读并同意/, "Space");
    await tabTo(page, "登录", "Shift+Tab");
    await page.keyboard.press("Enter");
    await homeShown(page);
    await focusIsKept(page);

    await press(page, /^当前身份：/);
    await page.getByRole("menuitemradio", { name: "教师" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Escape");
    expect((await currentStop(page)).name).toMatch(/^当前身份：/);
    await page.keyboard.press("Enter");
    await page.getByRole("menuitemradio", { name: "教师" }).waitFor();
    while ((await currentStop(page)).name !== "教师") await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.body.classList.contains("is-teacher"));
    await homeShown(page);
    await focusIsKept(page);

    await press(page, "编辑快捷应用");
    await page.getByRole("heading", { name: "编辑快捷应用" }).waitFor();
    await focusIsKept(page);
    await press(page, /^移除“/);
    await focusIsKept(page);
    const saved = page.waitForResponse(/save-apps/);
    await tabTo(page, "保存", "Shift+Tab");
    await page.keyboard.press("Enter");
    await saved;
    await homeShown(page);
    await focusIsKept(page);

    await press(page, "邀请码");
    await page.getByRole("heading", { name: "邀请码", level: 1 }).waitFor();
    await focusIsKept(page);
    await press(page, "返回首页");
    await homeShown(page);
    await focusIsKept(page);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("search, one result, and back to the results", async ({ expect }) => {
    const { context, page, faults } = await at.atHome("sunhao");
    await type(page, /^搜索应用/, "分数");
    await arrowTo(page, /搜索资源/);
    await page.getByRole("article").first().waitFor();
    await focusIsKept(page);
    await press(page, /^分数的/);
    await page.waitForFunction(() => location.hash.startsWith("#/search-result/description/"));
    await page.getByRole("heading", { level: 1, name: /^分数的/ }).waitFor();
    await focusIsKept(page);
    await press(page, "返回搜索结果");
    await page.getByRole("article").first().waitFor();
    await focusIsKept(page);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a new feedback, and its thread", async ({ expect }) => {
    const { context, page, faults } = await at.atHome("chenjing");
    await press(page, "意见反馈");
    await page.getByText("还没有反馈").waitFor();
    await focusIsKept(page);
    await press(page, "新反馈");
    await page.getByLabel("标题").waitFor();
    await tabTo(page, "遇到问题");
    await page.keyboard.press("ArrowRight");
    await type(page, "标题", "请假单找不到了");
    await type(page, "内容", "上周的请假单在哪里看？");
    await press(page, "提交");
    await page.getByRole("heading", { name: "请假单找不到了" }).waitFor();
    await expect.poll(() => page.getByText("想问一下").first().isVisible()).toBe(true);
    await focusIsKept(page);
    await press(page, "全部反馈");
    await page.getByRole("listitem").getByText("请假单找不到了").waitFor();
    await focusIsKept(page);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("the profile is edited", async ({ expect }) => {
    const { context, page, faults } = await at.atHome("wangfang");
    await press(page, /个人菜单/);
    await page.getByRole("menuitem", { name: "个人中心" }).waitFor();
    while ((await currentStop(page)).name !== "个人中心") await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "申请更正姓名" }).waitFor();
    await focusIsKept(page);
    await tabTo(page, /^[男女]$/);
    await page.keyboard.press("ArrowLeft");
    const saved = page.waitForResponse(/user\/edit/);
    await press(page, "保存");
    expect((await saved).status()).toBe(200);
    await focusIsKept(page);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a break for the eyes is skipped", async ({ expect }) => {
    const { context, page, faults } = await newPerson(at.browser);
    // The break comes when the page's clock is put forward: never while Tab is still on its way.
    await context.clock.install();
    const file = JSON.parse(readFileSync(CONFIG, "utf8")) as object;
    const eyeCare = { seconds_per_minute: 10, break_seconds: 600 };
    await context.route("**/config.json", (route) =>
      route.fulfill({ json: { ...file, eye_care: eyeCare } }),
    );
    await openSignedIn(page, at.platform, "linxiaoman");
    await homeShown(page);
    await tabTo(page, "编辑快捷应用");
    await page.waitForFunction(
      () => localStorage.getItem("eye-care")?.includes('"dueAt":') === true,
    );
    await page.clock.fastForward(30 * 10_000);
    const overlay = page.getByRole("dialog", { name: "休息一下，放松眼睛" });
    await overlay.waitFor();
    await page.keyboard.press("Tab");
    expect((await currentStop(page)).name).toBe("跳过");
    await page.keyboard.press("Tab");
    expect((await currentStop(page)).name).toBe("跳过");
    await page.keyboard.press("Space");
    await overlay.waitFor({ state: "hidden" });
    expect((await currentStop(page)).name).toBe("编辑快捷应用");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a person with no school looks again, and signs out", async ({ expect }) => {
    const { context, page, faults } = await newPerson(at.browser);
    await openSignedIn(page, at.platform, "wuguishu");
    await page.getByRole("heading", { name: "还没有加入学校" }).waitFor();
    await press(page, "重新检查");
    await page.getByText("已重新检查").waitFor();
    await focusIsKept(page);
    await press(page, "退出登录");
    // the address changes before the page does, and Tab is faster than both
    await page.getByRole("textbox", { name: "账号" }).waitFor();
    await tabTo(page, "账号");
    expect(faults).toEqual([]);
    await context.close();
  });
});
