import type { CDPSession, Page } from "playwright-core";
import { savePicture, SCREENS } from "../harness/browser.ts";

/** The narrowest screen that ui.md promises. */
const NARROW = { width: 320, height: 640 };
/** A classroom PC at 200 % zoom: half the CSS pixels, each twice as large. */
const ZOOM = 2;

/** The time in ms within which a page has taken another size of its window: lists measure themselves anew. */
const SETTLED_WITHIN_MS = 3000;

/**
 * Returns the horizontal overflow of a page that is this wide, in CSS pixels, with the elements that cause it; null when
 * there is none.
 */
async function overflow(page: Page, width: number): Promise<string | null> {
  const fits = page.waitForFunction(
    (wanted) => innerWidth === wanted && document.documentElement.scrollWidth <= innerWidth,
    width,
    { timeout: SETTLED_WITHIN_MS },
  );
  if (await fits.catch(() => null)) return null;
  return page.evaluate(() => {
    const outside = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > window.innerWidth,
    );
    const named = outside.slice(0, 3).map((element) => element.outerHTML.slice(0, 120));
    const { scrollWidth } = document.documentElement;
    return [`${scrollWidth} px in ${window.innerWidth}`, ...named].join(" | ");
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
  const measure = async (size: string, width: number) => {
    const wide = await overflow(page, width);
    if (wide !== null) faults.push(`${name}: too wide at ${size}: ${wide}`);
  };
  for (const viewport of Object.values(SCREENS)) {
    const size = `${viewport.width}x${viewport.height}`;
    await page.setViewportSize(viewport);
    await measure(size, viewport.width);
    await savePicture(page, `${folder}/${name}-${size}`);
  }
  const zoomed = {
    width: SCREENS.classroom.width / ZOOM,
    height: SCREENS.classroom.height / ZOOM,
    deviceScaleFactor: ZOOM,
    mobile: false,
  };
  await devtools.send("Emulation.setDeviceMetricsOverride", zoomed);
  await measure("200 %", zoomed.width);
  // or the next screen's would be the same to the browser, which takes no notice of it
  await devtools.send("Emulation.clearDeviceMetricsOverride");
  await page.setViewportSize(NARROW);
  await measure("320 px", NARROW.width);
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
