import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { newPerson, takePicture, type Screen } from "./harness/browser.ts";
import { seriousFaults } from "./harness/axe.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { choose, homeShown, openPersonMenu, openSignedIn } from "./harness/steps.ts";
import { call, DEMO_PASSWORD, signIn } from "./harness/wire.ts";

const stage = openFor(new SharedStage());
/** Account of the pupil whose password is changed; no other file signs it in. */
const PUPIL = "taoyunshu";

/** Opens the profile as a person does: by the avatar menu. */
async function openProfile(account: string, screen: Screen = "classroom") {
  const person = await newPerson(stage.browser, screen);
  await openSignedIn(person.page, stage.platform, account);
  await homeShown(person.page);
  await openPersonMenu(person.page);
  await choose(person.page, "个人中心");
  await part(person.page, "基本资料").waitFor();
  return person;
}

const part = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const section = (page: Page, name: string) => page.getByRole("region", { name });
const said = (page: Page, text: string) => page.getByRole("status").getByText(text).waitFor();

describe("the profile (ID-09)", () => {
  test("a gender is saved and still there after a reload; a roster's name has no field", async () => {
    const { context, page, faults } = await openProfile("madongsheng");
    const form = section(page, "基本资料");
    const save = form.getByRole("button", { name: "保存" });
    await save.waitFor();
    await expect.poll(() => save.isDisabled()).toBe(true);
    await expect.poll(() => form.getByLabel("姓名").count()).toBe(0);
    await form.getByText("马东升", { exact: true }).waitFor();
    await form.getByText("女", { exact: true }).click();
    await save.click();
    await said(page, "已保存");
    await page.reload();
    await form.getByRole("radio", { name: "女" }).waitFor({ state: "attached" });
    await expect.poll(() => form.getByRole("radio", { name: "女" }).isChecked()).toBe(true);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a new password ends the other sign-ins and opens the next", async () => {
    const other = await signIn(stage.platform.origin, PUPIL, { client: "mobile" });
    const { context, page } = await openProfile(PUPIL);
    await part(page, "账号与安全").click();
    const form = section(page, "修改密码");
    const change = form.getByRole("button", { name: "修改密码" });
    await change.click();
    await form.getByText("请输入当前密码").waitFor();
    await form.getByLabel("当前密码").fill(DEMO_PASSWORD);
    await form.getByLabel("新密码", { exact: true }).fill("rivers-and-hills");
    await form.getByLabel("再输一次新密码").fill("rivers-and-hill");
    await change.click();
    await form.getByText("两次输入的新密码不一致").waitFor();
    await form.getByLabel("再输一次新密码").fill("rivers-and-hills");
    // where the server fails, no field is called wrong, and what was typed stays
    await page.route("**/user/user/edit*", (route) => route.fulfill({ status: 503 }), { times: 1 });
    await change.click();
    await form.getByText("Http status code 503").waitFor();
    await expect.poll(() => form.locator("[aria-invalid=true]").count()).toBe(0);
    await change.click();
    await said(page, "密码已修改");
    await expect.poll(() => form.getByLabel("当前密码").inputValue()).toBe("");
    const ended = await call(stage.platform.origin, "readUserDetail", {}, { token: other });
    expect(ended.status).toBe(401);
    const login = (password: string) =>
      call(stage.platform.origin, "login", { account: PUPIL, password });
    expect((await login(DEMO_PASSWORD)).body.code).toBe(40002);
    expect((await login("rivers-and-hills")).body.code).toBe(200);
    await context.close();
  });

  test("signed-in devices are listed, and another one can be ended", async () => {
    const phone = await signIn(stage.platform.origin, "tianmeiling", {
      client: "mobile",
      "user-agent": "Mozilla/5.0 (Linux; Android 13; Pixel) Mobile",
    });
    const { context, page } = await openProfile("tianmeiling");
    await part(page, "账号与安全").click();
    const devices = section(page, "已登录的设备");
    await devices.getByText("本机").waitFor();
    await expect.poll(() => devices.getByRole("listitem").count()).toBe(2);
    await devices.getByRole("button", { name: /安卓手机.*退出登录/ }).click();
    await devices.getByRole("button", { name: "取消" }).click();
    await devices.getByRole("button", { name: /安卓手机.*退出登录/ }).click();
    await devices.getByRole("button", { name: "确认退出" }).click();
    await said(page, "退出登录");
    await expect.poll(() => devices.getByRole("listitem").count()).toBe(1);
    const ended = await call(stage.platform.origin, "readUserDetail", {}, { token: phone });
    expect(ended.status).toBe(401);
    await context.close();
  });

  test.each([
    ["linlan", "我的孩子", "林小满", "邀请码或绑定码"],
    ["linxiaoman", "我的家长", "林岚", "邀请码"],
  ])("%s sees the family, identities and schools", async (account, title, name, code) => {
    const { context, page } = await openProfile(account);
    await part(page, "家庭与学校").click();
    await section(page, title).getByText(name, { exact: true }).waitFor();
    await page.getByLabel(code, { exact: true }).waitFor();
    const schools = section(page, "我的身份与学校");
    await schools.getByText("启明小学").first().waitFor();
    await expect.poll(() => schools.getByText("当前", { exact: true }).count()).toBe(1);
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/module/profile/family");
    await page.goBack();
    await section(page, "基本资料").waitFor();
    await context.close();
  });

  test("what cannot be read says so, and can be tried again", async () => {
    const { context, page } = await openProfile("chenjing");
    let broken = true;
    await context.route("**/sso/api/sessions*", (route) =>
      broken ? route.abort() : route.fallback(),
    );
    await part(page, "账号与安全").click();
    const devices = section(page, "已登录的设备");
    await devices.getByRole("alert").waitFor();
    broken = false;
    await devices.getByRole("button", { name: "重试" }).click();
    await devices.getByText("本机").waitFor();
    await context.close();
  });
});

