import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newPerson, openBrowser, takePicture } from "../harness/browser.ts";
import { seriousFaults } from "../harness/axe.ts";
import { startPlatform } from "../harness/platform.ts";
import type { Platform } from "../harness/run-server.ts";
import { homeShown } from "../harness/steps.ts";
import { call, DEMO_PASSWORD } from "../harness/wire.ts";
import { currentStop, focusIsKept, press, tabTo, type } from "./keys.ts";
import { keepSession, signInByWire } from "./sign-in.ts";

const CONFIG = new URL("../../web/public/config.json", import.meta.url);
const NEW_PASSWORD = "rivers-and-hills";

let platform: Platform;
let browser: Browser;
beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
});

async function visit(hash = "") {
  const person = await newPerson(browser);
  await person.page.goto(`${platform.page}${hash}`);
  await person.page.getByRole("heading", { level: 1 }).waitFor();
  await person.page.waitForLoadState("networkidle");
  return person;
}

/** A person who is signed in and home. */
async function atHome(account: string) {
  const login = await signInByWire(platform.origin, account);
  const person = await newPerson(browser);
  await person.page.goto(platform.page);
  await keepSession(person.page, login);
  await person.page.reload();
  await homeShown(person.page);
  return { ...person, token: login.token };
}

/** The newest code on the demo's own page. */
async function readOutbox(): Promise<string> {
  const text = await (await fetch(`${platform.origin}/demo/outbox`)).text();
  return /<code>(\d+)<\/code>/.exec(text)?.[1] ?? "";
}

