import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { chooseIn, lookAt, openAdministration } from "./harness/administration.ts";
import { takePicture } from "./harness/browser.ts";
import { LOGO } from "./harness/pictures.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { call, DEMO_PASSWORD } from "./harness/wire.ts";

const VIDEO = new URL("../demo/media/files/clip.mp4", import.meta.url);
const stage = openFor(new SharedStage());

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 2, name, exact: true });
const form = (page: Page) => page.getByRole("form", { name: "修改课程或资源" });

/** Returns how many items a search finds, as the signed-in person of the page. */
async function found(page: Page, keyword: string): Promise<number> {
  const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
  const { body } = await call(stage.platform.origin, "searchContent", { keyword }, { token });
  return (body.data as { total: number }).total;
}

test("a school's lesson is made, found, changed, hidden, shown and deleted in the page", async () => {
  const { page, context, faults } = await openAdministration(stage, "linlan", "/content");
  await heading(page, "内容").waitFor();
  await page.getByRole("table", { name: "课程与资源" }).waitFor();
  await page.getByRole("searchbox", { name: "查找课程与资源" }).fill("没有这样的东西");
  await page.getByText("没有找到这样的课程或资源").waitFor();
  await lookAt(page, "content-none");

  await page.getByRole("link", { name: "新建…" }).click();
  await heading(page, "新建课程或资源").waitFor();
  await page.getByRole("button", { name: "新建并显示" }).click();
  const title = page.getByRole("textbox", { name: "标题", exact: true });
  await page.getByText("请填写标题").waitFor();
  await page.getByText("请选择类型").waitFor();
  await expect.poll(() => title.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => title.evaluate((one) => one.matches(":focus"))).toBe(true);
  await lookAt(page, "content-faults");
  await page.getByLabel("标题", { exact: true }).fill("纸船怎么浮起来");
  await chooseIn(page, "类型", "微课视频");
  await chooseIn(page, "学科", "科学");
  await chooseIn(page, "年级", "三年级");
  await page.getByLabel("媒体地址").fill("https://media.example.cn/boat.mp4");
  await page.getByRole("button", { name: "新建并显示" }).click();
  await page.getByText("请选择媒体的类型").waitFor();
  const medium = page.getByRole("group", { name: "媒体文件" });
  const file = medium.getByLabel("要上传的媒体文件");
  await file.setInputFiles({ name: "船.mp4", mimeType: "video/mp4", buffer: LOGO });
  await medium.getByText("文件的内容与它的格式不符").waitFor();
  await file.setInputFiles({ name: "船.mp4", mimeType: "video/mp4", buffer: readFileSync(VIDEO) });
  await medium.getByText("视频“船”").waitFor();
  await page.getByLabel("简介").fill("用一张纸折一只船，看看它能载多少枚硬币。");
  await page.getByLabel("关键词").fill("浮力，折纸");
  await page
    .getByLabel("封面的图片")
    .setInputFiles({ name: "封面.png", mimeType: "image/png", buffer: LOGO });
  await page.getByRole("img", { name: "现在的封面" }).waitFor();
  await lookAt(page, "content-new");
  await page.getByRole("button", { name: "新建并显示" }).click();
  await heading(page, "纸船怎么浮起来").waitFor();
  await page.getByText("微课视频 · 三年级 · 科学 · 给启明小学").waitFor();
  expect(await found(page, "zhichuan")).toBe(1);
  await lookAt(page, "content-item");
  const address = page.url();

  // changed: said before, done, taken back
  await form(page).getByLabel("标题", { exact: true }).fill("纸船为什么浮得起来");
  await form(page).getByRole("button", { name: "保存…" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByText("标题：“纸船怎么浮起来” → “纸船为什么浮得起来”").waitFor();
  await lookAt(page, "content-save");
  await panel.getByRole("button", { name: "修改标题" }).click();
  await heading(page, "纸船为什么浮得起来").waitFor();
  await page.getByText("已修改标题", { exact: true }).waitFor();
  await page.getByRole("button", { name: "撤销…" }).click();
  await panel.getByRole("button", { name: "修改标题" }).click();
  await heading(page, "纸船怎么浮起来").waitFor();

  // hidden: nobody finds it, and it comes back
  await page.getByRole("button", { name: "隐藏…" }).click();
  await panel.getByText(/内容和浏览次数都留着/).waitFor();
  await panel.getByRole("button", { name: "隐藏", exact: true }).click();
  await page.getByText("已隐藏", { exact: true }).waitFor();
  expect(await found(page, "纸船")).toBe(0);
  await page.getByRole("link", { name: "内容", exact: true }).first().click();
  await page.getByRole("table", { name: "课程与资源" }).waitFor();
  await page.getByRole("searchbox", { name: "查找课程与资源" }).fill("zhichuan");
  await chooseIn(page, "状态", "已隐藏的");
  await page.getByRole("link", { name: "纸船怎么浮起来" }).waitFor();
  await lookAt(page, "content-list");
  await page.reload();
  await page.getByRole("link", { name: "纸船怎么浮起来" }).click();
  await page.getByRole("button", { name: "显示…" }).click();
  await panel.getByRole("button", { name: "显示", exact: true }).click();
  await panel.waitFor({ state: "detached" });
  expect(await found(page, "纸船")).toBe(1);

  // found in the search, with the cover that was put
  await page.goto(`${stage.platform.page}#/search-result/index/纸船`);
  const cover = page.getByRole("article").locator("img");
  await cover.waitFor();
  await expect.poll(() => cover.getAttribute("src")).toContain("/file/picture/");
  await page.waitForFunction(() => Array.from(document.images).every((one) => one.complete));
  await expect
    .poll(() => cover.evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await takePicture(page, "admin/content-found");

  // and what was uploaded is there to play
  await page.getByRole("link", { name: "纸船怎么浮起来" }).click();
  const video = page.locator("video");
  await video.waitFor();
  await expect
    .poll(() => video.evaluate((one) => (one as HTMLVideoElement).src))
    .toContain("/file/media/");
  const played = await video.evaluate((one) => (one as HTMLVideoElement).src);
  const parts = await page.evaluate(async (src) => {
    const answer = await fetch(src, { headers: { range: "bytes=0-9" } });
    return [answer.status, answer.headers.get("content-type")];
  }, played);
  expect(parts).toEqual([206, "video/mp4"]);
  await takePicture(page, "admin/content-played");
  await page.goto(address);

  // deleted: why, and for good
  await page.getByRole("button", { name: "删除…" }).click();
  await panel.getByText("不能恢复").waitFor();
  await panel.getByRole("button", { name: "下一步" }).click();
  await panel.getByText("请选择删除的原因").waitFor();
  await chooseIn(page, "为什么删除", "重复了");
  await panel.getByRole("button", { name: "下一步" }).click();
  await panel.getByText("原因：重复了").waitFor();
  await lookAt(page, "content-delete");
  await panel.getByRole("button", { name: "删除“纸船怎么浮起来”" }).click();
  await heading(page, "内容").waitFor();
  expect(await found(page, "纸船")).toBe(0);
  await page.goto(address);
  await page.getByText("没有这个课程或资源").waitFor();
  await lookAt(page, "content-gone");
  expect(faults).toEqual([]);
  await context.close();
});

test("what is made without being shown is found by nobody yet", async () => {
  const { page, context } = await openAdministration(stage, "linlan", "/content/new");
  await page.getByLabel("标题", { exact: true }).fill("纸飞机怎么飞");
  await chooseIn(page, "类型", "微课视频");
  await chooseIn(page, "学科", "科学");
  await chooseIn(page, "年级", "三年级");
  await page.getByRole("button", { name: "新建，先不显示" }).click();
  await page.getByText("已新建，还没有人看得到").waitFor();
  await heading(page, "纸飞机怎么飞").waitFor();
  expect(await found(page, "纸飞机怎么飞")).toBe(0);
  await page.getByRole("button", { name: "删除…" }).click();
  const panel = page.getByRole("dialog");
  await chooseIn(page, "为什么删除", "重复了");
  await panel.getByRole("button", { name: "下一步" }).click();
  await panel.getByRole("button", { name: "删除“纸飞机怎么飞”" }).click();
  await heading(page, "内容").waitFor();
  await context.close();
});

test("of two who edit at once the second sees both values; what is everybody's is the platform's", async () => {
  const { page, context } = await openAdministration(stage, "hezhi", "/content");
  const table = page.getByRole("table", { name: "课程与资源" });
  await table.waitFor();
  await chooseIn(page, "学科", "数学");
  await lookAt(page, "content-platform");
  await table.getByRole("link").first().click();
  await form(page).waitFor();
  await lookAt(page, "content-imported");

  const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
  const values = { title: "全平台的一课", type_id: "lesson", source: "甲" };
  const made = await call(
    stage.platform.origin,
    "makeContent",
    { values, is_shown: true },
    { token },
  );
  const { id } = made.body.data as { id: string };
  await page.goto(`${stage.platform.page}#/module/admin/content/item/${id}`);
  await heading(page, "全平台的一课").waitFor();
  await page.getByText("课程 · 给所有人").waitFor();
  const source = form(page).getByLabel("来源", { exact: true });
  const changes = [{ field: "source" as const, before: "甲", after: "乙馆" }];
  const other = await call(stage.platform.origin, "saveContent", { id, changes }, { token });
  expect(other.body.code).toBe(200);
  await source.fill("甲馆");
  const save = async () => {
    await form(page).getByRole("button", { name: "保存…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "修改来源" }).click();
  };
  await save();
  await page.getByText("另一位管理员刚刚改成了“乙馆”").waitFor();
  await expect.poll(() => source.inputValue()).toBe("甲馆");
  await lookAt(page, "content-conflict");
  await save();
  await page.getByText("已修改来源", { exact: true }).waitFor();
  const address = page.url();

  const school = await openAdministration(stage, "linlan");
  await school.page.goto(address);
  await school.page.getByText("没有这个课程或资源").waitFor();
  await school.context.close();
  const gone = { id, reason: "other", password: DEMO_PASSWORD };
  const deleted = await call(stage.platform.origin, "deleteContent", gone, { token });
  expect(deleted.body.code).toBe(200);
  await context.close();
});
