import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { exportData, launchApp, login, resetPupilPassword, type Call } from "#contract";
import { newPerson, takePicture } from "./harness/browser.ts";
import { addPasskey, rememberedPerson, withFingerprint } from "./harness/factors.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { homeShown, openSignedIn, signOutOnPage } from "./harness/steps.ts";
import { call, DEMO_PASSWORD } from "./harness/wire.ts";

// people with passkeys are those of this file alone
const stage = openFor(new SharedStage({ host: "localhost" }));

const to =
  ({ path }: Call) =>
  (url: URL) =>
    url.pathname === path;

/** Replaces the first passkey challenge in a refusal of the call by an expired one, as after a long wait. */
async function letFirstRunOut(page: Page, call: Call): Promise<void> {
  let ranOut = false;
  await page.route(to(call), async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data?: { passkey?: { challenge: string } } };
    const { passkey } = answer.data ?? {};
    if (ranOut || passkey === undefined) return route.fulfill({ response });
    ranOut = true;
    passkey.challenge = "b2xk";
    return route.fulfill({ response, json: answer });
  });
}

/** Collects the field names, not the values, that the page sends with a call from now on. */
function sentWith(page: Page, declared: Call): string[][] {
  const sent: string[][] = [];
  page.on("request", (request) => {
    if (!to(declared)(new URL(request.url()))) return;
    sent.push(Object.keys(request.postDataJSON() as object));
  });
  return sent;
}

/** Opens an app that demands a fresh proof, and gives it by the passkey. */
async function openByPasskey(page: Page): Promise<void> {
  await page.locator("main").getByRole("button", { name: "成绩登记" }).first().click();
  await page.getByRole("button", { name: "改用两步验证" }).click();
  await use(page).click();
}

const use = (page: Page) => page.getByRole("button", { name: "使用通行密钥" });
const refused = (page: Page) => page.getByText("通行密钥没有通过验证，请重试");

describe("a question for a passkey that has run out is put anew (SE-10)", () => {
  test("and what was allowed meanwhile is done once", async () => {
    const { context, page, faults } = await rememberedPerson(stage, "pengmin");
    await withFingerprint(context, page);
    await addPasskey(page, stage.platform);
    await letFirstRunOut(page, resetPupilPassword);
    await page.goto(`${stage.platform.page}#/module/profile/family`);
    await page.getByRole("button", { name: "重置密码：邓云舒" }).click();
    await page.getByRole("button", { name: "确认重置" }).click();
    await page.getByRole("button", { name: "改用两步验证" }).click();
    await use(page).click();
    await refused(page).waitFor();

    const other = await context.newPage();
    await other.goto(`${stage.platform.page}#/module/profile/data`);
    await other.getByRole("button", { name: "导出", exact: true }).click();
    await other.getByLabel("自己的登录密码").fill(DEMO_PASSWORD);
    const download = other.waitForEvent("download");
    await other.getByRole("button", { name: "导出", exact: true }).click();
    await download;

    const sent = sentWith(page, resetPupilPassword);
    await page.bringToFront();
    await use(page).click();
    await page.getByText(/请把临时密码告诉/).waitFor();
    await page.getByRole("button", { name: "已经告诉了" }).click();
    // what would have been sent late is sent by then
    await page.goto(`${stage.platform.page}#/home`);
    await homeShown(page);
    expect(sent).toEqual([["user_id"]]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("or the page says why it cannot be", async () => {
    const { context, page, faults } = await rememberedPerson(stage, "yangxia", "phone");
    await withFingerprint(context, page);
    await addPasskey(page, stage.platform);
    await letFirstRunOut(page, exportData);
    await page.goto(`${stage.platform.page}#/module/profile/data`);
    await page.getByRole("button", { name: "导出", exact: true }).click();
    await page.getByRole("button", { name: "改用两步验证" }).click();
    await use(page).click();
    await refused(page).waitFor();
    await page.route(to(exportData), (route) => route.abort());
    await use(page).click();
    await page.getByText("网络连接失败，请检查网络后重试").waitFor();
    await takePicture(page, "passkey-anew-no-network-phone");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("before an app that wants to be sure who is there", async () => {
    const { context, page, faults } = await rememberedPerson(stage, "hewenjuan");
    await withFingerprint(context, page);
    await addPasskey(page, stage.platform);
    await page.goto(`${stage.platform.page}#/home`);
    await homeShown(page);
    await letFirstRunOut(page, launchApp);
    await openByPasskey(page);
    await refused(page).waitFor();
    await takePicture(page, "passkey-anew-app");

    // whoever took so long that the browser opens no tab any more need not show the passkey again
    await page.evaluate(() => {
      const { open } = window;
      window.open = () => {
        window.open = open;
        return null;
      };
    });
    const sent = sentWith(page, launchApp);
    await use(page).click();
    await page.getByText("浏览器拦截了新窗口，请允许弹出窗口后重试").waitFor();
    const opened = context.waitForEvent("page");
    await use(page).click();
    await (await opened).getByText("何文娟").first().waitFor();
    const [bare, proved] = [["app_id"], ["app_id", "check"]];
    expect(sent).toEqual([bare, proved, bare, bare]);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await context.close();
  });

  test("unless the session has ended: then the page to sign in has nothing over it", async () => {
    const { context, page, faults } = await rememberedPerson(stage, "xuhuiling");
    await withFingerprint(context, page);
    const [recovery = ""] = await addPasskey(page, stage.platform);
    await page.goto(`${stage.platform.page}#/home`);
    await homeShown(page);
    await letFirstRunOut(page, launchApp);
    await openByPasskey(page);
    await refused(page).waitFor();
    const elsewhere = { account: "xuhuiling", password: DEMO_PASSWORD, check: { recovery } };
    expect((await call(stage.platform.origin, "login", elsewhere)).body.code).toBe(200);
    await use(page).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: /xuhuiling/ }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("at a sign-in", async () => {
    const { context, page, faults } = await newPerson(stage.browser);
    await withFingerprint(context, page);
    await openSignedIn(page, stage.platform, "wanjianguo");
    await homeShown(page);
    await addPasskey(page, stage.platform);
    await page.goto(`${stage.platform.page}#/home`);
    await homeShown(page);
    await signOutOnPage(page);
    await letFirstRunOut(page, login);
    await page.getByLabel("账号", { exact: true }).fill("wanjianguo");
    await page.getByLabel("密码", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "登录", exact: true }).click();
    await use(page).click();
    await refused(page).waitFor();
    await use(page).click();
    await homeShown(page);
    expect(faults).toEqual([]);
    await context.close();
  });
});
