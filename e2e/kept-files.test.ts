import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Identity } from "#contract";
import { openAdministration } from "./harness/administration.ts";
import { looksRight } from "./harness/axe.ts";
import { atRest, newPerson } from "./harness/browser.ts";
import { endIn } from "./harness/ended-session.ts";
import { pictureFile } from "./harness/pictures.ts";
import { openFor, Stage } from "./harness/stage.ts";
import { fillSignIn, homeShown, openSignedIn } from "./harness/steps.ts";
import { call, signInByWire } from "./harness/wire.ts";

const stage = openFor(new Stage());

/** Has a person act under an identity at a school from their next sign-in on. */
async function actAt(name: string, account: string, identity: Identity): Promise<void> {
  const { origin } = stage.platform;
  const { token } = await signInByWire(origin, account);
  const all = { fields: "schools", identity: "all" };
  const { schools = [] } = (await call(origin, "readUserDetail", all, { token })).body.data;
  const found = schools.find((one) => one.name === name && one.identity === identity);
  await call(origin, "editUser", { identity, school_id: found?.id }, { token });
}

/** Has files not arrive until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/file/upload/**", async (route) => {
    await held;
    // of a page that gave it up nothing is on its way any more
    await route.continue().catch(() => {});
  });
  return letGo;
}

test("a session that ends leaves feedback with its files, and names the one that was on its way; an answer is its writer's own", async () => {
  const { page, context } = await newPerson(stage.browser, "phone");
  await actAt("启明小学", "chenjing", "parent");
  await openSignedIn(page, stage.platform, "chenjing", "#/feedback/new");
  await page.getByLabel("标题").fill("作业打不开");
  await page.getByLabel("内容").fill("点了没有反应");
  const chooser = page.getByLabel("选择附件");
  await chooser.setInputFiles(await pictureFile("截图.png"));
  await page.getByRole("button", { name: "移除 截图.png" }).waitFor();
  const letGo = await holdUploads(page);
  await chooser.setInputFiles(await pictureFile("现场.png"));
  await page.getByRole("button", { name: "取消上传 现场.png" }).waitFor();
  await endIn(stage.platform, page, "chenjing", async () => letGo());
  await fillSignIn(page, "chenjing");
  await page.getByText("上次写的还没有提交，可以接着写。").waitFor();
  expect(await page.getByLabel("标题").inputValue()).toBe("作业打不开");
  const cutOff = page.getByRole("listitem").filter({ hasText: "现场.png" });
  await cutOff.getByText("没有传完，请移除后重新添加").waitFor();
  await looksRight(page, "feedback-left-phone");
  await page.getByRole("button", { name: "提交" }).click();
  await page.getByText("有附件没有传上去，请重试，或移除后再提交").waitFor();
  await page.getByRole("button", { name: "移除 现场.png" }).click();
  await page.getByRole("button", { name: "提交" }).click();
  await page.getByRole("link", { name: "打开图片 截图.png" }).waitFor();

  const answer = page.getByLabel("回复");
  await answer.fill("还是不行");
  const thread = await page.evaluate(() => location.hash);
  // what the page asks when it has shown the thread would find the end before the press
  await atRest(context);
  await endIn(stage.platform, page, "chenjing", () =>
    page.getByRole("button", { name: "发送" }).click(),
  );
  await fillSignIn(page, "linlan");
  await homeShown(page);
  await page.evaluate((hash) => (location.hash = hash), thread);
  await answer.waitFor();
  expect(await answer.inputValue()).toBe("");
  await endIn(stage.platform, page, "linlan", () =>
    page.evaluate(() => void (location.hash = "#/feedback")),
  );
  await fillSignIn(page, "chenjing");
  await page.evaluate((hash) => (location.hash = hash), thread);
  await page.getByText("上次写的还没有发送，可以接着写。").waitFor();
  expect(await answer.inputValue()).toBe("还是不行");
  await page.getByRole("button", { name: "清空，重新写" }).click();
  await answer.and(page.locator(":focus")).waitFor();
  expect(await answer.inputValue()).toBe("");
  await context.close();
});

test("a session that ends leaves a file that was on its way: it is sent again by itself", async () => {
  const { page, context } = await openAdministration(stage, "linlan", "/notices/new");
  await page.getByLabel("标题", { exact: true }).fill("周五秋游");
  const letGo = await holdUploads(page);
  await page.getByLabel("选择图片和文件").setInputFiles(await pictureFile("路线.png"));
  await page.getByRole("button", { name: "取消上传 路线.png" }).waitFor();
  await endIn(stage.platform, page, "linlan", async () => letGo());
  await fillSignIn(page, "linlan");
  await page.getByRole("status").filter({ hasText: "已恢复您刚才填写的内容" }).waitFor();
  await page.getByRole("button", { name: "移除 路线.png" }).waitFor();
  const row = page.getByRole("listitem").filter({ hasText: "路线.png" });
  await row.getByText(/^\d+ (KB|B)$/).waitFor();
  await context.close();
});

test("a session that ends leaves a file that was dropped, though nothing was typed", async () => {
  const { page, context } = await openAdministration(stage, "linlan", "/rosters");
  const given = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(
      new File(["姓名,班级\n王小明,九年级九班\n"], "新生.csv", { type: "text/csv" }),
    );
    return transfer;
  });
  const part = page.getByRole("region", { name: "选文件" });
  await part.dispatchEvent("drop", { dataTransfer: given });
  await part.getByText("新生.csv").first().waitFor();
  const search = page.getByRole("combobox", { name: "搜索应用和资源" });
  // what the page asks of the file would find the end first
  await atRest(context);
  await endIn(stage.platform, page, "linlan", () => search.fill("分数"));
  await fillSignIn(page, "linlan");
  await page.getByRole("status").filter({ hasText: "已恢复您刚才填写的内容" }).waitFor();
  await part.getByText("新生.csv").first().waitFor();
  await context.close();
});
