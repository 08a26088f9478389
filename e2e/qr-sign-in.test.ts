import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { installFakeShell, type FakeShell, type ShellName } from "./debug/fake-shells.ts";
import { seriousFaults } from "./harness/axe.ts";
import { newPerson, takePicture } from "./harness/browser.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { homeShown, openSignedIn, storedText } from "./harness/steps.ts";

const stage = openFor(new SharedStage());

const dialog = (page: Page) => page.getByRole("dialog", { name: "扫码登录" });

/** Opens the code on a page; answers what it shows, as a camera would read it. */
async function showCode(page: Page): Promise<string> {
  if (page.url() === "about:blank") await page.goto(stage.platform.page);
  const created = page.waitForResponse(/qr_code\/create/);
  await page.getByRole("button", { name: "扫码登录" }).click();
  await dialog(page).getByRole("img", { name: "登录二维码" }).waitFor();
  const { data } = (await (await created).json()) as { data: { content: string } };
  return data.content;
}

const wide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe("signing in by QR code (SE-03)", () => {
  test("who goes back leaves the code behind", async () => {
    const { context, page, faults } = await newPerson(stage.browser, "phone");
    await page.goto(`${stage.platform.page}#/forget-pwd`);
    await page.getByRole("link", { name: "返回登录" }).click();
    await showCode(page);
    await page.goBack();
    await page.getByRole("heading", { name: "忘记密码" }).waitFor();
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a phone that is not signed in yet signs in, comes back and confirms; the desktop is home", async () => {
    const desktop = await newPerson(stage.browser);
    const phone = await newPerson(stage.browser, "phone");
    const clients = new Set<string | undefined>();
    desktop.page.on("request", (request) => {
      if (request.url().includes("/qr_code")) clients.add(request.headers()["client"]);
    });
    const content = await showCode(desktop.page);
    expect(content.startsWith(`${stage.platform.page}#/qr/`)).toBe(true);
    await takePicture(desktop.page, "qr-waiting-classroom");
    expect(await seriousFaults(desktop.page)).toEqual([]);

    await phone.page.goto(content);
    await phone.page.getByLabel("账号", { exact: true }).fill("linlan");
    await phone.page.getByLabel("密码", { exact: true }).fill("xuemen-2026");
    await phone.page.getByRole("checkbox", { name: /我已阅读并同意/ }).check();
    await phone.page.getByRole("button", { name: "登录", exact: true }).click();
    await phone.page.getByRole("heading", { name: "确认登录" }).waitFor();
    await phone.page.getByText("Linux 电脑 · Chrome").waitFor();
    await phone.page.getByText("确认后，本机会退出登录").waitFor();
    await takePicture(phone.page, "qr-confirm-phone");
    expect(await seriousFaults(phone.page)).toEqual([]);
    expect(await wide(phone.page)).toBe(0);

    await dialog(desktop.page).getByText("林岚").waitFor();
    await dialog(desktop.page).getByText("请在手机上点").waitFor();
    await takePicture(desktop.page, "qr-scanned-classroom");
    await phone.page.getByRole("button", { name: "确认登录" }).click();
    await phone.page.getByText("已确认登录").waitFor();
    await takePicture(phone.page, "qr-confirmed-phone");
    await homeShown(desktop.page);
    await expect.poll(() => dialog(desktop.page).count()).toBe(0);
    expect([...clients]).toEqual(["browser"]);
    expect([...desktop.faults, ...phone.faults]).toEqual([]);
    // the code is on no disk of the desktop, and a second visit to it finds nothing
    expect(await storedText(desktop.page)).not.toContain(content.split("/").at(-1));
    await desktop.context.close();
    await phone.context.close();
  });

  test("a request that is refused says so; a fresh code can be asked for, with the keyboard alone", async () => {
    const desktop = await newPerson(stage.browser);
    const phone = await newPerson(stage.browser, "phone");
    await openSignedIn(phone.page, stage.platform, "chenjing");
    await homeShown(phone.page);
    await phone.page.goto(await showCode(desktop.page));
    await phone.page.getByRole("button", { name: "取消" }).click();
    await phone.page.getByText("那台设备没有登录").waitFor();
    await dialog(desktop.page).getByText("在手机上被取消了").waitFor();
    await takePicture(desktop.page, "qr-refused-classroom");
    await desktop.page.getByRole("button", { name: "刷新" }).waitFor();
    await desktop.page.keyboard.press("Enter");
    await dialog(desktop.page).getByRole("img", { name: "登录二维码" }).waitFor();
    await desktop.page.keyboard.press("Escape");
    await dialog(desktop.page).waitFor({ state: "detached" });
    await phone.page.reload();
    await phone.page.getByText("二维码已失效").waitFor();
    await takePicture(phone.page, "qr-over-phone");
    await phone.page.getByRole("button", { name: "返回首页" }).click();
    await homeShown(phone.page);
    await desktop.context.close();
    await phone.context.close();
  });

  test("a code that is out of date, and one that cannot be had", async () => {
    const { context, page } = await newPerson(stage.browser);
    await page.goto(stage.platform.page);
    let answer: (() => object) | null = null;
    await context.route(/qr_code\/(create|status)/, (route) =>
      answer === null
        ? route.abort()
        : route.fulfill({ json: { code: 200, data: answer(), msg: "ok" } }),
    );
    await page.getByRole("button", { name: "扫码登录" }).click();
    await dialog(page).getByText("没能取得二维码").waitFor();
    await takePicture(page, "qr-failed-classroom");
    answer = () => ({ id: "a", content: "https://a/#/qr/b", expires_in: 1, status: "expired" });
    await dialog(page).getByRole("button", { name: "重试" }).click();
    await dialog(page).getByText("二维码已过期").waitFor();
    await dialog(page).getByRole("button", { name: "刷新" }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await context.close();
  });

  test("a shell with a scanner hands the content over", async () => {
    const desktop = await newPerson(stage.browser);
    const { context, page } = await newPerson(stage.browser, "phone");
    const [shell]: [ShellName] = ["webkit"];
    await page.addInitScript(installFakeShell, shell);
    await openSignedIn(page, stage.platform, "zhaoyifan");
    await homeShown(page);
    const content = await showCode(desktop.page);
    const says = (detail: object) =>
      page.evaluate((said) => (window as unknown as FakeShell).shellSays(said), {
        schoolgate: 1,
        type: "scanned",
        detail,
      });
    await says({ content: "https://evil.example/platformEntry/#/qr/abc" });
    await says({ content });
    await page.getByRole("button", { name: "确认登录" }).click();
    await page.getByText("已确认登录").waitFor();
    await homeShown(desktop.page);
    await desktop.context.close();
    await context.close();
  });
});
