import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeChange, openAdministration } from "../harness/administration.ts";
import { newPerson } from "../harness/browser.ts";
import { openFor, Stage } from "../harness/stage.ts";
import { homeShown, openHome, openSignedIn } from "../harness/steps.ts";
import { call, signInByWire } from "../harness/wire.ts";

const stage = openFor(new Stage());

/** Holds back what comes from these addresses, from now on until it is let go. */
async function hold(page: Page, address: RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test("a menu that is late says so, and a second press waits for it, too", async () => {
  const { context, page } = await newPerson(stage.browser);
  const letGo = await hold(page, /assets\/account-panel-.*\.js/);
  await openSignedIn(page, stage.platform, "linlan");
  await homeShown(page);
  const menu = page.getByRole("button", { name: /个人菜单/ });
  await menu.click();
  const told = page.getByRole("status").getByText("正在打开…");
  await told.waitFor();
  await menu.click();
  letGo();
  await page.getByRole("menuitem", { name: "退出登录" }).waitFor();
  await told.waitFor({ state: "detached" });
  await context.close();
});

test("a page that is late says so", async () => {
  const { context, page } = await openHome(stage, "linxiaoman");
  const letGo = await hold(page, /assets\/.*\.js/);
  await page.evaluate(() => (location.hash = "#/help"));
  const told = page.getByRole("status").getByText("正在打开…");
  await told.waitFor();
  letGo();
  await page.getByRole("heading", { name: "帮助", level: 1 }).waitFor();
  await told.waitFor({ state: "detached" });
  await context.close();
});

test("a second press on a tile that is late opens the app once", async () => {
  const { context, page } = await openHome(stage, "linlan");
  const letGo = await hold(page, /\/app\/auth/);
  const asked: string[] = [];
  page.on("request", (sent) => /\/app\/auth/.test(sent.url()) && asked.push(sent.url()));
  const tile = page.getByRole("button", { name: "学校管理", exact: true }).first();
  await tile.click();
  await tile.click();
  letGo();
  await page.getByRole("navigation", { name: "管理" }).waitFor();
  expect(asked.length).toBe(1);
  await context.close();
});

test("Enter before anything is found chooses what is found then", async () => {
  const { context, page } = await newPerson(stage.browser);
  const letGo = await hold(page, /assets\/search-panel-.*\.js/);
  await openSignedIn(page, stage.platform, "linlan");
  await homeShown(page);
  const field = page.getByRole("combobox", { name: "搜索应用和资源" });
  await field.fill("学校管理");
  await field.press("Enter");
  letGo();
  await page.getByRole("navigation", { name: "管理" }).waitFor();
  await expect.poll(() => field.inputValue()).toBe("");
  await context.close();
});

test("what the search finds later stands below what is there already (SF-02)", async () => {
  const { context, page } = await openHome(stage, "linlan");
  const letGo = await hold(page, /\/content\/v2\/search|\/administration\/own|\/people\?.*q=/);
  const field = page.getByRole("combobox", { name: "搜索应用和资源" });
  await field.fill("林小满");
  const way = page.getByRole("option", { name: /^搜索资源/ });
  await page.getByText("正在查找…").waitFor();
  const before = await way.boundingBox();
  letGo();
  const person = page.getByRole("option", { name: /^林小满.*学生/ });
  await person.waitFor();
  expect(await way.boundingBox()).toEqual(before);
  // and Enter opens what was found
  await expect.poll(() => person.getAttribute("aria-selected")).toBe("true");
  await field.press("Enter");
  await page.getByRole("heading", { name: "林小满", exact: true }).waitFor();
  await context.close();
});

test("tasks of administration stand above the way to all resources where the rights are known (AD-23)", async () => {
  const { context, page } = await openHome(stage, "linlan");
  const field = page.getByRole("combobox", { name: "搜索应用和资源" });
  const found = () => page.getByRole("option").allInnerTexts();
  const places = async () => {
    const all = await found();
    // the way to all resources has the words as well
    return [/^功能\s+重置密码/, /^搜索资源/].map((words) =>
      all.findIndex((one) => words.test(one)),
    );
  };
  await field.fill("重置密码");
  await expect.poll(async () => (await places()).every((place) => place >= 0)).toBe(true);
  await field.fill("");
  await field.fill("重置密");
  const isAbove = async () => {
    const [task = -1, way = -1] = await places();
    return task >= 0 && task < way;
  };
  await expect.poll(isAbove).toBe(true);
  await page.getByRole("option", { name: /重置密码/ }).click();
  await page.getByRole("table", { name: "人员" }).waitFor();
  await context.close();
});

test("who was found for what was typed before is not offered for what is typed now", async () => {
  const { context, page, faults } = await openAdministration(stage, "wangfang", "/apps/homework");
  const field = page.getByRole("combobox", { name: "某一个人看得见吗", exact: true });
  await field.click();
  await field.fill("林岚");
  await page.getByRole("option", { name: /^林岚/ }).waitFor();
  const letGo = await hold(page, /\/people\?.*q=/);
  await field.fill("林小满");
  await page.getByText("正在查找…").waitFor();
  await field.press("Enter");
  await expect.poll(() => page.getByRole("option", { name: /^林岚/ }).count()).toBe(0);
  letGo();
  await page.getByRole("option", { name: /^林小满/ }).click();
  await page.getByText(/^林小满，学生/).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("whom a notice reaches is not said of another choice (IN-02)", async () => {
  const { context, page } = await openAdministration(stage, "linlan", "/notices/new");
  await page.getByRole("checkbox", { name: "一年级" }).check();
  const send = page.getByRole("button", { name: /^发送(给|$)/ });
  await expect.poll(() => send.innerText()).toMatch(/^发送给 \d+ 人$/);
  const letGo = await hold(page, /\/notice\/preview/);
  await page.getByRole("checkbox", { name: "二年级" }).check();
  await expect.poll(() => send.innerText()).toBe("发送");
  letGo();
  await expect.poll(() => send.innerText()).toMatch(/^发送给 \d+ 人$/);
  await context.close();
});

test("收到 stays pressed until the message is seen to be confirmed", async () => {
  const { origin } = stage.platform;
  const { token } = await signInByWire(origin, "linlan");
  const identity = "manager" as const;
  const as = { token, headers: { identity } };
  const { data: user } = (await call(origin, "readUserDetail", { identity }, as)).body;
  const input = {
    ...{ school_id: user.school?.id ?? "", title: "秋游", text: "周五八点在校门口集合。" },
    ...{ confirm: "received" as const, choices: [], guardians: "any" as const },
    audience: { identities: ["parent"], grade_ids: ["1"], class_ids: [] },
  };
  expect((await call(origin, "sendNotice", input, as)).body.code).toBe(200);
  const { context, page } = await openHome(stage, "chenjing");
  await page.goto(`${stage.platform.page}#/messages`);
  const button = page.getByRole("button", { name: "收到" });
  await button.waitFor();
  const letGo = await hold(page, /\/user\/inbox\?/);
  await button.click();
  // the count is there before the list
  await page.getByText("待确认", { exact: true }).waitFor();
  await expect.poll(() => button.getAttribute("aria-busy")).toBe("true");
  letGo();
  // the toast says so before the list is there
  await expect.poll(() => button.count()).toBe(0);
  await page.getByRole("group", { name: /^确认/ }).waitFor({ state: "detached" });
  await context.close();
});

test("a grid keeps what was applied, and what is typed meanwhile, until it is read anew (AD-09)", async () => {
  const { context, page, faults } = await newPerson(stage.browser);
  await page.clock.install();
  await openSignedIn(page, stage.platform, "linlan", "#/module/admin/classes/teaching?grade=4");
  const cell = (name: string) => page.getByRole("textbox", { name, exact: true });
  const [first, second] = ["四年级（1）班，语文", "四年级（2）班，语文"] as const;
  const third = "四年级（1）班，数学";
  await cell(first).waitFor();
  const found = await hold(page, /teaching\/match/);
  const asked = page.waitForRequest(/teaching\/match/);
  await cell(first).fill("guohong");
  await asked;
  // typed while the first is still looked up
  await cell(second).fill("linlan");
  await page.clock.fastForward(1000);
  found();
  await page.getByRole("button", { name: "预览修改…" }).waitFor();
  const read = await hold(page, /administration\/teaching\?/);
  await makeChange(page, "预览修改…", /^修改 2 个班级的任课/);
  await expect.poll(() => cell(first).inputValue()).toBe("guohong");
  await expect.poll(() => page.getByText("已改 2 格").count()).toBe(0);
  await cell(third).fill("linlan");
  read();
  await expect.poll(() => cell(first).inputValue()).toBe("郭红");
  await expect.poll(() => cell(third).inputValue()).toBe("linlan");
  expect(faults).toEqual([]);
  await context.close();
});
