import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type Page,
  type Request,
} from "playwright-core";
import { INBOX_EVENTS_PATH } from "#contract";
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
  timezoneId = "Asia/Shanghai",
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const phone = screen === "phone";
  const context = await browser.newContext({
    serviceWorkers,
    viewport: SCREENS[screen],
    locale: "zh-CN",
    timezoneId,
    hasTouch: phone,
    isMobile: phone,
  });
  followRequests(context);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  return { context, page, faults };
}

const underWay = new WeakMap<BrowserContext, Set<Request>>();
const AT_REST_MS = 500;

/** Keeps the requests of a context that are under way, but for the stream of events, which never ends. */
function followRequests(context: BrowserContext): void {
  const open = new Set<Request>();
  underWay.set(context, open);
  context.on("request", (request) => {
    if (!request.url().includes(INBOX_EVENTS_PATH)) open.add(request);
  });
  context.on("requestfinished", (request) => open.delete(request));
  context.on("requestfailed", (request) => open.delete(request));
}

/** Waits until a person's pages have asked for nothing but what is `held` for a moment; the test's own time is the limit. */
export async function atRest(
  context: BrowserContext,
  { held, forMs = AT_REST_MS }: { held?: RegExp | undefined; forMs?: number } = {},
): Promise<void> {
  const open = underWay.get(context);
  if (open === undefined) throw new Error("the context is not of newPerson");
  for (let since = performance.now(); performance.now() - since < forMs;) {
    await wait(forMs / 5);
    if ([...open].some((request) => held?.test(request.url()) !== true)) since = performance.now();
  }
}

/** Takes a picture for people to look at, where pictures are wanted, without animations. */
export async function takePicture(page: Page, name: string): Promise<void> {
  await endAnimations(page);
  await savePicture(page, name);
}

/** Ends the animations that have an end. */
export async function endAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    }
  });
}

/** Takes a picture in each size, where pictures are wanted; every-screen tries the widths in every run. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!ARE_WANTED) return;
  for (const [size, viewport] of Object.entries(SCREENS)) {
    await page.setViewportSize(viewport);
    await takePicture(page, `${name}-${size}`);
  }
  await page.setViewportSize(SCREENS.classroom);
}

/** Takes a picture of the page as it is. */
export async function savePicture(page: Page, name: string): Promise<void> {
  if (!ARE_WANTED) return;
  const path = `${PICTURES}${name}.png`;
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path, animations: "disabled" });
}
