import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { chooseIn, lookAt, openAdministration } from "./harness/administration.ts";
import { atRest, newPerson, takePictures } from "./harness/browser.ts";
import { openFor, Stage } from "./harness/stage.ts";
import { fillSignIn, homeShown, openSignedIn, signOutOnPage } from "./harness/steps.ts";

const stage = openFor(new Stage());

const at = (account: string, path = "") => openAdministration(stage, account, path);

/** Presses a button and reads the texts of the .xlsx file that it saves. */
async function saved(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  const text = Object.entries(files)
    .filter(([name]) => name.endsWith(".xml"))
    .map(([, bytes]) => strFromU8(bytes))
    .join("\n");
  return { name: download.suggestedFilename(), text };
}

describe("a list that is long", () => {
  test("goes on after a page that did not come, and says no more that it did not", async () => {
    const { page, context } = await at("linlan", "/people");
    const listed = page.getByRole("checkbox", { name: /^选择已列出的/ });
    const count = async () => Number(/\d+/.exec((await listed.getAttribute("aria-label")) ?? ""));
    await listed.waitFor();
    const first = await count();
    let broken = true;
    let held: Promise<void> | undefined;
    await page.route(/\/people\?.*after=/, async (route) => {
      if (!broken) return route.continue();
      await held;
      return route.abort();
    });
    const failed = page.getByRole("alert").getByText("没有加载出来");
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4000);
        return failed.count();
      })
      .toBe(1);
    await atRest(context);
    const { promise, resolve: fail } = Promise.withResolvers<void>();
    held = promise;
    const again = page.getByRole("button", { name: "重试" }).last();
    const underWay = page.waitForRequest(/\/people\?.*after=/);
    // a pointer would scroll to it first, and what comes into view asks again by itself
    await again.dispatchEvent("click");
    await underWay;
    // pressed once more while that is being read, which then fails
    await again.dispatchEvent("click");
    broken = false;
    fail();
    await expect.poll(count).toBeGreaterThan(first);
    await expect.poll(() => failed.count()).toBe(0);
    await context.close();
  });

  test("of a form is read again when it is opened, where it could not be read", async () => {
    const { page, context } = await at("linlan", "/people");
    await page.getByRole("button", { name: "新建人员…" }).waitFor();
    const classes = /\/administration\/classes\?/;
    await page.route(classes, (route) => route.fulfill({ status: 500, body: "" }));
    await page.getByRole("button", { name: "新建人员…" }).click();
    const field = page.getByRole("dialog").getByRole("combobox", { name: "班级" });
    await field.click();
    await page.getByText("没有读到，关上再打开会重新读").waitFor();
    await page.unroute(classes);
    await page.keyboard.press("Tab");
    await field.click();
    await page.getByRole("option").first().waitFor();
    await context.close();
  });

  test("is not found as it was left by another person of this computer", async () => {
    const { page, context } = await at("linlan", "/people");
    const rows = page.getByRole("table", { name: "人员" });
    await rows.waitFor();
    await signOutOnPage(page);
    await fillSignIn(page, "wangfang");
    await homeShown(page);
    const held = Promise.withResolvers<void>();
    await page.route(/\/people\?/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.evaluate(() => (location.hash = "#/module/admin/people"));
    await page.getByRole("heading", { level: 2, name: "人员" }).waitFor();
    await page.getByRole("status", { name: "正在加载人员" }).waitFor();
    expect(await rows.count()).toBe(0);
    held.resolve();
    await rows.waitFor();
    await context.close();
  });
});

test.each(["陈文昊", "陈春燕"])("people called %s are told apart on a phone", async (name) => {
  const path = `/people?q=${encodeURIComponent(name)}`;
  const { page, context } = await openAdministration(stage, "linlan", path, "phone");
  const rows = page.getByRole("table", { name: "人员" });
  await rows.waitFor();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const texts = await rows.getByRole("rowheader").allInnerTexts();
    expect(texts.length).toBeGreaterThan(1);
    expect(new Set(texts).size).toBe(texts.length);
    // what is cut off at the end of the line tells nothing
    const inSight = await rows.getByRole("rowheader").evaluateAll((cells) =>
      cells.map((cell) => {
        const brief = cell.lastElementChild;
        if (brief === null) return "";
        const range = document.createRange();
        const end = brief.getBoundingClientRect().right;
        let seen = "";
        for (const node of brief.childNodes) {
          for (let at = 0; at < (node.textContent ?? "").length; at += 1) {
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            if (range.getBoundingClientRect().right <= end) seen += node.textContent?.[at] ?? "";
          }
        }
        return seen;
      }),
    );
    expect(new Set(inSight).size).toBe(inSight.length);
  }
  const boxes = rows.getByRole("checkbox", { name: new RegExp(`^选择${name}`) });
  const labels = await boxes.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  expect(new Set(labels).size).toBe(labels.length);
  await takePictures(page, `admin/namesakes-${name}`);
  await context.close();
});

