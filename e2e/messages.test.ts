import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { looksRight } from "./harness/axe.ts";
import { changeByWire, lookAt, openAdministration } from "./harness/administration.ts";
import { INBOX_EVENTS_PATH, readInboxCounts } from "#contract";
import { atRest, newPerson, type Screen } from "./harness/browser.ts";
import { sendNotice } from "./harness/notices.ts";
import { openFor, Stage } from "./harness/stage.ts";
import { fillSignIn, homeShown, openHome, openSignedIn, signOutOnPage } from "./harness/steps.ts";
import { call, signIn } from "./harness/wire.ts";

const stage = openFor(new Stage());

const atHome = (account: string, screen: Screen) => openHome(stage, account, screen);

/** Counts what a person does: presses; typing is no action of its own. */
function hand() {
  const done = { actions: 0 };
  const press = async (what: ReturnType<Page["getByRole"]>) => {
    await what.click();
    done.actions += 1;
  };
  return { done, press };
}

test("a notice to one grade in five actions, confirmed by a parent in two; changed, reminded, taken back (IN-01…03)", async () => {
  const parent = await atHome("chenjing", "phone");
  const bell = parent.page.getByRole("link", { name: /^消息/ });
  await bell.waitFor();
  // her children wait for her consent, and no message came yet
  await parent.page.getByRole("link", { name: "消息，2 件待办", exact: true }).waitFor();

  const manager = await atHome("linlan", "classroom");
  const { page } = manager;
  const writer = hand();
  const tile = { name: "学校管理", exact: true };
  await writer.press(page.getByRole("button", tile).or(page.getByRole("link", tile)).first());
  await writer.press(page.getByRole("link", { name: "通知", exact: true }));
  await page.getByText("还没有发过通知").waitFor();
  await writer.press(page.getByRole("link", { name: "写通知" }));
  await page.getByRole("button", { name: "发送给" }).waitFor();
  await page.getByRole("button", { name: "发送给" }).click();
  await page.getByText("请填写标题").waitFor();
  // the fault stands at its field, which has the focus
  await page.locator("input[aria-invalid=true]:focus").waitFor();
  await page.getByLabel("标题").fill("周五秋游");
  await page.getByLabel("正文").fill("周五上午八点在校门口集合，请带水和雨衣。");
  await writer.press(page.getByRole("checkbox", { name: "一年级" }));
  await page.getByText(/^将发给 \d+ 位学生的 \d+ 位家长。/).waitFor();
  await lookAt(page, "notice-write");
  await writer.press(page.getByRole("button", { name: /^发送给 \d+ 人$/ }));
  await page.getByText("已发送", { exact: true }).waitFor();
  expect(writer.done.actions).toBeLessThanOrEqual(6);

  // the bell hears of it by itself
  await parent.page.getByRole("link", { name: /^消息，.*1 条未读/ }).waitFor({ timeout: 10_000 });
  await looksRight(parent.page, "messages-bell");
  const reader = hand();
  await reader.press(bell);
  const receive = parent.page.getByRole("button", { name: "收到" });
  await receive.waitFor();
  const waits = parent.page.getByRole("region", { name: "待办" });
  await waits.getByText("赵一诺使用平台，等您同意").waitFor();
  await looksRight(parent.page, "messages");
  await reader.press(receive);
  await parent.page.getByText("已确认收到").first().waitFor();
  expect(reader.done.actions).toBe(2);

  await page.reload();
  await page.getByRole("heading", { name: /^还没有确认/ }).waitFor();
  await page.getByText(/^1 \/ \d+ 份$/).waitFor();
  await lookAt(page, "notice");
  await page.getByRole("button", { name: "修改…" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByLabel("正文").fill("改为上午九点在校门口集合。");
  await panel.getByText("请大家重新确认").click();
  await lookAt(page, "notice-change");
  await panel.getByRole("button", { name: "保存修改" }).click();
  await page.getByText("已发送，已修改").waitFor();
  await parent.page.getByText("已修改").waitFor({ timeout: 10_000 });
  await parent.page.getByRole("link", { name: /周五秋游/ }).click();
  await parent.page.getByText("改为上午九点在校门口集合。").waitFor();
  await parent.page.getByRole("button", { name: "收到" }).waitFor();
  await looksRight(parent.page, "message");

  await page.getByRole("button", { name: "提醒…" }).click();
  await panel.getByRole("button", { name: "提醒还没有确认的人" }).click();
  await panel.waitFor({ state: "detached" });
  await page.getByText("上次提醒").waitFor();
  await page.getByRole("button", { name: "撤回…" }).click();
  await panel.getByRole("button", { name: "撤回这条通知" }).click();
  await page.getByText("已撤回", { exact: true }).first().waitFor();
  await parent.page.getByText("这条通知已撤回").waitFor({ timeout: 10_000 });
  await looksRight(parent.page, "message-taken-back");
  await page.getByRole("link", { name: "通知", exact: true }).first().click();
  await page.getByRole("link", { name: "周五秋游" }).waitFor();
  await lookAt(page, "notices");
  expect([...manager.faults, ...parent.faults]).toEqual([]);
  await manager.context.close();
  await parent.context.close();
});

test("one stream tells of messages, also on their own page (IN-01)", async () => {
  const { context, page } = await newPerson(stage.browser);
  const opened: string[] = [];
  const counted: string[] = [];
  page.on("request", (sent) => {
    if (sent.url().includes(INBOX_EVENTS_PATH)) opened.push(sent.url());
    if (sent.url().includes(readInboxCounts.path)) counted.push(sent.url());
  });
  await openSignedIn(page, stage.platform, "sunhao");
  await homeShown(page);
  await expect.poll(() => opened.length).toBe(1);
  // the stream asks for the counts as it opens
  await expect.poll(() => counted.length).toBe(1);
  await page.evaluate(() => (location.hash = "#/messages"));
  await page
    .getByText(/还没有消息|全部标为已读/)
    .first()
    .waitFor();
  expect(opened.length).toBe(1);
  expect(counted.length).toBe(1);
  await context.close();
});

test("messages that could not all be marked as read are unread, and the page says so (IN-01)", async () => {
  await sendNotice(stage.platform.origin, "冬季作息", {});
  const { context, page } = await openHome(stage, "chenjing", "phone");
  await page.getByRole("link", { name: /^消息，/ }).click();
  await page.getByRole("link", { name: /冬季作息/ }).waitFor();
  await page.route("**/inbox/read?*", (route) => route.fulfill({ status: 503 }), { times: 1 });
  const all = page.getByRole("button", { name: "全部标为已读" });
  await all.click();
  await page.getByText("Http status code 503").waitFor();
  await all.click();
  await all.waitFor({ state: "detached" });
  await context.close();
});

test("a count from before all was marked as read does not come back when it arrives late (IN-01)", async () => {
  const { context, page, faults } = await openHome(stage, "chenjing", "phone");
  await page.getByRole("link", { name: /^消息/ }).click();
  await page.getByRole("link", { name: /冬季作息/ }).waitFor();
  await sendNotice(stage.platform.origin, "春季作息", {});
  const all = page.getByRole("button", { name: "全部标为已读" });
  await all.waitFor();
  const [early, held, late] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  await page.route(/inbox\/counts/, async (route) => {
    const response = await route.fetch();
    const isEarly = (await response.json()).data.unread === 2;
    if (isEarly) early?.resolve();
    if (isEarly) await held?.promise;
    await route.fulfill({ response });
    if (isEarly) late?.resolve();
  });
  await sendNotice(stage.platform.origin, "夏季作息", {});
  await early?.promise;
  await all.click();
  await all.waitFor({ state: "detached" });
  held?.resolve();
  await late?.promise;
  await atRest(context);
  expect(await all.count()).toBe(0);
  expect(faults).toEqual([]);
  // a count may be on its way once more
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
});

test("who answers a message goes on from there, and changes the answer, by keyboard (IN-03)", async () => {
  const asked = { confirm: "choice", choices: ["参加", "不参加"] };
  await sendNotice(stage.platform.origin, "秋游报名", {}, asked);
  const { context, page, faults } = await openHome(stage, "chenjing", "phone");
  await page.getByRole("link", { name: /^消息，/ }).click();
  const atFocus = () =>
    page.evaluate(() => {
      const { activeElement: at, body } = document;
      return at === body ? "" : (at?.textContent ?? "");
    });
  await page.getByRole("button", { name: "参加", exact: true }).press("Enter");
  await expect.poll(atFocus).toMatch(/^秋游报名.*已回答：参加$/);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "改答" }).press("Enter");
  await expect.poll(atFocus).toMatch(/^请您选一个回答（赵一诺）：/);
  await page.getByRole("button", { name: "不参加", exact: true }).press("Enter");
  await expect.poll(atFocus).toBe("已回答：不参加改答");
  expect(faults).toEqual([]);
  await context.close();
});

