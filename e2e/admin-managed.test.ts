import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { chooseIn, lookAt, openAdministration } from "./harness/administration.ts";
import { seriousFaults } from "./harness/axe.ts";
import { newPerson, type Screen } from "./harness/browser.ts";
import { openFor, Stage } from "./harness/stage.ts";
import { homeShown, loseAnswer, openSignedIn } from "./harness/steps.ts";
import { call, signIn } from "./harness/wire.ts";

const stage = openFor(new Stage());

const at = (account: string, path = "", screen: Screen = "classroom") =>
  openAdministration(stage, account, path, screen);

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 2, name, exact: true });

test("a question is taken, noted beside, answered, handed on and closed; who asked reads the answer only", async () => {
  const { origin } = stage.platform;
  const parent = await signIn(origin, "chenjing");
  const all = { fields: "schools", identity: "all" };
  const { body } = await call(origin, "readUserDetail", all, { token: parent });
  const school = body.data.schools?.find(({ name }) => name === "启明小学");
  const chosen = { identity: "parent", school_id: school?.id };
  await call(origin, "editUser", chosen, { token: parent });
  const words = { kind: "problem", title: "作业提交不了", content: "点“提交”没有反应。" };
  const asked = await call(origin, "createFeedback", words, { token: parent });
  const id = asked.body.data.id;

  const { page, context, faults } = await at("linlan", "/feedback");
  await heading(page, "反馈").waitFor();
  const link = page.getByRole("link", { name: words.title });
  await link.waitFor();
  await lookAt(page, "feedback-list");
  await chooseIn(page, "哪些反馈", "我受理的");
  await page.getByText("您还没有受理反馈").waitFor();
  await lookAt(page, "feedback-none");
  await page.goBack();
  await page.goto(`${stage.platform.page}#/module/admin/feedback`);
  await link.click();
  await heading(page, words.title).waitFor();

  await page.getByRole("button", { name: "由我受理" }).click();
  await page.getByText(/我受理/).waitFor();
  await page.getByRole("button", { name: "记下备注" }).click();
  await page.getByText("请写下内容").waitFor();
  await page.getByLabel("添加备注").fill("像是缓存的问题");
  await page.getByRole("button", { name: "记下备注" }).click();
  await page.getByRole("list", { name: "内部备注" }).getByText("像是缓存的问题").waitFor();
  await page.getByLabel("回复", { exact: true }).fill("请清除浏览器缓存后再试一次。");
  await page.getByRole("button", { name: "发送回复" }).click();
  await page.getByRole("list", { name: "消息" }).getByText("请清除浏览器缓存").waitFor();
  await lookAt(page, "feedback-thread");

  await page.getByRole("button", { name: "结束", exact: true }).click();
  await page.getByLabel("回复（会重新打开）").waitFor();
  await page.getByRole("button", { name: "转交…" }).click();
  const panel = page.getByRole("dialog", { name: "转交反馈" });
  await panel.getByRole("button", { name: "转交", exact: true }).click();
  await panel.getByText("请选择转交给谁").waitFor();
  await chooseIn(page, "转交给", /（整个机构）/);
  await panel.getByLabel(/给对方的话/).fill("是作业应用的问题");
  await lookAt(page, "feedback-hand-on");
  await panel.getByRole("button", { name: "转交", exact: true }).click();
  await heading(page, "反馈").waitFor();
  await page.goto(`${stage.platform.page}#/module/admin/feedback/${id}`);
  await page.getByText("没有这条反馈").waitFor();
  await lookAt(page, "feedback-gone");
  expect(faults).toEqual([]);
  await context.close();

  const district = await at("wangfang", `/feedback/${id}`, "phone");
  await heading(district.page, words.title).waitFor();
  await district.page
    .getByText(/转交给/)
    .first()
    .waitFor();
  await district.page.getByText("是作业应用的问题").waitFor();
  expect(await seriousFaults(district.page)).toEqual([]);
  await district.context.close();

  const reader = await newPerson(stage.browser, "phone");
  await openSignedIn(reader.page, stage.platform, "chenjing");
  await homeShown(reader.page);
  await reader.page.goto(`${stage.platform.page}#/feedback/thread/${id}`);
  await reader.page.getByText("请清除浏览器缓存后再试一次。").waitFor();
  await expect.poll(() => reader.page.getByText("像是缓存的问题").count()).toBe(0);
  await reader.context.close();
});

