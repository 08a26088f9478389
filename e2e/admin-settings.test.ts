import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { lookAt, openAdministration } from "./harness/administration.ts";
import { seriousFaults } from "./harness/axe.ts";
import { newPerson, SCREENS, takePicture } from "./harness/browser.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { LOGO } from "./harness/pictures.ts";
import { call } from "./harness/wire.ts";

const stage = openFor(new SharedStage());

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 2, name, exact: true });

/** Opens sign-in as somebody who was never here. */
async function openDoor(screen: keyof typeof SCREENS = "classroom") {
  const person = await newPerson(stage.browser, screen);
  await person.page.goto(`${stage.platform.page}#/login`);
  await person.page.getByRole("textbox", { name: "账号" }).waitFor();
  return person;
}

test("the platform's name, logo, colours and addresses are set in the page and seen by everybody at once", async () => {
  const { page, context, faults } = await openAdministration(stage, "hezhi", "/settings");
  await heading(page, "设置").waitFor();
  const form = page.getByRole("form", { name: "平台设置" });
  const look = page.getByRole("region", { name: "登录页会是这样" });

  // an unreadable colour is refused with the reason, and not shown
  await form.getByLabel("主色", { exact: true }).fill("#ffd500");
  await form.getByRole("button", { name: "保存…" }).click();
  await form
    .getByText(/这个颜色太浅，白色的字和它放在一起看不清（对比度 1\.\d，至少要 4\.5）/)
    .waitFor();
  await form.getByLabel("ICP 备案号").fill("12345678");
  await form.getByRole("button", { name: "保存…" }).click();
  await form.getByText("请按备案的写法填写，如：京ICP备12345678号-1").waitFor();
  await lookAt(page, "settings-refused");
  // what was wrong goes with what was typed
  await form.getByRole("button", { name: "不改了" }).click();
  await expect.poll(() => form.getByText(/看不清|请按备案的写法|请看标红的地方/).count()).toBe(0);

  await form.getByLabel("名称", { exact: true }).fill("晨曦云学堂");
  await form.getByLabel("欢迎语").fill("每一天，从这里开始");
  await form.getByLabel("主色", { exact: true }).fill("#7a1fa2");
  await form.getByLabel("底色", { exact: true }).fill("#f3e5f5");
  await form.getByLabel("帮助的地址").fill("https://help.example.cn/");
  await form.getByLabel("ICP 备案号").fill("京ICP备12345678号-1");
  await form.getByLabel("公安备案号").fill("京公网安备11010802012345号");
  await form
    .getByLabel("标志的图片")
    .setInputFiles({ name: "标志.png", mimeType: "image/png", buffer: LOGO });
  await form.getByRole("img", { name: "现在的标志" }).waitFor();
  await look.getByText("晨曦云学堂", { exact: true }).waitFor();
  await look.getByText("京ICP备12345678号-1").waitFor();
  await lookAt(page, "settings-filled");
  await form.getByRole("button", { name: "保存…" }).click();
  const panel = page.getByRole("dialog", { name: "修改平台设置" });
  await panel.getByText("名称：默认 → 晨曦云学堂").waitFor();
  await lookAt(page, "settings-save");
  await panel.getByRole("button", { name: /^修改名称、/ }).click();
  await page.getByText(/^已修改名称、/).waitFor();
  expect(faults).toEqual([]);

  for (const screen of ["classroom", "phone"] as const) {
    const visitor = await openDoor(screen);
    await visitor.page.getByRole("heading", { name: "登录晨曦云学堂" }).waitFor();
    await visitor.page.getByText("每一天，从这里开始").waitFor();
    await expect.poll(() => visitor.page.title()).toBe("登录");
    const foot = visitor.page.getByRole("contentinfo");
    await foot.getByRole("link", { name: "京ICP备12345678号-1" }).waitFor();
    await expect
      .poll(() => foot.getByRole("link", { name: "帮助" }).getAttribute("href"))
      .toBe("https://help.example.cn/");
    const button = visitor.page.getByRole("button", { name: "登录", exact: true });
    await expect
      .poll(() => button.evaluate((element) => getComputedStyle(element).backgroundColor))
      .toBe("rgb(122, 31, 162)");
    await takePicture(visitor.page, `admin/settings-door-${screen}`);
    expect(await seriousFaults(visitor.page)).toEqual([]);
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  }

  // the server draws it, before any script
  const html = await (await fetch(stage.platform.page)).text();
  expect(html).toContain("<title>晨曦云学堂</title>");
  expect(html).toContain("登录晨曦云学堂</h1>");
  await page.goto(`${stage.platform.page}#/home/index`);
  await page.reload();
  await page.getByRole("link", { name: "晨曦云学堂首页" }).waitFor();
  await expect.poll(() => page.title()).toBe("晨曦云学堂");
  await takePicture(page, "admin/settings-home");
  await context.close();
});

test("of two who edit at once the second sees both values; what was done is taken back, to the defaults too", async () => {
  const { page, context } = await openAdministration(stage, "hezhi", "/settings");
  const form = page.getByRole("form", { name: "平台设置" });
  const owner = form.getByRole("textbox", { name: "所属单位" });
  await owner.fill("晨曦区教育局甲");
  // a session of the same person in another tab
  const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
  const changes = [{ field: "owner" as const, before: null, after: "晨曦区教育局乙" }];
  expect(
    (await call(stage.platform.origin, "saveBranding", { changes }, { token })).body.code,
  ).toBe(200);
  const panel = page.getByRole("dialog", { name: "修改平台设置" });
  const save = async () => {
    await form.getByRole("button", { name: "保存…" }).click();
    await panel.getByRole("button", { name: "修改所属单位", exact: true }).click();
  };
  await save();
  await page.getByText("另一位管理员刚刚改成了“晨曦区教育局乙”").waitFor();
  await expect.poll(() => owner.inputValue()).toBe("晨曦区教育局甲");
  await lookAt(page, "settings-conflict");
  await save();
  await page.getByText("已修改所属单位", { exact: true }).waitFor();
  await page.getByRole("button", { name: "撤销…" }).click();
  await panel.getByText("所属单位：晨曦区教育局甲 → 晨曦区教育局乙").waitFor();
  await panel.getByRole("button", { name: "修改所属单位", exact: true }).click();
  await panel.waitFor({ state: "detached" });
  await expect.poll(() => owner.inputValue()).toBe("晨曦区教育局乙");

  await form.getByRole("button", { name: "全部恢复默认" }).click();
  await form.getByRole("button", { name: "保存…" }).click();
  await panel.getByRole("button", { name: /^修改/ }).click();
  await panel.waitFor({ state: "detached" });
  await expect.poll(() => owner.inputValue()).toBe("");
  const visitor = await openDoor();
  await visitor.page.getByRole("heading", { name: "登录学门" }).waitFor();
  await expect.poll(() => visitor.page.getByRole("contentinfo").count()).toBe(0);
  await visitor.context.close();
  await context.close();

  // only who may has the item in the menu
  const district = await openAdministration(stage, "wangfang", "/settings");
  await district.page
    .getByText("平台设置由全平台的管理员修改")
    .or(district.page.getByText(/没有/))
    .first()
    .waitFor();
  await expect
    .poll(() => district.page.getByRole("link", { name: "设置", exact: true }).count())
    .toBe(0);
  await district.context.close();
});
