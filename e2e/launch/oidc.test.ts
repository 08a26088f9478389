import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppToSave } from "../../server/src/catalogue/entry.ts";
import { isMissing } from "../../scripts/test-programs.mjs";
import { newPerson, openBrowser, takePicture } from "../harness/browser.ts";
import { startPlatform } from "../harness/platform.ts";
import type { Platform } from "../harness/run-server.ts";
import {
  choose,
  homeShown,
  openPersonMenu,
  openSignedIn,
  signOutOnPage,
} from "../harness/steps.ts";
import { apacheOrigin, startApache, type Apache } from "./apache.ts";
import { addApps } from "./more-apps.ts";

const SECRET = "apache-and-only-apache-knows-this";
const PAGE = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>校本资源站</title>
<h1>你好，<!--#echo var="OIDC_CLAIM_name" --></h1>
<p id="identity"><!--#echo var="OIDC_CLAIM_identity" --></p>
<p id="school"><!--#echo var="OIDC_CLAIM_school" --></p></html>`;

let platform: Platform;
let browser: Browser;
let origin: string;
let apache: Apache | undefined;

beforeAll(async () => {
  [browser, origin] = await Promise.all([openBrowser(), apacheOrigin()]);
  platform = await startPlatform({}, (dataDir) => addApps(dataDir, entries(origin)));
  if (isMissing("apache-oidc")) return;
  apache = await startApache(origin, "auth_openidc", protectedPages(platform.origin, origin), {
    "index.html": "open to everyone",
    "protected/index.html": PAGE,
  });
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
  await apache?.stop();
});

/** Returns the entries that the school registers for the Apache: one app approved, one not. */
function entries(at: string): AppToSave[] {
  const callback = `${at}/protected/callback`;
  const app = {
    category_id: "resource",
    icon: "icons/library.svg",
    icon_mono: "icons/library-mono.svg",
    launch: "oidc" as const,
    url: `${at}/protected/`,
    roles: ["teacher", "manager", "student"],
    claims: ["name", "identity", "school"],
    secret: SECRET,
    settings: {
      redirect_uris: [callback],
      initiate_login_uri: callback,
      backchannel_logout_uri: `${callback}?logout=backchannel`,
    },
  };
  return [
    { id: "apache", name: "校本资源站", approved: true, ...app },
    { id: "unknown-lab", name: "外来实验室", approved: false, ...app },
  ];
}

function protectedPages(provider: string, at: string): string {
  return `OIDCProviderMetadataURL ${provider}/oidc/.well-known/openid-configuration
OIDCClientID apache
OIDCClientSecret ${SECRET}
OIDCRedirectURI ${at}/protected/callback
OIDCDefaultURL ${at}/protected/
OIDCCryptoPassphrase "only for this test"
OIDCPKCEMethod S256
OIDCScope "openid profile"
OIDCRemoteUserClaim sub
OIDCPassClaimsAs environment
<Location /protected>
AuthType openid-connect
Require valid-user
</Location>`;
}

/** Opens a tile as a person does; answers the tab that it opened. */
async function openTile(context: BrowserContext, page: Page, name: string): Promise<Page> {
  const tab = context.waitForEvent("page");
  await page.getByRole("button", { name }).or(page.getByRole("link", { name })).first().click();
  return tab;
}

async function switchTo(page: Page, name: string, identity: string): Promise<void> {
  await openPersonMenu(page);
  await choose(page, name);
  await page.waitForFunction(
    (wanted) => document.body.classList.contains(wanted),
    `is-${identity}`,
  );
  await homeShown(page);
}

