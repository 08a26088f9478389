import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { sendCode } from "#contract";
import { newPerson, takePicture } from "./harness/browser.ts";
import { seriousFaults } from "./harness/axe.ts";
import { openFor, Stage } from "./harness/stage.ts";
import {
  connectionWatched,
  choose,
  homeShown,
  openPersonMenu,
  openSignedIn,
  storedText,
} from "./harness/steps.ts";
import { call, DEMO_PASSWORD, signIn } from "./harness/wire.ts";

const NEW_PASSWORD = "a-new-password";
const stage = openFor(new Stage());

async function mobileOf(account: string): Promise<string> {
  const token = await signIn(stage.platform.origin, account);
  const { body } = await call(
    stage.platform.origin,
    "readUserDetail",
    { fields: "mobile" },
    { token },
  );
  return body.data.mobile ?? "";
}

/** Reads the newest code on the demo's page of undelivered codes, as a person does. */
async function readOutbox(page: Page): Promise<string> {
  const outbox = await page.context().newPage();
  await outbox.goto(`${stage.platform.origin}/demo/outbox`);
  await takePicture(outbox, "demo-outbox");
  const code = await outbox.locator("code").first().innerText();
  await outbox.close();
  return code;
}

async function openSignIn(page: Page): Promise<void> {
  await page.goto(stage.platform.page);
  await page.getByRole("button", { name: "验证码登录" }).click();
  await page.getByRole("dialog", { name: "验证码登录" }).waitFor();
}

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

describe("sign-in by a code (SE-04)", () => {
  test("number, code from the outbox, in; what is wrong shows at its field", async () => {
    const mobile = await mobileOf("chenjing");
    const { context, page, faults } = await newPerson(stage.browser);
    await openSignIn(page);
    const form = dialog(page, "验证码登录");
    await form.getByRole("button", { name: "获取验证码" }).click();
    await form.getByText("请输入手机号或邮箱", { exact: true }).waitFor();
    await form.getByLabel("手机号或邮箱").fill(`${mobile.slice(0, 3)} ${mobile.slice(3)}`);
    await form.getByRole("button", { name: "获取验证码" }).click();
    await form.getByRole("button", { name: /^\d+ 秒后重发$/ }).waitFor();
    await form.getByLabel("验证码").fill("000000");
    await form.getByRole("button", { name: "登录", exact: true }).click();
    await form.getByText("验证码不正确或已过期").waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await form.getByLabel("验证码").fill(await readOutbox(page));
    await page.keyboard.press("Enter");
    await homeShown(page);
    expect(await storedText(page)).not.toContain(mobile);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a family's address: which account is asked, and by keys alone it is chosen", async () => {
    const email = "family@school.example.cn";
    for (const account of ["wangfang", "zhaoyifan"]) {
      const token = await signIn(stage.platform.origin, account);
      const edit = { email, old_password: DEMO_PASSWORD };
      expect((await call(stage.platform.origin, "editUser", edit, { token })).body.code).toBe(200);
    }
    const { context, page } = await newPerson(stage.browser, "phone");
    await openSignIn(page);
    const form = dialog(page, "验证码登录");
    await form.getByLabel("手机号或邮箱").fill(email);
    await form.getByRole("button", { name: "获取验证码" }).click();
    await form.getByRole("button", { name: /秒后重发/ }).waitFor();
    await form.getByLabel("验证码").fill(await readOutbox(page));
    await page.keyboard.press("Enter");
    const choice = dialog(page, "请选择要登录的账号");
    await choice.getByText("zhaoyifan").waitFor();
    await takePicture(page, "code-which-account-phone");
    expect(await seriousFaults(page)).toEqual([]);
    // the first account has the focus
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await homeShown(page);
    await page.getByText("赵一凡").first().waitFor();
    await context.close();
  });
});

