import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { openAdministration } from "../harness/administration.ts";
import { looksRight } from "../harness/axe.ts";
import { newPerson, type Screen } from "../harness/browser.ts";
import { pictureFile } from "../harness/pictures.ts";
import { openFor, SharedStage } from "../harness/stage.ts";
import { openSignedIn } from "../harness/steps.ts";

const stage = openFor(new SharedStage());

const CUT = "网络连接失败，请检查网络后重试";
const SENT = /已上传 \d+%/;

/** Has the next file not arrive until the returned function is called, which breaks the line. */
async function holdUpload(page: Page): Promise<() => void> {
  let cut = () => {};
  const broken = new Promise<void>((resolve) => (cut = resolve));
  await page.route(
    "**/file/upload/**",
    async (route) => {
      await broken;
      // of a page that gave it up nothing is on its way any more
      await route.abort("connectionreset").catch(() => {});
    },
    { times: 1 },
  );
  return cut;
}

const focused = (page: Page, one: Locator) => one.and(page.locator(":focus")).waitFor();

/** Tells whether somebody sees an element without scrolling, and nothing lies over it. */
const isSeen = (one: Locator) =>
  one.evaluate((element) => {
    const { x, y, height } = element.getBoundingClientRect();
    const root = element.getRootNode() as ShadowRoot;
    return root.elementFromPoint(x + 1, y + height / 2) === element;
  });

test.each<[string, Screen]>([
  ["feedback", "phone"],
  ["a notice", "classroom"],
])("a file of %s that was cut off is sent again by one press", async (of, screen) => {
  const isNotice = of === "a notice";
  const person = isNotice
    ? await openAdministration(stage, "linlan", "/notices/new", screen)
    : await newPerson(stage.browser, screen);
  const { page, context } = person;
  if (!isNotice) await openSignedIn(page, stage.platform, "chenjing", "#/feedback/new");
  const cut = await holdUpload(page);
  const title = page.getByLabel("标题");
  await title.fill("周五秋游");
  const chooser = page.getByLabel(isNotice ? "选择图片和文件" : "选择附件");
  await chooser.setInputFiles(await pictureFile("路线.png"));
  const row = page.getByRole("listitem").filter({ hasText: "路线.png" });
  await row.getByText(SENT).waitFor();
  cut();
  await row.getByText(CUT).waitFor();
  await looksRight(page, `upload-cut-${screen}`);
  await page.getByRole("button", { name: "重试 路线.png" }).press("Enter");
  await row.getByText(/^\d+ (B|KB)$/).waitFor();
  await focused(page, page.getByRole("button", { name: "移除 路线.png" }));
  expect(await title.inputValue()).toBe("周五秋游");
  await context.close();
});

test("a notice that is left while a file is on its way comes back with the file", async () => {
  const { page, context } = await openAdministration(stage, "linlan", "/notices/new");
  const cut = await holdUpload(page);
  const sending = page.waitForRequest("**/file/upload/**");
  await page.getByLabel("标题").fill("周五秋游");
  await page.getByLabel("选择图片和文件").setInputFiles(await pictureFile("路线.png"));
  await sending;
  const row = page.getByRole("listitem").filter({ hasText: "路线.png" });
  const go = (hash: string) => page.evaluate((to) => (location.hash = to), hash);
  await go("#/module/admin/notices");
  await page.getByRole("heading", { level: 2, name: "通知", exact: true }).waitFor();
  cut();
  await go("#/module/admin/notices/new");
  await row.getByText("没有传完", { exact: true }).waitFor();
  await page.getByRole("button", { name: "重试 路线.png" }).click();
  await row.getByText(/^\d+ (B|KB)$/).waitFor();
  await context.close();
});

test.each<[string, string, string, string, Screen]>([
  ["logo", "/settings", "欢迎语", "标志的图片", "phone"],
  ["tile of an app", "/apps/homework", "说明", "图标文件", "classroom"],
  ["medium of a lesson", "/content/new", "标题", "要上传的媒体文件", "classroom"],
])(
  "a %s that was cut off is sent again by one press, and takes nothing back that was typed meanwhile",
  async (what, path, label, file, screen) => {
    const { page, context } = await openAdministration(stage, "hezhi", path, screen);
    const field = page.getByLabel(label, { exact: true });
    await field.waitFor();
    const cut = await holdUpload(page);
    await page.getByLabel(file).setInputFiles(await pictureFile("新图.png"));
    await page.getByText(SENT).waitFor();
    cut();
    await page.getByText(CUT).waitFor();
    await looksRight(page, `upload-cut-${what.split(" ", 1)[0]}-${screen}`);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route("**/file/upload/**", async (route) => {
      await held;
      await route.continue();
    });
    const again = page.getByRole("button", { name: "重试" });
    await again.click();
    await page.getByText(SENT).waitFor();
    await field.fill("在上传的时候写的");
    // it would be saved without the file
    await page.locator("form:has([role=status]) [type=submit]").last().click();
    await page.getByText(/已上传 \d+%，传完以后再保存/).waitFor();
    await expect.poll(() => isSeen(page.getByText(SENT))).toBe(true);
    await looksRight(page, `upload-awaited-${what.split(" ", 1)[0]}-${screen}`);
    expect(await page.getByRole("alert").filter({ hasText: /./ }).count()).toBe(0);
    await field.focus();
    letGo();
    await again.waitFor({ state: "detached" });
    await page.getByText(SENT).waitFor({ state: "detached" });
    // the picture, or the link to it, is of the file
    await page.locator("form [src*='/file/'], form a[href*='/file/']").first().waitFor();
    expect(await field.inputValue()).toBe("在上传的时候写的");
    await focused(page, field);
    await context.close();
  },
);
