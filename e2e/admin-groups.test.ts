import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { lookAt, openAdministration } from "./harness/administration.ts";
import { openFor, Stage } from "./harness/stage.ts";

const stage = openFor(new Stage());

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 2, name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const members = (page: Page) => page.getByRole("table", { name: "里面的人" });

/** Makes a group by hand and opens its page. */
async function makeByHand(page: Page, name: string) {
  await button(page, "新建群组…").click();
  const panel = page.getByRole("dialog", { name: "新建群组" });
  await panel.getByText("手工挑选").click();
  await panel.getByLabel("名称").fill(name);
  await panel.getByRole("button", { name: "新建群组" }).click();
  await heading(page, name).waitFor();
}

describe("groups in the page (AD-16)", () => {
  test("one by rule says whom it brings together before it is made, and filters the people", async () => {
    const { page, context, faults } = await openAdministration(stage, "linlan", "/people");
    await page.getByRole("link", { name: "群组", exact: true }).click();
    await page.getByText("还没有群组").waitFor();
    await button(page, "新建群组…").click();
    const panel = page.getByRole("dialog", { name: "新建群组" });
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByText("请填写群组的名称").waitFor();
    await panel.getByLabel("名称").fill("三年级语文组");
    await panel.getByRole("combobox", { name: "年级" }).click();
    await page.getByRole("option", { name: "三年级", exact: true }).click();
    await panel.getByLabel("名称").click();
    await panel.getByRole("combobox", { name: "任教的学科" }).click();
    await page.getByRole("option", { name: "语文", exact: true }).click();
    await panel.getByLabel("名称").click();
    await lookAt(page, "group-make");
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByText(/^三年级的语文教师：现在 \d+ 人。/).waitFor();
    await lookAt(page, "group-previewed");
    await panel.getByRole("button", { name: "新建群组" }).click();
    await heading(page, "三年级语文组").waitFor();
    await members(page).waitFor();
    await lookAt(page, "group");
    const many = await members(page).getByRole("link").count();
    await expect.poll(() => button(page, "加人…").count()).toBe(0);
    await page.getByRole("link", { name: "在“人员”里查看" }).click();
    await page.getByText(`共 ${many} 人`).waitFor();
    await lookAt(page, "people-of-group");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("one by hand takes a pasted column by a change, gives people back, and is edited by one at a time", async () => {
    const { page, context } = await openAdministration(stage, "linlan", "/people/groups");
    await makeByHand(page, "合唱团");
    await page.getByText("这个群组里还没有人").waitFor();
    await lookAt(page, "group-empty");
    await button(page, "加人…").click();
    const panel = page.getByRole("dialog");
    await panel.getByRole("textbox").fill("linxiaoman\t林小满\nnobody-here\nwanghua\n");
    await panel.getByRole("button", { name: "查找这些人" }).click();
    await panel.getByText("第 2 行").waitFor();
    await panel.getByText("没有这样的人").waitFor();
    await lookAt(page, "group-pasted");
    await panel.getByRole("button", { name: "下一步：加入这 2 人" }).click();
    await panel.getByText("将把 2 人加入“合唱团”").waitFor();
    await lookAt(page, "group-planned");
    await panel.getByRole("button", { name: "把 2 人加入“合唱团”" }).click();
    await panel.getByText("已应用").first().waitFor();
    await panel.getByRole("button", { name: "关闭" }).click();
    await members(page).getByRole("link", { name: "林小满" }).waitFor();
    await members(page).getByRole("row", { name: /王华/ }).getByRole("checkbox").check();
    await lookAt(page, "group-by-hand");
    await button(page, "移出群组…").click();
    await panel.getByRole("button", { name: "把 1 人移出“合唱团”" }).click();
    await panel.getByText("已应用").first().waitFor();
    await panel.getByRole("button", { name: "撤销…" }).click();
    await panel.getByRole("button", { name: /^撤销“把 1 人移出/ }).click();
    await panel
      .getByText(/^已撤销/)
      .first()
      .waitFor();
    await panel.getByRole("button", { name: "关闭" }).click();
    await members(page).getByRole("link", { name: "王华" }).waitFor();

    // people who were chosen in their list come in as well
    const group = page.url();
    await page.goto(`${stage.platform.page}#/module/admin/people?q=hanruoxi`);
    const [found] = [page.getByRole("table", { name: "人员" })];
    await found.getByRole("row").nth(1).getByRole("checkbox").check();
    await button(page, "加入群组…").click();
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByText("请选择群组").waitFor();
    await panel.getByRole("combobox", { name: "群组" }).click();
    await page.getByRole("option", { name: "合唱团" }).click();
    await lookAt(page, "people-into-group");
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByRole("button", { name: "把 1 人加入“合唱团”" }).click();
    await panel.getByText("已应用").first().waitFor();
    await page.goto(group);
    await page.getByText("里面的人（3）").waitFor();

    // somebody else is faster
    await button(page, "修改…").click();
    await panel.getByLabel("名称").fill("童声合唱团");
    const other = await context.newPage();
    await other.goto(page.url());
    await button(other, "修改…").click();
    await other.getByRole("dialog").getByLabel("名称").fill("合唱二团");
    await other.getByRole("dialog").getByRole("button", { name: "保存" }).click();
    await heading(other, "合唱二团").waitFor();
    await other.close();
    await panel.getByRole("button", { name: "保存" }).click();
    await panel
      .getByText(
        "另一位管理员刚刚改了名称。您也改了名称，这里留着您写的。名称对方写的是“合唱二团”。",
      )
      .waitFor();
    expect(await panel.getByLabel("名称").inputValue()).toBe("童声合唱团");
    await lookAt(page, "group-conflict");
    await panel.getByRole("button", { name: "保存" }).click();
    await heading(page, "童声合唱团").waitFor();

    await page.goto(`${stage.platform.page}#/module/admin/people/groups/nothing`);
    await page.getByText("没有这个群组").waitFor();
    await lookAt(page, "group-unknown");
    await context.close();
  });

  test("a panel asks before what was written in it is given up", async () => {
    const { page, context, faults } = await openAdministration(stage, "linlan", "/people/groups");
    await button(page, "新建群组…").click();
    const panel = page.getByRole("dialog", { name: "新建群组" });
    const name = panel.getByLabel("名称");
    await name.fill("田径队");
    const question = panel.getByText("写的内容还没有保存，关闭后就没有了。");
    const goOn = button(page, "继续填写");
    await page.keyboard.press("Escape");
    await question.waitFor();
    expect(await goOn.evaluate((one) => one.matches(":focus"))).toBe(true);
    await lookAt(page, "panel-question");
    await page.keyboard.press("Enter");
    await question.waitFor({ state: "detached" });
    expect(await name.inputValue()).toBe("田径队");
    expect(await name.evaluate((one) => one.matches(":focus"))).toBe(true);
    await page.mouse.click(20, 400);
    await question.waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await panel.getByRole("button", { name: "关闭" }).click();
    await button(page, "放弃填写的内容").click();
    await panel.waitFor({ state: "detached" });
    const opener = button(page, "新建群组…");
    expect(await opener.evaluate((one) => one.matches(":focus"))).toBe(true);
    // with nothing in it nothing is asked
    await opener.click();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a district's is limited to classes of its schools, each named with its school", async () => {
    const { page, context, faults } = await openAdministration(stage, "wangfang", "/people/groups");
    await button(page, "新建群组…").click();
    const panel = page.getByRole("dialog", { name: "新建群组" });
    const place = panel.getByRole("combobox", { name: "学校或区域" });
    await place.click();
    await page.getByRole("option", { name: "晨曦区教育局", exact: true }).click();
    await panel.getByLabel("名称").fill("两校的一班");
    for (const [school, room] of [
      ["启明小学", "三年级（1）班"],
      ["启明中学", "七年级（1）班"],
    ] as const) {
      await panel.getByRole("combobox", { name: "班级所在的学校" }).click();
      await page.getByRole("option", { name: school, exact: true }).click();
      await panel.getByRole("combobox", { name: `${school}的班级` }).click();
      await page.getByRole("option", { name: room, exact: true }).click();
      await panel.getByLabel("名称").click();
    }
    await lookAt(page, "group-of-district");
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel
      .getByText(/^启明小学三年级（1）班、启明中学七年级（1）班的教师：现在 \d+ 人。/)
      .waitFor();
    await panel.getByRole("button", { name: "新建群组" }).click();
    await heading(page, "两校的一班").waitFor();
    await button(page, "修改…").click();
    await page.getByRole("dialog").getByRole("combobox", { name: "启明小学的班级" }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("limits an app's audience, and is not removed while it does", async () => {
    const { page, context, faults } = await openAdministration(stage, "hezhi", "/apps/homework");
    await page
      .getByRole("group", { name: "步骤" })
      .getByRole("button", { name: "谁能看见" })
      .click();
    await page.locator("summary").filter({ hasText: "拒绝名单" }).click();
    await page.getByRole("combobox", { name: "拒绝名单：群组" }).click();
    await page.getByRole("option", { name: "启明小学 童声合唱团" }).click();
    await page.getByText(/看得见，启明小学 童声合唱团除外。$/).waitFor();
    await page.getByLabel("多少人看得见").selectOption({ label: "启明小学" });
    await page
      .getByText(/看不见的，按原因：.*拒绝名单 1 人/)
      .first()
      .waitFor();
    await lookAt(page, "app-groups");
    await button(page, "保存").click();
    await page.getByText("已保存").waitFor();

    await page.goto(`${stage.platform.page}#/module/admin/people/groups`);
    await page.getByRole("table", { name: "群组" }).waitFor();
    await lookAt(page, "groups");
    await page.getByRole("link", { name: "童声合唱团" }).click();
    await button(page, "删除…").click();
    const panel = page.getByRole("dialog");
    await panel.getByText(/还有 1 个应用用它来限定谁能看见：作业/).waitFor();
    await lookAt(page, "group-in-use");
    await panel.getByRole("button", { name: "关闭" }).click();
    await page.goto(`${stage.platform.page}#/module/admin/people/groups`);
    await page.getByRole("link", { name: "三年级语文组" }).click();
    await button(page, "删除…").click();
    await panel.getByRole("button", { name: "删除群组" }).click();
    await heading(page, "群组").waitFor();
    await expect.poll(() => page.getByRole("link", { name: "三年级语文组" }).count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });
});