describe("a forgotten password (SE-11)", () => {
  test("who has asked for many codes is told the wait in minutes, and keeps what was typed", async () => {
    const { context, page, faults } = await newPerson(stage.browser, "phone");
    await page.goto(`${stage.platform.page}#/forget-pwd/teacher`);
    // five codes come a minute apart
    const json = {
      code: 42900,
      msg: "获取验证码过于频繁，请稍后再试",
      data: { retry_after: 1790 },
    };
    const asks = (url: URL) => url.pathname === sendCode.path;
    await page.route(asks, (route) => route.fulfill({ status: 429, json }));
    const form = page.getByRole("region", { name: "用验证码自己重设" });
    await form.getByLabel("账号").fill("zhouli");
    await form.getByLabel("手机号或邮箱").fill("13800001234");
    await form.getByRole("button", { name: "获取验证码" }).click();
    await form.getByRole("button", { name: "30 分钟后重发" }).waitFor();
    await form.getByText("获取验证码过于频繁").waitFor();
    await takePicture(page, "forgot-password-wait-phone");
    await form.getByRole("button", { name: "换一个账号或号码" }).click();
    expect(await form.getByLabel("账号").inputValue()).toBe("zhouli");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("account, number, code, new password: the old one opens nothing", async () => {
    const email = `sunhao-${Date.now()}@school.example.cn`;
    const token = await signIn(stage.platform.origin, "sunhao");
    const edit = { email, old_password: DEMO_PASSWORD };
    expect((await call(stage.platform.origin, "editUser", edit, { token })).body.code).toBe(200);

    const { context, page, faults } = await newPerson(stage.browser);
    await page.goto(`${stage.platform.page}#/forget-pwd/teacher`);
    await expect
      .poll(() => page.getByRole("link", { name: "教师" }).getAttribute("aria-current"))
      .toBe("page");
    const form = page.getByRole("region", { name: "用验证码自己重设" });
    await form.getByLabel("账号").fill("sunhao");
    await form.getByLabel("手机号或邮箱").fill(email);
    await form.getByRole("button", { name: "获取验证码" }).click();
    await form.getByRole("button", { name: /^\d+ 秒后重发$/ }).waitFor();
    await form.getByLabel("验证码").fill("000000");
    await form.getByLabel("新密码", { exact: true }).fill("short");
    await form.getByLabel("再输一次新密码").fill("short");
    await form.getByRole("button", { name: "设置新密码" }).click();
    await form.getByText("密码至少 8 位", { exact: true }).waitFor();
    await form.getByLabel("新密码", { exact: true }).fill("sunhao2026");
    const rules = form.getByRole("list", { name: "新密码的要求" });
    await rules.getByText("至少 8 位，已满足").waitFor();
    await form.getByRole("button", { name: "设置新密码" }).click();
    await form.getByText("这个密码太容易被猜到，请加上几个别人想不到的字符").waitFor();
    await takePicture(page, "forgot-password-guessed");
    await form.getByLabel("新密码", { exact: true }).fill(NEW_PASSWORD);
    await form.getByLabel("再输一次新密码").fill(NEW_PASSWORD);
    await form.getByRole("button", { name: "设置新密码" }).click();
    await form.getByText("验证码不正确或已过期").waitFor();
    await takePicture(page, "forgot-password-code");
    expect(await seriousFaults(page)).toEqual([]);
    await form.getByLabel("验证码").fill(await readOutbox(page));
    await page.keyboard.press("Enter");
    await form.getByText("新密码已经设好").waitFor();
    await takePicture(page, "forgot-password-done");
    await form.getByRole("link", { name: "去登录" }).click();
    await page.getByRole("heading", { name: "登录学门" }).waitFor();
    const before = { account: "sunhao", password: DEMO_PASSWORD };
    expect((await call(stage.platform.origin, "login", before)).body.code).toBe(40002);
    const after = { account: "sunhao", password: NEW_PASSWORD };
    expect((await call(stage.platform.origin, "login", after)).body.code).toBe(200);
    expect((await call(stage.platform.origin, "readUserDetail", {}, { token })).status).toBe(401);
    expect(stage.platform.output()).not.toContain(NEW_PASSWORD);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a pupil is told whom to ask first, and may still open the form", async () => {
    const { context, page } = await newPerson(stage.browser, "phone");
    await page.goto(`${stage.platform.page}#/forget-pwd/student`);
    await page.getByText("班主任", { exact: true }).waitFor();
    await page.getByRole("button", { name: "我留过手机号或邮箱" }).click();
    await page.getByLabel("账号").waitFor();
    await context.close();
  });
});

/** Resets a pupil's password and returns the account and the temporary password, which the panel shows once. */
async function resetIn(page: Page, name: string): Promise<{ account: string; password: string }> {
  await page.getByRole("button", { name: `重置密码：${name}` }).click();
  const panel = page.getByRole("group", { name: `重置密码：${name}` });
  await panel.getByRole("button", { name: "确认重置" }).click();
  const password = await panel.getByText(/^[a-z0-9]{4}-[a-z0-9]{4}$/).innerText();
  const [, account = ""] = /账号 (\w+)/.exec(await panel.innerText()) ?? [];
  expect(await seriousFaults(page)).toEqual([]);
  await takePicture(page, `temporary-password-${account}`);
  // the person is read again once the platform is back, and is no other one
  await connectionWatched(page);
  await page.context().setOffline(true);
  await page.getByText(/^现在没有网络/).waitFor();
  const again = page.waitForResponse(/user\/detail\?/);
  await page.context().setOffline(false);
  await (await again).finished();
  await page.getByText(/^现在没有网络/).waitFor({ state: "detached" });
  expect(await panel.getByText(password, { exact: true }).count()).toBe(1);
  await panel.getByRole("button", { name: "已经告诉了" }).click();
  return { account, password };
}

describe("a pupil without a phone (SE-11)", () => {
  test("the head-teacher resets it; the pupil signs in with it and chooses another", async () => {
    const teacher = await newPerson(stage.browser);
    await openSignedIn(teacher.page, stage.platform, "linlan");
    await homeShown(teacher.page);
    await openPersonMenu(teacher.page);
    await choose(teacher.page, "个人中心");
    await teacher.page.getByRole("link", { name: "家庭与学校" }).click();
    await teacher.page.getByRole("button", { name: "班级学生" }).click();
    await teacher.page.getByLabel("班级", { exact: true }).selectOption("三年级（1）班");
    await teacher.page.getByText("三年级（1）班，").waitFor();
    await teacher.page.getByLabel("班级", { exact: true }).selectOption("三年级（2）班");
    await teacher.page.getByText("三年级（2）班，").waitFor();
    await takePicture(teacher.page, "class-roster");
    await teacher.page.getByLabel("按姓名或账号查找").fill("linxiaoman");
    const { password } = await resetIn(teacher.page, "林小满");
    await teacher.page.getByText("临时密码，还没换").waitFor();
    expect(teacher.faults).toEqual([]);
    await teacher.context.close();

    const { context, page, faults } = await newPerson(stage.browser);
    await page.goto(stage.platform.page);
    await page.getByLabel("账号", { exact: true }).fill("linxiaoman");
    await page.getByLabel("密码", { exact: true }).fill(password);
    await page.getByRole("checkbox", { name: /我已阅读并同意/ }).check();
    await page.getByRole("button", { name: "登录", exact: true }).click();
    const own = dialog(page, "设置自己的新密码");
    await own.getByLabel("新密码", { exact: true }).fill(password);
    await own.getByLabel("再输一次新密码").fill(password);
    await own.getByRole("button", { name: "保存并登录" }).click();
    await own.getByText("新密码不能与原来的密码相同").waitFor();
    await takePicture(page, "own-password");
    expect(await seriousFaults(page)).toEqual([]);
    await own.getByLabel("新密码", { exact: true }).fill(NEW_PASSWORD);
    await own.getByLabel("再输一次新密码").fill(NEW_PASSWORD);
    await page.keyboard.press("Enter");
    await homeShown(page);
    expect(faults).toEqual([]);
    expect(stage.platform.output()).not.toContain(password);
    await context.close();
  });

  test("a parent resets it beside the child", async () => {
    const { context, page, faults } = await newPerson(stage.browser, "phone");
    await openSignedIn(page, stage.platform, "chenjing");
    await homeShown(page);
    await page.goto(`${stage.platform.page}#/module/profile/family`);
    await page.getByText("赵一诺", { exact: true }).waitFor();
    const given = await resetIn(page, "赵一诺");
    const { body } = await call(stage.platform.origin, "login", given);
    expect(body).toMatchObject({ code: 40004, data: { check: "new_password" } });
    expect(faults).toEqual([]);
    await context.close();
  });
});

test("who leaves for the forgotten password leaves the dialog behind", async () => {
  const { context, page } = await newPerson(stage.browser, "phone");
  await openSignIn(page);
  await takePicture(page, "code-sign-in-phone");
  await page.goto(`${stage.platform.page}#/forget-pwd/parent`);
  await page.getByRole("region", { name: "用验证码自己重设" }).getByLabel("账号").waitFor();
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await page.getByText("学校管理员也进不来，请联系区域或平台的管理员").waitFor();
  await takePicture(page, "forgot-password-phone");
  await context.close();
});
