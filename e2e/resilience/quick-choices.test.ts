import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import type { User } from "#contract";
import { openFor, SharedStage } from "../harness/stage.ts";
import { choose, dockNames, homeShown, openHome, openPersonMenu } from "../harness/steps.ts";
import { call, putLooksBack, putQuickAppsBack, signIn } from "../harness/wire.ts";

const stage = openFor(new SharedStage());
afterAll(async () => {
  const { origin } = stage.platform;
  await startAs("linlan", "manager");
  await putQuickAppsBack(origin, "linlan", "teacher");
  await putLooksBack(origin, "linlan");
  await putLooksBack(origin, "sunhao");
});

/** Milliseconds in which a call that is not held back is answered. */
const ANSWERED_MS = 1000;

/**
 * Holds the first call of this path back that is made from now on. What is returned lets it go, once others would have been
 * answered, and waits for the answers to this one and the next.
 */
async function holdFirst(page: Page, path: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  let made = 0;
  let answered = 0;
  page.on("response", (answer) => {
    if (answer.url().includes(path)) answered += 1;
  });
  await page.route(`**${path}*`, async (route) => {
    made += 1;
    if (made === 1) await held.promise;
    await route.continue();
  });
  return async () => {
    await page.waitForTimeout(ANSWERED_MS);
    held.resolve();
    await expect.poll(() => answered).toBe(2);
  };
}

/** Has the first call of this path that is made from now on never leave the page. */
async function loseFirst(page: Page, path: string): Promise<void> {
  await page.evaluate((lost) => {
    const real = window.fetch;
    let made = 0;
    window.fetch = (...given) => {
      const [asked] = given;
      const address = asked instanceof Request ? asked.url : String(asked);
      made += address.includes(lost) ? 1 : 0;
      return made === 1 ? new Promise(() => {}) : real(...given);
    };
  }, path);
}

/** Makes an identity the current one before the page is opened. */
async function startAs(account: string, identity: string): Promise<void> {
  const token = await signIn(stage.platform.origin, account);
  await call(stage.platform.origin, "editUser", { identity }, { token });
}

/** Returns the person as the server holds them. */
async function held(page: Page): Promise<User> {
  const token = (await page.evaluate(() => localStorage.getItem("token"))) ?? "";
  const { body } = await call(stage.platform.origin, "readUserDetail", {}, { token });
  return body.data;
}

const as = (page: Page, identity: string) =>
  page.getByRole("button", { name: `当前身份：${identity}，切换身份` });
const at = (page: Page, school: string) =>
  page.getByRole("button", { name: `当前学校：${school}，切换学校` });

const isAs = (page: Page, identity: string) =>
  page.waitForFunction((name) => document.body.classList.contains(`is-${name}`), identity);

test("of two identities chosen within one round trip the last counts, here and everywhere (ID-02)", async () => {
  const { context, page } = await openHome(stage, "linlan");
  const letGo = await holdFirst(page, "/user/user/edit");
  await openPersonMenu(page);
  await choose(page, "教师");
  await openPersonMenu(page);
  await choose(page, "家长");
  await letGo();
  await isAs(page, "parent");
  await expect.poll(async () => (await held(page)).identity).toBe("parent");
  await page.reload();
  await homeShown(page);
  await isAs(page, "parent");
  const other = await context.newPage();
  await other.goto(page.url());
  await homeShown(other);
  await isAs(other, "parent");
  await context.close();
});

test("what is shown may be chosen again while another is on its way", async () => {
  const { context, page } = await openHome(stage, "linlan");
  await page.getByRole("button", { name: /^当前身份：/ }).click();
  await choose(page, "教师");
  await as(page, "教师").waitFor();
  const letGo = await holdFirst(page, "/user/user/edit");
  await as(page, "教师").click();
  await choose(page, "学校管理员");
  await as(page, "教师").click();
  await choose(page, "教师");
  await letGo();
  await expect.poll(async () => (await held(page)).identity).toBe("teacher");
  await as(page, "教师").waitFor();
  await page.reload();
  await homeShown(page);
  await as(page, "教师").waitFor();
  await context.close();
});

