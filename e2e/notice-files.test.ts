import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { lookAt, openAdministration } from "./harness/administration.ts";
import { looksRight } from "./harness/axe.ts";
import type { Screen } from "./harness/browser.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { openHome } from "./harness/steps.ts";

// to a grade to which no other file sends anything: its parent counts the messages
const stage = openFor(new SharedStage());

const atHome = (account: string, screen: Screen) => openHome(stage, account, screen);

/** Draws a picture of one colour. */
async function draw(name: string, background: string) {
  const drawn = sharp({ create: { width: 900, height: 600, channels: 3, background } });
  return { name, mimeType: "image/png", buffer: await drawn.png().toBuffer() };
}

const PDF = {
  name: "秋游路线.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n%%EOF"),
};

test("a notice with a picture and a PDF to one grade: seen and downloaded there, absent elsewhere, gone when taken back (IN-02)", async () => {
  const manager = await openAdministration(stage, "linlan", "/notices/new");
  const { page } = manager;
  await page.getByLabel("标题").fill("周五秋游");
  await page.getByLabel("正文").fill("周五上午八点在校门口集合。\n\n请带水和雨衣。");
  await page.getByRole("checkbox", { name: "五年级" }).click();
  const chooser = page.getByLabel("选择图片和文件");
  const old = { name: "旧表.doc", mimeType: "application/msword", buffer: Buffer.from("x") };
  await chooser.setInputFiles(old);
  await page.getByText(/^旧表\.doc：只能上传/).waitFor();
  await chooser.setInputFiles({ ...PDF, name: "假.docx" });
  await page.getByText("文件的内容与它的格式不符").waitFor();
  await lookAt(page, "notice-files-refused");
  await page.getByRole("button", { name: /^发送给 \d+ 人$/ }).click();
  await page.getByText("有文件没有传上，请重试，或移除后重新添加").waitFor();
  await page.getByRole("button", { name: "移除 假.docx" }).click();
  await page.getByText("有文件没有传上").waitFor({ state: "detached" });
  await chooser.setInputFiles([await draw("集合地点.png", "#2f7d5b"), PDF]);
  // dropped on the field, as from a folder
  const { buffer } = await draw("植物园.png", "#c0562e");
  const given = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], "植物园.png", { type: "image/png" }));
    return transfer;
  }, buffer.toString("base64"));
  const field = page.getByRole("group", { name: "图片和文件" });
  await field.dispatchEvent("drop", { dataTransfer: given });
  for (const name of ["集合地点.png", "秋游路线.pdf", "植物园.png"]) {
    await field
      .getByRole("listitem")
      .filter({ hasText: name })
      .getByText(/\d (KB|MB)$/)
      .waitFor();
  }
  await lookAt(page, "notice-files");
  await page.getByRole("button", { name: "预览" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByRole("img", { name: "植物园.png" }).waitFor();
  await lookAt(page, "notice-files-preview");
  await panel.getByRole("button", { name: "关闭" }).click();
  await page.getByRole("button", { name: /^发送给 \d+ 人$/ }).click();
  await page.getByText("已发送", { exact: true }).waitFor();
  await lookAt(page, "notice-files-sent");

  const parent = await atHome("limin2", "phone");
  await parent.page.getByRole("link", { name: /^消息，.*1 条未读/ }).click();
  await parent.page.getByText("附件 3").waitFor();
  // who has not seen the files does not confirm them
  await expect.poll(() => parent.page.getByRole("button", { name: "收到" }).count()).toBe(0);
  await looksRight(parent.page, "messages-files");
  await parent.page.getByRole("link", { name: /周五秋游/ }).click();
  const small = parent.page.getByRole("button", { name: "放大图片 集合地点.png" });
  await small.getByRole("img", { name: "集合地点.png" }).waitFor();
  await looksRight(parent.page, "message-files");
  await small.press("Enter");
  const large = parent.page.getByRole("dialog", { name: "图片" });
  await large.getByRole("img", { name: "集合地点.png" }).waitFor();
  await parent.page.keyboard.press("ArrowRight");
  const picture = large.getByRole("img", { name: "植物园.png" });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(900);
  await looksRight(parent.page, "message-picture");
  await parent.page.keyboard.press("Escape");
  await large.waitFor({ state: "detached" });
  await expect.poll(() => small.evaluate((button) => button === document.activeElement)).toBe(true);

  const line = parent.page.getByRole("link", { name: /秋游路线\.pdf/ });
  const [download] = await Promise.all([parent.page.waitForEvent("download"), line.click()]);
  expect(download.suggestedFilename()).toBe("秋游路线.pdf");
  const address = await line.evaluate((link: HTMLAnchorElement) => link.href);
  const status = async (person: Page) => (await person.request.get(address)).status();
  const pupil = await atHome("linxiaoman", "classroom");
  expect([await status(parent.page), await status(pupil.page)]).toEqual([200, 404]);

  await page.getByRole("button", { name: "修改…" }).click();
  await panel.getByRole("button", { name: "移除 植物园.png" }).click();
  await lookAt(page, "notice-files-change");
  await panel.getByRole("button", { name: "保存修改" }).click();
  await page.getByText("已发送，已修改").waitFor();
  await parent.page.getByText(/修改过，下面是新的内容/).waitFor({ timeout: 10_000 });
  await expect.poll(() => parent.page.getByRole("button", { name: /^放大图片/ }).count()).toBe(1);
  await page.getByRole("button", { name: "撤回…" }).click();
  await panel.getByRole("button", { name: "撤回这条通知" }).click();
  await page.getByText("已撤回", { exact: true }).first().waitFor();
  await parent.page.getByText("这条通知已撤回").waitFor({ timeout: 10_000 });
  expect([await status(parent.page), await status(page)]).toEqual([404, 404]);
  expect([...manager.faults, ...parent.faults, ...pupil.faults]).toEqual([]);
  for (const { context } of [manager, parent, pupil]) await context.close();
});
