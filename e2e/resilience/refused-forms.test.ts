import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { loginByCode, login, sendCode, type Call } from "#contract";
import { newPerson } from "../harness/browser.ts";
import { openFor, SharedStage } from "../harness/stage.ts";

const stage = openFor(new SharedStage());

const CROWDED = {
  status: 503,
  headers: { "retry-after": "7" },
  json: { code: 50300, msg: "登录的人较多，请稍后再试", data: { retry_after: 7 } },
};
const OFTEN = {
  status: 429,
  headers: { "retry-after": "300" },
  json: { code: 42900, msg: "操作过于频繁，请 5 分钟后再试", data: { retry_after: 300 } },
};

/** Has the call answered so from now on. */
function answer(
  page: Page,
  { path }: Call,
  with_: { status: number; headers?: Record<string, string>; json: object },
): Promise<unknown> {
  return page.route(
    ({ pathname }) => pathname === path,
    (route) => route.fulfill(with_),
  );
}

async function open(hash: string) {
  const person = await newPerson(stage.browser);
  await person.page.goto(`${stage.platform.page}${hash}`);
  return person;
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("账号", { exact: true }).fill("linlan");
  await page.getByLabel("密码", { exact: true }).fill("a-password");
  await page.getByRole("checkbox", { name: /我已阅读并同意/ }).check();
  await page.getByLabel("密码", { exact: true }).press("Enter");
}

test("a new password that a crowded platform did not take stays in its dialog", async () => {
  const { context, page } = await open("#/login");
  const wanted = { code: 40004, msg: "请设置新密码", data: { check: "new_password" } };
  await answer(page, login, { status: 400, json: wanted });
  await fillIn(page);
  const own = page.getByRole("dialog", { name: "设置自己的新密码" });
  await own.getByLabel("新密码", { exact: true }).fill("a-new-password");
  await own.getByLabel("再输一次新密码").fill("a-new-password");
  await answer(page, login, CROWDED);
  await page.keyboard.press("Enter");
  await own.getByText("登录的人较多，请稍后再试", { exact: true }).waitFor();
  expect(await own.getByLabel("再输一次新密码").inputValue()).toBe("a-new-password");
  await answer(page, login, OFTEN);
  await page.keyboard.press("Enter");
  await own.getByText("试的次数太多了，5 分钟后可重试").waitFor();
  await context.close();
});

test("sign-in by a code, which does not try again by itself, does not say that it does", async () => {
  const { context, page } = await open("#/login");
  await page.getByRole("button", { name: "验证码登录" }).click();
  const form = page.getByRole("dialog", { name: "验证码登录" });
  await form.getByLabel("手机号或邮箱").fill("13800001234");
  await answer(page, sendCode, CROWDED);
  await form.getByRole("button", { name: "获取验证码" }).click();
  await form.getByText("登录的人较多，请稍后再试", { exact: true }).waitFor();
  await answer(page, loginByCode, CROWDED);
  await form.getByLabel("验证码").fill("123456");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => form.getByText("登录的人较多，请稍后再试", { exact: true }).count())
    .toBe(1);
  await answer(page, loginByCode, OFTEN);
  await page.keyboard.press("Enter");
  await form.getByText("试的次数太多了，5 分钟后可重试").waitFor();
  expect(await form.getByLabel("验证码").inputValue()).toBe("123456");
  await context.close();
});

test("a code that was not sent, since the platform is away, is not waited for", async () => {
  const { context, page } = await open("#/forget-pwd/teacher");
  const form = page.getByRole("region", { name: "用验证码自己重设" });
  await form.getByLabel("账号").fill("zhouli");
  await form.getByLabel("手机号或邮箱").fill("13800001234");
  await answer(page, sendCode, CROWDED);
  const button = form.getByRole("button", { name: "获取验证码" });
  await button.click();
  await form.getByText("登录的人较多，请稍后再试", { exact: true }).waitFor();
  expect(await form.getByLabel("新密码", { exact: true }).count()).toBe(0);
  expect(await button.getAttribute("aria-busy")).toBeNull();
  await context.close();
});
