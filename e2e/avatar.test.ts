import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { seriousFaults } from "./harness/axe.ts";
import { newPerson, takePicture, type Screen } from "./harness/browser.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { choose, homeShown, openPersonMenu, openSignedIn } from "./harness/steps.ts";

const stage = openFor(new SharedStage());
let buffer: Buffer;
beforeAll(async () => {
  // left half red, right half blue: what was chosen shows in the result
  const half = (background: string) =>
    sharp({ create: { width: 400, height: 400, channels: 3, background } })
      .png()
      .toBuffer();
  const [red, blue] = await Promise.all([half("#e00000"), half("#0000e0")]);
  buffer = await sharp({ create: { width: 800, height: 400, channels: 3, background: "#fff" } })
    .composite([
      { input: red, left: 0, top: 0 },
      { input: blue, left: 400, top: 0 },
    ])
    .withExif({ IFD0: { Copyright: "a-canary-in-the-exif" } })
    .jpeg()
    .toBuffer();
});

async function openProfile(account: string, screen: Screen) {
  const person = await newPerson(stage.browser, screen);
  await openSignedIn(person.page, stage.platform, account);
  await homeShown(person.page);
  await openPersonMenu(person.page);
  await choose(person.page, "个人中心");
  await person.page.getByRole("button", { name: "选择图片" }).waitFor();
  return person;
}

const put = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByLabel("选择头像图片").setInputFiles(file);
const photo = () => ({ name: "照片.jpg", mimeType: "image/jpeg", buffer });

test("an avatar is chosen, cropped with the keys, and seen everywhere at once (ID-09)", async () => {
  const { page, context, faults } = await openProfile("sunhao", "classroom");
  await put(page, { name: "a.heic", mimeType: "image/heic", buffer: Buffer.from("x") });
  await page.getByText("请选择 JPG、PNG、WebP 或 GIF 格式的图片").waitFor();
  await put(page, { name: "a.png", mimeType: "image/png", buffer: Buffer.from("not a picture") });
  await page.getByText("这张图片打不开，请换一张").waitFor();

  await put(page, photo());
  const view = page.getByRole("img", { name: /头像预览/ });
  await view.waitFor();
  // to the right edge, and nearer
  for (let step = 0; step < 12; step += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("+");
  await takePicture(page, "avatar-crop-classroom");
  expect(await seriousFaults(page)).toEqual([]);

  await page.getByRole("button", { name: "保存头像" }).click();
  await page.getByRole("status").getByText("已保存").waitFor();
  await page.getByRole("button", { name: "更换头像" }).waitFor();
  await expect.poll(() => page.locator("img[src^='/file/']").count()).toBe(3);
  const src = (await page.locator("img[src^='/file/']").first().getAttribute("src")) ?? "";
  const seen = await page.evaluate(async (address) => {
    const answer = await fetch(address);
    return {
      type: answer.headers.get("content-type"),
      bytes: [...new Uint8Array(await answer.arrayBuffer())],
    };
  }, src);
  const bytes = Buffer.from(seen.bytes);
  expect(seen.type).toBe("image/jpeg");
  expect(bytes.includes("a-canary-in-the-exif")).toBe(false);
  const { info, data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([512, 512]);
  const [red = 0, , blue = 0] = data.subarray(0, 3);
  expect([red < 40, blue > 180]).toEqual([true, true]);

  await page.getByRole("link", { name: "返回首页" }).click();
  await homeShown(page);
  await page.locator(`header img[src='${src}']`).waitFor();
  await page.reload();
  await homeShown(page);
  await page.locator(`header img[src='${src}']`).waitFor();

  await openPersonMenu(page);
  await choose(page, "个人中心");
  await page.getByRole("button", { name: "删除头像" }).click();
  await page.getByRole("button", { name: "选择图片" }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("by touch on a phone; an upload shows how far it is, can be given up, and tried again", async () => {
  const { page, context } = await openProfile("chenjing", "phone");
  await put(page, photo());
  const view = page.getByRole("img", { name: /头像预览/ });
  const box = await view.boundingBox();
  if (box === null) throw new Error("there is nothing to drag");
  const before = await view.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x - 80, middle.y, { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(() => view.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL()))
    .not.toBe(before);
  await page.getByRole("slider", { name: "缩放" }).fill("2");

  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/file/upload/**", async (route) => {
    await held;
    await route.abort().catch(() => {});
  });
  await page.getByRole("button", { name: "保存头像" }).click();
  await page
    .getByRole("status")
    .getByText(/正在上传 \d+%|正在保存/)
    .waitFor();
  await takePicture(page, "avatar-upload-phone");
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "取消上传" }).click();
  await page.getByRole("button", { name: "保存头像" }).waitFor();

  letGo();
  await page.getByRole("button", { name: "保存头像" }).click();
  await page.getByText("网络连接失败，请检查网络后重试").waitFor();
  await page.unroute("**/file/upload/**");
  // the key that began it was gone meanwhile, and has the focus again
  await page.getByRole("button", { name: "保存头像" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "更换头像" }).waitFor();
  await takePicture(page, "avatar-saved-phone");
  await page.getByRole("button", { name: "删除头像" }).click();
  await page.getByRole("button", { name: "选择图片" }).waitFor();
  await context.close();
});
