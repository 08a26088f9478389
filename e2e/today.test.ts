import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { seriousFaults } from "./harness/axe.ts";
import {
  atRest,
  newPerson,
  savePicture,
  SCREENS,
  takePicture,
  takePictures,
} from "./harness/browser.ts";
import { sendNotice } from "./harness/notices.ts";
import { openFor, Stage } from "./harness/stage.ts";
import { cutWords, homeShown, openSignedIn, openWithSession } from "./harness/steps.ts";
import { call, signIn, signInByWire } from "./harness/wire.ts";

/** Sets the product's clock to the day, as it sends pupils nothing by night. */
const BY_DAY = new URL("./harness/by-day.mjs", import.meta.url).href;
const stage = openFor(new Stage({ env: { NODE_OPTIONS: `--import=${BY_DAY}` } }));

const band = (page: Page) => page.getByRole("region", { name: "今天", exact: true });

/** Opens home with what moves recorded. */
async function atHome(account: string, screen: keyof typeof SCREENS = "classroom") {
  const person = await newPerson(stage.browser, screen);
  await recordMoves(person.page);
  await openSignedIn(person.page, stage.platform, account);
  await homeShown(person.page);
  return person;
}

const recordMoves = (page: Page) =>
  page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        document.documentElement.dataset["moved"] = JSON.stringify(entry);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

const moved = (page: Page) => page.evaluate(() => document.documentElement.dataset["moved"]);

