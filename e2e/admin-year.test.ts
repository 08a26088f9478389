import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chooseIn, lookAt, openAdministration } from "./harness/administration.ts";
import { openFor, Stage } from "./harness/stage.ts";

const stage = openFor(new Stage());

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const step = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "步骤" }).getByRole("link", { name });
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const saved = (page: Page) => page.getByText(/^草稿已保存/).waitFor();

/** Types into a field that is told when one leaves it. */
async function fill(page: Page, label: string, value: string) {
  await page.getByLabel(label, { exact: true }).fill(value);
  await page.keyboard.press("Tab");
  await saved(page);
}

describe("the turn of a school year (YR-01, YR-02)", () => {
  test("is drawn up in five steps, kept as a draft, submitted, and approved by another person", async () => {
    const { page, context, faults } = await openAdministration(stage, "linlan", "/year");
    await page.getByText("还没有保存过").waitFor();
    const classes = part(page, "每个班级");
    await classes.getByText(/^共 [\d,]+ 位学生：升级/).waitFor();
    const [first] = await classes.getByRole("listitem").locator("strong").allTextContents();
    const eldest = classes.getByRole("listitem").filter({ hasText: "毕业，归档为" }).first();
    await expect.poll(() => eldest.count()).toBe(1);
    await fill(page, `${first ?? ""}在新学年的名称`, "向阳班");
    await classes.getByText("升为“向阳班”").waitFor();

    await step(page, "毕业与留级").click();
    const own = page.getByRole("list", { name: "这个班的学生" });
    const name = (await own.getByRole("listitem").first().locator("strong").textContent()) ?? "";
    await lookAt(page, "year-leaving");
    await own.getByRole("combobox", { name: `${name}的去向` }).click();
    await page.getByRole("option", { name: "不编班（休学等）" }).click();
    await saved(page);
    await fill(page, `${name}不编班的原因`, "休学一年").catch(async () => {
      // the pupil is now in both lists
      await part(page, "另作安排的学生").getByLabel(`${name}不编班的原因`).fill("休学一年");
      await page.keyboard.press("Tab");
      await saved(page);
    });
    await part(page, "另作安排的学生").getByText("休学一年").first().waitFor();

    await step(page, "新生分班").click();
    // more than a plan takes stays at its field, and makes none
    await fill(page, "一年级新班级的个数", "41");
    await page.getByText("请填 0 到 40 之间的个数").waitFor();
    await lookAt(page, "year-too-many-classes");
    await fill(page, "一年级新班级的个数", "2");
    await page.getByLabel("抽签种子").fill("开学第一课 426");
    await button(page, /^抽签，给 \d+ 位新生分班$/).click();
    await page.getByText("名单没有变").waitFor();
    await lookAt(page, "year-new");
    const [one, other] = [part(page, "一年级（1）班"), part(page, "一年级（2）班")];
    const before = await other.getByRole("listitem").count();
    await one.getByRole("listitem").first().dragTo(other);
    await expect.poll(() => other.getByRole("listitem").count()).toBe(before + 1);
    await page.getByText(/手工调整 1 人/).waitFor();
    // the same by keyboard: the choice beside the name
    const back = other.getByRole("listitem").filter({ hasText: "手工调整" }).getByRole("combobox");
    await back.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "一年级（1）班", exact: true }).click();
    await expect.poll(() => other.getByRole("listitem").count()).toBe(before);

    await step(page, "老师与班主任").click();
    await page.getByText("老师随班级走").waitFor();
    const head = page.getByRole("combobox", { name: "一年级（1）班的班主任" });
    await head.click();
    await head.pressSequentially("tanjingyi");
    await page.getByRole("option", { name: /tanjingyi/ }).click();
    await page.getByText(/班主任：.+（新选）/).waitFor();
    await lookAt(page, "year-teachers");

    await step(page, "核对与生效").click();
    await page.getByLabel("毕业生的数据至少保留多少天").fill("90");
    await page.keyboard.press("Tab");
    await saved(page);
    const pause = page.getByRole("textbox", { name: "夜间导入从什么时候起暂停：日期" });
    await pause.click();
    // the calendar is Chinese, and begins with Monday
    await expect
      .poll(() => page.locator(".ant-picker-content th").allInnerTexts())
      .toEqual(["一", "二", "三", "四", "五", "六", "日"]);
    await lookAt(page, "year-calendar");
    await page.locator(".ant-picker-cell-in-view").getByText("27", { exact: true }).click();
    await saved(page);
    await expect.poll(() => pause.inputValue()).toBe("2027年8月27日");
    await lookAt(page, "year-check");
    // what is no day stays at its field, over other steps and screens too, and the plan has the day of before
    const takes = page.getByRole("textbox", { name: "什么时候生效：日期" });
    await takes.click();
    await takes.press("ControlOrMeta+a");
    await takes.pressSequentially("2027-02-30");
    await step(page, "老师与班主任").click();
    await page.getByText("老师随班级走").waitFor();
    await page.getByRole("link", { name: "班级", exact: true }).first().click();
    await page.getByRole("link", { name: "新学年", exact: true }).first().click();
    await step(page, "核对与生效").click();
    await page.getByText("没有“2027-02-30”这一天").waitFor();
    await expect.poll(() => takes.inputValue()).toBe("2027-02-30");
    await expect.poll(() => pause.inputValue()).toBe("2027年8月27日");
    await lookAt(page, "year-no-such-day");
    await button(page, "提交审批").click();
    await page.getByText("请先改正标出的内容").waitFor();
    // nor is an emptied one submitted as it was
    await takes.fill("");
    await takes.blur();
    await page.getByText("请填写日期").waitFor();
    await button(page, "提交审批").click();
    await page.getByText("请先改正标出的内容").waitFor();
    await takes.fill("2027-9-1");
    await takes.press("Tab");
    // days below the least are not raised without a word
    const days = page.getByLabel("毕业生的数据至少保留多少天");
    await expect.poll(() => days.inputValue()).toBe("90");
    await days.fill("7");
    await step(page, "老师与班主任").click();
    await step(page, "核对与生效").click();
    await page.getByText("请填 30 到 365 之间的天数").waitFor();
    expect(await days.inputValue()).toBe("7");
    await lookAt(page, "year-too-few-days");
    await button(page, "提交审批").click();
    await page.getByText("请先改正标出的内容").waitFor();
    await days.fill("60");
    await days.press("Tab");
    await expect.poll(() => takes.inputValue()).toBe("2027年9月1日");
    await expect
      .poll(() => page.getByRole("textbox", { name: "什么时候生效：时刻" }).inputValue())
      .toBe("00:00");
    await page.reload();
    await expect.poll(() => takes.inputValue()).toBe("2027年9月1日");
    await expect.poll(() => pause.inputValue()).toBe("2027年8月27日");
    expect(await days.inputValue()).toBe("60");
    // what cannot be saved is not submitted, and what is submitted is what is shown
    await pause.fill("2027年9月2日");
    await page.keyboard.press("Tab");
    await page.getByText(/没有保存：/).waitFor();
    await button(page, "提交审批").click();
    await page.getByText("还有改动没有保存，所以没有提交；请先改好上面标出的地方").waitFor();
    await pause.fill("2027年8月27日");
    await page.keyboard.press("Tab");
    await saved(page);
    await button(page, "提交审批").click();
    await page.getByText("等待审批").first().waitFor();
    await page.getByText("进入新学年会改动全校的班级和学生，需要另一个人审批").waitFor();
    await lookAt(page, "year-submitted");
    const { hash } = new URL(page.url());
    await page.getByRole("link", { name: "新学年", exact: true }).first().click();
    await page.getByText("计划已经提交，不能再改。").waitFor();
    await expect.poll(() => page.getByLabel("向阳班在新学年的名称").count()).toBe(0);
    // what cannot be changed looks so
    const off = page.getByLabel(/在新学年的名称$/).first();
    expect(await off.isDisabled()).toBe(true);
    const colour = await off.evaluate((field) => getComputedStyle(field).backgroundColor);
    expect(colour).not.toBe("rgb(255, 255, 255)");

    const approver = await openAdministration(
      stage,
      "wangfang",
      hash.replace("#/module/admin", ""),
    );
    await approver.page.getByText(/批准后到 2027年9月1日 00:00 自动应用。$/).waitFor();
    await approver.page.getByRole("button", { name: /^批准/ }).click();
    await approver.page.getByText("已批准，到时应用").first().waitFor();
    await lookAt(approver.page, "year-scheduled");
    await approver.page.getByText("将在 2027年9月1日 00:00 自动应用。").waitFor();
    await approver.page.getByRole("link", { name: "所有变更" }).click();
    const row = approver.page.getByRole("row", { name: /已批准，到时应用/ });
    const isWhole = (cell: Element) => cell.scrollWidth <= cell.clientWidth;
    await row.waitFor();
    const cells = row.getByRole("cell").filter({ hasText: /已批准|2026年|2027年/ });
    for (const cell of await cells.all()) expect(await cell.evaluate(isWhole)).toBe(true);
    await approver.page.goBack();
    const cancel = approver.page.getByRole("button", { name: "取消，到时不应用" });
    await cancel.click();
    await cancel.waitFor({ state: "detached" });
    await approver.context.close();
    await page.reload();
    await page.getByText(/^草稿已保存/).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("of two people who change it at once the second keeps both, or takes the other's; who looks after several schools chooses one", async () => {
    const one = await openAdministration(stage, "linlan", "/year");
    // whoever looks after several schools chooses one
    const two = await openAdministration(stage, "wangfang", "/year");
    await two.page.getByText("先选一所学校").waitFor();
    await lookAt(two.page, "year-schools");
    await chooseIn(two.page, "选择学校", "启明小学");
    await part(two.page, "规则").waitFor();
    await chooseIn(one.page, "班级名称", /^按入学年/);
    await saved(one.page);
    await part(one.page, "每个班级")
      .getByText(/升为“20\d\d级/)
      .first()
      .waitFor();
    const field = two.page.getByLabel(/在新学年的名称$/).first();
    await field.fill("向阳花班");
    await two.page.keyboard.press("Tab");
    await two.page.getByText(/没有保存：另一位管理员刚刚改过/).waitFor();
    await lookAt(two.page, "year-conflict");
    // what was typed stands in what the other saved
    expect(await field.inputValue()).toBe("向阳花班");
    await part(two.page, "每个班级")
      .getByText(/升为“20\d\d级/)
      .first()
      .waitFor();
    await button(two.page, "再保存一次").click();
    await saved(two.page);
    await expect.poll(() => two.page.getByText(/没有保存：/).count()).toBe(0);
    await two.page.reload();
    await expect.poll(() => field.inputValue()).toBe("向阳花班");
    await one.page.reload();
    await chooseIn(one.page, "班级名称", /^名称不变/);
    await saved(one.page);
    await chooseIn(two.page, "班级名称", /^按年级/);
    await button(two.page, "用对方的（放弃我改的）").click();
    await expect.poll(() => two.page.getByText(/没有保存：/).count()).toBe(0);
    await chooseIn(two.page, "班级名称", /^按入学年/);
    await saved(two.page);
    await part(two.page, "每个班级")
      .getByText(/升为“20\d\d级/)
      .first()
      .waitFor();
    await one.context.close();
    await two.context.close();
  });

  test("what could not be saved is saved by another press, and lost by none", async () => {
    const { page, context } = await openAdministration(stage, "linlan", "/year");
    const field = page.getByLabel(/在新学年的名称$/).first();
    await field.waitFor();
    const saving = /\/year\/save\?/;
    await page.route(saving, (route) => route.fulfill({ status: 500, body: "" }));
    await field.fill("向日葵班");
    await page.keyboard.press("Tab");
    await page.getByText(/没有保存：/).waitFor();
    await expect.poll(() => field.inputValue()).toBe("向日葵班");
    await page.unroute(saving);
    await button(page, "再保存一次").click();
    await saved(page);
    await expect.poll(() => page.getByText(/没有保存：/).count()).toBe(0);
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe("向日葵班");
    await context.close();
  });
});
