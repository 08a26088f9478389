import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppToSave } from "../../server/src/catalogue/entry.ts";
import { isMissing } from "../../scripts/test-programs.mjs";
import { newPerson, openBrowser, takePicture } from "../harness/browser.ts";
import { startPlatform } from "../harness/platform.ts";
import { freePort } from "../../server/test/free-port.ts";
import { type Platform } from "../harness/run-server.ts";
import { homeShown, openSignedIn, signOutOnPage } from "../harness/steps.ts";
import { DEMO_PASSWORD } from "../harness/wire.ts";
import { apacheOrigin, startApache, type Apache } from "./apache.ts";
import { startCasSite, type CasSite } from "./cas-client.ts";
import { addApps } from "./more-apps.ts";
import { openTile, signInWhereAsked, switchTo } from "./tiles.ts";

const PAGE = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>校本档案室</title>
<h1>你好，<!--#echo encoding="none" var="HTTP_CAS_NAME" --></h1>
<p id="identity"><!--#echo var="HTTP_CAS_IDENTITY" --></p>
<p id="school"><!--#echo encoding="none" var="HTTP_CAS_SCHOOL" --></p></html>`;

let platform: Platform;
let browser: Browser;
let apache: Apache | undefined;
let cookies: string | undefined;
let sites: CasSite[] = [];
let origins: { corner: string; fresh: string; apache: string };

beforeAll(async () => {
  const site = async () => `http://127.0.0.1:${await freePort()}`;
  origins = { corner: await site(), fresh: await site(), apache: await apacheOrigin() };
  browser = await openBrowser();
  platform = await startPlatform({}, (dataDir) => addApps(dataDir, entries()));
  sites = [
    await startCasSite(origins.corner, platform.origin),
    await startCasSite(origins.fresh, platform.origin, { renew: true }),
  ];
  if (isMissing("apache-cas")) return;
  cookies = await mkdtemp(join(tmpdir(), "schoolgate-cas-"));
  await chmod(cookies, 0o777);
  apache = await startApache(origins.apache, "auth_cas", protectedPages(cookies), {
    "index.html": "open to everyone",
    "protected/index.html": PAGE,
  });
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
  await Promise.all(sites.map((site) => site.stop()));
  await apache?.stop();
  if (cookies !== undefined) await rm(cookies, { recursive: true, force: true });
});

/** Returns the entries that the school registers, one for each exact service address. */
function entries(): AppToSave[] {
  const entry = (id: string, name: string, service: string): AppToSave => ({
    id,
    name,
    category_id: "resource",
    icon: "icons/library.svg",
    icon_mono: "icons/library-mono.svg",
    launch: "cas",
    url: service,
    roles: ["teacher", "manager", "student"],
    claims: ["name", "identity", "school"],
    approved: true,
    settings: { services: [service], single_logout: true },
  });
  return [
    entry("corner", "校本图书角", `${origins.corner}/`),
    entry("fresh", "校本印章", `${origins.fresh}/`),
    entry("archive", "校本档案室", `${origins.apache}/protected/`),
  ];
}

function protectedPages(cookiePath: string): string {
  const server = `${platform.origin}/cas`;
  return `CASVersion 2
CASLoginURL ${server}/login
CASValidateURL ${server}/p3/serviceValidate
CASRootProxiedAs ${origins.apache}
CASCookiePath ${cookiePath}/
CASCookieEntropy 32
CASSSOEnabled On
CASAttributePrefix CAS-
<Location /protected>
AuthType CAS
CASScrubRequestHeaders On
CASAuthNHeader CAS-User
Require valid-user
</Location>`;
}

/** Opens a tab's address again and returns the path at which it ends. */
const openedAgain = async (tab: Page, address: string) => {
  await tab.goto(address);
  await tab.waitForLoadState("networkidle");
  return new URL(tab.url()).pathname;
};

