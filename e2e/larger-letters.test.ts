import type { Browser, Page } from "playwright-core";
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
