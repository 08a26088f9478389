import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { planChange } from "#contract";
import { changeByWire, chooseIn, lookAt, openAdministration } from "./harness/administration.ts";
import { SCREENS, takePicture, type Screen } from "./harness/browser.ts";
import { openFor, Stage } from "./harness/stage.ts";
import { call, DEMO_PASSWORD, signInByWire } from "./harness/wire.ts";

const stage = openFor(new Stage());

const at = (account: string, path = "/classes", screen: Screen = "classroom") =>
  openAdministration(stage, account, path, screen);

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 2, name });
const classes = (page: Page) => page.getByRole("table", { name: "班级" });
const room = (page: Page, name: string) =>
  classes(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name, exact: true }) });

let manager: Awaited<ReturnType<typeof at>>;
beforeAll(async () => {
  manager = await at("linlan");
});

/** The list of classes, in the page of one manager for all that she does there. */
async function atClasses(): Promise<Page> {
  const { page } = manager;
  await page.goto(`${stage.platform.page}#/module/admin/classes`);
  await classes(page).waitFor();
  return page;
}

/** Narrows the list, of which only what is near the screen is drawn, and waits until its rows have moved. */
async function narrow(page: Page, to: string) {
  await page.getByPlaceholder("班级名称").fill(to);
  await page.waitForURL((url) => decodeURIComponent(url.hash).includes(`q=${to}`));
}

async function openClass(page: Page, name: string) {
  await narrow(page, name);
  await classes(page).getByRole("link", { name }).click();
}

/** Takes a change back, in a panel or on its own page, by the keyboard: the focus goes to what replaces a key. */
async function undo(page: Page) {
  const ask = page.getByRole("button", { name: "撤销…" });
  await ask.press("Enter");
  await page.getByRole("button", { name: "保持现状" }).press("Enter");
  await expect.poll(() => ask.evaluate((key) => key.matches(":focus"))).toBe(true);
  await ask.press("Enter");
  const sure = page.getByRole("button", { name: /^撤销“/ });
  await expect.poll(() => sure.evaluate((key) => key.matches(":focus"))).toBe(true);
  await sure.press("Enter");
  await page.getByText(/^已撤销“/).waitFor();
}

describe("classes are archived and merged, and taken back (AD-09)", () => {
  test("an archived class leaves the list, and comes again by 变更", async () => {
    const page = await atClasses();
    await room(page, "二年级（5）班").getByRole("checkbox").check();
    await page.getByRole("button", { name: "归档…" }).click();
    const panel = page.getByRole("dialog", { name: "归档 1 个班级" });
    await panel.getByText(/^将归档“二年级（5）班”，里面有 \d+ 位学生$/).waitFor();
    await panel.getByRole("button", { name: "归档“二年级（5）班”" }).click();
    await panel.getByText("已归档“二年级（5）班”").waitFor();
    await panel.getByRole("button", { name: "关闭" }).click();
    await room(page, "二年级（5）班").waitFor({ state: "detached" });
    await chooseIn(page, "是否归档", "连同已归档");
    await room(page, "二年级（5）班").getByText("已归档").waitFor();
    await lookAt(page, "classes-archived");
    // only what would change something is offered
    await room(page, "二年级（5）班").getByRole("checkbox").check();
    await page.getByRole("button", { name: "恢复…" }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: "归档…" }).count()).toBe(0);
    await page.getByRole("link", { name: "变更" }).click();
    await page.getByRole("link", { name: "归档“二年级（5）班”" }).click();
    await undo(page);
    await page.getByRole("link", { name: "班级" }).first().click();
    await room(page, "二年级（5）班").getByText("在用").waitFor();
    expect(manager.faults).toEqual([]);
  });

  test("two classes become one and are two again", async () => {
    const page = await atClasses();
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
    await chooseIn(page, "合并到哪个班级", "二年级（3）班");
    await panel.getByText(/二年级（4）班的学生会到这个班级，原来的班级归档/).waitFor();
    await lookAt(page, "class-merge");
    await panel.getByRole("button", { name: "下一步" }).click();
    const all = `将把“二年级（4）班”并入“二年级（3）班”，${other} 位学生随之转入`;
    await panel.getByText(all).waitFor();
    await panel.getByLabel("原因").fill("两个班人数太少，合并上课");
    await panel.getByRole("button", { name: /^把“二年级（4）班”并入/ }).click();
    await panel.getByText("已应用").first().waitFor();
    await lookAt(page, "class-merged");
    await panel.getByRole("button", { name: "关闭" }).click();
    await expect.poll(() => pupils("二年级（3）班")).toBe(one + other);
    await expect.poll(() => room(page, "二年级（4）班").count()).toBe(0);
    await page.getByRole("link", { name: "变更" }).click();
    await page.getByRole("link", { name: /^把“二年级（4）班”并入/ }).click();
    await undo(page);
    await page.getByRole("link", { name: "班级" }).first().click();
    await room(page, "二年级（4）班").waitFor();
    expect([await pupils("二年级（3）班"), await pupils("二年级（4）班")]).toEqual([one, other]);
    expect(manager.faults).toEqual([]);
  });
});

