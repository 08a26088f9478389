import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newPerson, openBrowser } from "./harness/browser.ts";
import { openFor, SharedStage } from "./harness/stage.ts";
import { openHome, openSignedIn } from "./harness/steps.ts";

const stage = openFor(new SharedStage());

/** Returns the first words of what is cut at the foot of its box, and may not be. */
const cut = (page: Page, boxes: string) =>
  page
    .locator(boxes)
    .evaluateAll((all) =>
      all
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
        .map(({ textContent }) => textContent.slice(0, 20)),
    );

describe("where the browser draws no letter below 20 pixels", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser(["--blink-settings=minimumFontSize=20"]);
  });
  afterAll(() => browser.close());

  test("no line of a card of today is cut, nor the number at an app or at the bell", async () => {
    const { context, page } = await openHome({ ...stage, browser }, "linlan", "phone");
    await page.getByRole("region", { name: "今天", exact: true }).waitFor();
    expect(await cut(page, "[role=region][aria-label='今天'] li")).toEqual([]);
    await context.close();
    const pupil = await openHome({ ...stage, browser }, "linxiaoman", "phone");
    await pupil.page.locator("[aria-hidden=true]:visible", { hasText: /^\d$/ }).first().waitFor();
    const heights = await pupil.page
      .locator("[aria-hidden=true]:visible", { hasText: /^\d$/ })
      .evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(20);
    await pupil.context.close();
  });

  test("a small child's button for listening lies on no words", async () => {
    const { context, page } = await openHome({ ...stage, browser }, "linxiaoman", "phone");
    const cards = page.getByRole("region", { name: "今天", exact: true }).locator("li");
    await cards
      .getByRole("button", { name: /读给我听/ })
      .first()
      .waitFor();
    const room = await cards.evaluateAll((all) =>
      all.map((card) => {
        const bottoms = [...card.querySelectorAll("strong, p")].map(
          (words) => words.getBoundingClientRect().bottom,
        );
        const button = card.querySelector("button[aria-label^=读给我听]");
        return (button?.getBoundingClientRect().top ?? 0) - Math.max(...bottoms);
      }),
    );
    expect(room).toHaveLength(3);
    expect(Math.min(...room)).toBeGreaterThanOrEqual(0);
    await context.close();
  });
});

test("on the smallest phone the class of each child is there to read", async () => {
  const { context, page } = await openHome(stage, "chenjing", "phone");
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => document.documentElement.classList.add("large"));
  const words = page.getByRole("region", { name: "我的孩子" }).locator("button span");
  const isCut = (all: Element[]) => all.filter((it) => it.scrollWidth > it.clientWidth + 1).length;
  expect(await words.evaluateAll(isCut)).toBe(0);
  await context.close();
});

test("a child's long name stays within the round corners of its chip", async () => {
  const { context, page } = await openHome(stage, "chenjing", "phone");
  const chip = page.getByRole("region", { name: "我的孩子" }).getByRole("button").first();
  await page.evaluate(() => document.documentElement.classList.add("large"));
  await chip.locator("strong").evaluate((it) => (it.textContent = "阿卜杜勒艾尼·".repeat(7)));
  const outside = await chip.evaluate((box) => {
    const { right, top, height } = box.getBoundingClientRect();
    const radius = Math.min(parseFloat(getComputedStyle(box).borderTopRightRadius), height / 2);
    const words = document.createRange();
    words.selectNodeContents(box.querySelector("strong") ?? box);
    return [...words.getClientRects()].filter((line) => {
      const [x, y] = [line.right - (right - radius), top + radius - line.top];
      return x > 0 && y > 0 && Math.hypot(x, y) > radius;
    }).length;
  });
  expect(outside).toBe(0);
  await context.close();
});

test("on the smallest phone no line begins with a comma or a full stop", async () => {
  const { context, page } = await newPerson(stage.browser, "phone");
  await page.setViewportSize({ width: 320, height: 640 });
  await openSignedIn(page, stage.platform, "jiucheng");
  await page.getByRole("button", { name: "重新检查" }).waitFor();
  const begun = () =>
    page.locator("main p").evaluateAll((all) =>
      all.flatMap((paragraph) => {
        const tops = new Set<number>();
        const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
          for (const [at, sign] of [...(text.textContent ?? "")].entries()) {
            const range = document.createRange();
            range.setStart(text, at);
            range.setEnd(text, at + 1);
            const top = Math.round(range.getBoundingClientRect().top);
            if (!tops.has(top) && "，。".includes(sign)) found.push(paragraph.textContent);
            tops.add(top);
          }
        }
        return found;
      }),
    );
  expect(await begun()).toEqual([]);
  await page.evaluate(() => document.documentElement.classList.add("large"));
  expect(await begun()).toEqual([]);
  await context.close();
});

/** Returns in how many lines each element's words stand. */
const lines = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.map((one) => {
      const words = document.createRange();
      words.selectNodeContents(one);
      return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
    }),
  );

/** Opens a page on the smallest phone, in large letters. */
async function openLarge(account: string | undefined, hash: string) {
  const person = await newPerson(stage.browser, "phone");
  const { page } = person;
  await page.setViewportSize({ width: 320, height: 640 });
  if (account === undefined) await page.goto(`${stage.platform.page}${hash}`);
  else await openSignedIn(page, stage.platform, account, hash);
  await page.evaluate(() => document.documentElement.classList.add("large"));
  return person;
}

test("on the smallest phone each of those who forgot the password is named in one line", async () => {
  const { context, page } = await openLarge(undefined, "#/forget-pwd");
  const askers = page.getByRole("navigation", { name: "身份" }).getByRole("link");
  await askers.first().waitFor();
  expect(await lines(askers)).toEqual([1, 1, 1, 1]);
  await context.close();
});

test("on the smallest phone what stands beside a button of the profile has room, or stands above it", async () => {
  const { context, page } = await openLarge("chenjing", "#/module/profile");
  await page.getByRole("button", { name: "开启浏览器通知" }).waitFor();
  const told = page.getByText("网页没有打开，也可以让这个浏览器显示新通知。");
  expect(Math.max(...(await lines(told)))).toBeLessThan(4);
  expect(await lines(page.getByText(/^\d{3}\*{4}\d{4}$/))).toEqual([1]);
  await context.close();
});