test("a list that was left at one child is whole for the next parent of this computer", async () => {
  const { origin } = stage.platform;
  await sendNotice(origin, "家长开放日", {});
  const token = await signIn(origin, "linlan");
  await call(origin, "editUser", { identity: "parent" }, { token });
  const { context, page } = await openHome(stage, "chenjing", "desktop");
  const go = (path: string) => page.evaluate((to) => (location.hash = to), path);
  await go("/messages");
  await page.getByText("赵一诺", { exact: true }).first().waitFor();
  await page.getByRole("group", { name: "哪个孩子" }).getByText("赵一诺").click();
  await page
    .getByRole("link", { name: /家长开放日/ })
    .first()
    .click();
  await page.getByRole("article").waitFor();
  await signOutOnPage(page);
  await fillSignIn(page, "linlan");
  await homeShown(page);
  await page.waitForFunction(() => document.body.classList.contains("is-parent"));
  await go("/messages");
  await page
    .getByRole("link", { name: /家长开放日/ })
    .first()
    .waitFor();
  await context.close();
});

test("a notice that is being sent is seen to be sent, also where each answer takes long (IN-04)", async () => {
  const { origin } = stage.platform;
  await sendNotice(origin, "防汛提醒", {});
  const { context, page } = await openAdministration(stage, "linlan", "/notices");
  let looks = 0;
  await page.route(/\/administration\/notice\?/, async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = (await answer.json()) as { data: object };
    looks += 1;
    // longer than the page waits between two looks
    await page.waitForTimeout(2500);
    const state = looks < 3 ? { state: "sending" } : {};
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, ...state } } });
  });
  await page.getByRole("link", { name: "防汛提醒" }).click();
  await page.getByText("正在发送").first().waitFor();
  await page.getByText("已发送").first().waitFor();
  await context.close();
});