describe("lists of people that come and go", () => {
  test("a pasted column chooses its people, and says which lines match nobody", async () => {
    const { page, context, faults } = await at("linlan", "/people");
    await page.getByRole("button", { name: "按名单选…" }).click();
    const panel = page.getByRole("dialog", { name: "按名单选人" });
    await panel.getByRole("button", { name: "查找这些人" }).click();
    await panel.getByText("请先粘贴名单").waitFor();
    await panel
      .getByRole("textbox")
      .fill("linxiaoman\t林小满\nnobody-here\n\nLINLAN\nzhaolei-of-nowhere\n");
    await panel.getByRole("button", { name: "查找这些人" }).click();

    await panel.getByText("找到 2 人，有 2 行没有对上：").waitFor();
    await expect
      .poll(() =>
        panel.getByRole("list", { name: "没有对上的行" }).getByRole("listitem").allInnerTexts(),
      )
      .toEqual(["第 2 行 nobody-here 没有这样的人", "第 5 行 zhaolei-of-nowhere 没有这样的人"]);
    await lookAt(page, "paste");
    await panel.getByRole("button", { name: "选中这 2 人" }).click();
    await page.getByText("已选 2 人").waitFor();

    await page.getByRole("button", { name: "锁定账号…", exact: true }).click();
    const change = page.getByRole("dialog");
    await change.getByLabel(/原因/).fill("毕业生回访名单");
    await change.getByRole("button", { name: "下一步" }).click();
    await change.getByText("粘贴的内容，4 行").waitFor();
    await change.getByText(/^SHA-256：[0-9a-f]{64}$/).waitFor();
    await lookAt(page, "change-of-a-list");
    await change.getByRole("link", { name: "在“变更”里查看" }).click();
    await page.getByText("粘贴的内容，4 行").waitFor();
    await lookAt(page, "change-of-a-list-whole");
    await page.getByRole("button", { name: "不改了" }).click();
    await page.getByRole("heading", { name: "变更", exact: true }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("the people of a list are saved as .xlsx, those chosen too", async () => {
    const { page, context, faults } = await at("linlan", "/people?identity=teacher");
    await page.getByRole("table", { name: "人员" }).getByRole("checkbox").nth(1).check();

    const whole = await saved(page, () =>
      page.getByRole("button", { name: "导出", exact: true }).first().click(),
    );
    expect(whole.name).toMatch(/^人员 \d{4}-\d\d-\d\d\.xlsx$/);
    for (const head of ["姓名", "账号", "最近登录"]) expect(whole.text).toContain(head);
    const count = await page.getByRole("status").filter({ hasText: /^共 / }).innerText();
    const rows = whole.text.match(/<row /g)?.length;
    expect(`共 ${(rows ?? 0) - 1} 人`).toBe(count.replaceAll(",", ""));
    const chosen = await saved(page, () =>
      page
        .getByRole("group", { name: "对选中的人" })
        .getByRole("button", { name: "导出", exact: true })
        .click(),
    );
    expect(chosen.text.match(/<row /g)).toHaveLength(2);

    // a sheet so large that libraries would have a worker pack it
    await page.goto(`${stage.platform.page}#/module/admin/people`);
    await page
      .getByRole("status")
      .filter({ hasText: /^共 \d,/ })
      .waitFor();
    const large = await saved(page, () =>
      page.getByRole("button", { name: "导出", exact: true }).first().click(),
    );
    expect(large.text.match(/<row /g)?.length).toBeGreaterThan(3000);
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe("people made by hand", () => {
  test("the same person is asked about first; two accounts of one person are merged, and parted again", async () => {
    const { page, context, faults } = await at("linlan", "/people");
    const make = async (account: string) => {
      await page.getByRole("button", { name: "新建人员…" }).click();
      const panel = page.getByRole("dialog", { name: "新建人员" });
      await panel.getByRole("button", { name: "下一步" }).click();
      await panel.getByText("请填写姓名").waitFor();
      // the cursor stands in the field that is named
      await page.keyboard.insertText("孙小圣");
      await panel.getByLabel("出生日期").fill("2017/9/1");
      await panel.getByRole("textbox", { name: "账号" }).fill(account);
      await panel.getByRole("button", { name: "下一步" }).click();
      return panel;
    };
    let panel = await make("sunxs-one");
    await panel.getByText("将新建学生“孙小圣”，账号是 sunxs-one").waitFor();
    await panel.getByRole("button", { name: "新建学生“孙小圣”" }).click();
    await panel.getByText("已新建学生“孙小圣”").waitFor({ timeout: 60_000 });
    await panel.getByText(/^这个账号还没有密码，不能登录。请点下面的姓名/).waitFor();
    await lookAt(page, "made");
    await panel.getByRole("button", { name: "关闭" }).click();
    panel = await make("sunxs-two");
    const same = panel.getByRole("region", { name: "可能是同一个人" });
    await same.getByText("姓名和出生日期相同").waitFor();
    expect(await panel.locator("[aria-invalid=true]").count()).toBe(0);
    await lookAt(page, "make-same");
    // it was of another day
    await panel.getByLabel("出生日期").fill("2017-09-02");
    await same.waitFor({ state: "detached" });
    // there is no such day: the one of before does not count in its place
    const birthday = panel.getByLabel("出生日期");
    await birthday.fill("2017-02-30");
    await panel.getByRole("button", { name: "下一步" }).click();
    await panel.getByText("没有“2017-02-30”这一天，请改正").waitFor();
    expect(await birthday.inputValue()).toBe("2017-02-30");
    expect(await birthday.getAttribute("aria-invalid")).toBe("true");
    await lookAt(page, "no-such-day");
    await panel.getByRole("alert").filter({ hasText: "请检查" }).waitFor();
    expect(await panel.getByText(/将新建学生/).count()).toBe(0);
    // emptied by keys, with the calendar open, the day of before does not come back
    await birthday.click();
    await birthday.press("ControlOrMeta+a");
    await birthday.press("Delete");
    expect(await birthday.inputValue()).toBe("");
    await panel.getByRole("textbox", { name: "账号" }).focus();
    await panel.getByText("填上才能认出重名的人").waitFor();
    expect(await birthday.inputValue()).toBe("");
    await birthday.fill("2017-09-01");
    await panel.getByRole("button", { name: "下一步" }).click();
    await same.getByRole("button", { name: "是另一个人，仍要新建" }).click();
    await panel.getByRole("button", { name: "新建学生“孙小圣”" }).click();
    await panel.getByText("已新建学生“孙小圣”").waitFor({ timeout: 60_000 });
    await panel.getByRole("button", { name: "关闭" }).click();

    await page.getByRole("link", { name: "疑似重复" }).click();
    const group = page.getByRole("group", { name: "孙小圣" });
    await group.getByText("姓名和出生日期相同").waitFor();
    await group.getByRole("radio", { name: "保留 sunxs-one" }).check();
    await lookAt(page, "duplicates");
    await group.getByRole("button", { name: "把 sunxs-two 并入 sunxs-one…" }).click();
    const merge = page.getByRole("dialog", { name: "合并账号：孙小圣" });
    await merge.getByText("sunxs-two 不能再登录", { exact: false }).waitFor();
    await lookAt(page, "merge");
    await merge.getByRole("button", { name: "把“孙小圣”的账号 sunxs-two 并入 sunxs-one" }).click();
    await merge
      .getByText("已把“孙小圣”的账号 sunxs-two 并入 sunxs-one")
      .waitFor({ timeout: 60_000 });
    await merge.getByRole("button", { name: "撤销…" }).click();
    await merge.getByRole("button", { name: "撤销“把“孙小圣”的账号" }).click();
    await merge.getByText("已撤销“", { exact: false }).first().waitFor({ timeout: 60_000 });
    await merge.getByRole("button", { name: "关闭" }).click();
    await group.getByRole("button", { name: "不是同一个人" }).click();
    await group.waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe("who has left (AD-07)", () => {
  test("is listed with the day of erasure, and kept; the school's rule is set with a proof", async () => {
    const { page, context, faults } = await at("linlan", "/people/leavers");
    const list = page.getByRole("list", { name: "即将删除的人员" });
    const empty = page.getByText("没有即将删除的人员");
    await list.or(empty).first().waitFor();
    await lookAt(page, "leavers");
    await list.getByRole("checkbox").first().check();
    await page.getByRole("button", { name: "保留…" }).click();
    const keep = page.getByRole("dialog", { name: "保留 1 人" });
    await keep.getByLabel("原因").fill("休学，明年复学");
    const last = keep.getByLabel("保留到哪一天");
    await last.fill("2099-02-30");
    await keep.getByRole("button", { name: "保留", exact: true }).click();
    await keep.getByRole("alert").getByText("请先改正标出的日期").waitFor();
    expect(await last.inputValue()).toBe("2099-02-30");
    await last.fill("2099-09-01");
    await keep.getByRole("button", { name: "保留", exact: true }).click();
    await keep.waitFor({ state: "detached" });
    await list.getByText("保留到2099年9月1日").waitFor();
    await page.getByRole("button", { name: "修改规定…" }).click();
    const panel = page.getByRole("dialog", { name: "离校人员保留多久" });
    const days = panel.getByRole("textbox", { name: "保留的天数" });
    await days.fill("7");
    await panel.getByText("请填 0，或 30 到 3650 之间的天数").waitFor();
    await days.fill("180");
    await lookAt(page, "leavers-rule");
    await panel.getByRole("button", { name: "把离校后的保留期改为 180 天" }).click();
    await panel.waitFor({ state: "detached" });
    await page.getByText("离校后保留 180 天（本校的规定）").waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("one school's own rule is not written into another's", async () => {
    const { page, context } = await at("wangfang", "/people/leavers");
    await chooseIn(page, "正在查看的学校", "启明小学");
    await page.getByText("离校后保留 180 天（本校的规定）").waitFor();
    await chooseIn(page, "正在查看的学校", "启明中学");
    await page.getByText(/（平台的规定）/).waitFor();
    await page.getByRole("button", { name: "修改规定…" }).click();
    const days = page.getByRole("textbox", { name: "保留的天数" });
    expect(await days.inputValue()).toBe("");
    await context.close();
  });
});

describe("the gate before administration (GR-08)", () => {
  test("asks who signed in without a password, and goes on where it was", async () => {
    const desktop = await newPerson(stage.browser, "classroom");
    const phone = await newPerson(stage.browser, "phone");
    await openSignedIn(phone.page, stage.platform, "linlan");
    await homeShown(phone.page);
    await desktop.page.goto(stage.platform.page);
    const created = desktop.page.waitForResponse(/qr_code\/create/);
    await desktop.page.getByRole("button", { name: "扫码登录" }).click();
    const { data } = (await (await created).json()) as { data: { content: string } };
    await phone.page.goto(data.content);
    await phone.page.getByRole("button", { name: "确认登录" }).click();
    await homeShown(desktop.page);
    const { page, faults } = desktop;
    await page.goto(`${stage.platform.page}#/module/admin/people`);
    const gate = page.getByRole("dialog", { name: "再次确认身份" });
    await gate.getByText("请再次确认是您本人", { exact: false }).waitFor();
    await lookAt(page, "gate");
    await gate.getByLabel("自己的登录密码").fill("xuemen-2026");
    await gate.getByRole("button", { name: "继续" }).click();
    await page.getByRole("table", { name: "人员" }).waitFor();
    await gate.waitFor({ state: "detached" });
    expect(faults).toEqual([]);
    for (const { context } of [desktop, phone]) await context.close();
  });
});

test("a finger finds a row of a list that is as high as it needs, on a phone and on a tablet", async () => {
  const { context, page } = await openAdministration(stage, "linlan", "/people", "phone");
  const tall = async () => {
    const row = page
      .getByRole("row")
      .filter({ has: page.getByRole("link") })
      .first();
    const [link, whole] = [await row.getByRole("link").boundingBox(), await row.boundingBox()];
    return [(link?.height ?? 0) >= 44, whole?.height];
  };
  await expect.poll(tall).toEqual([true, 72]);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(tall).toEqual([true, 52]);
  await context.close();
});

test("no icon is read out by its English name", async () => {
  const { context, page } = await at("linlan", "/rights/give");
  await page.locator(".ant-picker").waitFor();
  await page.locator(".ant-select").first().waitFor();
  await page.getByRole("combobox", { name: "给什么权限" }).click();
  await page.getByRole("option").first().waitFor();
  const names = () =>
    page
      .locator("[aria-label]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
  expect((await names()).filter((name) => /^[a-z][a-z -]*$/i.test(name))).toEqual([]);
  expect(await page.locator(".anticon svg path").count()).toBeGreaterThan(1);
  await context.close();
});

describe("what home leads to (AD-23)", () => {
  const found = (page: Page) => page.getByRole("listbox", { name: "找到的内容" });

  test("a task is found by its words by who may do it, and opens its screen", async () => {
    const { page, context, faults } = await at("linlan", "/people");
    await page.goto(`${stage.platform.page}#/home/index`);
    await homeShown(page);
    const field = page.getByRole("combobox", { name: "搜索应用和资源" });
    await field.fill("忘记密码");
    await found(page).getByRole("option", { name: "重置密码" }).waitFor();
    await lookAt(page, "task-found");
    await found(page).getByRole("option", { name: "重置密码" }).click();
    await page.getByRole("heading", { level: 2, name: "人员" }).waitFor();
    // a person by name, and the way to the person's page
    await page.goBack();
    await homeShown(page);
    await field.fill("林小满");
    const person = found(page).getByRole("option", { name: /林小满.*学生/ });
    await person.waitFor();
    await lookAt(page, "person-found");
    await person.click();
    await page.getByRole("heading", { name: "林小满", exact: true }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
    const pupil = await newPerson(stage.browser, "classroom");
    await openSignedIn(pupil.page, stage.platform, "linxiaoman");
    await homeShown(pupil.page);
    await pupil.page.getByRole("combobox", { name: "搜索应用和资源" }).fill("重置密码");
    await found(pupil.page).getByRole("option", { name: "搜索资源" }).waitFor();
    await expect.poll(() => found(pupil.page).getByText("学校管理").count()).toBe(0);
    // own tasks, also in traditional characters, and nobody else's people (SF-02)
    await pupil.page.getByRole("combobox", { name: "搜索应用和资源" }).fill("護眼設置");
    await found(pupil.page).getByRole("option", { name: "护眼设置" }).click();
    await pupil.page.getByRole("dialog", { name: "护眼设置" }).waitFor();
    await lookAt(pupil.page, "own-task");
    await pupil.context.close();
  });
});

describe("the term's review of rights (GR-06)", () => {
  test("names the accounts that nobody uses, and is confirmed", async () => {
    const { page, context, faults } = await at("linlan", "");
    // where the call fails, that is said
    const reading = "**/administration/review?*";
    await page.route(reading, (route) => route.abort());
    await page.evaluate(() => (location.hash = "#/module/admin/rights"));
    const review = page.getByRole("region", { name: /的权限确认/ });
    const again = review.getByRole("alert").getByRole("button", { name: "重试" });
    await again.waitFor();
    await lookAt(page, "review-failed");
    await page.unroute(reading);
    await again.click();
    await review.getByText("还没有确认").waitFor();
    await review.getByRole("button", { name: "确认本学期的权限…" }).click();
    const panel = page.getByRole("dialog", { name: "确认本学期的权限" });
    await panel.getByRole("button", { name: /^确认.*学期的权限$/ }).click();
    await review.getByText("已确认", { exact: true }).waitFor();
    await review.getByText(/林岚在.*确认过/).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe("a pupil who goes to another school (AD-15)", () => {
  test("the old school gives a code, the new one takes the pupil in with it, and can take that back", async () => {
    const old = await at("linlan", "/people?q=baimingzhe&identity=student");
    await old.page.getByRole("table", { name: "人员" }).getByRole("link").first().click();
    await old.page.getByRole("button", { name: /^转学…/ }).click();
    const panel = old.page.getByRole("dialog", { name: /^转学：/ });
    await lookAt(old.page, "transfer-give");
    await panel.getByRole("button", { name: "开出转学码" }).click();
    const code = await panel.getByRole("status").innerText();
    await lookAt(old.page, "transfer-code");
    await panel.getByRole("button", { name: "完成" }).click();

    const next = await at("wangfang", "/people");
    await next.page.getByRole("button", { name: "接收转学…" }).click();
    const take = next.page.getByRole("dialog", { name: "接收转学" });
    await take.getByRole("combobox", { name: "接收的学校" }).click();
    await next.page.getByRole("option", { name: "启明中学", exact: true }).click();
    await take.getByRole("textbox", { name: "转学码" }).fill("aaaa-bbbb");
    await take.getByRole("button", { name: "下一步" }).click();
    await take.getByText("没有这个转学码，或者已经用过、过期了").waitFor();
    await take.getByRole("textbox", { name: "转学码" }).fill(code);
    await take.getByRole("button", { name: "下一步" }).click();
    await take.getByText("从启明小学转来。", { exact: false }).waitFor();
    await lookAt(next.page, "transfer-take");
    await take.getByRole("button", { name: "下一步" }).click();
    await take.getByRole("button", { name: /^接收从“启明小学”转来的/ }).click();
    await take.getByText(/^已接收从“启明小学”转来的/).waitFor({ timeout: 60_000 });
    await take.getByRole("button", { name: "撤销…" }).click();
    await take.getByRole("button", { name: /^撤销“接收从/ }).click();
    await take.getByText(/^已撤销“接收从/).waitFor({ timeout: 60_000 });
    expect([...old.faults, ...next.faults]).toEqual([]);
    for (const { context } of [old, next]) await context.close();
  });
});