describe("today (HO-02)", () => {
  test("a parent with two children sees what is the second child's", async () => {
    await sendNotice(stage.platform.origin, "一年级亲子阅读", { grade_ids: ["1"] });
    const { context, page, faults } = await atHome("chenjing");
    const children = page.getByRole("region", { name: "我的孩子" });
    await children.getByRole("button", { name: "赵一诺" }).click();
    const card = band(page).getByRole("link", { name: /一年级亲子阅读/ });
    await card.waitFor();
    await takePictures(page, "today-parent");
    expect(await seriousFaults(page)).toEqual([]);
    await card.click();
    await page.getByRole("heading", { name: "一年级亲子阅读" }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  describe("of a young pupil, who hovers over nothing, no word of a card or a tile is cut off", () => {
    const LONG_NAME = "小学一年级拼音与识字互动乐园（口语交际和绘本阅读）";
    const LONG_TITLE =
      "一年级全体同学请把体检表、疫苗接种证和两张一寸照片装进文件袋，星期三早上交给班主任老师，写好姓名和班级";
    const LATE_TITLE = `三年级的${LONG_TITLE.slice(3)}`;
    const LISTED = {
      ...{ key: "list", kind: "list", label: "这个星期要带到学校的东西", title: "", note: "" },
      lines: [
        { text: "水彩笔、卡纸和儿童安全剪刀（美术课）", note: "星期二下午第一节课之前" },
        { text: "跳绳和运动鞋", note: "星期四" },
        { text: "《和大人一起读》第一册与读书记录卡", note: "星期五" },
      ],
      ...{ opens: null, links: [] },
    };
    beforeAll(async () => {
      const { origin } = stage.platform;
      await sendNotice(origin, LONG_TITLE, { grade_ids: ["1"] });
      const token = await signIn(origin, "hezhi");
      const acting = { token, headers: { identity: "inner_admin" } };
      const input = { id: "pinyin-garden", name: LONG_NAME };
      const { body } = await call(origin, "saveApp", input, acting);
      if (body.code !== 200) throw new Error(body.msg);
      // a notice is sent by a job
      const pupil = await signIn(origin, "zhaoyinuo");
      await vi.waitUntil(
        async () => {
          const today = await call(origin, "readToday", {}, { token: pupil });
          return today.body.data.cards.some(({ title }) => title === LONG_TITLE);
        },
        { timeout: 20_000 },
      );
    });

    test("one that comes while home is open moves nothing below it, and is read by scrolling", async () => {
      const { context, page, faults } = await atHome("linxiaoman", "phone");
      await band(page).waitFor();
      const below = page.getByRole("region", { name: "快捷应用" });
      const before = await below.boundingBox();
      await sendNotice(stage.platform.origin, LATE_TITLE, { grade_ids: ["3"] });
      const title = band(page).getByText(LATE_TITLE);
      await title.waitFor();
      await takePicture(page, "today-young-late");
      expect(await cutWords(page.locator("main li :not(.visually-hidden)"))).toEqual([]);
      const hidden = await band(page)
        .locator("ul > li:has(button)")
        .evaluateAll((cards) => cards.map((card) => card.scrollHeight - card.clientHeight));
      expect(Math.max(...hidden)).toBeLessThanOrEqual(0);
      await band(page).getByText("林岚").scrollIntoViewIfNeeded();
      await savePicture(page, "today-young-late-scrolled");
      expect(await below.boundingBox()).toEqual(before);
      expect(faults).toEqual([]);
      await context.close();
    });

    test.each([
      [390, 844],
      [320, 568],
      [1366, 768],
    ])("at %i × %i", async (width, height) => {
      const { context, page, faults } = await newPerson(
        stage.browser,
        width < 720 ? "phone" : "classroom",
      );
      await page.setViewportSize({ width, height });
      await recordMoves(page);
      const cut = () => cutWords(page.locator("main li :not(.visually-hidden)"));
      const login = await openSignedIn(page, stage.platform, "zhaoyinuo");
      await homeShown(page);
      await band(page).getByText(LONG_TITLE).waitFor();
      await page.getByRole("button", { name: "全部应用" }).click();
      await page.getByRole("main").getByText(LONG_NAME).nth(1).waitFor();
      await takePicture(page, `today-young-${width}`);
      expect(await cut()).toEqual([]);
      expect(await moved(page)).toBeUndefined();

      await page.route("**/v1/user/today?*", async (route) => {
        const { data } = (await (await route.fetch()).json()) as { data: { cards: object[] } };
        await route.fulfill({
          json: { code: 200, data: { cards: [...data.cards, LISTED] }, msg: "ok" },
        });
      });
      // a page of its own draws nothing ahead
      await openWithSession(page, stage.platform.page, login, "#/feedback");
      await page.getByRole("heading", { name: "意见反馈" }).waitFor();
      await page.evaluate(() => delete document.documentElement.dataset["moved"]);
      await page.evaluate(() => (location.hash = "#/home/index"));
      await homeShown(page);
      await band(page).getByText(LISTED.label).waitFor();
      await atRest(context);
      await takePicture(page, `today-young-listed-${width}`);
      expect(await cut()).toEqual([]);
      expect(await moved(page)).toBeUndefined();
      expect(faults).toEqual([]);
      // an answer may be on its way once more
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    });
  });

  test("where the row of cards scrolls, its bar has no ground of its own", async () => {
    const { context, page } = await atHome("linlan");
    await band(page).waitFor();
    const colours = () =>
      band(page)
        .getByRole("list")
        .first()
        .evaluate((row) => getComputedStyle(row).scrollbarColor);
    await expect.poll(colours).toMatch(/^rgb\(.*\) rgba\(0, 0, 0, 0\)$/);
    await context.close();
  });

  test("a head-teacher's class is one press away", async () => {
    const login = await signInByWire(stage.platform.origin, "linlan");
    await call(stage.platform.origin, "editUser", { identity: "teacher" }, { token: login.token });
    const { context, page, faults } = await newPerson(stage.browser);
    await openWithSession(page, stage.platform.page, login);
    await homeShown(page);
    await band(page).getByRole("link", { name: "我的班级 三年级（2）班" }).waitFor();
    await takePictures(page, "today-teacher");
    expect(await seriousFaults(page)).toEqual([]);
    await band(page).getByRole("link", { name: "重置密码" }).click();
    await page.getByText(/^三年级（2）班，\d+ 名学生$/).waitFor();
    expect(faults).toEqual([]);
    await context.close();
    // the person keeps an identity: the next ones are as they were
    await call(stage.platform.origin, "editUser", { identity: "manager" }, { token: login.token });
  });

  test("a manager sees readiness and who signed in; a district's administrator the schools", async () => {
    for (const [account, words] of [
      ["linlan", "学校就绪"],
      ["wangfang", "2 所在用"],
    ] as const) {
      const { context, page, faults } = await atHome(account);
      // the figures of a minute are counted when they are first wanted
      await band(page).getByText(words).waitFor();
      expect(await moved(page)).toBeUndefined();
      await takePictures(page, `today-${account}`);
      expect(faults).toEqual([]);
      await context.close();
    }
  });

  test("cards that come before the apps move nothing: both are shown at once", async () => {
    const login = await signInByWire(stage.platform.origin, "linlan");
    const { context, page, faults } = await newPerson(stage.browser);
    await recordMoves(page);
    const late = Promise.withResolvers<void>();
    await context.route("**/v1/app/api/apps?*", async (route) => {
      await late.promise;
      await route.continue();
    });
    // a page of its own draws nothing ahead
    await openWithSession(page, stage.platform.page, login, "#/feedback");
    await page.getByRole("heading", { name: "意见反馈" }).waitFor();
    await page.evaluate(() => delete document.documentElement.dataset["moved"]);
    const cards = page.waitForResponse("**/v1/user/today?*");
    await page.evaluate(() => (location.hash = "#/home/index"));
    await (await cards).finished();
    await page.getByRole("heading", { name: /，林岚$/ }).waitFor();
    await atRest(context, { held: /api\/apps/ });
    late.resolve();
    await homeShown(page);
    await band(page).getByText("学校就绪").waitFor();
    expect(await moved(page)).toBeUndefined();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("cards that come late move nothing, and stand below the apps", async () => {
    const login = await signInByWire(stage.platform.origin, "sunhao");
    const { context, page } = await newPerson(stage.browser);
    const late = Promise.withResolvers<void>();
    const card = {
      ...{ key: "a", kind: "list", label: "晚到的", title: "卡片", note: "", lines: [], links: [] },
      opens: { to: "/messages", app_id: null, item: null },
    };
    await context.route("**/v1/user/today?*", async (route) => {
      await late.promise;
      await route.fulfill({ json: { code: 200, data: { cards: [card] }, msg: "ok" } });
    });
    // a page of its own draws nothing ahead
    await openWithSession(page, stage.platform.page, login, "#/feedback");
    await page.evaluate(() => (location.hash = "#/home/index"));
    await homeShown(page);
    const tiles = page.locator("main section li");
    const before = await tiles.first().boundingBox();
    late.resolve();
    await band(page).getByText("晚到的").waitFor();
    expect(await tiles.first().boundingBox()).toEqual(before);
    const last = await page.locator("main section").last().boundingBox();
    expect((await band(page).boundingBox())?.y ?? 0).toBeGreaterThan(last?.y ?? Infinity);
    await context.close();
  });
});
