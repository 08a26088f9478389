/** Measures interaction to next paint on home with a thousand apps on an old classroom PC (AP-12): CPU 4x slower. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { newPerson, openBrowser } from "../e2e/harness/browser.ts";
import { runServer } from "../e2e/harness/run-server.ts";
import { homeShown, signInOnPage } from "../e2e/harness/steps.ts";
import { addApps } from "../e2e/launch/more-apps.ts";
import { CPU_SLOWDOWN } from "./slow-line.ts";

const APPS = 1000;
const CATEGORIES = ["teach", "study", "resource", "manage", "family", "activity"];
/** The target of architecture.md for interaction to next paint. */
const TARGET_MS = 100;

/** Keeps the longest event of every interaction, and the longest wait for a frame. */
const PROBE = `
  window.__interactions = new Map(); window.__gap = 0;
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (e.interactionId)
      window.__interactions.set(e.interactionId, Math.max(e.duration, window.__interactions.get(e.interactionId) ?? 0)) })
    .observe({ type: "event", durationThreshold: 16, buffered: true });
  let before = performance.now();
  requestAnimationFrame(function frame(now) { window.__gap = Math.max(window.__gap, now - before); before = now; requestAnimationFrame(frame) });
`;

interface Activity {
  what: string;
  act(page: Page): Promise<void>;
}

const ACTIVITIES: readonly Activity[] = [
  {
    what: "typing a search",
    async act(page) {
      const box = page.getByRole("combobox");
      await box.click();
      await box.pressSequentially("yingyong 7", { delay: 120 });
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
    },
  },
  {
    what: "changing tabs",
    async act(page) {
      const tabs = page.getByRole("navigation", { name: "应用分类" }).getByRole("button");
      const count = await tabs.count();
      for (let nth = count - 1; nth >= 0; nth -= 1) await tabs.nth(nth).click();
    },
  },
  {
    what: "opening the editor",
    async act(page) {
      await page.evaluate("scrollTo(0, 0)");
      await page.getByRole("button", { name: "编辑" }).click();
      await page.getByRole("button", { name: "取消" }).waitFor();
    },
  },
  {
    what: "dragging",
    async act(page) {
      const mine = page.getByRole("button", { name: /^移动“/ });
      const from = await mine.first().boundingBox();
      const to = await mine.nth(3).boundingBox();
      if (from === null || to === null) throw new Error("Nothing to drag");
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 3);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 25 });
      await page.mouse.up();
    },
  },
];

const dataDir = await mkdtemp(join(tmpdir(), "schoolgate-bench-"));
await (await runServer(dataDir, { LOG_LEVEL: "silent" })).stop();
await addApps(
  dataDir,
  Array.from({ length: APPS }, (_, nth) => ({
    id: `bench-${nth}`,
    category_id: CATEGORIES[nth % CATEGORIES.length] ?? "teach",
    name: `应用${nth}`,
    description: "为测量而设",
    icon: "icons/homework.svg",
    icon_mono: "icons/homework-mono.svg",
    launch: "link" as const,
    url: `https://app.example/${nth}`,
  })),
);
const platform = await runServer(dataDir, { LOG_LEVEL: "silent" });
const browser = await openBrowser([], "whole");
try {
  const { page } = await newPerson(browser);
  await page.addInitScript(PROBE);
  await signInOnPage(page, platform, "linlan");
  await homeShown(page);
  const tiles = await page.locator("main section li").count();
  const line = await page.context().newCDPSession(page);
  await line.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  console.log(
    `Chromium ${browser.version()}, CPU ${CPU_SLOWDOWN}x slower, ${tiles} tiles; target ${TARGET_MS} ms\n`,
  );
  console.log("what                  interactions  median ms   worst ms  longest frame ms");
  for (const { what, act } of ACTIVITIES) {
    await page.evaluate("window.__interactions.clear(); window.__gap = 0");
    await act(page);
    await page.waitForTimeout(500); // entries come after their paint
    const { times, gap } = (await page.evaluate(
      "({ times: [...window.__interactions.values()], gap: window.__gap })",
    )) as { times: number[]; gap: number };
    const sorted = times.toSorted((a, b) => a - b);
    const cells = [
      sorted.length,
      sorted[sorted.length >> 1] ?? 0,
      sorted.at(-1) ?? 0,
      Math.round(gap),
    ];
    console.log(what.padEnd(22) + cells.map((cell) => String(cell).padStart(12)).join(""));
  }
} finally {
  await browser.close();
  await platform.stop();
  await rm(dataDir, { recursive: true, force: true });
}
