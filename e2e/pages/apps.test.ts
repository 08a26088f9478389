import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newPerson } from "../harness/browser.ts";
import type { Platform } from "../harness/run-server.ts";
import { openFor, SharedStage, under } from "../harness/stage.ts";
import { homeShown, openSignedIn } from "../harness/steps.ts";

const PATH = "#/apps";

const stage = openFor(new SharedStage());
/** The same product under a host name that contains `dev`. */
let dev: Platform;
beforeAll(() => {
  dev = under(stage.platform, "dev.localhost");
});

const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByText(name, { exact: true }) });

describe("the platform's administrator, where the host name contains dev (RT-15)", () => {
  let context: BrowserContext;
  let page: Page;
  let faults: string[];
  beforeAll(async () => {
    ({ context, page, faults } = await newPerson(stage.browser));
    await openSignedIn(page, dev, "hezhi");
    await homeShown(page);
    await page.goto(dev.page + PATH);
    await page.getByRole("heading", { level: 1, name: "全部应用" }).waitFor();
    await page.getByRole("table").waitFor();
  });
  afterAll(() => context.close());

  test("sees every app as it is stored, and why it is seen or not", async () => {
    expect(new URL(page.url()).hash).toBe("#/apps/index");
    await expect.poll(() => page.title()).toBe("学门");
    await page.getByRole("searchbox", { name: "查找" }).fill("homework");
    const homework = row(page, "作业");
    await homework.locator("summary").click();
    const failing = homework.getByText(/身份：.*不符合/);
    await failing.waitFor();
    await expect.poll(() => homework.locator("summary").innerText()).toContain("看不见：身份");
    await page.locator("label", { hasText: "我看得见" }).click();
    await page.getByText("没有这样的应用").waitFor();
    await page.locator("label", { hasText: /^全部$/ }).click();
    await page.getByRole("button", { name: "试着打开 作业" }).click();
    await homework.getByText("打不开：内容不存在").waitFor();
    await page.getByRole("searchbox", { name: "查找" }).fill("");
  });

  test("leads to the editor of the administration, for an app and for a new one", async () => {
    await page.getByRole("link", { name: "更改 作业", exact: true }).click();
    await page.getByRole("heading", { level: 2, name: "作业", exact: true }).waitFor();
    await page.getByLabel("名称", { exact: true }).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "新建应用" }).click();
    await page.getByRole("heading", { level: 2, name: "新建应用" }).waitFor();
    expect(faults).toEqual([]);
  });
});

test("elsewhere the route does not exist; without the permission it does not open", async () => {
  const admin = await newPerson(stage.browser);
  await openSignedIn(admin.page, stage.platform, "wangfang");
  await homeShown(admin.page);
  await admin.page.goto(stage.platform.page + PATH);
  await admin.page.waitForFunction(() => location.hash === "#/home/index");
  await homeShown(admin.page);
  const teacher = await newPerson(stage.browser);
  await openSignedIn(teacher.page, dev, "sunhao");
  await homeShown(teacher.page);
  await teacher.page.evaluate(() => (location.hash = "#/apps"));
  await teacher.page.getByText("没有权限").first().waitFor();
  await expect.poll(() => teacher.page.getByRole("table").count()).toBe(0);
  await admin.context.close();
  await teacher.context.close();
});
