import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { MailServer } from "../server/test/mail-server.ts";
import { seriousFaults } from "./harness/axe.ts";
import { newPerson, takePicture, type Screen } from "./harness/browser.ts";
import { startPlatform } from "./harness/platform.ts";
import { sendNotice } from "./harness/notices.ts";
import type { Platform } from "./harness/run-server.ts";
import { openFor, Stage } from "./harness/stage.ts";
import { homeShown, signInOnPage, openSignedIn, signOutOnPage } from "./harness/steps.ts";
import { DEMO_PASSWORD } from "./harness/wire.ts";

const stage = openFor(new Stage());

const card = (page: Page) => page.getByRole("region", { name: "联系方式" });

async function openContacts(account: string, screen: Screen = "classroom", on = stage.platform) {
  const person = await newPerson(stage.browser, screen);
  const { page } = person;
  await openSignedIn(page, on, account);
  await homeShown(page);
  await page.goto(`${on.page}#/module/profile`);
  await card(page).getByText("手机号", { exact: true }).waitFor();
  return person;
}

/** Reads the newest code on the demo's page of undelivered codes, by the form's link. */
async function readOutbox(page: Page): Promise<string> {
  const opened = page.context().waitForEvent("page");
  await card(page).getByRole("link", { name: "演示收件箱" }).click();
  const outbox = await opened;
  const code = await outbox.locator("code").first().innerText();
  await outbox.close();
  return code;
}