// every-screen opens each of them on a classroom PC
describe("on the phone screen", () => {
  test("every part can be seen, read and touched", async () => {
    const { context, page } = await openProfile("jianglihua", "phone");
    for (const [name, picture, last] of [
      ["基本资料", "basic", "联系方式"],
      ["账号与安全", "security", "本机"],
      ["家庭与学校", "family", "我的身份与学校"],
    ] as const) {
      await part(page, name).click();
      await page.getByText(last, { exact: true }).first().waitFor();
      await page.mouse.move(0, 0);
      await takePicture(page, `profile-${picture}-phone`);
      expect(await seriousFaults(page)).toEqual([]);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wide).toBe(0);
    }
    await context.close();
  });

  test("a pupil's growth record can be seen, read and touched", async () => {
    const token = await signIn(stage.platform.origin, "linxiaoman", { client: "mobile" });
    for (const app_id of ["homework", "mistakes"]) {
      await call(stage.platform.origin, "reportAppLogin", { app_id }, { token });
    }
    const { context, page } = await newPerson(stage.browser, "phone");
    await openSignedIn(page, stage.platform, "linxiaoman");
    await homeShown(page);
    await page.goto(`${stage.platform.page}#/module/growth-record`);
    await page.getByText(/入学第 \d+ 天/).waitFor();
    await section(page, "最近用过的应用").getByRole("listitem").nth(1).waitFor();
    await section(page, "奖章").getByText("阅读之星").waitFor();
    await section(page, "数据").getByText("本周读了").waitFor();
    await section(page, "记录").getByText("九月视力检查").waitFor();
    await takePicture(page, "growth-record-phone");
    expect(await seriousFaults(page)).toEqual([]);
    await context.close();
  });

  test("no line about a child begins or ends with the dot between school and class", async () => {
    const { context, page } = await newPerson(stage.browser, "phone");
    await openSignedIn(page, stage.platform, "chenjing", "#/module/profile/family");
    const facts = section(page, "我的孩子").getByText(/[小中]学$/);
    await facts.first().waitFor();
    await takePicture(page, "family-row-phone");
    // drawn beside each but the first of a line, it is no part of the text
    const rows = await facts.locator("..").allInnerTexts();
    expect(rows.filter((row) => row.includes("·"))).toEqual([]);
    const beyond = await facts.evaluateAll((all) =>
      all.map(
        (one) =>
          one.getBoundingClientRect().left - (one.parentElement?.getBoundingClientRect().left ?? 0),
      ),
    );
    expect(new Set(beyond)).toEqual(new Set([0]));
    await context.close();
  });

  test("a parent of two sees the record of the child that is chosen in the bar (HO-01)", async () => {
    const { context, page } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "chenjing", "#/module/growth-record");
    const record = (name: string) => page.getByRole("region", { name, exact: true });
    for (const [name, other] of [
      ["赵一诺", "赵一凡"],
      ["赵一凡", "赵一诺"],
    ] as const) {
      await page.getByRole("button", { name: /^当前孩子：/ }).click();
      await choose(page, name);
      await page.getByRole("button", { name: `当前孩子：${name}` }).waitFor();
      await record(name).first().waitFor();
      await expect.poll(() => record(other).count()).toBe(0);
      // the record stays, and is of the other child
      expect(new URL(page.url()).hash).toBe("#/module/growth-record");
    }
    await context.close();
  });

  test("a head-teacher opens a pupil's from the class; under the identity of a manager nothing of one's own child is shown", async () => {
    const { context, page } = await newPerson(stage.browser, "phone");
    await openSignedIn(page, stage.platform, "linlan");
    await homeShown(page);
    await page.goto(`${stage.platform.page}#/module/growth-record`);
    await page.getByText("成长档案是给学生和家长看的").waitFor();
    await page.goto(`${stage.platform.page}#/module/class-roster`);
    await page.getByRole("button", { name: "成长档案：林小满" }).click();
    await page.getByRole("heading", { name: "林小满的奖章" }).waitFor();
    await takePicture(page, "growth-record-pupil-phone");
    expect(await seriousFaults(page)).toEqual([]);
    await context.close();
  });
});
