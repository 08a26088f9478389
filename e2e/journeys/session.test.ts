import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { newPerson, takePicture } from "../harness/browser.ts";
import { openFor, SharedStage } from "../harness/stage.ts";
import {
  fillSignIn,
  homeShown,
  openHome,
  openPersonMenu,
  choose,
  signInOnPage,
  signOutOnPage,
  storedText,
} from "../harness/steps.ts";
import { call, DEMO_PASSWORD, signIn } from "../harness/wire.ts";

const stage = openFor(new SharedStage());

/** Returns the credential of the account that this device remembers. */
const keptCredential = (page: Page) =>
  page.evaluate(() => {
    const entry = localStorage.getItem("platform-entry") ?? "";
    return /"password":"([^"]+)"/.exec(entry)?.[1];
  });
const signInBy = (account: string, credential: string | undefined) =>
  call(stage.platform.origin, "login", { account, credential });

describe("sign in", () => {
  test("a teacher signs in, sees who and where she is, and signs out (SE-01, SE-06)", async () => {
    const { context, page, faults } = await newPerson(stage.browser);
    await signInOnPage(page, stage.platform, "linlan");
    await homeShown(page);
    await expect.poll(() => page.title()).toBe("学门");
    await expect.poll(() => page.getByText("林岚").first().isVisible()).toBe(true);
    const kept = await page.evaluate(() => ({
      token: localStorage.getItem("token"),
      auth: JSON.parse(localStorage.getItem("auth_data") ?? "null") as { name: string } | null,
    }));
    expect(kept.token).toMatch(/^[\w-]{43}$/);
    expect(kept.auth?.name).toBe("林岚");
    await page.evaluate(() => localStorage.setItem("left-behind", "x"));
    await signOutOnPage(page);
    const left = await page.evaluate(() => Object.keys(localStorage));
    expect(left).toEqual(["platform-entry"]);
    const dead = await call(
      stage.platform.origin,
      "readUserDetail",
      {},
      { token: kept.token ?? "" },
    );
    expect(dead.status).toBe(401);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("the page never learns the password again: it is nowhere on the disk", async () => {
    const { context, page } = await newPerson(stage.browser);
    await signInOnPage(page, stage.platform, "sunhao", { remember: true });
    await homeShown(page);
    expect(await storedText(page)).not.toContain(DEMO_PASSWORD);
    expect(page.url()).not.toContain(DEMO_PASSWORD);
    await context.close();
  });

  test("a wrong password is said at its field, the account stays", async () => {
    const { context, page } = await newPerson(stage.browser);
    await page.goto(stage.platform.page);
    await page.getByLabel("账号", { exact: true }).fill("sunhao");
    await page.getByLabel("密码", { exact: true }).fill("not-it");
    await page.getByRole("button", { name: "登录", exact: true }).click();
    await page.getByText("账号或密码不正确").waitFor();
    await expect.poll(() => page.getByLabel("账号", { exact: true }).inputValue()).toBe("sunhao");
    await takePicture(page, "login-wrong-password");
    await context.close();
  });

  test("wrong passwords slow down, and the page says for how long (SE-09)", async () => {
    const { context, page } = await newPerson(stage.browser);
    await page.goto(stage.platform.page);
    // nobody's account: what is slowed down here would keep its owner out of the tests below
    await page.getByLabel("账号", { exact: true }).fill("nobody-here");
    const told: string[] = [];
    while (!/秒/.test(told.at(-1) ?? "") && told.length < 12) {
      await page.getByLabel("密码", { exact: true }).fill(`wrong ${told.length}`);
      await page.locator("button[type=submit]").click();
      const outcome = page.getByText(/账号或密码不正确|秒后可重试/).first();
      told.push(await outcome.innerText());
    }
    expect(told.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => "账号或密码不正确"));
    expect(told.at(-1)).toMatch(/^\d+ 秒后可重试$/);
    await takePicture(page, "login-slowed-down");
    await context.close();
  });

  test("consent is asked for once, and remembered by the server (SE-08)", async () => {
    // who signs in nowhere else
    const unasked = "yujianhua";
    const { context, page } = await newPerson(stage.browser, "phone");
    await page.goto(stage.platform.page);
    await page.getByLabel("账号", { exact: true }).fill(unasked);
    await page.getByLabel("密码", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "登录", exact: true }).click();
    await page.getByText("请先阅读并同意《用户协议》和《隐私政策》").waitFor();
    await takePicture(page, "login-consent-phone");
    await page.getByRole("checkbox", { name: /我已阅读并同意/ }).check();
    await page.getByRole("button", { name: "登录", exact: true }).click();
    await homeShown(page);
    const again = await call(stage.platform.origin, "login", {
      account: unasked,
      password: DEMO_PASSWORD,
    });
    expect(again.body.code).toBe(200);
    await context.close();
  });

  test("a remembered account signs in with one tap, by a credential that is used once (SE-02)", async () => {
    const { context, page } = await newPerson(stage.browser);
    await signInOnPage(page, stage.platform, "wangfang", { remember: true });
    await homeShown(page);
    const first = await keptCredential(page);
    await signOutOnPage(page);
    expect(await keptCredential(page)).toBe(first);
    await page.getByRole("button", { name: /wangfang/ }).click();
    await homeShown(page);
    expect(await keptCredential(page)).not.toBe(first);
    expect((await signInBy("wangfang", first)).status).toBe(400);
    await context.close();
  });

  test("what a sign-in pushes out of those remembered opens nothing any more (SE-02)", async () => {
    const { context, page, faults } = await newPerson(stage.browser);
    const rememberedOnce = async () => {
      await signInOnPage(page, stage.platform, "sunhao", { remember: true });
      await homeShown(page);
      const credential = await keptCredential(page);
      await signOutOnPage(page);
      return credential;
    };
    const signInInstead = async (account: string, remember: boolean) => {
      const told = page.waitForResponse(/sso\/api\/forget-device/);
      await signInOnPage(page, stage.platform, account, { remember });
      expect((await told).status()).toBe(200);
      await homeShown(page);
    };
    const first = await rememberedOnce();
    await signInInstead("sunhao", false);
    expect((await signInBy("sunhao", first)).status).toBe(400);
    expect(await storedText(page)).not.toContain(String(first));
    await signOutOnPage(page);

    // the sixth pushes out the first
    const second = await rememberedOnce();
    await page.evaluate(() => {
      const entry = JSON.parse(localStorage.getItem("platform-entry") ?? "{}");
      const more = ["a", "b", "c", "d"].map((username) => ({ username, password: "of no use" }));
      entry.accounts.unshift(...more);
      localStorage.setItem("platform-entry", JSON.stringify(entry));
    });
    await page.reload();
    await signInInstead("linlan", true);
    expect((await signInBy("sunhao", second)).status).toBe(400);
    expect(await storedText(page)).not.toContain("sunhao");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("an account removed from the device leaves no credential that opens anything (SE-02)", async () => {
    const { context, page, faults } = await newPerson(stage.browser);
    const remove = async (account: string) => {
      await page.getByRole("button", { name: /管理$/ }).click();
      await page.getByRole("button", { name: `移除 ${account}` }).click();
      await page.getByText("没有记住的账号了。").waitFor();
      await page.getByRole("button", { name: "完成" }).click();
      expect(await storedText(page)).not.toContain(account);
    };
    await signInOnPage(page, stage.platform, "sunhao", { remember: true });
    await homeShown(page);
    const credential = await keptCredential(page);
    await signOutOnPage(page);
    const told = page.waitForResponse((answer) => /sso\/api\/forget-device/.test(answer.url()));
    await remove("sunhao");
    expect((await told).status()).toBe(200);
    expect((await signInBy("sunhao", credential)).status).toBe(400);

    // without a network the page forgets all the same, and makes no fuss
    await signInOnPage(page, stage.platform, "sunhao", { remember: true });
    await homeShown(page);
    await signOutOnPage(page);
    await page.route(/forget-device/, (route) => route.abort("internetdisconnected"));
    await remove("sunhao");
    await expect.poll(() => page.getByText(/网络|失败|没有成功/).count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });
});

test("a second browser that signs in ends the first, which sees the exact words (SE-05)", async () => {
  const first = await newPerson(stage.browser);
  await signInOnPage(first.page, stage.platform, "zhaoyifan");
  await homeShown(first.page);
  const second = await newPerson(stage.browser);
  await signInOnPage(second.page, stage.platform, "zhaoyifan");
  await homeShown(second.page);
  await openPersonMenu(first.page);
  await choose(first.page, "单色");
  await first.page.getByText("账号已在其他地方登录，请重新登录").first().waitFor();
  await first.page.waitForFunction(() => location.hash.startsWith("#/login"));
  await takePicture(first.page, "signed-in-elsewhere");
  await first.page.waitForFunction(() => localStorage.getItem("token") === null);
  await second.page.reload();
  await homeShown(second.page);
  await first.context.close();
  await second.context.close();
});

test("who comes back to a session that has ended, and signs in at once, stays signed in", async () => {
  const { context, page } = await newPerson(stage.browser);
  await signInOnPage(page, stage.platform, "sunhao");
  await homeShown(page);
  await signIn(stage.platform.origin, "sunhao");
  await page.reload();
  await page.waitForFunction(() => location.hash.startsWith("#/login"));
  // what was asked for with the dead token may be answered later than this begins
  const apps = page.waitForRequest(/app\/api\/apps/);
  await fillSignIn(page, "sunhao");
  expect((await (await apps).response())?.status()).toBe(200);
  await homeShown(page);
  expect(await page.evaluate(() => localStorage.getItem("token"))).not.toBeNull();
  await context.close();
});

test("what a person saw goes with the session, although the script of sign-in never comes", async () => {
  const { context, page } = await openHome(stage, "sunhao");
  await expect.poll(() => page.getByText("孙浩").first().isVisible()).toBe(true);
  const other = await context.newPage();
  await other.goto(stage.platform.page);
  await homeShown(other);
  await page.route("**/assets/*.js", () => {});
  await signOutOnPage(other);
  const account = page.getByLabel("账号", { exact: true });
  await expect.poll(() => account.isVisible()).toBe(true);
  expect(await page.getByText("孙浩").count()).toBe(0);
  await context.close();
});

test("a page that was left before its script came, and is brought back, is loaded anew", async () => {
  const { context, page } = await newPerson(stage.browser);
  let isLost = true;
  await page.route("**/assets/*.js", (route) => (isLost ? undefined : route.continue()));
  await page.goto(stage.platform.page, { waitUntil: "commit" });
  await expect.poll(() => page.getByLabel("账号", { exact: true }).isVisible()).toBe(true);
  isLost = false;
  // a browser's memory for pages is not there under a test: what it tells the page is
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await page.waitForFunction(() => window.schoolgateBoot?.started === true);
  await context.close();
});

describe("guard", () => {
  test("without a token every closed route leads to sign-in, and on to what was wanted (GD-02)", async () => {
    const { context, page } = await newPerson(stage.browser);
    await page.goto(`${stage.platform.page}#/home/index?from=mail`);
    await page.getByRole("heading", { name: "登录学门" }).waitFor();
    await expect.poll(() => page.url()).toContain("#/login");
    await expect.poll(() => page.title()).toBe("登录");
    for (const open of ["#/forget-pwd", "#/agreement/user"]) {
      await page.goto(`${stage.platform.page}${open}`);
      await page.getByRole("heading").first().waitFor();
      expect(page.url()).toContain(open);
    }
    await context.close();
  });

  test("with a token sign-in leads home (GD-01), and an unknown path too (RT-09)", async () => {
    const token = await signIn(stage.platform.origin, "linxiaoman");
    const { context, page } = await newPerson(stage.browser);
    await page.addInitScript((kept) => localStorage.setItem("token", kept), token);
    for (const path of ["#/login", "#/", "#/no/such/page", ""]) {
      await page.goto(`${stage.platform.page}${path}`);
      await page.waitForURL(/#\/home\/index$/);
      await homeShown(page);
    }
    await context.close();
  });

  test("who has no enabled school is kept on the no-school page (GD-04)", async () => {
    // one whose school is disabled; every-screen opens the page of one who has none
    const { context, page } = await newPerson(stage.browser);
    const token = await signIn(stage.platform.origin, "jiucheng");
    await page.addInitScript((kept) => localStorage.setItem("token", kept), token);
    await page.goto(`${stage.platform.page}#/home`);
    await page.getByRole("button", { name: "重新检查" }).waitFor();
    await expect.poll(() => page.title()).toBe("暂无学校");
    await page.goto(`${stage.platform.page}#/home/index`);
    await page.getByRole("button", { name: "重新检查" }).waitFor();
    // the school's own administrators are locked out as well: who can help is said
    await page.getByText("只有区域或平台的管理员能重新启用它").waitFor();
    await takePicture(page, "no-school-jiucheng");
    // what is a person's own is there all the same, for graduates to take along (YR-03)
    await page.getByRole("button", { name: "我的数据" }).click();
    await page.getByRole("button", { name: "导出" }).waitFor();
    await page.getByRole("link", { name: "返回首页" }).click();
    await page.getByRole("button", { name: "重新检查" }).waitFor();
    await context.close();
  });

  test("who has an enabled school under another identity is moved there (ID-03)", async () => {
    const { context, page } = await newPerson(stage.browser);
    await signInOnPage(page, stage.platform, "liangdi");
    await homeShown(page);
    await page.waitForFunction(() => document.body.classList.contains("is-parent"));
    await context.close();
  });
});