describe("two rename a class at once (CS-02)", () => {
  test("the second is told, by the name that it has now; what is gone back to is what was typed", async () => {
    const page = await atClasses();
    await openClass(page, "二年级（5）班");
    await page.getByRole("button", { name: "改名…" }).click();
    const panel = page.getByRole("dialog");
    await panel.getByLabel("班级名称").fill("二年级甲班");
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByText("将把“二年级（5）班”改名为“二年级甲班”").waitFor();
    await renameClass("二年级（5）班", "二年级乙班");
    await panel.getByRole("button", { name: "把“二年级（5）班”改名为“二年级甲班”" }).click();
    await panel.getByText(/刚刚被别人改过/).waitFor();
    await page.getByRole("dialog", { name: "改名或换年级：二年级乙班" }).waitFor();
    await lookAt(page, "class-renamed-meanwhile");
    await panel.getByRole("button", { name: "返回修改" }).click();
    // the plan is dropped first, and what was typed is hidden until then
    await panel.getByLabel("班级名称").waitFor();
    await expect.poll(() => panel.getByLabel("班级名称").inputValue()).toBe("二年级甲班");
    await panel.getByRole("button", { name: "关闭" }).click();
    await panel.getByRole("button", { name: "放弃填写的内容" }).click();
    await heading(page, "二年级乙班").waitFor();
    await renameClass("二年级乙班", "二年级（5）班");
    expect(manager.faults).toEqual([]);
  });

  test("who applies or undoes what another has just applied or undone sees it as it is by then", async () => {
    const { origin } = stage.platform;
    const page = await atClasses();
    await openClass(page, "二年级（5）班");
    await page.getByRole("button", { name: "改名…" }).click();
    const panel = page.getByRole("dialog");
    await panel.getByLabel("班级名称").fill("二年级丁班");
    await panel.getByRole("button", { name: "下一步" }).click();
    const href = await panel.getByRole("link", { name: "在“变更”里查看" }).getAttribute("href");
    const change_id = href?.split("/").at(-1) ?? "";
    const { token } = await signInByWire(origin, "wangfang");
    const byAnother = (step: "applyChange" | "undoChange") =>
      call(origin, step, { change_id }, { token, headers: { identity: "admin" } });
    const late = page.getByText("这次变更已经在进行，或已经结束");
    await byAnother("applyChange");
    await panel.getByRole("button", { name: "把“二年级（5）班”改名为“二年级丁班”" }).click();
    await late.waitFor();
    await panel.getByText("已应用").waitFor();
    await panel.getByRole("button", { name: "撤销…" }).click();
    await byAnother("undoChange");
    await panel.getByRole("button", { name: /^撤销“/ }).click();
    await panel
      .getByText(/^已撤销“|^撤销“把/)
      .first()
      .waitFor();
    await expect.poll(() => panel.getByRole("button", { name: /^撤销“/ }).count()).toBe(0);
    await panel.getByRole("button", { name: "关闭" }).click();
    expect(manager.faults).toEqual([]);
  });

  test("another grade leaves a name alone that was given meanwhile; a name that is taken is said at its field", async () => {
    const page = await atClasses();
    await openClass(page, "二年级（5）班");
    await page.getByRole("button", { name: "改名…" }).click();
    const panel = page.getByRole("dialog");
    await chooseIn(page, "年级", "三年级（小学）");
    await renameClass("二年级（5）班", "二年级丙班");
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByText("将修改“二年级丙班”").waitFor();
    await panel.getByRole("button", { name: "返回修改" }).click();
    await renameClass("二年级丙班", "二年级（5）班");

    const name = panel.getByLabel("班级名称");
    await name.fill("二年级（4）班");
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByText("已经有一个班叫“二年级（4）班”了").waitFor();
    await panel.getByText("请检查“班级名称”。").waitFor();
    const isMarked = () => name.evaluate((one) => one.matches("[aria-invalid=true]"));
    await expect.poll(() => name.evaluate((one) => one.matches(":focus"))).toBe(true);
    expect(await isMarked()).toBe(true);
    await lookAt(page, "class-name-taken");
    await name.fill("二年级（9）班");
    await expect.poll(isMarked).toBe(false);
    await panel.getByRole("button", { name: "关闭" }).click();
    expect(manager.faults).toEqual([]);
  });
});

