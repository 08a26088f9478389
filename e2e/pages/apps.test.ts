import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seriousFaults } from "../harness/axe.ts";
import { newPerson, SCREENS, takePicture } from "../harness/browser.ts";
import type { Platform } from "../harness/run-server.ts";
import { openFor, Stage, under } from "../harness/stage.ts";
import { homeShown, openSignedIn } from "../harness/steps.ts";

const NARROW = { width: 320, height: 640 };
const PATH = "#/apps";

const stage = openFor(new Stage());
/** The same product, by a host name that contains `dev`. */
let dev: Platform;
beforeAll(() => {
  dev = under(stage.platform, "dev.localhost");
});

const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByText(name, { exact: true }) });
const save = (page: Page) => page.getByRole("button", { name: "保存", exact: true }).click();

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
    expect(await page.title()).toBe("学门");
    await page.getByRole("searchbox", { name: "查找" }).fill("homework");
    const homework = row(page, "作业");
    await homework.locator("summary").click();
    const failing = homework.getByText(/身份：.*不符合/);
    await failing.waitFor();
    expect(await homework.locator("summary").innerText()).toContain("看不见：身份");
    await page.locator("label", { hasText: "我看得见" }).click();
    await page.getByText("没有这样的应用").waitFor();
    await page.locator("label", { hasText: /^全部$/ }).click();
    await page.getByRole("button", { name: "试着打开 作业" }).click();
    await homework.getByText("打不开：内容不存在").waitFor();
    await page.getByRole("searchbox", { name: "查找" }).fill("");
  });

  test("nothing sticks out, nothing is a barrier, on every screen", async () => {
    for (const [screen, size] of Object.entries({ ...SCREENS, narrow: NARROW })) {
      await page.setViewportSize(size);
      await takePicture(page, `apps-${screen}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([screen, over]).toEqual([screen, 0]);
    }
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "更改 作业", exact: true }).click();
    await page.getByLabel("名称", { exact: true }).waitFor();
    for (const [screen, size] of Object.entries({ ...SCREENS, narrow: NARROW })) {
      await page.setViewportSize(size);
      await takePicture(page, `apps-editor-${screen}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([screen, over]).toEqual([screen, 0]);
    }
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "取消", exact: true }).click();
    await page.setViewportSize(SCREENS.classroom);
  });

  test("makes an app: faults at their fields, a preview, the secret once; then changes it", async () => {
    await page.getByRole("button", { name: "新建应用" }).click();
    await page.getByLabel("名称", { exact: true }).fill("航模社团");
    await page.getByLabel("种类").selectOption("ticket");
    await page.getByLabel("地址", { exact: true }).fill("javascript:alert(1)");
    await save(page);
    await page.getByText("请填写分类。").waitFor();
    expect(await page.getByLabel("名称", { exact: true }).inputValue()).toBe("航模社团");
    await page.getByLabel("分类").selectOption({ label: "活动" });
    await save(page);
    await page.getByText(/应以 http:\/\/ 或 https:\/\/ 开头/).waitFor();
    await page.getByLabel("地址", { exact: true }).fill("https://model-planes.example/");
    await page.getByRole("group", { name: /^身份/ }).getByLabel("学生").check();
    const denied = page.getByRole("group", { name: "拒绝名单：人" });
    await denied.getByLabel("添加账号").fill("linxiaoman");
    await denied.getByLabel("添加账号").press("Enter");
    await denied.getByRole("button", { name: /移除 林＊＊/ }).waitFor();
    await page.getByLabel("在这所学校预览").selectOption({ label: "启明小学" });
    await page.getByRole("button", { name: "预览" }).click();
    await page.getByText(/学生：\d+ 人中 \d+ 人看得见；看不见的因为拒绝名单 1 人/).waitFor();
    await save(page);
    await page.getByText("只显示这一次").waitFor();
    await page.getByRole("button", { name: "我已保管好" }).click();
    await row(page, "航模社团").waitFor();

    await page.getByRole("button", { name: "更改 航模社团" }).click();
    await page.getByLabel("说明").fill("每周三下午");
    const other = await context.newPage();
    await other.goto(`${dev.page}${PATH}`);
    await other.getByRole("button", { name: "更改 航模社团" }).click();
    await other.getByLabel("说明").fill("每周五下午");
    await save(other);
    await other.getByText("已保存").waitFor();
    await other.close();
    await save(page);
    await page.getByText("这个应用刚刚被别人改过。").waitFor();
    expect(await page.getByLabel("说明").inputValue()).toBe("每周三下午");
    await page.getByRole("button", { name: /读取最新的/ }).click();
    await expect.poll(() => page.getByLabel("说明").inputValue()).toBe("每周五下午");
    await page.getByRole("button", { name: "取消", exact: true }).click();
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
  expect(await teacher.page.getByRole("table").count()).toBe(0);
  await admin.context.close();
  await teacher.context.close();
});
