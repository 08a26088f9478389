import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { readPeople, type SearchAnswer, searchContent } from "#contract";
import { seriousFaults } from "../harness/axe.ts";
import { newPerson, takePicture } from "../harness/browser.ts";
import { openFor, SharedStage } from "../harness/stage.ts";
import { arrowTo, homeShown, openSignedIn, signOutOnPage } from "../harness/steps.ts";
import { DEMO_PASSWORD } from "../harness/wire.ts";

const NARROW = { width: 320, height: 640 };

const stage = openFor(new SharedStage());

const open = (page: Page, path: string) => page.goto(`${stage.platform.page}#${path}`);
const hash = (page: Page) => page.evaluate(() => decodeURIComponent(window.location.hash));
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
const count = async (page: Page) => {
  const text = await page.getByText(/^找到 \d+ 个结果$/).innerText();
  return Number(/\d+/.exec(text)?.[0]);
};
const cards = (page: Page) => page.getByRole("region", { name: "搜索结果" }).getByRole("article");

describe("search (RT-12, RT-13)", () => {
  test("from home by keyboard alone: results, filters, pages, one item and back to it", async () => {
    const { context, page, faults } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "linxiaoman");
    await homeShown(page);
    await page.keyboard.press("/");
    await page.keyboard.type("shuxue");
    await arrowTo(page, /搜索资源“shuxue”/);
    await page.waitForFunction(() => window.location.hash.startsWith("#/search-result/index/"));
    await cards(page).first().waitFor();
    await expect.poll(() => page.title()).toBe("搜索");
    const all = await count(page);
    expect(all).toBeGreaterThan(100);

    await page.getByRole("link", { name: /^三年级，/ }).press("Enter");
    await page.getByRole("link", { name: /^三年级，已选/ }).waitFor();
    await page.getByRole("link", { name: "最新", exact: true }).press("Enter");
    await expect.poll(() => hash(page)).toBe("#/search-result/index/shuxue?grade=3&sort=newest");
    await expect.poll(() => count(page)).toBeLessThan(all);

    const second = page.waitForResponse(
      (answer) => new URL(answer.url()).searchParams.get("page") === "2",
    );
    await page.getByTitle("下一页").press("Enter");
    await expect.poll(() => hash(page)).toContain("page=2");
    // the page before stays where it is until then
    const { data } = (await (await second).json()) as { data: SearchAnswer };
    const first = cards(page).first().getByRole("link");
    await expect.poll(() => first.innerText()).toBe(data.items[0]?.title);
    const link = cards(page).nth(3).getByRole("link");
    const title = await link.innerText();
    await link.press("Enter");
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    await expect.poll(() => page.title()).toBe("搜索详情");
    await page.getByRole("complementary", { name: "相关推荐" }).waitFor();

    await page.getByRole("link", { name: "返回搜索结果" }).press("Enter");
    await expect.poll(() => hash(page)).toContain("page=2");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ""))
      .toBe(title);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("Enter right after a letter is for the word with that letter (AP-08)", async () => {
    const { context, page } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "linxiaoman");
    await homeShown(page);
    await page.keyboard.press("/");
    await page.keyboard.type("shuxu");
    await page.getByRole("option", { name: "搜索资源“shuxu”" }).waitFor();
    await page.getByRole("combobox", { name: "搜索应用和资源" }).evaluate((field) => {
      // both are waiting when a busy page comes to them
      document.execCommand("insertText", false, "e");
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    });
    await expect.poll(() => hash(page)).toBe("#/search-result/index/shuxue");
    await context.close();
  });

  test("a search that is opened is asked for once", async () => {
    const { context, page } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "linxiaoman");
    await homeShown(page);
    const asked: string[] = [];
    page.on("request", (sent) => {
      if (sent.url().includes(`${searchContent.path}?`)) asked.push(sent.url());
    });
    await page.evaluate(() => (location.hash = "#/search-result/index/数学"));
    await cards(page).first().waitFor();
    expect(asked.length).toBe(1);
    await context.close();
  });

  test("people are above the results for who may look at them, and for nobody else (SF-02)", async () => {
    const people = (page: Page) => page.getByRole("region", { name: "人员" });
    const { context, page, faults } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "linlan", "#/search-result/index/林小满");
    await people(page).waitFor();
    await page.getByText("没有找到课程和资源").waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await takePicture(page, "search-people-classroom");
    await page.setViewportSize(NARROW);
    expect(await overflow(page)).toBe(0);
    await takePicture(page, "search-people-narrow");
    await people(page)
      .getByRole("link", { name: /^林小满/ })
      .click();
    await page.getByRole("heading", { level: 2, name: "林小满", exact: true }).waitFor();
    await open(page, "/search-result/index/林");
    await page
      .getByText(/^找到 \d+ 个结果$|没有找到“林”/)
      .first()
      .waitFor();
    await expect.poll(() => people(page).count()).toBe(0);

    // the next one at this computer, in the same page
    await signOutOnPage(page);
    await page.getByLabel("账号", { exact: true }).fill("sunhao");
    await page.getByLabel("密码", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("checkbox", { name: /我已阅读并同意/ }).check();
    const asked: string[] = [];
    page.on("request", (sent) => asked.push(new URL(sent.url()).pathname));
    await page.getByRole("button", { name: "登录", exact: true }).click();
    await homeShown(page);
    await page.evaluate(() => (location.hash = "#/search-result/index/林小满"));
    await page.getByText("没有找到“林小满”").waitFor();
    await expect.poll(() => people(page).count()).toBe(0);
    expect(asked).toContain(searchContent.path);
    expect(asked).not.toContain(readPeople.path);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("the pagination speaks Chinese (ER-07), in the role's colour, without sticking out", async () => {
    const { context, page } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "sunhao");
    await homeShown(page);
    await open(page, "/search-result?page=12");
    await page.waitForFunction(() => window.location.hash.startsWith("#/search-result/index"));
    await open(page, "/search-result/index?page=12");
    const pager = page.getByRole("navigation", { name: "分页" });
    await pager.getByText("跳至").waitFor();
    await pager.getByText("20 条/页").waitFor();
    for (const label of ["上一页", "下一页", "向前 5 页", "向后 5 页"]) {
      expect(await pager.getByTitle(label).count(), label).toBe(1);
    }
    const colours = await pager
      .locator(".ant-pagination-item-active")
      .evaluate((item) => [
        getComputedStyle(item.querySelector("a") ?? item).color,
        getComputedStyle(item).borderTopColor,
        getComputedStyle(document.body).getPropertyValue("--role-strong").trim(),
      ]);
    const [red, green, blue] = [1, 3, 5].map((at) =>
      Number.parseInt(colours[2]?.slice(at, at + 2) ?? "", 16),
    );
    expect(colours.slice(0, 2)).toEqual(Array(2).fill(`rgb(${red}, ${green}, ${blue})`));
    expect(await seriousFaults(page)).toEqual([]);
    await takePicture(page, "search-sunhao");
    await pager.getByRole("textbox").fill("3");
    await pager.getByRole("textbox").press("Enter");
    await expect.poll(() => hash(page)).toContain("page=3");
    await context.close();
  });

  test("on a phone: the filters are a drawer that Escape closes; nothing sticks out at 320 px", async () => {
    const { context, page } = await newPerson(stage.browser, "phone");
    await openSignedIn(page, stage.platform, "chenjing");
    await homeShown(page);
    await page.setViewportSize(NARROW);
    await open(page, `/search-result/index/${encodeURIComponent("分数")}`);
    await cards(page).first().waitFor();
    const all = await count(page);
    const button = page.getByRole("button", { name: /^筛选/ });
    await button.click();
    const drawer = page.getByRole("dialog", { name: "筛选" });
    await drawer.getByRole("link", { name: /^动画，/ }).click();
    await drawer.getByRole("link", { name: /^动画，已选/ }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await takePicture(page, "search-drawer-320");
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await expect
      .poll(() => button.evaluate((element) => element === document.activeElement))
      .toBe(true);
    await expect.poll(() => count(page)).toBeLessThan(all);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await cards(page).first().getByRole("link").click();
    await page.getByRole("link", { name: "返回搜索结果" }).waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await takePicture(page, "search-detail-320");
    // of many pages the first and the last way lie within the window, too
    await open(page, `/search-result/index/${encodeURIComponent("数学")}`);
    const ways = page.getByRole("navigation", { name: "分页" }).locator("li:visible");
    await ways.nth(6).waitFor();
    const sides = () =>
      ways.evaluateAll((all) => {
        const boxes = all.map((it) => it.getBoundingClientRect());
        return [Math.min(...boxes.map((it) => it.left)), Math.max(...boxes.map((it) => it.right))];
      });
    for (const width of [390, 360, NARROW.width]) {
      await page.setViewportSize({ ...NARROW, width });
      await expect.poll(sides).toSatisfy(([left, right]) => left >= 0 && right <= width);
    }
    // where there is nothing to narrow there is no way to do it, and none while nothing is known
    await open(page, "/search-result/index/xyzq");
    await page.getByText("没有找到“xyzq”").waitFor();
    await expect.poll(() => button.isVisible()).toBe(false);
    await page.route("**/content/v2/search*", (route) => route.abort());
    await open(page, `/search-result/index/${encodeURIComponent("长方形")}`);
    await page.getByText("没能完成搜索").waitFor();
    await expect.poll(() => button.isDisabled()).toBe(true);
    await context.close();
  });

  test("nothing found: what sounds alike; a fault: the cause and a way to try again; another school's: absent", async () => {
    const { context, page } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "linxiaoman");
    await homeShown(page);
    await open(page, `/search-result/index/${encodeURIComponent("粉树")}`);
    await page.getByText("没有写着“粉树”的内容").waitFor();
    await page
      .getByRole("region", { name: "读音相同的内容" })
      .getByRole("article")
      .first()
      .waitFor();
    await takePicture(page, "search-near");

    await page.route("**/content/v2/search*", (route) => route.abort());
    await page.getByRole("searchbox").fill("长方形");
    await page.getByRole("searchbox").press("Enter");
    await page.getByText("没能完成搜索").waitFor();
    await page.unroute("**/content/v2/search*");
    await page.getByRole("button", { name: "重试" }).click();
    await cards(page).first().waitFor();

    // while another word is looked for, nothing is said of the one before (SF-01)
    const held = Promise.withResolvers<void>();
    await page.route("**/content/v2/search*", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByRole("searchbox").fill("圆的周长公式表");
    await page.getByRole("searchbox").press("Enter");
    await page.getByRole("heading", { name: "搜索“圆的周长公式表”" }).waitFor();
    await expect.poll(() => cards(page).count()).toBe(0);
    await expect.poll(() => page.getByText(/^找到|没有找到|没有写着/).count()).toBe(0);
    held.resolve();
    await page
      .getByText(/^找到 \d|没有找到“圆的|没有写着“圆的/)
      .first()
      .waitFor();
    await page.unroute("**/content/v2/search*");

    await open(page, "/search-result/description/-/there-is-none");
    await page.getByText("没有这个内容").waitFor();
    await context.close();
  });
});