describe("the demo's own app", () => {
  test("opens signed in; what ends the platform's session ends its own", async () => {
    const { context, page, faults } = await newPerson(browser);
    await openSignedIn(page, platform, "sunhao");
    await homeShown(page);
    const tab = await openTile(context, page, "图书馆");
    await tab.getByRole("heading", { name: "你好，孙浩" }).waitFor();
    await expect.poll(() => tab.getByText("教师", { exact: true }).isVisible()).toBe(true);
    expect(tab.url()).not.toContain("ticket=");
    await takePicture(tab, "cas-demo-app");
    const library = tab.url();
    await tab.reload();
    await tab.getByRole("heading", { name: "你好，孙浩" }).waitFor();
    await signOutOnPage(page);
    await expect.poll(() => openedAgain(tab, library)).toBe("/platformEntry/");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("sends the person out of the platform only when the person says so", async () => {
    const { context, page } = await newPerson(browser, "phone");
    await openSignedIn(page, platform, "zhaoyifan");
    await homeShown(page);
    const tab = await openTile(context, page, "图书馆");
    await tab.getByRole("link", { name: "退出这个应用" }).click();
    await tab.getByRole("heading", { name: "退出学门？" }).waitFor();
    await takePicture(tab, "cas-leave-phone");
    await tab.getByRole("button", { name: "退出" }).click();
    await tab.getByText("已经退出这个应用").waitFor();
    await page.reload();
    await page.waitForFunction(() => location.hash.startsWith("#/login"));
    await context.close();
  });
});

describe("http-cas-client", () => {
  test("greets by name and identity; another identity, another greeting; sign-out ends its session", async () => {
    const { context, page } = await newPerson(browser);
    await openSignedIn(page, platform, "linlan");
    await homeShown(page);
    await switchTo(page, "教师", "teacher");
    let tab = await openTile(context, page, "校本图书角");
    await tab.getByRole("heading", { name: "你好，林岚" }).waitFor();
    await expect.poll(() => tab.locator("#identity").innerText()).toBe("teacher");
    await expect.poll(() => tab.locator("#user").innerText()).toMatch(/^[\w-]{43}$/);
    const before = sites[0]?.greeted() ?? 0;
    await tab.reload();
    await tab.getByRole("heading", { name: "你好，林岚" }).waitFor();
    expect(sites[0]?.greeted()).toBe(before + 1);

    await switchTo(page, "学校管理员", "manager");
    await context.clearCookies({ name: "st" });
    await tab.close();
    tab = await openTile(context, page, "校本图书角");
    await tab.getByRole("heading", { name: "你好，林岚" }).waitFor();
    await expect.poll(() => tab.locator("#identity").innerText()).toBe("manager");

    await signOutOnPage(page);
    await expect.poll(() => openedAgain(tab, `${origins.corner}/`)).toBe("/platformEntry/");
    await context.close();
  });

  test("an address opened first leads through sign-in and back to it", async () => {
    const { context, page } = await newPerson(browser);
    await page.goto(`${origins.corner}/`);
    await signInWhereAsked(page, "linxiaoman");
    await page.getByRole("heading", { name: "你好，林小满" }).waitFor();
    await expect.poll(() => page.locator("#identity").innerText()).toBe("student");
    expect(page.url()).toBe(`${origins.corner}/`);
    await context.close();
  });

  test("that wants a fresh sign-in gets one, although the person is signed in", async () => {
    const { context, page } = await newPerson(browser);
    await openSignedIn(page, platform, "sunhao");
    await homeShown(page);
    await page.goto(`${origins.fresh}/`);
    await page.getByRole("heading", { name: "请再次输入密码" }).waitFor();
    await takePicture(page, "cas-password-again");
    await page.getByLabel("密码").fill("not my password");
    await page.getByRole("button", { name: "继续" }).click();
    await page.getByText("密码不正确").waitFor();
    await page.getByLabel("密码").fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "继续" }).click();
    await page.getByRole("heading", { name: "你好，孙浩" }).waitFor();
    await expect.poll(() => page.locator("#fresh").innerText()).toBe("true");
    await context.close();
  });
});

describe.skipIf(isMissing("apache-cas"))("Apache with mod_auth_cas", () => {
  test("greets by name, identity and school; sign-out ends its session", async () => {
    const { context, page } = await newPerson(browser);
    await openSignedIn(page, platform, "sunhao");
    await homeShown(page);
    const tab = await openTile(context, page, "校本档案室");
    await tab.getByRole("heading", { name: "你好，孙浩" }).waitFor();
    await expect.poll(() => tab.locator("#identity").innerText()).toBe("teacher");
    await expect.poll(() => tab.locator("#school").innerText()).toBe("启明中学");
    await takePicture(tab, "cas-apache");
    await tab.reload();
    await tab.getByRole("heading", { name: "你好，孙浩" }).waitFor();
    await signOutOnPage(page);
    await expect
      .poll(() => openedAgain(tab, `${origins.apache}/protected/`))
      .toBe("/platformEntry/");
    await context.close();
  });

  test("an address opened first leads through sign-in and back to it", async () => {
    const { context, page } = await newPerson(browser);
    await page.goto(`${origins.apache}/protected/`);
    await signInWhereAsked(page, "linxiaoman");
    await page.getByRole("heading", { name: "你好，林小满" }).waitFor();
    expect(page.url()).toBe(`${origins.apache}/protected/`);
    await context.close();
  });
});

test("no secret is in what the platform printed", () => {
  // The audit says in one word how somebody proved who they are.
  const printed = platform.output().replaceAll('"by":"password"', "");
  expect(printed).not.toMatch(/ST-[0-9a-f]{20}|ticket=|launch=|password/);
});
