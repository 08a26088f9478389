import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";

/** Waits until the worker is installed with all its files. */
export async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null) {
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
      );
    }
  });
}

/** Removes the worker and its caches. */
export async function forgetWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
}

/** Waits until home and its catalogue are stored for a start without a network. */
export async function homeKept(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.entries(localStorage).some(
      ([key, value]) => key.startsWith("last-seen:") && /"apps":\{/.test(String(value)),
    ),
  );
}

/** Waits until the worker has cached every picture that home shows, also those of a first visit. */
export async function picturesKept(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const kept = new Set(await cachedAddresses(page));
      const shown = await page.evaluate(() => ({
        files: [...document.querySelectorAll<HTMLImageElement>("main img")]
          .filter(({ complete }) => complete)
          .map(({ src }) => src),
        drawn: document.querySelectorAll("main use").length,
      }));
      if (shown.drawn + shown.files.length === 0) return ["none shown"];
      const symbols = [...kept].some((address) => address.includes("/assets/symbols-colour-"));
      const missing = shown.files.filter((address) => !kept.has(address));
      return shown.drawn > 0 && !symbols ? ["symbols", ...missing] : missing;
    })
    .toEqual([]);
}

/** Returns the addresses in every cache of the page. */
export function cachedAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const all: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) all.push(url);
    }
    return all;
  });
}

/** Returns everything that is stored, as one text: storage, and the text bodies in the caches. */
export function keptText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const found = await cache.match(request);
        texts.push(request.url, (await found?.text()) ?? "");
      }
    }
    return texts.join("\n");
  });
}

/**
 * Ends the worker as a browser does that needs its memory; the next request starts it again. The session lasts as long as
 * the page: with its end the page's `navigator.onLine` would be true again, whatever another session emulates.
 */
export async function killWorker(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
}
