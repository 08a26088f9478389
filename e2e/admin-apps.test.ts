import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openAdministration } from "./harness/administration.ts";
import { seriousFaults } from "./harness/axe.ts";
import { newPerson, SCREENS, takePicture } from "./harness/browser.ts";
import { openFor, Stage } from "./harness/stage.ts";
import { homeShown, openSignedIn } from "./harness/steps.ts";

const stage = openFor(new Stage());

async function home(account: string) {
  const person = await newPerson(stage.browser);
  await openSignedIn(person.page, stage.platform, account);
  await homeShown(person.page);
  return person;
}

const at = (account: string, path: string) => openAdministration(stage, account, path);

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 2, name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const step = (page: Page, name: string) =>
  page.getByRole("group", { name: "步骤" }).getByRole("button", { name });
/** A condition of the audience, which opens at a press. */
const condition = (page: Page, name: string) =>
  page.locator("summary").filter({ has: page.getByText(name, { exact: true }) });
const save = (page: Page) => button(page, "保存").click();

async function hasFocus(place: Locator): Promise<void> {
  await expect.poll(() => place.evaluate((it) => it.matches(":focus"))).toBe(true);
}

/** Takes pictures in every size, and checks for faults that would stop a person. */
async function look(page: Page, name: string) {
  for (const [size, viewport] of Object.entries(SCREENS)) {
    await page.setViewportSize(viewport);
    await takePicture(page, `admin/${name}-${size}`);
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(over, { message: size }).toBe(0);
  }
  await page.setViewportSize(SCREENS.classroom);
  expect(await seriousFaults(page)).toEqual([]);
}

/** Returns whether nothing lies over the middle of an element. */
function isUncovered(element: Locator): Promise<boolean> {
  return element.evaluate((it) => {
    const { x, y, width, height } = it.getBoundingClientRect();
    const root = it.getRootNode() as Document | ShadowRoot;
    return it.contains(root.elementFromPoint(x + width / 2, y + height / 2));
  });
}

async function whyAtHome(page: Page, word: string) {
  await page.getByRole("combobox", { name: "搜索应用和资源" }).fill(word);
  await page.getByRole("option", { name: "为什么看不到这个应用？" }).click();
  return page.getByRole("dialog", { name: "为什么看不到这个应用？" });
}

