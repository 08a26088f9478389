import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { lookAt, openAdministration } from "./harness/administration.ts";
import type { Screen } from "./harness/browser.ts";
import { openFor, Stage } from "./harness/stage.ts";

const stage = openFor(new Stage());

const at = (account: string, path = "/classes", screen: Screen = "classroom") =>
  openAdministration(stage, account, path, screen);

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });
const classes = (page: Page) => page.getByRole("table", { name: "班级" });
const room = (page: Page, name: string) =>
  classes(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name, exact: true }) });

async function choose(page: Page, label: string, option: string) {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** Takes a change back, in a panel or on its own page. */
async function undo(page: Page) {
  await page.getByRole("button", { name: "撤销…" }).click();
  await page.getByRole("button", { name: /^撤销“/ }).click();
  await page.getByText(/^已撤销“/).waitFor();
}

describe("classes are archived and merged, and taken back (AD-09)", () => {
  test("an archived class leaves the list, and comes again by 变更", async () => {
    const { page, context, faults } = await at("linlan");
    await room(page, "二年级（5）班").getByRole("checkbox").check();
    await page.getByRole("button", { name: "归档…" }).click();
    const panel = page.getByRole("dialog", { name: "归档 1 个班级" });
    await panel.getByText(/^将归档“二年级（5）班”，里面有 \d+ 位学生$/).waitFor();
    await panel.getByRole("button", { name: "归档“二年级（5）班”" }).click();
    await panel.getByText("已归档“二年级（5）班”").waitFor();
    await panel.getByRole("button", { name: "关闭" }).click();
    await room(page, "二年级（5）班").waitFor({ state: "detached" });
    await choose(page, "是否归档", "连同已归档");
    await room(page, "二年级（5）班").getByText("已归档").waitFor();
    await lookAt(page, "classes-archived");
    await page.getByRole("link", { name: "变更" }).click();
    await page.getByRole("link", { name: "归档“二年级（5）班”" }).click();
    await undo(page);
    await page.getByRole("link", { name: "班级" }).first().click();
    await room(page, "二年级（5）班").getByText("在用").waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("two classes become one and are two again", async () => {
    const { page, context, faults } = await at("linlan");
    const pupils = async (name: string) =>
      Number(/(\d+) 人/.exec(await room(page, name).innerText())?.[1]);
    await room(page, "二年级（3）班").waitFor();
    const [one, other] = [await pupils("二年级（3）班"), await pupils("二年级（4）班")];
    await room(page, "二年级（3）班").getByRole("checkbox").check();
    await room(page, "二年级（4）班").getByRole("checkbox").check();
    await page.getByRole("button", { name: "合并…" }).click();
    const panel = page.getByRole("dialog", { name: "合并 2 个班级" });
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByText("请选择合并到哪个班级").waitFor();
    await choose(page, "合并到哪个班级", "二年级（3）班");
    await panel.getByText(/二年级（4）班的学生会到这个班级，原来的班级归档/).waitFor();
    await lookAt(page, "class-merge");
    await panel.getByRole("button", { name: "下一步" }).click();
    const all = `将把“二年级（4）班”并入“二年级（3）班”，${other} 位学生随之转入`;
    await panel.getByText(all).waitFor();
    await panel.getByLabel("原因").fill("两个班人数太少，合并上课");
    await panel.getByRole("button", { name: /^把“二年级（4）班”并入/ }).click();
    await panel.getByText("已应用").waitFor();
    await lookAt(page, "class-merged");
    await panel.getByRole("button", { name: "关闭" }).click();
    await expect.poll(() => pupils("二年级（3）班")).toBe(one + other);
    expect(await room(page, "二年级（4）班").count()).toBe(0);
    await page.getByRole("link", { name: "变更" }).click();
    await page.getByRole("link", { name: /^把“二年级（4）班”并入/ }).click();
    await undo(page);
    await page.getByRole("link", { name: "班级" }).first().click();
    await room(page, "二年级（4）班").waitFor();
    expect([await pupils("二年级（3）班"), await pupils("二年级（4）班")]).toEqual([one, other]);
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe("a large change wants a second person (CS-03)", () => {
  /** Asks for the identity of more than 200 pupils to be disabled, up to the approval. */
  async function ask(page: Page) {
    const listed = page.getByRole("checkbox", { name: /^选择已列出的/ });
    await listed.waitFor();
    const count = async () => Number(/\d+/.exec((await listed.getAttribute("aria-label")) ?? ""));
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4000);
        return count();
      })
      .toBeGreaterThan(220);
    await listed.check();
    await page.getByRole("button", { name: "停用身份…" }).click();
    const panel = page.getByRole("dialog");
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByText(/超过一成/).waitFor();
    await panel.getByRole("button", { name: /^提交审批：停用/ }).click();
    await panel.getByText("请先写明原因").waitFor();
    await panel.getByLabel("原因").fill("毕业班提前离校");
    await lookAt(page, "approval-asked");
    await panel.getByRole("button", { name: /^提交审批：停用/ }).click();
    await panel.getByText("等待审批", { exact: true }).waitFor();
    await panel.getByText(/提出的人不能自己批准/).waitFor();
    expect(await panel.getByRole("button", { name: /^批准/ }).count()).toBe(0);
    await panel.getByRole("button", { name: "撤回申请" }).waitFor();
    await lookAt(page, "approval-waits");
    await panel.getByRole("link", { name: "在“变更”里查看" }).click();
    await heading(page, "变更").waitFor();
    return page.url();
  }

  async function findWaiting(page: Page) {
    await choose(page, "状态", "等待审批");
    await page
      .getByRole("table", { name: "变更" })
      .getByRole("link", { name: /^停用 \d+ 位学生$/ })
      .click();
    await page.getByText("林岚提出的变更，在等您审批。批准后立即应用。").waitFor();
  }

  test("it is refused with a reason that its maker reads; then another is approved and applied", async () => {
    const maker = await at("linlan", "/people?identity=student");
    const approver = await at("wangfang", "/changes");
    const refused = await ask(maker.page);
    await findWaiting(approver.page);
    await lookAt(approver.page, "approval-to-give");
    await approver.page.getByRole("button", { name: "不批准…" }).click();
    await approver.page.getByRole("button", { name: /^不批准“/ }).click();
    await approver.page.getByText("请写明为什么不批准").waitFor();
    await approver.page.getByLabel("不批准的原因").fill("名单里有还在上课的学生");
    await lookAt(approver.page, "approval-refusing");
    await approver.page.getByRole("button", { name: /^不批准“/ }).click();
    await heading(approver.page, "变更").waitFor();
    await maker.page.reload();
    await maker.page.getByText("王芳没有批准：名单里有还在上课的学生。什么都没有改。").waitFor();
    expect(maker.page.url()).toBe(refused);
    await lookAt(maker.page, "approval-refused");

    await maker.page.goto(`${stage.platform.page}#/module/admin/people?identity=student`);
    await ask(maker.page);
    await approver.page.goto(`${stage.platform.page}#/module/admin/changes`);
    await findWaiting(approver.page);
    await approver.page.getByRole("button", { name: /^批准并停用 \d+ 位学生$/ }).click();
    await approver.page.getByText(/^已停用 \d+ 位学生$/).waitFor();
    await approver.page.getByText(/王芳 批准/).waitFor();
    await maker.page.reload();
    await maker.page.getByText(/^已停用 \d+ 位学生$/).waitFor();
    await undo(maker.page);
    expect([...maker.faults, ...approver.faults]).toEqual([]);
    await maker.context.close();
    await approver.context.close();
  });
});
