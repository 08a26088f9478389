import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { newPerson, openBrowser } from "../e2e/harness/browser.ts";
import { runServer } from "../e2e/harness/run-server.ts";
import { signInOnPage } from "../e2e/harness/steps.ts";

const ROUNDS = Number(process.argv[2] ?? 5);
/** A slow line and an old classroom PC, as architecture.md measures "First load". */
const LINE = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const CPU_SLOWDOWN = 4;

interface Load {
  largestPaint: number;
  ready: number;
  shift: number;
  kilobytes: number;
}

const PROBE = `
  window.__paint = 0; window.__shift = 0;
  new PerformanceObserver((list) => { for (const e of list.getEntries()) window.__paint = e.startTime })
    .observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) window.__shift += e.value })
    .observe({ type: "layout-shift", buffered: true });
`;

/** When sign-in takes input: the page has come to life. */
const FORM_LIVES = () =>
  (window as { schoolgateBoot?: { started: boolean } }).schoolgateBoot?.started === true;
/** When home is there: its tiles are painted, not their skeletons. */
const TILES_SHOWN = () => document.querySelector("main section a[target=_blank]") !== null;

/** Opens the page and waits until `ready` holds; times are from navigation start. */
async function load(page: Page, url: string, ready: () => boolean, cold: boolean): Promise<Load> {
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.setCacheDisabled", { cacheDisabled: cold });
  await line.send("Network.emulateNetworkConditions", { offline: false, ...LINE });
  await line.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  let bytes = 0;
  line.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.addInitScript(PROBE);
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(ready);
  const at = await page.evaluate("performance.now()");
  await page.waitForLoadState("networkidle");
  const [paint, shift] = (await page.evaluate("[window.__paint, window.__shift]")) as number[];
  return {
    largestPaint: paint ?? 0,
    ready: Number(at),
    shift: shift ?? 0,
    kilobytes: bytes / 1024,
  };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function rounds(name: string, one: (browser: Browser) => Promise<Load>, browser: Browser) {
  const loads: Load[] = [];
  for (let round = 0; round < ROUNDS; round += 1) loads.push(await one(browser));
  const of = (key: keyof Load) => median(loads.map((entry) => entry[key]));
  console.log(
    `${name.padEnd(14)} ${of("kilobytes").toFixed(0).padStart(8)} ${of("largestPaint").toFixed(0).padStart(8)} ${of("ready").toFixed(0).padStart(9)} ${of("shift").toFixed(3).padStart(8)}`,
  );
}

const dataDir = await mkdtemp(join(tmpdir(), "schoolgate-bench-"));
const platform = await runServer(dataDir, { LOG_LEVEL: "silent" });
const browser = await openBrowser([], "whole");
try {
  console.log(`Chromium ${browser.version()}, 1.6 Mbit/s, 150 ms, CPU ${CPU_SLOWDOWN}x slower; `);
  console.log(
    `median of ${ROUNDS}; HTTP/1.1\n\nroute                KB   LCP ms  ready ms    shift`,
  );
  await rounds(
    "login, cold",
    async (each) => {
      const { context, page } = await newPerson(each);
      const result = await load(page, platform.page, FORM_LIVES, true);
      await context.close();
      return result;
    },
    browser,
  );
  for (const cold of [true, false]) {
    await rounds(
      cold ? "home, cold" : "home, again",
      async (each) => {
        const { context, page } = await newPerson(each);
        await signInOnPage(page, platform, "linlan");
        await page.waitForFunction(TILES_SHOWN);
        await page.goto("about:blank");
        const result = await load(page, platform.page, TILES_SHOWN, cold);
        await context.close();
        return result;
      },
      browser,
    );
  }
} finally {
  await browser.close();
  await platform.stop();
  await rm(dataDir, { recursive: true, force: true });
}