describe("apps in the administration (AD-19)", () => {
  test("an app made by mistake goes back, and is deleted by its name", async () => {
    const { page, faults, context } = await at("hezhi", "/apps/new");
    await page.getByLabel("名称", { exact: true }).fill("做错了的应用");
    await page.getByLabel("分类", { exact: true }).selectOption({ index: 1 });
    await step(page, "接入").click();
    await page.getByLabel("地址", { exact: true }).fill("https://wrong.example/");
    await save(page);
    await heading(page, "做错了的应用").waitFor();
    await button(page, "删除…").click();
    const panel = page.getByRole("dialog", { name: "删除：做错了的应用" });
    const name = panel.getByLabel("请照着输入应用的名称");
    await name.fill("别的名字");
    await panel.getByRole("button", { name: "删除“做错了的应用”" }).click();
    await panel.getByText("和应用的名称不一样").waitFor();
    await look(page, "app-delete");
    await name.fill("做错了的应用");
    await panel.getByRole("button", { name: "删除“做错了的应用”" }).click();
    await page.getByText("已删除“做错了的应用”").waitFor();
    await heading(page, "应用").waitFor();
    await expect.poll(() => page.getByText("做错了的应用", { exact: true }).count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("an app is made in three steps, tried by a class, and put on the shelf", async () => {
    const { page, faults, context } = await at("hezhi", "/apps");
    await heading(page, "应用").waitFor();
    await page.getByRole("table", { name: "应用" }).waitFor();
    await look(page, "apps");
    await page.getByRole("link", { name: "新建应用" }).click();
    await heading(page, "新建应用").waitFor();
    await page.getByLabel("名称", { exact: true }).fill("航模社团");
    await page.getByLabel("别名").fill("飞机模型、小飞机");
    await page.getByLabel("备案号").fill("教APP备0000001号");
    const badge = page.getByRole("combobox", { name: "角标" });
    await badge.selectOption("一个数");
    await page.getByLabel("角标上的数").fill("12");
    await badge.selectOption("红点");
    await expect.poll(() => page.getByLabel("角标上的数").count()).toBe(0);
    const icon = page.getByRole("radio", { name: "图标 作业" });
    await page.locator("label").filter({ has: icon }).click();
    await expect.poll(() => icon.isChecked()).toBe(true);
    await look(page, "app-basic");
    await button(page, "下一步").press("Enter");
    await hasFocus(step(page, "谁能看见"));
    await page.getByText("现在谁也看不见。上架以后，所有人看得见。").waitFor();
    await condition(page, "身份").click();
    await page.getByRole("group", { name: /^身份/ }).getByLabel("学生").check();
    await condition(page, "拒绝名单").click();
    const denied = page.getByRole("group", { name: "拒绝名单：人" });
    await denied.getByLabel("添加账号").fill("linxiaoman");
    await denied.getByLabel("添加账号").press("Enter");
    await denied.getByRole("button", { name: /移除 林＊＊/ }).waitFor();
    await page
      .getByText(/^现在谁也看不见。上架以后，学生看得见，林＊＊（linxiaoman）除外。$/)
      .waitFor();
    await page.getByLabel("多少人看得见").selectOption({ label: "启明小学" });
    await page.getByText(/^上架以后，看得见的有：1,\d{3} 位学生。$/).waitFor();
    // by what is filled in: the app itself is not there yet
    const asked = page.getByRole("combobox", { name: "某一个人看得见吗" });
    await asked.fill("linxiaoman");
    await page
      .getByRole("option", { name: /林小满/ })
      .first()
      .click();
    await page.getByText("林小满，学生 · 启明小学：看不见。这个应用没有对您开放。").waitFor();
    await look(page, "app-audience");
    // a day that does not exist is found again at its field, and nothing is counted by it
    await condition(page, "开放时间").click();
    const opens = page.getByRole("textbox", { name: "从何时开放：日期" });
    await opens.fill("2099-02-30");
    await button(page, "下一步").click();
    await button(page, "上一步").click();
    await page.getByText("改正开放时间以后，这里会说谁看得见。").waitFor();
    await page.getByText("没有“2099-02-30”这一天").waitFor();
    await expect.poll(() => opens.inputValue()).toBe("2099-02-30");
    await look(page, "app-no-such-day");
    await save(page);
    await page.getByText("请检查标出的内容。").waitFor();
    await opens.fill("");
    await opens.blur();
    await page.getByText("没有“2099-02-30”这一天").waitFor({ state: "detached" });
    expect(await opens.getAttribute("aria-invalid")).toBe("false");
    await page.getByText(/^上架以后，看得见的有：/).waitFor();
    await button(page, "下一步").press("Enter");
    await hasFocus(step(page, "接入"));
    await page.getByLabel("种类").selectOption("ticket");
    await page.getByLabel("地址", { exact: true }).fill("javascript:alert(1)");
    await save(page);
    // what is wrong first is shown
    await page.getByText("请填写分类。").waitFor();
    await page.getByLabel("分类", { exact: true }).selectOption({ label: "活动" });
    await save(page);
    await page.getByText(/应以 http:\/\/ 或 https:\/\/ 开头/).waitFor();
    await page.getByLabel("地址", { exact: true }).fill("https://model-planes.example/");
    await look(page, "app-access");
    await save(page);
    await page.getByText("只显示这一次").waitFor();
    await button(page, "我已保管好").click();
    await heading(page, "航模社团").waitFor();
    await page.getByText("已申请", { exact: true }).first().waitFor();

    // each saving comes back to its step, which has the focus of the key that is gone
    await step(page, "谁能看见").click();
    for (const [state, text] of [
      ["checked", "已审核"],
      ["piloted", "试用中"],
      ["shelf", "已上架"],
    ] as const) {
      await page.getByLabel(/^上架状态/).selectOption(state);
      await button(page, "保存").press("Enter");
      await page
        .getByText(text, { exact: true })
        .and(page.locator(":not(option)"))
        .first()
        .waitFor();
      await hasFocus(step(page, "谁能看见"));
    }
    await page.getByLabel("多少人看得见").selectOption({ label: "启明小学" });
    await page.getByText(/^看得见的有：1,\d{3} 位学生。$/).waitFor();
    await page.getByText("学生看不见的，按原因：拒绝名单 1 人").waitFor();
    expect(faults).toEqual([]);
    await context.close();

    const pupil = await home("linxiaoman");
    const why = await whyAtHome(pupil.page, "飞机模型");
    await why.getByText("航模社团：这个应用没有对您开放。").waitFor();
    await why.getByText(/有疑问请问学校管理员.+。/).waitFor();
    await takePicture(pupil.page, "home/why-hidden");
    expect(await seriousFaults(pupil.page)).toEqual([]);
    await button(pupil.page, "知道了").click();
    expect(pupil.faults).toEqual([]);
    await pupil.context.close();
  }, 180_000);

  test("somebody else was faster: nothing that was filled in is lost, and it is saved over theirs", async () => {
    const { page, context } = await at("hezhi", "/apps/homework");
    await page.getByLabel("说明").fill("每周三下午");
    await page.getByLabel("别名").fill("功课");
    const other = await context.newPage();
    await other.goto(`${stage.platform.page}#/module/admin/apps/homework`);
    await other.getByLabel("说明").fill("每周五下午");
    await other.getByLabel("备案号").fill("教APP备0000002号");
    await save(other);
    await other.getByText("已保存").waitFor();
    await other.close();
    await save(page);
    await page
      .getByText(/另一位管理员刚刚改了说明、备案号。您也改了说明，.*说明对方写的是“每周五下午”。/)
      .waitFor();
    const filledIn = () =>
      Promise.all(["说明", "别名", "备案号"].map((label) => page.getByLabel(label).inputValue()));
    expect(await filledIn()).toEqual(["每周三下午", "功课", "教APP备0000002号"]);
    await look(page, "app-conflict");
    await save(page);
    await page.getByText("已保存").first().waitFor();
    await page.reload();
    await expect.poll(filledIn).toEqual(["每周三下午", "功课", "教APP备0000002号"]);
    await context.close();
  });

  test("what was filled in and left waits for who comes back, over what somebody else has saved meanwhile", async () => {
    const { page, context } = await at("hezhi", "/apps/homework");
    const leave = async () => {
      await page.getByRole("link", { name: "通知", exact: true }).click();
      await heading(page, "通知").waitFor();
      await page.goBack();
    };
    const said = page.getByLabel("说明");
    const first = await said.inputValue();
    await leave();
    await said.waitFor();
    expect(await page.getByRole("status").filter({ hasText: "放弃" }).count()).toBe(0);
    await said.fill("每周一上午");
    await leave();
    await page.getByText("上次填写的还没有保存，可以接着填。").waitFor();
    expect(await said.inputValue()).toBe("每周一上午");
    await look(page, "app-left");
    const other = await context.newPage();
    await other.goto(`${stage.platform.page}#/module/admin/apps/homework`);
    await other.getByLabel("备案号").fill("教APP备0000003号");
    await save(other);
    await other.getByText("已保存").waitFor();
    await other.close();
    await leave();
    await page.getByText(/另一位管理员刚刚改了备案号。/).waitFor();
    expect(await page.getByLabel("备案号").inputValue()).toBe("教APP备0000003号");
    expect(await said.inputValue()).toBe("每周一上午");
    await button(page, "放弃，重新填写").click();
    await expect.poll(() => said.inputValue()).toBe(first);
    await leave();
    await said.waitFor();
    expect(await said.inputValue()).toBe(first);
    expect(await button(page, "放弃，重新填写").count()).toBe(0);
    await context.close();
  });

  test("the classes that are offered are those of the school that was chosen last", async () => {
    const { page, context } = await at("hezhi", "/apps/homework");
    await step(page, "谁能看见").click();
    // by keyboard, no condition that has the focus stands behind the foot
    await condition(page, "身份").focus();
    for (const name of ["学校", "年级", "班级", "开放时间", "客户端", "允许名单", "拒绝名单"]) {
      await page.keyboard.press("Tab");
      await expect.poll(() => isUncovered(condition(page, name))).toBe(true);
    }
    // on the narrowest phones the foot is one row, and what passes below it does not show through
    await page.setViewportSize({ width: 360, height: 640 });
    const keys = ["上一步", "下一步", "保存", "取消"].map((name) => button(page, name));
    const tops = () =>
      Promise.all(keys.map((key) => key.evaluate((it) => it.getBoundingClientRect().top)));
    await expect.poll(async () => new Set(await tops()).size).toBe(1);
    const finder = page.getByRole("combobox", { name: "某一个人看得见吗" });
    await page.getByText(/^看得见的有/).waitFor();
    const [top = 0] = await tops();
    await finder.evaluate((it, to) => scrollBy(0, it.getBoundingClientRect().top - to), top);
    const hint = page.getByText("姓名、拼音、账号或手机号", { exact: true });
    // as it can be pressed through, nothing would be found above the keys
    await hint.evaluate((it) => (it.style.pointerEvents = "auto"));
    for (const key of keys) await expect.poll(() => isUncovered(key)).toBe(true);
    await takePicture(page, "admin/app-foot-narrow");
    await page.setViewportSize(SCREENS.classroom);
    await condition(page, "班级").click();
    const classes = page.getByRole("group", { name: "班级（不选：不限）" });
    const held = Promise.withResolvers<void>();
    await page.route(
      /app\/choices\?/,
      async (route) => {
        const answer = await route.fetch();
        await held.promise;
        await route.fulfill({ response: answer });
      },
      { times: 1 },
    );
    const school = classes.getByLabel("班级所在的学校");
    const first = page.waitForRequest(/app\/choices\?/);
    await school.selectOption({ label: "启明小学" });
    await first;
    await school.selectOption({ label: "启明中学" });
    const offered = classes.getByLabel("添加班级").getByRole("option");
    await offered.filter({ hasText: "七年级" }).first().waitFor({ state: "attached" });
    const late = page.waitForResponse(/app\/choices\?/);
    held.resolve();
    await (await late).finished();
    await school.focus();
    expect(await offered.filter({ hasText: "三年级" }).count()).toBe(0);
    await context.close();
  });

  test("an app is for all grades but one by one tick, and is shown so again", async () => {
    const { page, context } = await at("hezhi", "/apps/homework");
    await step(page, "谁能看见").click();
    await condition(page, "年级").click();
    const grades = page.getByRole("group", { name: "年级", exact: true });
    const side = grades.getByLabel("看得见的年级");
    await side.selectOption({ label: "除选中的年级以外都给" });
    await grades.getByLabel("一年级", { exact: true }).check();
    await page.getByText(/^一年级以外的年级的.*看得见/).waitFor();
    await page.getByLabel("多少人看得见").selectOption({ label: "启明小学" });
    const left = page.getByText(/^学生看不见的，按原因：年级 \d+ 人$/);
    await left.waitFor();
    await look(page, "app-grades");
    // what was counted at one school says nothing of another, which has no first year
    await page.getByLabel("多少人看得见").selectOption({ label: "启明中学" });
    await expect.poll(() => left.count()).toBe(0);
    await save(page);
    await page.getByText("已保存").first().waitFor();
    await page.reload();
    await step(page, "谁能看见").click();
    await condition(page, "年级").click();
    const shown = () => side.evaluate((one: HTMLSelectElement) => one.value);
    await expect.poll(shown).toBe("except");
    const ticked = grades.getByRole("checkbox", { checked: true });
    expect([await ticked.count(), await grades.getByLabel("一年级").isChecked()]).toEqual([
      1,
      true,
    ]);
    await grades.getByLabel("一年级", { exact: true }).uncheck();
    await save(page);
    await page.getByText("已保存").first().waitFor();
    await context.close();
  });

  test("a district switches an app of the platform off at one school, and on again", async () => {
    const { page, context } = await at("wangfang", "/apps/homework");
    await heading(page, "作业").waitFor();
    await page.getByText("由平台管理员更改").waitFor();
    const choice = page.getByRole("combobox", { name: "选择要关闭它的学校" });
    await choice.click();
    await page.getByRole("option", { name: "启明小学", exact: true }).click();
    await button(page, "在启明小学关闭").click();
    await button(page, "在启明小学打开").waitFor();
    const hasFocus = () => choice.evaluate((one) => one.matches(":focus"));
    expect(await hasFocus()).toBe(true);
    await look(page, "app-switched");
    const pupil = await home("linxiaoman");
    const why = await whyAtHome(pupil.page, "zuoye");
    await why.getByText("作业：学校暂时关闭了这个应用。").waitFor();
    await pupil.context.close();
    await button(page, "在启明小学打开").click();
    await page.getByText("没有学校关闭它。").waitFor();
    expect(await hasFocus()).toBe(true);
    await context.close();
  });

  test("who manages apps sees limit by limit why a person does not see one", async () => {
    const { page, context, faults } = await at("wangfang", "/apps/homework");
    await page.getByRole("combobox", { name: "某一个人看得见吗" }).fill("sunhao");
    await page.getByRole("option", { name: /孙浩/ }).first().click();
    await page.getByText(/孙浩，教师 · 启明中学：看不见。这个应用只给学生、家长用。/).waitFor();
    await page.getByRole("row", { name: /身份/ }).first().waitFor();
    await look(page, "app-why");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("what is wrong with the settings is brought into view; an app that is not on one's home says so", async () => {
    const { page, faults, context } = await at("wangfang", "/apps/new");
    await page.getByLabel("名称", { exact: true }).fill("全区心理健康测评与学业质量监测平台");
    await page.getByRole("combobox", { name: "分类" }).selectOption({ index: 1 });
    await step(page, "接入").click();
    await page.getByLabel("地址").fill("https://app.example.cn/");
    await page.getByRole("combobox", { name: "种类" }).selectOption("oidc");
    const settings = page.getByLabel("返回地址（redirect_uri）");
    await settings.fill("app.example.cn/callback");
    await save(page);
    const fault = page.getByText(
      "返回地址（redirect_uri）里的“app.example.cn/callback”应以 http:// 或 https:// 开头。",
    );
    await expect.poll(() => isUncovered(fault)).toBe(true);
    expect(await settings.evaluate((field) => field.matches(":focus"))).toBe(true);
    await settings.fill("https://app.example.cn/callback");
    await save(page);
    await page.getByText(/^app-/).waitFor();
    await look(page, "app-secret");
    await button(page, "我已保管好").click();
    await step(page, "接入").click();
    const handed = page.getByRole("group", { name: "交给应用的开发方" });
    await handed.getByText(/^app-/).waitFor();
    await handed.getByText(`${stage.platform.origin}/oidc`, { exact: true }).waitFor();
    await look(page, "app-handed");
    await button(page, "试着打开").click();
    await page.getByText("打不开：您自己的首页上没有这个应用").waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a new secret wants a fresh proof and is shown once", async () => {
    const { page, context } = await at("hezhi", "/apps/homework");
    await step(page, "接入").click();
    await button(page, "更换密钥…").click();
    await page.getByRole("button", { name: /^更换“作业”的密钥/ }).click();
    await page.getByText("只显示这一次").waitFor();
    await takePicture(page, "admin/app-secret");
    await button(page, "我已保管好").click();
    await context.close();
  });

  test("an entry opens a roster, and says in words what the app reads of it (RO-09)", async () => {
    const { page, faults, context } = await at("hezhi", "/apps/homework");
    await step(page, "接入").click();
    await page.getByText("这个应用读不到名册。").waitFor();
    await page.getByText("允许应用的服务器读取名册").click();
    await page.getByText(/姓名、学校和班级，不含手机号、邮箱、性别与出生日期/).waitFor();
    await page.getByText("手机号", { exact: true }).click();
    await page.getByText(/并含手机号/).waitFor();
    const schools = page.getByRole("combobox", { name: "只限这些学校" });
    await schools.click();
    await page.getByRole("option", { name: "启明小学", exact: true }).click();
    await page.getByText(/指定的 1 所学校的名册/).waitFor();
    await look(page, "app-roster");
    await save(page);
    await page.getByText("已保存").first().waitFor();
    await step(page, "接入").click();
    await page
      .getByRole("group", { name: /读取名册/ })
      .getByText("启明小学", { exact: true })
      .waitFor();
    await page.getByText("允许应用的服务器读取名册").click();
    await save(page);
    await page.getByText("已保存").first().waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});
