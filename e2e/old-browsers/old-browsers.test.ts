import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { animationWith } from "../harness/lessons.ts";
import { startPlatform } from "../harness/platform.ts";
import type { Platform } from "../harness/run-server.ts";
import { SCREENS } from "../harness/browser.ts";
import { signIn } from "../harness/wire.ts";
import { PageDriver } from "./page-driver.ts";
import { packedChromium } from "../../scripts/packed-chromium.ts";

const CONFIG = new URL("../../web/public/config.json", import.meta.url);
/** Settings with a break after 3 s of the pupils' 30 minutes. */
const SHORT_BREAK = { seconds_per_minute: 0.1, break_seconds: 600 };
const PICTURES = new URL("../../test-output/screens/", import.meta.url).pathname;
const DEBUG_PAGES = [
  ["/webrtc", "实时视频调试"],
  ["/font", "字体调试"],
  ["/pc", "客户端调试"],
] as const;
const FLAGS = [
  ...["--headless", "--no-sandbox", "--disable-gpu"],
  // before version 96 Flash's engine of 14 MB was compiled a second time as a whole, by all threads
  "--js-flags=--no-wasm-tier-up",
];

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({}, async (dataDir) => {
    const built = JSON.parse(readFileSync(CONFIG, "utf8")) as object;
    writeFileSync(join(dataDir, "site.json"), JSON.stringify({ ...built, eye_care: SHORT_BREAK }));
  });
});
afterAll(() => platform.stop());

describe.each([92, 109] as const)("Chromium %d", async (version) => {
  const executablePath = await packedChromium(version);
  let browser: Browser;
  let faults: string[];
  /** A manager's page, for all that she does in this browser. */
  let driver: PageDriver;

  async function open(): Promise<PageDriver> {
    const context = await browser.newContext({ locale: "zh-CN", viewport: SCREENS.classroom });
    const page = await context.newPage();
    page.on("pageerror", (error) => faults.push(String(error)));
    return new PageDriver(page);
  }

  beforeAll(async () => {
    faults = [];
    if (executablePath === undefined) return;
    browser = await chromium.launch({ executablePath, args: FLAGS });
    driver = await open();
    await driver.signIn(platform.page, "linlan");
  });
  afterAll(async () => {
    if (executablePath !== undefined) await browser.close();
  });

  test.skipIf(executablePath === undefined)(
    "signs in, opens an app, chooses quick apps",
    async () => {
      const { page } = driver;
      await page.screenshot({ path: `${PICTURES}old-home-${version}.png` });
      const opened = page.context().waitForEvent("page");
      await driver.press("审批");
      const tab = await opened;
      await tab.waitForFunction(() => document.title.includes("审批"));
      await tab.close();

      await driver.press("编辑快捷应用");
      await driver.press("添加“");
      await driver.press("保存");
      await page.waitForFunction(() => !document.body.innerText.includes("取消"));
      expect(faults).toEqual([]);
    },
  );

  test.skipIf(executablePath === undefined)("finds apps and lessons", async () => {
    await driver.fill("input[role=combobox],input[type=search]", "sp");
    await driver.see("审批");
    await driver.page.evaluate(() => {
      window.location.hash = `#/search-result/index/${encodeURIComponent("雨")}`;
    });
    await driver.see("雨");
    await driver.page.waitForFunction(
      () => document.querySelectorAll("a[href*='/search-result/description/']").length > 0,
    );
    expect(faults).toEqual([]);
  });

  test.skipIf(executablePath === undefined)("gives a pupil's eyes a break", async () => {
    const other = await open();
    await other.signIn(platform.page, "linxiaoman");
    await other.see("休息一下，放松眼睛");
    await other.page.screenshot({ path: `${PICTURES}old-eye-${version}.png` });
    await other.press("跳过");
    await other.page.waitForFunction(() => !document.body.innerText.includes("放松眼睛"));
    expect(faults).toEqual([]);
    await other.page.context().close();
  });

  test.skipIf(executablePath === undefined)("plays what was made for Flash", async () => {
    // another person: a second session of the same one would end the page's
    const token = await signIn(platform.origin, "sunhao");
    const lesson = await animationWith("swf", platform.origin, token);
    await driver.page.evaluate((id) => {
      window.location.hash = `#/search-result/description/a/${id}`;
    }, lesson);
    await driver.press("播放");
    await driver.see("暂停");
    await driver.page.screenshot({ path: `${PICTURES}old-swf-${version}.png` });
    expect(faults).toEqual([]);
  });

  test.skipIf(executablePath === undefined)("opens the debug pages", async () => {
    const other = await open();
    await other.signIn(platform.page, "wangfang");
    for (const [path, title] of DEBUG_PAGES) {
      await other.page.evaluate((to) => {
        window.location.hash = `#${to}`;
      }, path);
      await other.see(title);
      await other.press("生成");
    }
    expect(faults).toEqual([]);
    await other.page.context().close();
  });
});

describe("a browser below the list", async () => {
  const executablePath = await packedChromium(67);

  test.skipIf(executablePath === undefined)("is told in plain words what to do", () => {
    const profile = mkdtempSync(join(tmpdir(), "schoolgate-old-"));
    const run = (...what: string[]) =>
      spawnSync(
        executablePath ?? "",
        [...FLAGS, `--user-data-dir=${profile}`, "--virtual-time-budget=5000", ...what],
        { encoding: "utf8", timeout: 60_000 },
      ).stdout;
    const EMPTY = "<html><head></head><body></body></html>";
    let shown = EMPTY;
    // on a busy machine this old one now and then dumps the empty page that it starts with
    for (let nth = 0; nth < 3 && shown.trim() === EMPTY; nth += 1) {
      shown = run("--dump-dom", `${platform.page}#/home/index`);
    }
    expect(shown).toContain("这个浏览器太旧了，打不开学门");
    // its own script ran: the address to type elsewhere, with the way that was wanted
    expect(shown).toContain(`${platform.page}#/home/index</p>`);
    run(`--screenshot=${PICTURES}old-browser-page.png`, "--window-size=1366,768", platform.page);
    rmSync(profile, { recursive: true, force: true });
  });
});