test("a new version of an agreement is looked at as people will read it, published for a day, and taken back", async () => {
  const { page, context, faults } = await at("hezhi", "/agreements");
  await heading(page, "协议").waitFor();
  await page
    .getByRole("button", { name: /^查看《.*》第 1 版$/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("article").waitFor();
  await lookAt(page, "agreement-read");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "用户协议：新版本" }).click();
  await heading(page, "用户协议：新版本").waitFor();

  await page.getByLabel("标题").fill("");
  await page.getByRole("button", { name: "预览", exact: true }).click();
  await page.getByText("请填写标题").waitFor();
  await page.getByLabel("标题").fill("晨曦区用户协议");
  const content = "<h2>第一条</h2><p>请保管好密码。</p><script>alert(1)</script>";
  const file = { name: "协议.html", mimeType: "text/html", buffer: Buffer.from(content) };
  const picker = page.getByLabel("用文件替换正文（选填）");
  // as where the file was moved after it was chosen
  await page.evaluate(() => {
    File.prototype.arrayBuffer = () => {
      Reflect.deleteProperty(File.prototype, "arrayBuffer");
      return Promise.reject(new DOMException("gone", "NotReadableError"));
    };
  });
  await picker.setInputFiles(file);
  await page.getByText("这个文件读不出来，请重新选择").waitFor();
  await picker.setInputFiles(file);
  await page.getByText("这个文件读不出来，请重新选择").waitFor({ state: "detached" });
  const day = page.getByLabel("生效的日子");
  for (const typed of ["2099-02-30", "开学"]) {
    await day.fill(typed);
    await page.getByRole("button", { name: "预览", exact: true }).click();
    await page.getByText("请先改正标出的日期").waitFor();
    expect(await day.inputValue()).toBe(typed);
  }
  await day.fill("2099-09-01");
  await page.getByRole("button", { name: "预览", exact: true }).click();
  const preview = page.getByRole("region", { name: "预览" });
  await preview.getByText("请保管好密码。").waitFor();
  await preview.getByText("2099年9月1日起生效，生效后").waitFor();
  await preview.getByText("不会保留的内容：script").waitFor();
  await preview.getByText("第 2 版，2099年9月1日起生效").waitFor();
  await lookAt(page, "agreement-preview");
  await preview.getByRole("button", { name: "发布这一版…" }).click();
  const publish = page
    .getByRole("dialog")
    .getByRole("button", { name: "发布《晨曦区用户协议》第 2 版" });
  // it is published, and no answer comes: pressed again, it is the same version
  await loseAnswer(page, "/administration/agreement/publish");
  await publish.click();
  await page.getByRole("dialog").getByRole("alert").filter({ hasText: /./ }).waitFor();
  await publish.click();
  await heading(page, "协议").waitFor();
  await page.getByText("等待生效").waitFor();
  await expect.poll(() => page.getByText("第 3 版").count()).toBe(0);

  // what would never come into force is refused before it is published
  await page.getByRole("link", { name: "用户协议：新版本" }).click();
  await page.getByRole("button", { name: "预览", exact: true }).click();
  await preview
    .getByRole("alert")
    .getByText(/永远不能生效/)
    .waitFor();
  await expect.poll(() => preview.getByRole("button", { name: "发布这一版…" }).count()).toBe(0);
  await lookAt(page, "agreement-refused");
  await page.goBack();
  await page.getByRole("button", { name: "撤回《晨曦区用户协议》第 2 版" }).click();
  await lookAt(page, "agreement-withdraw");
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: "撤回《晨曦区用户协议》第 2 版" }).click();
  await page.getByText("等待生效").waitFor({ state: "detached" });
  expect(faults.filter((fault) => !/ERR_CONNECTION_RESET/.test(fault))).toEqual([]);
  await context.close();

  // a district's administrator has no such item
  const district = await at("wangfang", "/agreements");
  await heading(district.page, "没有这个页面").waitFor();
  await district.context.close();
});

test("a release of a client is published with what is new, and taken back", async () => {
  const { page, context, faults } = await at("hezhi", "/releases");
  await heading(page, "版本").waitFor();
  await page.getByRole("button", { name: "电脑客户端：发布版本…" }).click();
  const panel = page.getByRole("dialog", { name: "电脑客户端：发布版本" });
  await panel.getByLabel("版本", { exact: true }).fill("2.4.0");
  await panel.getByRole("button", { name: "下一步" }).click();
  await panel.getByText("还缺下载地址").waitFor();
  await panel.getByLabel("下载地址").fill("https://gate.example.cn/pc-2.4.0.exe");
  await panel.getByLabel("新在哪里（选填）").fill("可以用扫描枪登录");
  await lookAt(page, "release-form");
  await panel.getByRole("button", { name: "下一步" }).click();
  await panel.getByRole("button", { name: "发布 电脑客户端 2.4.0" }).click();
  await page.getByText("可以用扫描枪登录").waitFor();
  await lookAt(page, "releases-one");
  await page.getByRole("button", { name: "撤回 电脑客户端 2.4.0" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "撤回 电脑客户端 2.4.0" }).click();
  await page.getByText("已撤回", { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("a code that nobody delivers is read out by who may set the person's password", async () => {
  const receiver = "guokai@chenxi.example";
  await call(stage.platform.origin, "sendCode", { receiver, use: "login" });
  const { page, context, faults } = await at("linlan", "/codes");
  await heading(page, "验证码").waitFor();
  await page.getByRole("link", { name: "郭凯（guokai）" }).waitFor();
  await lookAt(page, "codes");
  await page.getByRole("button", { name: "查看发给 g***@chenxi.example 的验证码" }).click();
  await lookAt(page, "code-ask");
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: "查看发给 g***@chenxi.example 的验证码" }).click();
  await panel.getByText(/^\d{6}$/).waitFor();
  await lookAt(page, "code");
  expect(faults).toEqual([]);
  await context.close();

  const other = await at("wangfang", "/releases", "phone");
  await heading(other.page, "没有这个页面").waitFor();
  await other.context.close();
});
