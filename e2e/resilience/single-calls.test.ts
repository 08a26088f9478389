import type { Locator, Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { openAdministration } from "../harness/administration.ts";
import { newPerson, type Screen } from "../harness/browser.ts";
import { openFor, SharedStage } from "../harness/stage.ts";
import { choose, homeShown, openSignedIn, signInOnPage } from "../harness/steps.ts";

const stage = openFor(new SharedStage());

const BROKEN = { status: 500, json: { code: 50_000, data: null, msg: "系统出了点问题" } };

async function open(account: string, screen: Screen, hash = "") {
  const { context, page } = await newPerson(stage.browser, screen);
  await openSignedIn(page, stage.platform, account);
  await homeShown(page);
  if (hash !== "") await page.goto(`${stage.platform.page}${hash}`);
  return { context, page };
}

/** Has a call fail from now on; returns a function that lets it succeed again. */
async function fail(page: Page, call: RegExp): Promise<() => Promise<void>> {
  await page.route(call, (route) => route.fulfill(BROKEN));
  return () => page.unroute(call);
}

/** Presses 「重试」, unless news of something else have had the page read it again by itself meanwhile. */
async function again(failed: Locator, shown: Locator): Promise<void> {
  const button = failed.getByRole("button", { name: "重试" });
  await button.or(shown).first().waitFor();
  await Promise.race([button.click(), shown.waitFor()]);
  await shown.waitFor();
}

test("to-dos that could not be read are not said to be none", async () => {
  const { context, page } = await open("linxiaoman", "classroom");
  const mend = await fail(page, /\/inbox\/tasks/);
  await page.goto(`${stage.platform.page}#/messages`);
  const failed = page.getByRole("alert").filter({ hasText: "待办没有加载出来" });
  await failed.waitFor();
  await mend();
  await again(failed, page.getByRole("region", { name: "待办" }).getByText("口算第 3 页"));
  await context.close();
});

test("a child's day that could not be read is said, and read again", async () => {
  const { context, page } = await open("chenjing", "classroom");
  const lesson = page.getByText(/^(下一节课|正在上课)$/);
  await lesson.waitFor();
  const mend = await fail(page, /\/user\/today/);
  const chips = page.getByRole("region", { name: "我的孩子" });
  await chips.locator("button[aria-pressed=false]").click();
  const failed = page.getByRole("alert").filter({ hasText: "今天的内容没有加载出来" });
  await failed.waitFor();
  await mend();
  await again(failed, lesson);
  await context.close();
});

test("a count at the bell is never that of another identity", async () => {
  const { context, page } = await open("linlan", "classroom");
  const as = (identity: string) =>
    page.getByRole("button", { name: `当前身份：${identity}，切换身份` });
  const bell = (name: string) => page.getByRole("link", { name, exact: true }).waitFor();
  await as("学校管理员").click();
  await choose(page, "教师");
  await as("教师").waitFor();
  await bell("消息，1 件待办");
  await fail(page, /\/inbox\/counts/);
  await as("教师").click();
  await choose(page, "学校管理员");
  await as("学校管理员").waitFor();
  await bell("消息");
  await context.close();
});

test("what could not be searched is not said to be nothing (SF-01)", async () => {
  const { context, page } = await open("linxiaoman", "classroom");
  await fail(page, /\/content\/v2\/search/);
  await page.getByRole("combobox", { name: "搜索应用和资源" }).fill("分数");
  await page.getByText("没能查找，请稍后再试").waitFor();
  await expect.poll(() => page.getByText("没有找到").count()).toBe(0);
  await context.close();
});

test("who reads a message of the second page comes back to it", async () => {
  const { context, page } = await open("linxiaoman", "phone");
  const items = (from: number) =>
    Array.from({ length: 20 }, (_, nth) => ({
      ...{ id: `n${from + nth}`, title: `通知 ${from + nth}`, excerpt: "请看一看。", child: null },
      ...{ from_name: "启明小学", by_name: null, at: "2026-11-20T01:00:00.000Z", is_read: true },
      ...{ changed_at: null, is_taken_back: false, is_waiting: false, is_reminded: false },
      ...{ confirm: "none", choices: [], answered_at: null, choice: null, file_count: 0 },
    }));
  await page.route(/\/user\/inbox(\?|$)/, (route) => {
    const isSecond = route.request().url().includes("after=");
    const data = { items: items(isSecond ? 21 : 1), next: isSecond ? null : "20" };
    return route.fulfill({ json: { code: 200, data, msg: "" } });
  });
  await page.goto(`${stage.platform.page}#/messages`);
  await page.getByRole("button", { name: "显示更多" }).click();
  const last = page.getByRole("link", { name: /^通知 40 / });
  await last.click();
  await page.getByRole("link", { name: "全部消息" }).waitFor();
  await page.goBack();
  await last.waitFor();
  await context.close();
});

test("one press leads to a child's apps, in sight, also while the child is still on its way (HO-01)", async () => {
  const { context, page } = await newPerson(stage.browser, "phone");
  // the script that goes to a child does not come
  await page.route("**/assets/account-panel-*.js", () => {});
  await openSignedIn(page, stage.platform, "chenjing");
  await homeShown(page);
  const chips = page.getByRole("region", { name: "我的孩子" });
  const other = chips.locator("button[aria-pressed=false]");
  const name = await other.locator("strong").innerText();
  await other.click();
  await page.getByRole("link", { name: "孩子的应用", exact: true }).click();
  const apps = page.getByRole("group", { name: `孩子的应用：${name}` });
  await apps.getByText(`${name}在自己的首页能看到这些应用。`).waitFor();
  await expect.poll(async () => (await apps.boundingBox())?.y ?? 9999).toBeLessThan(500);
  await context.close();
});

test("who signs in comes home although the first call about them fails while the platform answers (ER-04)", async () => {
  const { context, page } = await newPerson(stage.browser);
  let isFirst = true;
  await page.route(/\/user\/user\/detail.*fields=id/, (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    // a campus network's own page
    return route.fulfill({ contentType: "text/html", body: "<html></html>" });
  });
  await signInOnPage(page, stage.platform, "sunhao");
  await homeShown(page);
  expect(isFirst).toBe(false);
  await context.close();
});

/** Opens home with another end of the stream of events; returns how often it was asked for so far. */
async function openWithEvents(events: (route: Route) => unknown) {
  const { context, page } = await newPerson(stage.browser);
  await page.clock.install();
  let asked = 0;
  await page.route(/\/inbox\/events/, (route) => {
    asked += 1;
    return events(route);
  });
  await openSignedIn(page, stage.platform, "sunhao");
  await homeShown(page);
  await expect.poll(() => asked).toBeGreaterThan(0);
  return { context, page, asked: () => asked };
}

test("a stream of events on which nothing comes any more is opened anew (IN-03)", async () => {
  const { context, page, asked } = await openWithEvents(() => {});
  await page.clock.runFor(50_000);
  expect(asked()).toBe(1);
  await expect
    .poll(async () => {
      await page.clock.runFor(5000);
      return asked();
    })
    .toBe(2);
  await context.close();
});

test("a stream of events that something ends at once is asked for less and less (IN-03)", async () => {
  const { context, page, asked } = await openWithEvents((route) =>
    route.fulfill({ contentType: "text/event-stream", body: "data: open\n\n" }),
  );
  for (let minutes = 0; minutes < 5; minutes += 1 / 6) {
    await page.clock.runFor(10_000);
    await page.evaluate(() => fetch("/readyz"));
  }
  // 4 to 8 seconds after the first, and twice as long each time
  expect(asked()).toBeLessThan(9);
  await context.close();
});

/** Has the platform do what the next such call asks, and its answer lost on the way. */
async function loseAnswer(page: Page, call: RegExp): Promise<void> {
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route(call, lose, { times: 1 });
}

test("feedback whose answer was lost is not sent twice, also after the page was loaded anew (AP-09)", async () => {
  const { context, page } = await open("sunhao", "classroom", "#/feedback/new");
  const title = "投影仪没有声音";
  await page.getByLabel("标题").fill(title);
  await page.getByLabel("内容").fill("换了线也没有。");
  await loseAnswer(page, /\/feedback\/create/);
  const submit = page.getByRole("button", { name: "提交" });
  await submit.click();
  await page.getByRole("alert").filter({ hasText: "网络" }).waitFor();
  await page.reload();
  await submit.click();
  const words = page.getByLabel("回复");
  await words.fill("第二间也是。");
  await loseAnswer(page, /\/feedback\/reply/);
  const again = page.getByRole("button", { name: "发送", exact: true });
  await again.click();
  await page.getByText(/网络/).waitFor();
  await again.click();
  const said = page.getByText("第二间也是。", { exact: true });
  const shown = async () => [await words.inputValue(), await said.count()];
  await expect.poll(shown).toEqual(["", 1]);
  // the same words again, once they were sent, are meant
  await words.fill("第二间也是。");
  await again.click();
  await expect.poll(shown).toEqual(["", 2]);
  await page.goto(`${stage.platform.page}#/feedback`);
  await page.getByRole("link", { name: title }).first().waitFor();
  await expect.poll(() => page.getByRole("link", { name: title }).count()).toBe(1);
  await context.close();
});

test("a notice whose answer was lost is not sent twice (IN-02)", async () => {
  const { context, page } = await openAdministration(stage, "linlan", "/notices/new");
  const title = "周五下午停课";
  await page.getByLabel("标题").fill(title);
  await page.getByLabel("正文").fill("请中午来接孩子。");
  await page.getByRole("checkbox", { name: "一年级" }).click();
  await loseAnswer(page, /\/notice\/send/);
  const submit = page.getByRole("button", { name: /^发送给 \d+ 人$/ });
  await submit.click();
  await page.getByRole("alert").filter({ hasText: "网络" }).waitFor();
  // what was begun is kept while one looks whether it was sent
  await page.getByRole("link", { name: "通知", exact: true }).first().click();
  await page.getByRole("link", { name: title }).waitFor();
  await page.goBack();
  await submit.click();
  await page.getByText("已发送", { exact: true }).waitFor();
  await page.getByRole("link", { name: "通知", exact: true }).first().click();
  await page.getByRole("link", { name: title }).first().waitFor();
  await expect.poll(() => page.getByRole("link", { name: title }).count()).toBe(1);
  await context.close();
});
