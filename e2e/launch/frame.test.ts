import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { looksRight } from "../harness/axe.ts";
import { newPerson, SCREENS, takePicture } from "../harness/browser.ts";
import { openFor, SharedStage } from "../harness/stage.ts";
import { homeShown, openSignedIn } from "../harness/steps.ts";
import { call, signInByWire } from "../harness/wire.ts";

const stage = openFor(new SharedStage());
const NAME = "红领巾电视台";

const appIn = (page: Page) => page.frameLocator("iframe").frameLocator("iframe[name=app]");
const appShown = (page: Page) => appIn(page).getByRole("heading", { name: NAME }).waitFor();

async function atHome() {
  const person = await newPerson(stage.browser);
  await openSignedIn(person.page, stage.platform, "linlan");
  await homeShown(person.page);
  return person;
}

async function openTile(page: Page): Promise<void> {
  await page.getByRole("link", { name: NAME }).first().click();
  await appShown(page);
}

test("an app that opens in a frame stands in the page, under the bar (AP-07)", async () => {
  const { context, page, faults } = await atHome();
  const reported = page.waitForRequest(/collector\/report\/app\/login/);
  await openTile(page);
  await reported;
  await expect.poll(() => page.title()).toBe(NAME);
  await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/app/campus-tv");
  expect(context.pages()).toHaveLength(1);
  const shared = () =>
    (window as { schoolgateSession?: { app: { id: string } | null } }).schoolgateSession?.app?.id;
  await expect.poll(() => page.evaluate(shared)).toBe("campus-tv");
  for (const [screen, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size);
    const over = await page.evaluate(() => [
      document.documentElement.scrollWidth - innerWidth,
      document.documentElement.scrollHeight - innerHeight,
    ]);
    expect([screen, over]).toEqual([screen, [0, 0]]);
    await takePicture(page, `app-frame-${screen}`);
  }

  await page.getByRole("button", { name: "知道了" }).click();
  const launched = page.waitForRequest(/sso\/api\/app\/auth/);
  await page.getByRole("button", { name: "刷新应用" }).click();
  await launched;
  await appShown(page);

  await page.reload();
  await appShown(page);

  const tab = context.waitForEvent("page");
  await page.getByRole("button", { name: "在新标签页打开" }).first().click();
  await (await tab).getByRole("heading", { name: NAME }).waitFor();

  await page.getByRole("link", { name: "关闭，返回首页" }).click();
  await homeShown(page);
  await page.goBack();
  await appShown(page);
  await page.goBack();
  await homeShown(page);
  expect(faults).toEqual([]);
  await context.close();
});

test("a proof that an app asks for is not asked for on the next page", async () => {
  const { context, page, faults } = await atHome();
  const proof = page.getByRole("dialog", { name: "再次确认身份" });
  const held = Promise.withResolvers<void>();
  let holds = true;
  const refusal = { code: 40004, data: { check: "password", ways: [] }, msg: "请再次确认身份" };
  await page.route(/sso\/api\/app\/auth/, async (route) => {
    if (holds) await held.promise;
    await route.fulfill({ status: 400, json: refusal });
  });
  const tile = page.getByRole("link", { name: NAME }).first();
  const launched = page.waitForRequest(/sso\/api\/app\/auth/);
  await tile.click();
  await launched;
  await page.getByRole("link", { name: "关闭，返回首页" }).click();
  await homeShown(page);
  const script = page.waitForResponse(/assets\/ask-proof-.*\.js/);
  holds = false;
  held.resolve();
  await (await script).finished();
  await tile.click();
  await proof.waitFor();
  await expect.poll(() => proof.count()).toBe(1);
  await page.goBack();
  await homeShown(page);
  await expect.poll(() => proof.count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test("its address is a link: sign-in leads on to it, and what nobody may see is said", async () => {
  const { context, page } = await newPerson(stage.browser);
  await page.goto(`${stage.platform.page}#/app/campus-tv`);
  await page.getByRole("heading", { name: "登录学门" }).waitFor();
  await page.getByLabel("账号", { exact: true }).fill("linlan");
  await page.getByLabel("密码", { exact: true }).fill("xuemen-2026");
  await page.getByRole("checkbox", { name: /我已阅读并同意/ }).check();
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await appShown(page);
  await page.evaluate(() => (location.hash = "/app/no-such-app"));
  await page.getByText("没有这个应用").waitFor();
  await context.close();
});

test("an app that is taken off while it is open stays until it is left, and says so", async () => {
  const { context, page, faults } = await newPerson(stage.browser, "phone");
  const { origin } = stage.platform;
  const { token: own } = await openSignedIn(page, stage.platform, "linxiaoman", "#/app/campus-tv");
  await appShown(page);
  const all = { fields: "schools", identity: "all" };
  const { schools = [] } = (await call(origin, "readUserDetail", all, { token: own })).body.data;
  const school_id = schools[0]?.id;
  const { token } = await signInByWire(origin, "hezhi");
  const turn = (on: boolean) =>
    call(origin, "switchAppAtSchool", { app_id: "campus-tv", school_id, on }, { token });
  const typed = "写到一半";
  const body = appIn(page).locator("body");
  await body.evaluate((element, text) => element.append(text), typed);
  onTestFinished(async () => void (await turn(true)));
  await turn(false);
  await page.getByRole("button", { name: "在新标签页打开" }).first().click();
  await page.getByText(`“${NAME}”不再向您开放了。没做完的请先保存，关闭以后就打不开了。`).waitFor();
  expect(await body.innerText()).toContain(typed);
  await looksRight(page, "app-frame-taken");
  await page.reload();
  await page.getByText("没有这个应用").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("an app may not move the page around it, and one elsewhere is not let in", async () => {
  const { context, page } = await atHome();
  await openTile(page);
  const frame = page.frames().find((one) => one.name() === "app") ?? expect.fail("no frame");
  const moved = await frame.evaluate(() => {
    try {
      window.top!.location.href = "https://evil.example/";
      return "moved";
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(moved).toBe("SecurityError");
  await frame.evaluate(() => {
    location.href = "https://evil.example/";
  });
  await page.getByText(`“${NAME}”不能在页内打开`).waitFor();
  await takePicture(page, "app-frame-refused");
  await context.close();
});