describe("a contact (ID-09)", () => {
  test("is changed by a code that goes to the new one, and is then verified", async () => {
    const { context, page, faults } = await openContacts("hezhi");
    await card(page).getByRole("button", { name: "修改手机号" }).click();
    const form = card(page).getByRole("form", { name: "修改手机号" });
    const ask = form.getByRole("button", { name: "获取验证码" });
    const save = form.getByRole("button", { name: "保存" });
    const number = form.getByLabel("新手机号");
    await expect.poll(() => number.evaluate((input) => input.matches(":focus"))).toBe(true);
    await ask.click();
    await form.getByText("请输入手机号", { exact: true }).waitFor();
    await number.fill("12345");
    await save.click();
    await form.getByText("请输入 11 位手机号").waitFor();
    await form.getByText("请输入收到的 6 位数字").waitFor();
    await number.fill("139 0000 1111");
    await ask.click();
    await form.getByRole("button", { name: /^\d+ 秒后重发$/ }).waitFor();
    const code = await readOutbox(page);
    await form.getByLabel("验证码").fill(code === "000000" ? "000001" : "000000");
    await save.click();
    await form.getByText("验证码不正确或已过期").waitFor();
    await takePicture(page, "contact-by-code-classroom");
    expect(await seriousFaults(page)).toEqual([]);
    await form.getByLabel("验证码").fill(code);
    await page.keyboard.press("Enter");
    await card(page).getByText("139****1111").waitFor();
    await card(page).getByText("已验证").waitFor();
    await expect.poll(() => page.getByText("13900001111").count()).toBe(0);
    const again = card(page).getByRole("button", { name: "修改手机号" });
    await expect.poll(() => again.evaluate((button) => button.matches(":focus"))).toBe(true);
    await takePicture(page, "contact-verified-classroom");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("on file is verified as it is, on a phone, and removed with the password", async () => {
    const { context, page, faults } = await openContacts("chenjing", "phone");
    await card(page).scrollIntoViewIfNeeded();
    await takePicture(page, "contact-rows-phone");
    await card(page).getByRole("button", { name: "验证手机号" }).click();
    const form = card(page).getByRole("form", { name: "验证手机号" });
    await form.getByRole("button", { name: "获取验证码" }).click();
    await form.getByRole("button", { name: /^\d+ 秒后重发$/ }).waitFor();
    await form.scrollIntoViewIfNeeded();
    await takePicture(page, "contact-verify-phone");
    expect(await seriousFaults(page)).toEqual([]);
    await form.getByLabel("验证码").fill(await readOutbox(page));
    await form.getByRole("button", { name: "验证", exact: true }).click();
    await card(page).getByText("已验证").waitFor();

    await card(page).getByRole("button", { name: "修改手机号" }).click();
    await card(page).getByRole("button", { name: "删去手机号" }).click();
    const ask = card(page).getByRole("form", { name: "删去手机号" });
    await ask.getByLabel("登录密码").fill("wrong");
    await ask.getByRole("button", { name: "确认删去" }).click();
    await ask.getByText("当前密码不正确").waitFor();
    await ask.getByLabel("登录密码").fill(DEMO_PASSWORD);
    await ask.getByRole("button", { name: "确认删去" }).click();
    await card(page).getByText("未填写").first().waitFor();
    await expect.poll(() => card(page).getByText("已验证").count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("wants the password as well on a page that has seen none", async () => {
    const { context, page, faults } = await newPerson(stage.browser, "phone");
    await signInOnPage(page, stage.platform, "sunhao", { remember: true });
    await homeShown(page);
    await signOutOnPage(page);
    await page.getByRole("button", { name: /sunhao/ }).click();
    await homeShown(page);
    await page.goto(`${stage.platform.page}#/module/profile`);
    await card(page).getByRole("button", { name: "修改邮箱" }).click();
    const form = card(page).getByRole("form", { name: "修改邮箱" });
    await form.getByLabel("新邮箱").fill("Sun.Hao@School.example.cn");
    await form.getByRole("button", { name: "获取验证码" }).click();
    await form.getByRole("button", { name: /^\d+ 秒后重发$/ }).waitFor();
    await form.getByLabel("验证码").fill(await readOutbox(page));
    await form.getByRole("button", { name: "保存" }).click();
    const password = form.getByLabel("登录密码");
    await password.waitFor();
    await expect.poll(() => password.evaluate((input) => input.matches(":focus"))).toBe(true);
    await form.scrollIntoViewIfNeeded();
    await takePicture(page, "contact-with-password-phone");
    await password.fill("wrong");
    await form.getByRole("button", { name: "保存" }).click();
    await form.getByText("当前密码不正确").waitFor();
    await password.fill(DEMO_PASSWORD);
    await form.getByRole("button", { name: "保存" }).click();
    await card(page).getByText("S***@School.example.cn").waitFor();
    await card(page).getByText("已验证").waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe("where no code reaches anybody", () => {
  let quiet: Platform;
  beforeAll(async () => {
    quiet = await startPlatform({ DEMO: "off", SECOND_FACTOR: "offered" });
  });
  afterAll(() => quiet.stop());

  test("a contact is changed with the password (ID-09)", async () => {
    const { context, page } = await openContacts("hezhi", "classroom", quiet);
    await card(page).getByRole("button", { name: "修改手机号" }).click();
    const form = card(page).getByRole("form", { name: "修改手机号" });
    const save = form.getByRole("button", { name: "保存" });
    await form.getByLabel("新手机号").fill("12345");
    await save.click();
    await form.getByText("请输入 11 位手机号").waitFor();
    await form.getByText("请输入登录密码").waitFor();
    await form.getByLabel("新手机号").fill("139 0000 1111");
    await form.getByLabel("登录密码").fill("wrong");
    await save.click();
    await form.getByText("当前密码不正确").waitFor();
    await takePicture(page, "contact-by-password-classroom");
    await form.getByLabel("登录密码").fill(DEMO_PASSWORD);
    await save.click();
    await card(page).getByText("139****1111").waitFor();
    await expect.poll(() => card(page).getByText("已验证").count()).toBe(0);
    await expect.poll(() => page.getByText("13900001111").count()).toBe(0);
    await context.close();
  });

  test("none is offered to sign in or to set a password by (SE-04)", async () => {
    const { context, page } = await newPerson(stage.browser);
    await page.goto(quiet.page);
    await page.getByRole("button", { name: "扫码登录" }).waitFor();
    await page.waitForLoadState("networkidle");
    await expect.poll(() => page.getByRole("button", { name: "验证码登录" }).count()).toBe(0);
    await page.goto(`${quiet.page}#/forget-pwd/teacher`);
    await page.getByText("本校管理员").waitFor();
    await page.waitForLoadState("networkidle");
    await expect.poll(() => page.getByText("用验证码自己重设").count()).toBe(0);
    expect((await fetch(`${quiet.origin}/demo/outbox`)).status).toBe(404);
    await context.close();
  });
});

describe("an e-mail beside a notice (IN-05)", () => {
  test("is chosen where the contacts are, after the address is verified, and arrives", async () => {
    const mailServer = await MailServer.start();
    onTestFinished(() => mailServer.close());
    const { url, from } = mailServer.settings;
    const sms = {
      ...{ ALIYUN_SMS_ACCESS_KEY_ID: "id", ALIYUN_SMS_ACCESS_KEY_SECRET: "a-secret" },
      ...{ ALIYUN_SMS_SIGN_NAME: "学门", ALIYUN_SMS_TEMPLATE_CODE: "SMS_1" },
      ...{ ALIYUN_SMS_NOTICE_TEMPLATE_CODE: "SMS_2", ALIYUN_SMS_ENDPOINT: "http://127.0.0.1:9" },
    };
    const on = await startPlatform({ SMTP_URL: url, MAIL_FROM: from, ...sms });
    onTestFinished(() => on.stop());
    const { context, page, faults } = await openContacts("chenjing", "phone", on);
    const alerts = page.getByRole("region", { name: "消息提醒" });
    await alerts.getByText("先填写邮箱，才能用邮件提醒。").waitFor();
    await alerts.getByText("先验证手机号，才能用短信提醒。").waitFor();
    await alerts.scrollIntoViewIfNeeded();
    await takePicture(page, "notice-alerts-none-phone");
    expect(await seriousFaults(page)).toEqual([]);

    await alerts.getByRole("button", { name: "去填写邮箱" }).click();
    const form = card(page).getByRole("form", { name: "修改邮箱" });
    const address = form.getByLabel("新邮箱");
    await expect.poll(() => address.evaluate((input) => input.matches(":focus"))).toBe(true);
    await address.fill("chenjing@home.example.cn");
    await form.getByRole("button", { name: "获取验证码" }).click();
    const codeIn = () => /验证码是 (\d{6})/.exec(mailServer.mails[0]?.text ?? "")?.[1];
    await expect.poll(codeIn, { timeout: 10_000 }).toBeDefined();
    await form.getByLabel("验证码").fill(codeIn() ?? "");
    await form.getByRole("button", { name: "保存" }).click();
    const box = alerts.getByRole("checkbox", { name: "邮件提醒，发到 c***@home.example.cn" });
    await box.check();
    await page.getByText("已开启邮件提醒").waitFor();
    await page.reload();
    await expect.poll(() => box.isChecked()).toBe(true);
    for (const [name, width, height] of [
      ["phone", 390, 844],
      ["classroom", 1366, 768],
      ["desktop", 1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await alerts.scrollIntoViewIfNeeded();
        await takePicture(page, `notice-alerts-${name}-${colorScheme}`);
        // the same part at every width, and buttons are still changing their colour
        if (name === "phone") await expect.poll(() => seriousFaults(page)).toEqual([]);
      }
    }

    await sendNotice(on.origin, "周五秋游", { identities: ["parent"], grade_ids: ["1"] });
    await expect.poll(() => mailServer.mails.length, { timeout: 15_000 }).toBe(2);
    const { to, text = "" } = mailServer.mails[1] ?? {};
    expect(to).toBe("chenjing@home.example.cn");
    expect(text).toContain("启明小学发来通知“周五秋游”。");
    expect(text).not.toContain("赵一诺");
    await page.goto(/\S+#\/messages/.exec(text)?.[0] ?? "");
    await page.getByRole("link", { name: /周五秋游/ }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});
