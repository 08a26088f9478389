import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Identity } from "#contract";
import { seriousFaults } from "./harness/axe.ts";
import { newPerson, takePicture, type Screen } from "./harness/browser.ts";
import { openFor, Stage } from "./harness/stage.ts";
import { choose, homeShown, openSignedIn } from "./harness/steps.ts";
import { call, signIn } from "./harness/wire.ts";

const SCHOOL = "启明小学";
const TITLE = "作业提交不了";
const stage = openFor(new Stage());

/** Signs in at home, under an identity at the school. */
async function atHome(account: string, identity: Identity, screen: Screen) {
  const token = await signIn(stage.platform.origin, account);
  const all = { fields: "schools", identity: "all" };
  const { body } = await call(stage.platform.origin, "readUserDetail", all, { token });
  const school = body.data.schools?.find((one) => one.name === SCHOOL && one.identity === identity);
  const active = { identity, school_id: school?.id };
  await call(stage.platform.origin, "editUser", active, { token });
  const person = await newPerson(stage.browser, screen);
  await openSignedIn(person.page, stage.platform, account);
  await homeShown(person.page);
  return person;
}

const dot = (page: Page) => page.getByRole("link", { name: /意见反馈，\d+ 条未读/ });
/** On a phone the way to feedback is in the person's menu. */
const mine = (page: Page, unread: string) =>
  page.getByRole("button", { name: new RegExp(`^我的${unread}：.*个人菜单`) });
const looksRight = async (page: Page, name: string) => {
  await takePicture(page, name);
  expect(await seriousFaults(page)).toEqual([]);
};

test("a parent asks, the school's manager answers, and each sees what is new (AP-09)", async () => {
  const parent = await atHome("chenjing", "parent", "phone");
  const { page } = parent;
  await mine(page, "").click();
  await choose(page, "意见反馈");
  await page.getByText("还没有反馈").waitFor();
  await looksRight(page, "feedback-empty-parent-phone");
  await page.getByRole("link", { name: "新反馈" }).click();

  // what is missing is said at its field, and what is not taken is refused before it travels
  await page.getByRole("button", { name: "提交" }).click();
  await page.getByText("请写一个标题").waitFor();
  await page.getByText("请写下内容").waitFor();
  await page.getByLabel("标题").fill(TITLE);
  await page.getByLabel("内容").fill("点“提交”没有反应。\n<b>试了</b>三次。");
  const chooser = page.getByLabel("选择附件");
  const drawing = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>");
  await chooser.setInputFiles({ name: "图.svg", mimeType: "image/svg+xml", buffer: drawing });
  await page.getByText(/图\.svg：只能上传/).waitFor();
  const disguised = { name: "假.png", mimeType: "image/png", buffer: Buffer.from("not a picture") };
  await chooser.setInputFiles(disguised);
  await page.getByText("文件的内容不是可以上传的格式").waitFor();
  await looksRight(page, "feedback-new-refused-phone");
  await page.getByRole("button", { name: "移除 假.png" }).click();
  const background = "#f48f19";
  const buffer = await sharp({ create: { width: 600, height: 360, channels: 3, background } })
    .png()
    .toBuffer();
  await chooser.setInputFiles({ name: "截图.png", mimeType: "image/png", buffer });
  await page.getByRole("button", { name: "移除 截图.png" }).waitFor();

  // a line that breaks loses nothing, a reload neither
  await parent.context.setOffline(true);
  await page.getByRole("button", { name: "提交" }).click();
  await page.getByText("网络连接失败，请检查网络后重试").first().waitFor();
  await expect.poll(() => page.getByLabel("标题").inputValue()).toBe(TITLE);
  await parent.context.setOffline(false);
  await page.getByRole("button", { name: "提交" }).click();
  await page.getByRole("heading", { name: TITLE }).waitFor();
  await page.getByText("<b>试了</b>三次。").waitFor();
  await shown(page, "打开图片 截图.png");
  await looksRight(page, "feedback-thread-parent-phone");

  const manager = await atHome("linlan", "manager", "classroom");
  await dot(manager.page).click();
  await manager.page.getByRole("tab", { name: "收到的反馈", selected: true }).waitFor();
  await manager.page.getByText("1 条未读").waitFor();
  await looksRight(manager.page, "feedback-inbox-manager-classroom");
  await manager.page.getByRole("link", { name: new RegExp(TITLE) }).click();
  await shown(manager.page, "打开图片 截图.png");
  await manager.page.getByLabel("回复").fill("请清除浏览器缓存，再试一次。");
  await manager.page.getByRole("button", { name: "发送" }).click();
  await manager.page.getByText("已回复", { exact: false }).first().waitFor();
  await expect.poll(() => manager.page.getByLabel("回复").inputValue()).toBe("");
  await looksRight(manager.page, "feedback-thread-manager-classroom");
  await manager.page.goto(`${stage.platform.page}#/home/index`);
  await manager.page.getByRole("link", { name: "意见反馈", exact: true }).waitFor();

  await page.goto(`${stage.platform.page}#/home/index`);
  await page.reload();
  await homeShown(page);
  await mine(page, "，反馈\\d+ 条未读").waitFor();
  await takePicture(page, "feedback-dot-parent-phone");
  await mine(page, "，反馈\\d+ 条未读").click();
  await choose(page, "意见反馈");
  await page.getByRole("link", { name: new RegExp(TITLE) }).click();
  await page.getByText("请清除浏览器缓存，再试一次。").waitFor();
  await page.getByRole("button", { name: "问题已解决" }).click();
  await page.getByLabel("还有问题？继续说，会重新打开").waitFor();
  await page.getByRole("link", { name: "全部反馈" }).click();
  await page.getByRole("listitem").getByText("已结束", { exact: true }).waitFor();
  await expect.poll(() => page.getByText("条未读").count()).toBe(0);
  expect([parent.faults, manager.faults]).toEqual([[], []]);
  await Promise.all([parent.context.close(), manager.context.close()]);
});