/** Renames a class as another manager of the school does meanwhile. */
async function renameClass(from: string, name: string): Promise<void> {
  const { origin } = stage.platform;
  const { token } = await signInByWire(origin, "wangfang");
  const as = { token, headers: { identity: "admin" } };
  const { organisations } = (await call(origin, "readOrganisations", {}, as)).body.data;
  const school_id = organisations.find((one) => one.name === "启明小学")?.id ?? "";
  const { classes: all } = (await call(origin, "readClasses", { school_id }, as)).body.data;
  const class_id = all.find((one) => one.name === from)?.id ?? "";
  const change = { kind: "class-edit", school_id, class_id, name };
  await changeByWire(origin, "wangfang", change);
}

test("a proof that is asked for in the middle of a change is typed at once, and the change goes on (GR-08)", async () => {
  const page = await atClasses();
  await openClass(page, "二年级（5）班");
  await page.getByRole("button", { name: "改名…" }).click();
  const panel = page.getByRole("dialog", { name: /^改名或换年级/ });
  await panel.getByLabel("班级名称").fill("二年级戊班");
  const data = { check: "password", why: "administration" };
  const json = { code: 40004, msg: "管理页面有一会儿没有使用了", data };
  const plans = (url: URL) => url.pathname === planChange.path;
  await page.route(plans, (route) => route.fulfill({ status: 400, json }), { times: 1 });
  await panel.getByRole("button", { name: "下一步" }).click();
  const proof = page.getByRole("dialog", { name: "再次确认身份" });
  const password = proof.getByLabel("自己的登录密码");
  await expect.poll(() => password.evaluate((one) => one.matches(":focus"))).toBe(true);
  // the button behind goes on waiting meanwhile
  await takePicture(page, "admin/administration-proof-classroom");
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press("Enter");
  await panel.getByText("将把“二年级（5）班”改名为“二年级戊班”").waitFor();
  expect(await proof.count()).toBe(0);
  await panel.getByRole("button", { name: "不改了" }).click();
  expect(manager.faults).toEqual([]);
});