describe("the demo's own app", () => {
  test("opens signed in, and is signed out when the person leaves the platform", async () => {
    const { context, page, faults } = await newPerson(browser);
    await openSignedIn(page, platform, "sunhao");
    await homeShown(page);
    const tab = await openTile(context, page, "题库组卷");
    await tab.getByRole("heading", { name: "你好，孙浩" }).waitFor();
    await expect.poll(() => tab.getByText("教师 · 启明中学").isVisible()).toBe(true);
    expect(tab.url()).not.toMatch(/code=|state=|login_hint=/);
    await takePicture(tab, "oidc-demo-app");
    await tab.reload();
    await tab.getByRole("heading", { name: "你好，孙浩" }).waitFor();
    await signOutOnPage(page);
    await expect
      .poll(async () => {
        await tab.goto(tab.url());
        return new URL(tab.url()).pathname;
      })
      .toBe("/platformEntry/");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("may sign the person out of itself alone, or of everything", async () => {
    const { context, page } = await newPerson(browser);
    await openSignedIn(page, platform, "sunhao");
    await homeShown(page);
    let tab = await openTile(context, page, "题库组卷");
    await tab.getByRole("link", { name: "退出这个应用" }).click();
    await tab.getByRole("heading", { name: "要同时退出学门吗？" }).waitFor();
    await takePicture(tab, "oidc-leave");
    await tab.getByRole("button", { name: "只退出这个应用" }).click();
    await tab.getByText("已经退出这个应用").waitFor();
    await page.reload();
    await homeShown(page);
    tab = await openTile(context, page, "题库组卷");
    await tab.getByRole("link", { name: "退出这个应用" }).click();
    await tab.getByRole("button", { name: "退出学门" }).click();
    await tab.getByText("已经退出这个应用").waitFor();
    await page.reload();
    await page.waitForFunction(() => location.hash.startsWith("#/login"));
    await context.close();
  });
});

describe.skipIf(isMissing("apache-oidc"))("Apache with mod_auth_openidc", () => {
  test("greets by name and identity; another identity, another greeting; sign-out ends its session", async () => {
    const { context, page } = await newPerson(browser);
    await openSignedIn(page, platform, "linlan");
    await homeShown(page);
    await switchTo(page, "教师", "teacher");
    let tab = await openTile(context, page, "校本资源站");
    await tab.getByRole("heading", { name: "你好，林岚" }).waitFor();
    await expect.poll(() => tab.locator("#identity").innerText()).toBe("teacher");
    await expect.poll(() => tab.locator("#school").innerText()).toContain("启明小学");
    await takePicture(tab, "oidc-apache");

    await switchTo(page, "学校管理员", "manager");
    await tab.close();
    tab = await openTile(context, page, "校本资源站");
    await tab.getByRole("heading", { name: "你好，林岚" }).waitFor();
    await expect.poll(() => tab.locator("#identity").innerText()).toBe("manager");

    await signOutOnPage(page);
    await expect
      .poll(async () => {
        await tab.goto(`${origin}/protected/`);
        return new URL(tab.url()).pathname;
      })
      .toBe("/platformEntry/");
    await context.close();
  });

  test("an address opened first leads through sign-in and back to it", async () => {
    const { context, page } = await newPerson(browser);
    await page.goto(`${origin}/protected/`);
    await page.getByLabel("账号", { exact: true }).fill("linxiaoman");
    await page.getByLabel("密码", { exact: true }).fill("xuemen-2026");
    await page.getByRole("checkbox", { name: /我已阅读并同意/ }).check();
    await page.getByRole("button", { name: "登录", exact: true }).click();
    await page.getByRole("heading", { name: "你好，林小满" }).waitFor();
    await expect.poll(() => page.locator("#identity").innerText()).toBe("student");
    expect(page.url()).toBe(`${origin}/protected/`);
    await context.close();
  });
});

test("an app that nobody has looked at says what it will learn, and the person decides", async () => {
  const { context, page } = await newPerson(browser, "phone");
  await openSignedIn(page, platform, "zhaoyifan");
  await homeShown(page);
  const request = new URL("/oidc/auth", platform.origin);
  request.search = new URLSearchParams({
    client_id: "unknown-lab",
    redirect_uri: `${origin}/protected/callback`,
    response_type: "code",
    scope: "openid profile",
    state: "s",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  }).toString();
  await page.goto(request.href);
  await page.getByRole("heading", { name: "要打开“外来实验室”吗？" }).waitFor();
  await expect
    .poll(() => page.getByRole("listitem").allInnerTexts())
    .toEqual([
      "姓名",
      "当前的身份（如教师、学生、家长）",
      "所在的学校",
      "一个只用于这个应用的编号",
    ]);
  await takePicture(page, "oidc-disclosure-phone");
  const back = page.waitForRequest((one) => one.url().startsWith(`${origin}/protected/callback`));
  await page.getByRole("button", { name: "不同意" }).click();
  expect(new URL((await back).url()).searchParams.get("error")).toBe("access_denied");
  await context.close();
});