test("an answer that came while one was elsewhere is there without a reload (AP-09)", async () => {
  const { origin } = stage.platform;
  const { page, context, faults } = await atHome("chenjing", "parent", "desktop");
  const token = (await page.evaluate(() => localStorage.getItem("token"))) ?? "";
  const asked = { kind: "question", title: "怎么请假", content: "在哪里请假？", file_keys: [] };
  const { body } = await call(origin, "createFeedback", asked, { token });
  const go = (path: string) => page.evaluate((to) => (location.hash = to), path);
  await go("/feedback");
  await page.getByRole("link", { name: /怎么请假/ }).click();
  await page.getByText("在哪里请假？").waitFor();
  await go("/home/index");
  await homeShown(page);
  const as = { token: await signIn(origin, "linlan"), headers: { identity: "manager" } };
  const answer = { id: body.data.id, content: "点“请假”应用。", file_keys: [] };
  expect((await call(origin, "replyFeedback", answer, as)).body.code).toBe(200);
  await go("/feedback");
  const marked = page.waitForResponse(/\/feedback\/read\?/);
  await page.getByRole("link", { name: /怎么请假.*1 条未读/ }).click();
  // its beginning stands in the list, too
  await page.getByRole("article").getByText("点“请假”应用。").waitFor();
  await marked;
  expect(faults).toEqual([]);
  await context.close();
});

test("what was written survives a reload, and another school's thread does not exist", async () => {
  const { page, context } = await atHome("chenjing", "parent", "desktop");
  await page.goto(`${stage.platform.page}#/feedback/new`);
  await page.getByLabel("标题").fill("写到一半");
  await page.getByText("提个建议").click();
  await page.reload();
  await expect.poll(() => page.getByLabel("标题").inputValue()).toBe("写到一半");
  await expect.poll(() => page.getByRole("radio", { name: "提个建议" }).isChecked()).toBe(true);
  await looksRight(page, "feedback-new-desktop");
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await takePicture(page, "feedback-new-320");
  await page.goto(`${stage.platform.page}#/feedback/thread/f-of-elsewhere`);
  await page.getByText("没能打开这条反馈").waitFor();
  await page.goto(`${stage.platform.page}#/home/index`);
  await homeShown(page);
  await mine(page, "").waitFor();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await takePicture(page, "home-feedback-320");
  await context.close();
});

/** Checks that the picture in the link has loaded. */
async function shown(page: Page, name: string): Promise<void> {
  const picture = page.getByRole("link", { name }).getByRole("img");
  await picture.waitFor();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
}
