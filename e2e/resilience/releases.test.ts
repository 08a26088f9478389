import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seriousFaults } from "../harness/axe.ts";
import { newPerson, openBrowser, SCREENS, takePicture } from "../harness/browser.ts";
import { homeShown, openSignedIn } from "../harness/steps.ts";
import { call } from "../harness/wire.ts";
import { anotherBuild, openNode, type Node } from "./node.ts";
import { cachedAddresses, workerReady } from "./steps.ts";

let node: Node;
let next: Awaited<ReturnType<typeof anotherBuild>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];
beforeAll(async () => {
  [node, next, browser] = await Promise.all([openNode(), anotherBuild(), openBrowser([], "whole")]);
});
afterAll(async () => {
  await browser.close();
  await node.close();
  await next.remove();
});
beforeEach(async () => {
  await serve(served);
  ({ context, page, faults } = await newPerson(browser, "classroom", "allow"));
});
afterEach(() => context.close());

/** The folder of the build that is served; undefined is the usual one. A test takes what the last one has left: to change it is a start. */
let served: string | undefined;

async function serve(dist: string | undefined): Promise<void> {
  served = dist;
  await node.start(dist);
}

/** Changes to the other of the two builds, whichever that is. */
const release = () => serve(served === undefined ? next.dist : undefined);

const announced = async () =>
  (await call(node.origin, "readUpdateInfo", { device: "web" })).body.data;
const entry = () =>
  page.evaluate(() => document.querySelector('script[src*="/assets/index-"]')?.getAttribute("src"));
const offer = () => page.getByRole("region", { name: "新版本已准备好" });

/** Brings the person back after a while, when the page checks for releases. */
async function comeBack(): Promise<void> {
  await page.clock.fastForward("06:00");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}

describe("a new build", () => {
  test("is offered, waits while something is unsaved, and is there after 现在更新", async () => {
    await serve(undefined);
    await page.clock.install();
    await openSignedIn(page, node, "sunhao");
    await homeShown(page);
    await workerReady(page);
    const before = await entry();
    expect(await announced()).toMatchObject({ device: "web", url: "/platformEntry/" });
    expect(before).toContain((await announced())?.version.split("+")[1]);

    await release();
    // a node announces its build when it listens already
    await expect.poll(async () => (await announced())?.version).toContain("+NextOne1");
    await comeBack();
    await offer().waitFor();
    expect(await entry()).toBe(before);
    expect(await seriousFaults(page)).toEqual([]);
    for (const [name, size] of Object.entries({
      ...SCREENS,
      narrow: { width: 320, height: 640 },
    })) {
      await page.setViewportSize(size);
      await takePicture(page, `new-version-${name}`);
    }
    await page.setViewportSize(SCREENS.classroom);

    // the editor's draft has no field, and stands in for all that says so of itself
    await page.getByRole("button", { name: "编辑" }).click();
    await page.getByRole("button", { name: /^移除/ }).first().click();
    await page.getByRole("button", { name: "现在更新" }).click();
    await page.getByText("没保存的内容会丢失").waitFor();
    await page.getByRole("button", { name: "先去保存" }).click();
    expect(await entry()).toBe(before);
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await page.getByText("已保存").waitFor();

    await page.getByRole("button", { name: "现在更新" }).click();
    await page.waitForFunction(() =>
      document.querySelector('script[src*="/assets/index-NextOne1"]'),
    );
    await homeShown(page);
    await workerReady(page);
    const oldCaches = () =>
      page.evaluate(async () =>
        (await caches.keys()).filter((name) => !name.endsWith("00000000000000ab")),
      );
    // the new worker may still be fetching its files
    await expect.poll(oldCaches).toEqual([]);
    expect((await cachedAddresses(page)).some((address) => address.includes("NextOne1"))).toBe(
      true,
    );
    await expect.poll(() => offer().count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test("waits for a notice that was begun, though another page is looked at (IN-01)", async () => {
    await page.clock.install();
    await openSignedIn(page, node, "linlan");
    await homeShown(page);
    await workerReady(page);
    const before = await entry();
    await page.goto(`${node.page}#/module/admin/notices/new`);
    await page.getByLabel("标题", { exact: true }).fill("秋游");
    await page.goto(`${node.page}#/module/admin/classes`);
    await page.getByRole("heading", { level: 2, name: "班级", exact: true }).waitFor();
    await page.goto(`${node.page}#/home`);
    await homeShown(page);
    await release();
    await comeBack();
    await page.getByRole("button", { name: "现在更新" }).click();
    await page.getByText("没保存的内容会丢失").waitFor();
    await page.getByRole("button", { name: "先去保存" }).click();
    expect(await entry()).toBe(before);
    await page.goto(`${node.page}#/module/admin/notices/new`);
    await expect.poll(() => page.getByLabel("标题", { exact: true }).inputValue()).toBe("秋游");
  });

  test("is seen at once by who opens the page, though the old one is kept", async () => {
    await serve(undefined);
    await page.goto(node.page);
    await workerReady(page);
    await release();
    await page.reload();
    expect(await entry()).toContain("NextOne1");
  });

  test("can be put off", async () => {
    await page.clock.install();
    await page.goto(node.page);
    await page.getByLabel("账号", { exact: true }).waitFor();
    await workerReady(page);
    await release();
    await comeBack();
    await page.getByRole("button", { name: "稍后" }).click();
    await comeBack();
    await expect.poll(() => offer().count()).toBe(0);
  });
});

test("the page can be installed: its manifest, its pictures, and the worker's headers", async () => {
  await page.goto(node.page);
  const link = page.locator('link[rel="manifest"]');
  await link.waitFor({ state: "attached" });
  const address = new URL((await link.getAttribute("href")) ?? "", node.page);
  const answer = await fetch(address);
  expect(answer.headers.get("content-type")).toContain("application/manifest+json");
  const manifest = (await answer.json()) as {
    name: string;
    icons: { src: string; sizes: string; purpose: string }[];
  };
  expect(manifest).toMatchObject({
    name: "学门",
    short_name: "学门",
    lang: "zh-CN",
    start_url: "/platformEntry/",
    scope: "/platformEntry/",
    display: "standalone",
  });
  expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // a test's browser keeps nothing, and nothing else stands in the way
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(["in-incognito"]);

  const worker = await fetch(`${node.page}sw.js`);
  expect(worker.headers.get("cache-control")).toBe("no-cache");
  expect(worker.headers.get("content-type")).toMatch(/javascript/);
  expect(worker.headers.get("content-security-policy")).not.toContain("sandbox");
});

test("an operator who wants no worker takes it away with all it kept", async () => {
  await page.goto(node.page);
  await workerReady(page);
  expect((await cachedAddresses(page)).length).toBeGreaterThan(20);
  await node.start(undefined, { SERVICE_WORKER: "off" });
  await page.reload();
  await page.waitForFunction(
    async () =>
      (await navigator.serviceWorker.getRegistrations()).length === 0 &&
      (await caches.keys()).length === 0,
  );
});
