import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { BROWSER_TEST_TIMEOUT_MS } from "./browser.ts";
import { openSourcePage, type SourcePage } from "./source-page.ts";

vi.setConfig({ testTimeout: BROWSER_TEST_TIMEOUT_MS });

declare global {
  interface Window {
    /** The works begun by the button, each with the functions that end it. */
    works: { resolve: (found?: string) => void; reject: (error: Error) => void }[];
  }
}

let source: SourcePage;
beforeAll(async () => {
  source = await openSourcePage();
}, 60_000);
afterAll(() => source.close());

/** A button that runs a work, and shows the state of the hook. */
async function openButton(once: boolean): Promise<Page> {
  const page = await source.newPage();
  await page.evaluate(async (isOnce) => {
    const { createElement, createRoot, useAct } = await window.load<
      typeof import("../src/ui/shared-with-modules.ts")
    >("ui/shared-with-modules.ts");
    window.works = [];
    function Button() {
      const { busy, fault, act } = useAct((error) => (error as Error).message, { once: isOnce });
      const work = () =>
        new Promise<string | undefined>((resolve, reject) => {
          window.works.push({ resolve, reject });
        });
      const onClick = () => void act(work);
      return createElement("button", { onClick }, busy ? "busy" : (fault ?? "idle"));
    }
    createRoot(document.getElementById("root") as HTMLElement).render(createElement(Button));
  }, once);
  await page.getByText("idle").waitFor();
  return page;
}

/** Clicks twice before the page renders again; returns the number of works begun by then. */
const doubleClick = (page: Page) =>
  page.evaluate(() => {
    const button = document.querySelector("button");
    button?.click();
    button?.click();
    return window.works.length;
  });

describe("an act", () => {
  test("a double click runs it once, and shows that it is under way", async () => {
    const page = await openButton(false);
    expect(await doubleClick(page)).toBe(1);
    await page.getByText("busy").waitFor();
  });

  test("a fault that it resolves with, and an error that it rejects with, are shown until the next try", async () => {
    const page = await openButton(false);
    await doubleClick(page);
    await page.evaluate(() => window.works[0]?.resolve("wrong"));
    await page.getByText("wrong").waitFor();
    expect(await doubleClick(page)).toBe(2);
    await page.getByText("busy").waitFor();
    await page.evaluate(() => window.works[1]?.reject(new Error("off")));
    await page.getByText("off").waitFor();
    await doubleClick(page);
    await page.evaluate(() => window.works[2]?.resolve());
    await page.getByText("idle").waitFor();
  });

  test("one that leads away from the form is not run again after it was done", async () => {
    const page = await openButton(true);
    await doubleClick(page);
    await page.evaluate(() => window.works[0]?.reject(new Error("off")));
    await page.getByText("off").waitFor();
    expect(await doubleClick(page)).toBe(2);
    await page.evaluate(() => window.works[1]?.resolve());
    expect(await doubleClick(page)).toBe(2);
    await page.getByText("busy").waitFor();
  });
});
