import type { CDPSession, Page } from "playwright-core";
import { savePicture, SCREENS } from "../harness/browser.ts";

const QUIET_MS = 150;

/** The narrowest screen that ui.md promises. */
const NARROW = { width: 320, height: 640 };
/** A classroom PC at 200 % zoom: half the CSS pixels, each twice as large. */
const ZOOM = 2;

/** Follows a page's requests; `quiet` resolves when none was under way for a moment, except `held` ones. */
export function watchTraffic(page: Page): { quiet(held?: RegExp): Promise<void> } {
  const underWay = new Set<string>();
  let counted = 0;
  const names = new WeakMap<object, string>();
  page.on("request", (request) => {
    const name = `${++counted} ${request.url()}`;
    names.set(request, name);
    underWay.add(name);
  });
  const end = (request: object) => void underWay.delete(names.get(request) ?? "");
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  return {
    async quiet(held) {
      let since = Date.now();
      while (Date.now() - since < QUIET_MS) {
        await page.waitForTimeout(QUIET_MS / 5);
        if ([...underWay].some((name) => held?.test(name) !== true)) since = Date.now();
      }
    },
  };
}

/** The time in ms within which a page has taken another size of its window: lists measure themselves anew. */
const SETTLED_WITHIN_MS = 3000;

/** Returns the horizontal overflow in CSS pixels with the elements that cause it; null when there is none. */
async function overflow(page: Page): Promise<string | null> {
  await page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, undefined, {
      timeout: SETTLED_WITHIN_MS,
    })
    .catch(() => {});
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - window.innerWidth;
    if (wide <= 0) return null;
    const outside = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > window.innerWidth,
    );
    const named = outside.slice(0, 3).map((element) => element.outerHTML.slice(0, 120));
    return [`${wide} px of ${document.documentElement.scrollWidth}`, ...named].join(" | ");
  });
}

/**
 * Looks at a screen in each size; returns the sizes with horizontal overflow. Pictures go to
 * `<folder>/<name>-<size>.png`, where wanted.
 */
export async function lookAtSizes(
  page: Page,
  devtools: CDPSession,
  folder: string,
  name: string,
): Promise<string[]> {
  const faults: string[] = [];
  const measure = async (size: string) => {
    const wide = await overflow(page);
    if (wide !== null) faults.push(`${name}: too wide at ${size}: ${wide}`);
  };
  for (const viewport of Object.values(SCREENS)) {
    const size = `${viewport.width}x${viewport.height}`;
    await page.setViewportSize(viewport);
    await measure(size);
    await savePicture(page, `${folder}/${name}-${size}`);
  }
  await devtools.send("Emulation.setDeviceMetricsOverride", {
    width: SCREENS.classroom.width / ZOOM,
    height: SCREENS.classroom.height / ZOOM,
    deviceScaleFactor: ZOOM,
    mobile: false,
  });
  await measure("200 %");
  await devtools.send("Emulation.clearDeviceMetricsOverride");
  await page.setViewportSize(NARROW);
  await measure("320 px");
  await page.setViewportSize(SCREENS.classroom);
  return faults;
}

/** Returns the elements that still move although the person asked for reduced motion. */
export const movements = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => {
        const length = effect?.getComputedTiming().endTime;
        return playState === "running" && typeof length === "number" && length > 20;
      })
      .map(({ effect }) => {
        const target = effect instanceof KeyframeEffect ? effect.target : null;
        return target?.outerHTML.slice(0, 80) ?? "";
      }),
  );
