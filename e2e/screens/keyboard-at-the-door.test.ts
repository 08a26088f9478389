import { describe, test } from "vitest";
import { takePicture } from "../harness/browser.ts";
import { seriousFaults } from "../harness/axe.ts";
import { homeShown } from "../harness/steps.ts";
import { call, DEMO_PASSWORD, signInByWire } from "../harness/wire.ts";
import { openKeyboard } from "./keyboard.ts";
import { currentStop, focusIsKept, press, tabTo, type } from "./keys.ts";

const NEW_PASSWORD = "rivers-and-hills";
const at = openKeyboard();

/** Reads the newest code on the demo's page of undelivered codes. */
async function readOutbox(): Promise<string> {
  const text = await (await fetch(`${at.platform.origin}/demo/outbox`)).text();
  return /<code>(\d+)<\/code>/.exec(text)?.[1] ?? "";
}

// each test takes its own `expect`: the shared one does not know which of several running tests asks
describe("by the keyboard alone, before anybody is signed in", { concurrent: true }, () => {
  test("registering by a code", async ({ expect }) => {
    const { token } = await signInByWire(at.platform.origin, "linlan", { client: "mobile" });
    const made = await call(
      at.platform.origin,
      "createInvitation",
      { kind: "staff", identity: "teacher", max_uses: 1, days: 1 },
      { token, headers: { identity: "manager", client: "mobile" } },
    );
    const { context, page, faults } = await at.visit("#/register");
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

  test("a forgotten password", async ({ expect }) => {
    const email = "zhaoyifan@school.example.cn";
    const { token } = await signInByWire(at.platform.origin, "zhaoyifan");
    const edit = { email, old_password: DEMO_PASSWORD };
    await call(at.platform.origin, "editUser", edit, { token });
    const { context, page, faults } = await at.visit();
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
    await expect.poll(readOutbox).not.toBe("");
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

  test("the dialog of the QR code keeps the focus and gives it back", async ({ expect }) => {
    const { context, page, faults } = await at.visit();
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

  test("a remembered account is removed from this device", async ({ expect }) => {
    const { context, page, faults } = await at.visit();
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
});