/** Makes a teacher of 启明中学 the only head of these classes. */
async function headOf(account: string, names: readonly string[]): Promise<void> {
  const { origin } = stage.platform;
  const as = { token: await signIn(origin, "wangfang"), headers: { identity: "admin" } };
  const own = { token: await signIn(origin, account), headers: { identity: "teacher" } };
  const { data: head } = (await call(origin, "readUserDetail", { identity: "teacher" }, own)).body;
  const school_id = head.school?.id ?? "";
  const { classes } = (await call(origin, "readClasses", { school_id }, as)).body.data;
  const cells = classes
    .filter(({ name }) => names.includes(name))
    .map(({ id }) => ({ class_id: id, subject_id: "", user_ids: [head.id] }));
  await changeByWire(origin, "wangfang", { kind: "teaching-grid", school_id, cells });
}

test("a notice that was begun for one class is not for all when one comes back to it (IN-02)", async () => {
  await headOf("sunhao", ["七年级（7）班", "八年级（1）班"]);
  const { page, context } = await openAdministration(stage, "sunhao", "/notices/new");
  await page.getByLabel("标题").fill("班会");
  const chosen = page.locator(".ant-select-selection-item");
  await expect.poll(() => chosen.count()).toBe(2);
  await page.getByRole("combobox", { name: "班级" }).press("Backspace");
  await expect.poll(() => chosen.count()).toBe(1);
  await page.getByRole("link", { name: "人员", exact: true }).click();
  await page.getByRole("table", { name: "人员" }).waitFor();
  const read = page.waitForResponse(/administration\/classes\?/);
  await page.goBack();
  await (await read).finished();
  await page.getByText("上次写的还没有发送，可以接着写。").waitFor();
  await page.getByText(/^将发给 \d+ 位学生的/).waitFor();
  expect(await chosen.count()).toBe(1);
  await context.close();
});

test("who comes back from a message finds the list where it was left (IN-01)", async () => {
  const { origin } = stage.platform;
  for (const nth of Array(8).keys()) await sendNotice(origin, `第 ${nth + 1} 周食谱`, {});
  const { context, page } = await openHome(stage, "chenjing", "phone");
  await page.getByRole("link", { name: /^消息，/ }).click();
  const message = page.getByRole("link", { name: /第 1 周食谱/ });
  const top = () => message.evaluate((it) => it.getBoundingClientRect().top);
  // what stands above the list has come
  await message.waitFor();
  await atRest(context);
  for (const back of [
    () => page.goBack(),
    () => page.getByRole("link", { name: "全部消息" }).click(),
  ]) {
    await message.scrollIntoViewIfNeeded();
    const place = await top();
    await message.click();
    await page.getByRole("heading", { name: "第 1 周食谱" }).waitFor();
    await back();
    await message.waitFor();
    await expect.poll(top).toBeCloseTo(place, -1);
  }
  await context.close();
});