describe("a class is split, pupils are dragged (AD-09)", () => {
  const pupils = (page: Page) => page.getByRole("table", { name: "学生" });
  const count = async (page: Page) =>
    Number(
      /\d+/.exec(await page.getByRole("heading", { level: 3, name: /^学生（/ }).innerText())?.[0],
    );

  test("some pupils go to a new class with a head-teacher; taken back, all are in one again", async () => {
    const page = await atClasses();
    await openClass(page, "五年级（1）班");
    await pupils(page).waitFor();
    // the same word as in the list of people
    await pupils(page).getByRole("cell", { name: "从未登录" }).first().waitFor();
    await lookAt(page, "class-pupils");
    const before = await count(page);
    await page.getByRole("button", { name: "拆班…" }).click();
    const panel = page.getByRole("dialog", { name: "拆班：五年级（1）班" });
    await expect
      .poll(() => panel.getByLabel("新班级的名称").inputValue())
      .toMatch(/^五年级（\d）班$/);
    const name = await panel.getByLabel("新班级的名称").inputValue();
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByText("请选择去新班级的学生").waitFor();
    await panel.getByRole("button", { name: "隔一位选一位" }).click();
    await panel.getByRole("combobox", { name: "查找新班级的班主任" }).fill("guohong");
    await page.getByRole("option", { name: /郭红/ }).click();
    await lookAt(page, "class-split");
    await panel.getByRole("button", { name: "下一步" }).click();
    const half = Math.floor(before / 2);
    await panel
      .getByText(
        `将从“五年级（1）班”拆出“${name}”：${half} 位学生过去，${before - half} 位留下，班主任是郭红`,
      )
      .waitFor();
    await panel.getByLabel("原因").fill("一个班人数太多");
    await lookAt(page, "class-split-planned");
    await panel.getByRole("button", { name: `从“五年级（1）班”拆出“${name}”` }).click();
    await panel.getByText("已应用").first().waitFor();
    await panel.getByRole("button", { name: "关闭" }).click();
    await expect.poll(() => count(page)).toBe(before - half);
    await page.getByRole("link", { name: "班级" }).first().click();
    await narrow(page, "五年级");
    await room(page, name).getByText("郭红").waitFor();
    await room(page, name).getByText(`${half} 人`).waitFor();
    await page.getByRole("link", { name: "变更" }).click();
    await page.getByRole("link", { name: /^从“五年级（1）班”拆出/ }).click();
    await undo(page);
    await page.getByRole("link", { name: "班级" }).first().click();
    await narrow(page, "五年级");
    await room(page, "五年级（1）班").getByText(`${before} 人`).waitFor();
    await expect.poll(() => room(page, name).count()).toBe(0);
    expect(manager.faults).toEqual([]);
  });

  test("two chosen pupils are dragged to another class of the grade; nothing happens before the preview says so", async () => {
    const page = await atClasses();
    await openClass(page, "五年级（2）班");
    await pupils(page).waitFor();
    const before = await count(page);
    await pupils(page).getByRole("checkbox").nth(1).check();
    await pupils(page).getByRole("checkbox").nth(2).check();
    const row = pupils(page).getByRole("row").nth(2);
    await row.scrollIntoViewIfNeeded();
    const { x = 0, y = 0 } = (await row.boundingBox()) ?? {};
    await page.mouse.move(x + 400, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + 420, y + 60, { steps: 4 });
    const targets = page.getByRole("group", { name: "拖到哪个班级" });
    await targets.getByText("把 2 位学生拖到要去的班级：").waitFor();
    await expect.poll(() => targets.getByText(/六年级/).count()).toBe(0);
    const into = targets.getByText(/^五年级（3）班/);
    const box = (await into.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    await takePicture(page, "admin/class-drag-classroom");
    await page.mouse.up();
    const panel = page.getByRole("dialog", { name: "调到五年级（3）班" });
    await panel.getByText("将把 2 位学生从“五年级（2）班”编入“五年级（3）班”").waitFor();
    await lookAt(page, "class-dropped");
    await panel.getByRole("button", { name: "不改了" }).click();
    await panel.waitFor({ state: "detached" });
    expect(await count(page)).toBe(before);
    expect(manager.faults).toEqual([]);
  });
});

describe("who teaches what is a grid (AD-09)", () => {
  const cell = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

  /** Pastes as from a spreadsheet. */
  const paste = (page: Page, name: string, text: string) =>
    cell(page, name).evaluate((it, block) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", block);
      it.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);

  test("a block is pasted, what matches nobody or several is put right in place, and all is taken back", async () => {
    const page = await atClasses();
    await page.getByRole("link", { name: "任课表" }).click();
    await heading(page, "任课表").waitFor();
    await chooseIn(page, "年级", "四年级");
    const [first, second] = ["四年级（1）班，语文", "四年级（2）班，语文"];
    const one = await cell(page, first).inputValue();
    const other = await cell(page, second).inputValue();
    expect(one).not.toBe("");
    // what lies beside the edge is told, and the class stays in sight
    await lookAt(page, "teaching");
    await page.setViewportSize({ width: 390, height: 844 });
    const more = page.getByText("右边还有学科，可以左右滚动");
    await more.waitFor();
    const sheet = page.getByRole("region", { name: "任课表，可以左右滚动" });
    await sheet.evaluate((box) => box.scrollTo({ left: box.scrollWidth }));
    await more.waitFor({ state: "detached" });
    const name = page.getByRole("rowheader", { name: "四年级（1）班" });
    const [inside, outside] = [await name.boundingBox(), await sheet.boundingBox()];
    expect(inside?.x).toBeCloseTo((outside?.x ?? 0) + 1, 0);
    await page.setViewportSize({ width: 1366, height: 768 });
    await sheet.evaluate((box) => box.scrollTo({ left: 0 }));
    // typed, and moved through as in a spreadsheet
    await cell(page, first).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => cell(page, second).evaluate((it) => it.matches(":focus"))).toBe(true);

    const block = `班级\t语文\t班主任\n四年级(1)班\t${other}\t没有此人\n四年级(2)班\tlinlan\t姚书文\n四年级(99)班\t${one}`;
    await paste(page, first, block);
    await page.getByText("没有“四年级(99)班”这个班级").waitFor();
    const problems = page.getByRole("region", { name: "没有对上的姓名" });
    await problems.getByText(/没有此人 没有这样的教师/).waitFor();
    await page.getByText(/\d 处没有对上，改好后再预览/).waitFor();
    await lookAt(page, "teaching-problems");
    await problems
      .getByRole("button", { name: /去改这一格/ })
      .first()
      .click();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("guohong");
    await page.getByRole("button", { name: "预览修改…" }).click();
    const panel = page.getByRole("dialog", { name: "修改任课" });
    await panel.getByText(/^将修改 2 个班级的任课：安排 \d 项，取消 \d 项/).waitFor();
    await panel.getByText("粘贴的内容，4 行").waitFor();
    await lookAt(page, "teaching-planned");
    await panel.getByRole("button", { name: "修改 2 个班级的任课" }).click();
    await panel.getByText("已应用").first().waitFor();
    await panel.getByRole("button", { name: "关闭" }).click();
    await expect.poll(() => cell(page, first).inputValue()).toBe(other);
    await expect.poll(() => cell(page, "四年级（1）班，班主任").inputValue()).toBe("郭红");
    await page.getByRole("link", { name: "变更" }).click();
    await page.getByRole("link", { name: "修改 2 个班级的任课" }).click();
    await undo(page);
    await page.goto(`${stage.platform.page}#/module/admin/classes/teaching?grade=4`);
    await expect.poll(() => cell(page, first).inputValue()).toBe(one);
    await expect.poll(() => cell(page, second).inputValue()).toBe(other);
    expect(manager.faults).toEqual([]);
  });

  test("two teachers of one name are told apart in their cells, and when they are copied into another", async () => {
    const { origin } = stage.platform;
    const { token } = await signInByWire(origin, "wangfang");
    const as = { token, headers: { identity: "admin" } };
    const { organisations } = (await call(origin, "readOrganisations", {}, as)).body.data;
    const school_id = organisations.find((one) => one.name === "启明小学")?.id ?? "";
    const texts = ["四年级（1）班", "四年级（2）班"];
    const { classes: all } = (await call(origin, "readClasses", { school_id }, as)).body.data;
    const { cells } = (await call(origin, "readTeaching", { school_id }, as)).body.data;
    const [one, other] = texts.map((name) => {
      const id = all.find((room) => room.name === name)?.id;
      return cells.find((at) => at.class_id === id && at.subject_id === "chinese")?.teachers[0];
    });
    if (one === undefined || other === undefined) throw new Error("no teachers");
    const rename = (user_id: string, name: string) =>
      changeByWire(origin, "wangfang", { kind: "person-edit", user_id, name });
    await rename(other.id, one.name);
    const page = await atClasses();
    await page.goto(`${stage.platform.page}#/module/admin/classes/teaching?grade=4`);
    const [first, second] = ["四年级（1）班，语文", "四年级（2）班，语文"];
    await expect.poll(() => cell(page, first).inputValue()).toBe(`${one.name}（${one.account}）`);
    const copied = `${one.name}（${other.account}）`;
    expect(await cell(page, second).inputValue()).toBe(copied);
    // and is read whole
    expect(await cell(page, second).evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    await lookAt(page, "teaching-namesakes");
    await cell(page, first).fill(copied);
    await page.getByRole("button", { name: "预览修改…" }).waitFor();
    // the bare name of both says nothing
    await cell(page, first).fill(one.name);
    await page.getByText(/有 2 位同名，请选一位/).waitFor();
    await page.getByRole("button", { name: "放弃修改" }).click();
    await rename(other.id, other.name);
    expect(manager.faults).toEqual([]);
  });

  test("by the panel, where one cannot paste into a cell; a district chooses a school first", async () => {
    const { page, context, faults } = await at("wangfang", "/classes/teaching");
    await page.getByText("先选一所学校").waitFor();
    await chooseIn(page, "正在查看的学校", "启明小学");
    await page.getByRole("button", { name: "从表格粘贴…" }).click();
    const panel = page.getByRole("dialog", { name: "从表格粘贴任课" });
    const text = panel.getByLabel(/第一行是学科/);
    await text.fill("郭红");
    await panel.getByRole("button", { name: "填进任课表" }).click();
    await panel.getByText("第一行要有学科的名称，第一列要有班级的名称").waitFor();
    await lookAt(page, "teaching-paste");
    await text.fill("\t音乐\n一年级（1）班\t姚书文");
    await panel.getByRole("button", { name: "填进任课表" }).click();
    await page.getByText("已改 1 格，还没有应用").waitFor();
    await page.getByRole("button", { name: "放弃修改" }).click();
    await page.getByText("已改 1 格，还没有应用").waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a teacher is added to a class with a subject", async () => {
    const page = await atClasses();
    await openClass(page, "六年级（1）班");
    await page.getByRole("button", { name: "安排任课…" }).click();
    const panel = page.getByRole("dialog", { name: /^安排任课/ });
    await chooseIn(page, "教什么", "数学");
    await panel.getByRole("combobox", { name: "查找教师" }).fill("guohong");
    await page.getByRole("option", { name: /郭红/ }).click();
    await panel.getByText("郭红 · 数学").waitFor();
    await lookAt(page, "class-teach");
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByRole("button", { name: /修改“六年级（1）班”的任课/ }).click();
    await panel.getByText("已应用").first().waitFor();
    await panel.getByRole("button", { name: "关闭" }).click();
    await page
      .getByRole("region", { name: "教师" })
      .getByText(/郭红\s*· 数学/)
      .waitFor();
    expect(manager.faults).toEqual([]);
  });
});

// the last one: whoever signs in a second time is signed out where she was
describe("a large change wants a second person (CS-03)", () => {
  /** Asks for the identity of more than 200 pupils to be disabled, up to the approval; returns its address. */
  async function ask(page: Page, { isFirst = true } = {}): Promise<string> {
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
    // what is lacking stands at its field, which has the focus, and goes when something is typed
    const lack = panel.getByText("请先写明原因");
    await lack.waitFor();
    await panel.locator("[aria-invalid=true]:focus").waitFor();
    await panel.getByLabel("原因").fill("毕业班提前离校");
    await lack.waitFor({ state: "detached" });
    if (isFirst) await lookAt(page, "approval-asked");
    await panel.getByRole("button", { name: /^提交审批：停用/ }).click();
    await panel.getByText("等待审批", { exact: true }).waitFor();
    await panel.getByText(/提出的人不能自己批准/).waitFor();
    await expect.poll(() => panel.getByRole("button", { name: /^批准/ }).count()).toBe(0);
    await panel.getByRole("button", { name: "撤回申请" }).waitFor();
    if (isFirst) await lookAt(page, "approval-waits");
    await panel.getByRole("link", { name: "在“变更”里查看" }).click();
    await heading(page, "变更").waitFor();
    return page.url();
  }

  async function findWaiting(page: Page) {
    await chooseIn(page, "状态", "等待审批");
    const waiting = page
      .getByRole("table", { name: "变更" })
      .getByRole("link", { name: /^停用 \d+ 位学生$/ });
    await expect.poll(() => waiting.count()).toBe(1);
    await waiting.click();
    await page.getByText("林岚提出的变更，在等您审批。批准后立即应用。").waitFor();
  }

  test("it is refused with a reason that its maker reads; then another is approved and applied", async () => {
    const maker = await at("linlan", "/people?identity=student");
    const approver = await at("wangfang", "/changes");
    const refused = await ask(maker.page);
    await findWaiting(approver.page);
    // why it is asked for is read before the 200 rows
    const reason = await approver.page.getByText("原因：毕业班提前离校").boundingBox();
    expect(reason?.y).toBeLessThan(SCREENS.classroom.height);
    await lookAt(approver.page, "approval-to-give");
    await approver.page.getByRole("button", { name: "不批准…" }).click();
    await approver.page.getByRole("button", { name: /^不批准“/ }).click();
    await approver.page.getByText("请写明为什么不批准").waitFor();
    await approver.page.getByLabel("不批准的原因").fill("名单里有还在上课的学生");
    await lookAt(approver.page, "approval-refusing");
    await approver.page.getByRole("button", { name: /^不批准“/ }).click();
    await heading(approver.page, "变更").waitFor();
    await approver.page.getByRole("row", { name: /停用 \d+ 位学生.*没有批准/ }).waitFor();
    await approver.page.goto(`${stage.platform.page}#/module/admin/changes/not-mine`);
    await approver.page.getByText("没有这个变更").waitFor();
    await maker.page.reload();
    await maker.page.getByText("王芳没有批准：名单里有还在上课的学生。什么都没有改。").waitFor();
    expect(maker.page.url()).toBe(refused);
    await lookAt(maker.page, "approval-refused");

    await maker.page.goto(`${stage.platform.page}#/module/admin/people?identity=student`);
    await ask(maker.page, { isFirst: false });
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
