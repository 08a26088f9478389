import { expect, onTestFinished, test } from "vitest";
import { INBOX_EVENTS_PATH } from "#contract";
import { newPerson, takePicture } from "../harness/browser.ts";
import { openFor, SharedStage } from "../harness/stage.ts";
import { openHome, openSignedIn } from "../harness/steps.ts";
import { call, signIn } from "../harness/wire.ts";

const stage = openFor(new SharedStage());
const FRAMED = "红领巾电视台";

/** Changes who sees an app until the end of the test, as its administrator does. */
async function showTo(id: string, roles: readonly string[]): Promise<void> {
  const { origin } = stage.platform;
  const token = await signIn(origin, "hezhi");
  const acting = { token, headers: { identity: "inner_admin" } };
  const { data: before } = (await call(origin, "readAppEntry", { id }, acting)).body;
  const save = async (to: readonly string[]) => {
    const { body } = await call(origin, "saveApp", { id, roles: [...to] }, acting);
    expect(body.code).toBe(200);
  };
  await save(roles);
  onTestFinished(() => save(before.app.roles));
}

/** Opens home without its stream of events, which would take away what is gone before it can be pressed. */
async function openHomeWithoutEvents(account: string) {
  const person = await newPerson(stage.browser);
  await person.page.route(`**${INBOX_EVENTS_PATH}*`, (route) => route.abort());
  await openSignedIn(person.page, stage.platform, account);
  return person;
}

test("a to-do in the inbox opens its app signed in, at what it is about (IN-06)", async () => {
  const { context, page, faults } = await newPerson(stage.browser);
  await openSignedIn(page, stage.platform, "sunhao", "#/messages");
  const reported = page.waitForRequest(/collector\/report\/app\/login/);
  const opened = context.waitForEvent("page");
  await page.getByRole("button", { name: /^批改：八年级/ }).press("Enter");
  const app = await opened;
  await app.getByRole("heading", { name: "你好，孙浩" }).waitFor();
  await reported;
  expect(faults).toEqual([]);
  await context.close();
});

test("an app that is taken off while home is open is said to be gone, and goes from home", async () => {
  const { context, page } = await openHomeWithoutEvents("sunhao");
  const tile = page.getByRole("button", { name: "题库组卷", exact: true });
  await tile.first().waitFor();
  await showTo("question-bank", ["manager"]);
  await tile.first().click();
  await page.getByText("“题库组卷”可能已经下线，或者不向当前身份开放").waitFor();
  await expect.poll(() => tile.count()).toBe(0);
  expect(context.pages()).toHaveLength(1);
  await context.close();
});

test("today's card of an app that is gone says so", async () => {
  const { context, page } = await openHomeWithoutEvents("sunhao");
  const card = page.getByRole("region", { name: "今天" }).getByRole("button", { name: /待办/ });
  await card.waitFor();
  await showTo("assign-homework", ["manager"]);
  const tile = page.getByRole("button", { name: /^布置作业/ });
  await tile.first().click();
  await expect.poll(() => tile.count()).toBe(0);
  await card.click();
  await page.getByText("这个应用可能已经下线，或者不向当前身份开放").waitFor();
  await context.close();
});

test("an app in a frame says that it opens as long as it has not come, and then what to do if it is blank", async () => {
  const { context, page } = await openHome(stage, "linlan");
  const held = Promise.withResolvers<void>();
  await page.route(/\/campus-tv$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("link", { name: FRAMED }).first().click();
  await page.getByText(`正在打开“${FRAMED}”…`).waitFor();
  await takePicture(page, "app-frame-opening");
  await page.getByText(`“${FRAMED}”打开得有点慢，请再等一会儿…`).waitFor();
  expect(await page.getByText("如果这里是空白").count()).toBe(0);
  held.resolve();
  await page.getByText("如果这里是空白").waitFor();
  expect(await page.getByText("打开得有点慢").count()).toBe(0);
  await context.close();
});

test("a failed opening in a frame offers to try again first, and does so once there is a network", async () => {
  const { context, page } = await openHome(stage, "linlan");
  await page.route(/sso\/api\/app\/auth/, (route) => route.abort("connectionreset"), { times: 1 });
  await page.getByRole("link", { name: FRAMED }).first().click();
  const failure = page.getByRole("alert").filter({ hasText: "网络连接失败" });
  await failure.waitFor();
  await takePicture(page, "app-frame-failed");
  const ways = failure.getByRole("button").or(failure.getByRole("link"));
  expect(await ways.allInnerTexts()).toEqual(["重试", "返回首页"]);
  await ways.first().click();
  await page.getByText("如果这里是空白").waitFor();
  await context.setOffline(true);
  await page.getByRole("button", { name: "刷新应用" }).click();
  await page
    .getByRole("alert")
    .filter({ hasText: `现在没有网络，“${FRAMED}”打不开` })
    .waitFor();
  await context.setOffline(false);
  await page.getByText("如果这里是空白").waitFor();
  await context.close();
});
