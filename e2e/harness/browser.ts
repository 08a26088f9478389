import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { findChromium } from "../../scripts/chromium.mjs";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // names of other sites, and the one under which the pages for developers exist
  "--host-resolver-rules=MAP *.localhost 127.0.0.1",
];

/** The folder of the pictures that `PICTURES=on` takes; not committed. */
const PICTURES = new URL("../../test-output/screens/", import.meta.url).pathname;
const ARE_WANTED = process.env["PICTURES"] === "on";

/** The three screens that ui.md names. */
export const SCREENS = {
  classroom: { width: 1366, height: 768 },
  phone: { width: 390, height: 844 },
  desktop: { width: 1920, height: 1080 },
} as const;
export type Screen = keyof typeof SCREENS;

/** Opens a browser, with further switches; `whole` where a test needs what only a browser with windows has. */
export async function openBrowser(more: readonly string[] = [], kind?: "whole"): Promise<Browser> {
  const executablePath = await findChromium(kind);
  if (executablePath === undefined) throw new Error("没有找到 Chromium：请先运行 npm test");
  // Without a UTF-8 locale Chromium cannot write a download's name in Hanzi.
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  return chromium.launch({ executablePath, args: [...FLAGS, ...more], env });
}

/**
 * Opens a person's own browser context, which shares nothing with another. Errors of the page are collected for the
 * test. The service worker is blocked unless asked for: it would bypass routes that a test sets up.
 */
export async function newPerson(
  browser: Browser,
  screen: Screen = "classroom",
  serviceWorkers: "allow" | "block" = "block",
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const phone = screen === "phone";
  const context = await browser.newContext({
    serviceWorkers,
    viewport: SCREENS[screen],
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    hasTouch: phone,
    isMobile: phone,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  return { context, page, faults };
}

/** Waits until animations have ended, and takes a picture for people to look at, where pictures are wanted. */
export async function takePicture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
  });
  await savePicture(page, name);
}

/** Takes a picture of the page as it is. */
export async function savePicture(page: Page, name: string): Promise<void> {
  if (!ARE_WANTED) return;
  const path = `${PICTURES}${name}.png`;
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path, animations: "disabled" });
}