describe("by the keyboard alone", { concurrent: true }, () => {
  test("sign in, switch identity, edit the quick apps, open an app, and come back", async () => {
    const { context, page, faults } = await visit();
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
    await press(page, /^移除「/);
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

  test("search, one result, and back to the results", async () => {
    const { context, page, faults } = await atHome("sunhao");
    await type(page, /^搜索应用/, "分数");
    await page.getByRole("option", { name: /搜索资源/ }).waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
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

  test("a new feedback, and its thread", async () => {
    const { context, page, faults } = await atHome("chenjing");
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
    expect(await page.getByText("想问一下").first().isVisible()).toBe(true);
    await focusIsKept(page);
    await press(page, "全部反馈");
    await page.getByRole("listitem").getByText("请假单找不到了").waitFor();
    await focusIsKept(page);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("registering by a code", async () => {
    const { token } = await signInByWire(platform.origin, "linlan", { client: "mobile" });
    const made = await call(
      platform.origin,
      "createInvitation",
      { kind: "staff", identity: "teacher", max_uses: 1, days: 1 },
      { token, headers: { identity: "manager", client: "mobile" } },
    );
    const { context, page, faults } = await visit("#/register");
    await type(page, "邀请码", made.body.data.code ?? "");
    await press(page, "下一步");
    await page.getByText(/以教师的身份加入/).waitFor();
    await focusIsKept(page);
    await press(page, "没有账号，现在注册");
    await page.getByLabel("姓名").waitFor();
    await focusIsKept(page);
    await type(page, "姓名", "许清和");
    await type(page, "账号", "xuqinghe");
    await type(page, "密码", NEW_PASSWORD);
    await type(page, "再输一次密码", NEW_PASSWORD);
    await press(page, /我已阅读并同意/, "Space");
    await press(page, "注册并登录");
    await page.getByText("欢迎来到学门").waitFor();
    await focusIsKept(page);
    await press(page, "进入学门");
    await homeShown(page);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a forgotten password", async () => {
    const email = "zhaoyifan@school.example.cn";
    const { token } = await signInByWire(platform.origin, "zhaoyifan");
    const edit = { email, old_password: DEMO_PASSWORD };
    await call(platform.origin, "editUser", edit, { token });
    const { context, page, faults } = await visit();
    await press(page, "忘记密码");
    await page.getByRole("heading", { name: "忘记密码" }).waitFor();
    await focusIsKept(page);
    await press(page, "家长");
    await page.waitForFunction(() => location.hash.endsWith("/parent"));
    await focusIsKept(page);
    await page.getByLabel("账号").waitFor();
    await type(page, "账号", "zhaoyifan");
    await type(page, "手机号或邮箱", email);
    await press(page, "获取验证码");
    await page.getByRole("button", { name: /秒后重发/ }).waitFor();
    await focusIsKept(page);
    await expect.poll(readOutbox, { timeout: 10_000 }).not.toBe("");
    const field = (await currentStop(page)).name;
    if (field !== "验证码") await tabTo(page, "验证码");
    await page.keyboard.insertText(await readOutbox());
    await type(page, "新密码", NEW_PASSWORD);
    await type(page, "再输一次新密码", NEW_PASSWORD);
    await press(page, "设置新密码");
    await page.getByText("新密码已经设好").waitFor();
    await focusIsKept(page);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("the profile is edited", async () => {
    const { context, page, faults } = await atHome("wangfang");
    await press(page, /个人菜单/);
    await page.getByRole("menuitem", { name: "个人中心" }).waitFor();
    while ((await currentStop(page)).name !== "个人中心") await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByLabel("姓名").waitFor();
    await focusIsKept(page);
    await tabTo(page, "姓名");
    await page.keyboard.press("End");
    await page.keyboard.insertText("芳");
    await tabTo(page, /^[男女]$/);
    await page.keyboard.press("ArrowLeft");
    const saved = page.waitForResponse(/user\/edit/);
    await press(page, "保存");
    expect((await saved).status()).toBe(200);
    await focusIsKept(page);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a break for the eyes is skipped", async () => {
    const login = await signInByWire(platform.origin, "linxiaoman");
    const { context, page, faults } = await newPerson(browser);
    const file = JSON.parse(readFileSync(CONFIG, "utf8")) as object;
    const eyeCare = { seconds_per_minute: 0.1, break_seconds: 600 };
    await context.route("**/config.json", (route) =>
      route.fulfill({ json: { ...file, eye_care: eyeCare } }),
    );
    await page.goto(platform.page);
    await keepSession(page, login);
    await page.reload();
    await homeShown(page);
    await tabTo(page, "编辑快捷应用");
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

  test("the dialog of the QR code keeps the focus and gives it back", async () => {
    const { context, page, faults } = await visit();
    await press(page, "扫码登录");
    const dialog = page.getByRole("dialog", { name: "扫码登录" });
    await dialog.getByRole("img", { name: "登录二维码" }).waitFor();
    await focusIsKept(page);
    const within = () =>
      page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null);
    for (const key of ["Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab"]) {
      await page.keyboard.press(key);
      expect(await within()).toBe(true);
    }
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect((await currentStop(page)).name).toBe("扫码登录");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a remembered account is removed from this device", async () => {
    const { context, page, faults } = await visit();
    const accounts = ["sunhao", "chenjing"].map((username) => ({
      username,
      password: "a-credential",
      needRemeber: true,
    }));
    const entry = { global: { apiServer: null, user: { identity: null } }, accounts };
    await page.evaluate(
      (kept) => localStorage.setItem("platform-entry", kept),
      JSON.stringify(entry),
    );
    await page.reload();
    await page.getByRole("heading", { name: "最近登录" }).waitFor();
    await press(page, /管理$/);
    const dialog = page.getByRole("dialog", { name: "此设备记住的账号" });
    await dialog.getByText("chenjing").waitFor();
    await press(page, "移除 chenjing");
    await dialog.getByText("chenjing").waitFor({ state: "hidden" });
    await focusIsKept(page);
    expect(await seriousFaults(page)).toEqual([]);
    await takePicture(page, "nobody/login-accounts");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^以 sunhao/ }).waitFor();
    expect((await currentStop(page)).name).toMatch(/管理$/);
    expect(await page.getByRole("button", { name: /^以 chenjing/ }).count()).toBe(0);
    const kept = await page.evaluate(() => localStorage.getItem("platform-entry"));
    expect(kept).toContain("sunhao");
    expect(kept).not.toContain("chenjing");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a person with no school looks again, and signs out", async () => {
    const login = await signInByWire(platform.origin, "wuguishu");
    const { context, page, faults } = await newPerson(browser);
    await page.goto(platform.page);
    await keepSession(page, login);
    await page.reload();
    await page.getByRole("heading", { name: "你还没有加入学校" }).waitFor();
    await press(page, "重新检查");
    await page.getByText("已重新检查").waitFor();
    await focusIsKept(page);
    await press(page, "退出登录");
    await page.waitForFunction(() => location.hash.startsWith("#/login"));
    await tabTo(page, "账号");
    expect(faults).toEqual([]);
    await context.close();
  });
});