test("of two schools chosen within one round trip the last counts (ID-08)", async () => {
  const { context, page } = await openHome(stage, "linlan");
  const user = await held(page);
  const schools = (user.schools ?? []).filter(({ identity }) => identity === "teacher");
  const here = user.school?.name;
  const there = schools.find(({ name }) => name !== here)?.name;
  if (here === undefined || there === undefined) throw new Error("she teaches at two schools");
  await at(page, here).waitFor();
  const letGo = await holdFirst(page, "/user/user/edit");
  await at(page, here).click();
  await choose(page, there);
  await at(page, here).click();
  await choose(page, here);
  await letGo();
  await expect.poll(async () => (await held(page)).school?.name).toBe(here);
  await at(page, here).waitFor();
  await page.reload();
  await homeShown(page);
  await at(page, here).waitFor();
  await context.close();
});

test("of two themes chosen within one round trip the last counts (AP-03)", async () => {
  const { context, page } = await openHome(stage, "linlan");
  const letGo = await holdFirst(page, "/v1/user/setting");
  const shows = (theme: string) =>
    page.waitForFunction((name) => document.body.classList.contains(`theme-${name}`), theme);
  const saved: string[] = [];
  page.on("response", (answer) => {
    if (answer.url().includes("/v1/user/setting")) saved.push(answer.request().postData() ?? "");
  });
  await openPersonMenu(page);
  await choose(page, "单色");
  await shows("monochrome");
  await openPersonMenu(page);
  await choose(page, "彩色");
  await shows("color");
  await letGo();
  await expect.poll(() => saved).toEqual(["theme=monochrome", "theme=color"]);
  expect((await held(page)).setting?.theme).toBe("color");
  await page.reload();
  await homeShown(page);
  await shows("color");
  await context.close();
});

test("what still waits to be saved when the page is left is saved (ID-02)", async () => {
  await startAs("linlan", "teacher");
  const { context, page } = await openHome(stage, "linlan");
  await isAs(page, "teacher");
  await loseFirst(page, "/user/user/edit");
  await openPersonMenu(page);
  await choose(page, "学校管理员");
  await openPersonMenu(page);
  await choose(page, "家长");
  await page.reload();
  await expect.poll(async () => (await held(page)).identity).toBe("parent");
  await context.close();
});

test("looks that still wait when the page is left are saved in one call, of which the last counts (HO-07)", async () => {
  const { context, page } = await openHome(stage, "sunhao");
  const { setting: before } = await held(page);
  await loseFirst(page, "/user/setting");
  await openPersonMenu(page);
  await choose(page, "外观与文字");
  for (const look of ["深色", "大字", "浅色"]) await page.getByText(look, { exact: true }).click();
  const saved: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/user/setting")) saved.push(request.postDataJSON());
  });
  await page.reload();
  await expect
    .poll(async () => (await held(page)).setting)
    .toEqual({ ...before, appearance: "light", text_size: "large" });
  expect(saved).toEqual([{ appearance: "light", text_size: "large" }]);
  await context.close();
});

test("quick apps that are saved while another identity is chosen stay those of the former (AP-04)", async () => {
  await startAs("linlan", "teacher");
  const { context, page, faults } = await openHome(stage, "linlan");
  await isAs(page, "teacher");
  await page.evaluate(() => {
    const real = window.fetch;
    const held = new Promise((go) => addEventListener("let-go", go, { once: true }));
    window.fetch = async (...given) => {
      const answer = await real(...given);
      const [asked] = given;
      const address = asked instanceof Request ? asked.url : String(asked);
      if (address.includes("/user/save-apps")) await held;
      return answer;
    };
  });
  const [first = ""] = await dockNames(page);
  await page.getByRole("button", { name: "编辑快捷应用" }).click();
  await page
    .getByRole("button", { name: `移除“${first}”` })
    .first()
    .click();
  const saved = page.waitForResponse(/user\/save-apps/);
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await saved;
  await openPersonMenu(page);
  await choose(page, "家长");
  await isAs(page, "parent");
  await homeShown(page);
  const names = await dockNames(page);
  await page.evaluate(() => dispatchEvent(new Event("let-go")));
  await page.getByRole("status").getByText("已保存").waitFor();
  expect(await dockNames(page)).toEqual(names);
  await openPersonMenu(page);
  await choose(page, "教师");
  await isAs(page, "teacher");
  await expect.poll(async () => (await dockNames(page)).includes(first)).toBe(false);
  expect(faults).toEqual([]);
  await context.close();
});