describe("loading the public data (RT-07)", () => {
  test("goes on to where it was asked for, with the tags for every module", async () => {
    const { context, page } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "linxiaoman");
    await homeShown(page);
    await open(page, `/load-data?redirect=${encodeURIComponent("/search-result/index?grade=3")}`);
    await cards(page).first().waitFor();
    expect(await hash(page)).toBe("#/search-result/index?grade=3");
    const stages = await page.evaluate(
      () =>
        (
          window as unknown as {
            schoolgateSession: { tagRelations: { stages: { name: string }[] } };
          }
        ).schoolgateSession.tagRelations.stages,
    );
    expect(stages.map(({ name }) => name)).toEqual(["学前", "小学", "初中", "高中"]);
    await open(page, "/load-data?redirect=https%3A%2F%2Fevil.example%2F");
    await homeShown(page);
    await context.close();
  });

  test("says what did not come, how far it got, and tries again", async () => {
    const { context, page } = await newPerson(stage.browser);
    await openSignedIn(page, stage.platform, "linxiaoman");
    await homeShown(page);
    await page.route("**/init-relations*", (route) => route.abort());
    await open(page, "/load-data");
    const alert = page.getByRole("alert").filter({ hasText: "年级与学科没有载入" });
    await alert.waitFor();
    await page.getByRole("progressbar", { name: "载入进度" }).waitFor();
    await page.getByText("2 / 3").waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await takePicture(page, "load-data");
    await page.unroute("**/init-relations*");
    await page.getByRole("button", { name: "重试" }).click();
    await homeShown(page);
    await context.close();
  });
});
