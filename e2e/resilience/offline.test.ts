import { createServer, type Server } from "node:http";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from "vitest";
import { seriousFaults } from "../harness/axe.ts";
import { newPerson, openBrowser, SCREENS, takePicture } from "../harness/browser.ts";
import { DEMO_PASSWORD } from "../harness/wire.ts";
import { connectionWatched, homeShown, openSignedIn, signOutOnPage } from "../harness/steps.ts";
import { openNode, type Node } from "./node.ts";
import {
  cachedAddresses,
  forgetWorker,
  homeKept,
  keptText,
  killWorker,
  picturesKept,
  workerReady,
} from "./steps.ts";

/**
 * With its own document for every load, Chromium 150 forgets at a reload that DevTools took the network away:
 * `navigator.onLine` is true again, as it never is on a device without a network.
 */
const OFFLINE_LASTS = "--disable-features=RenderDocument";

let node: Node;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];
beforeAll(async () => {
  [node, browser] = await Promise.all([openNode(), openBrowser([OFFLINE_LASTS])]);
  await node.start();
});
afterAll(async () => {
  await browser.close();
  await node.close();
});
beforeEach(async () => {
  ({ context, page, faults } = await newPerson(browser, "classroom", "allow"));
});
afterEach(() => context.close());

const platform = () => ({ ...node, dataDir: "", pid: 0, output: () => "" });
const signIn = (account: string) => openSignedIn(page, platform(), account);
const bar = () => page.getByText("只能看上次看过的内容");

/** Signs in, waits until everything is kept, and takes the network away. */
async function offlineAt(account: string): Promise<string[]> {
  await signIn(account);
  return offlineAtHome();
}

/** Returns the texts of home's tiles: a missing picture is replaced by a letter. */
async function offlineAtHome(): Promise<string[]> {
  await homeShown(page);
  await workerReady(page);
  await homeKept(page);
  await picturesKept(page);
  const tiles = await page.locator("main section li").allInnerTexts();
  await context.setOffline(true);
  return tiles;
}

test("where there is no worker, as at a school's own http address, it is said, too, that the network is gone", async () => {
  const { page: open, context: without } = await newPerson(browser);
  await openSignedIn(open, platform(), "sunhao");
  await homeShown(open);
  await connectionWatched(open);
  await without.setOffline(true);
  await open.getByText("现在没有网络，只能看上次看过的内容").waitFor();
  await without.setOffline(false);
  await open.getByText("只能看上次看过的内容").waitFor({ state: "detached" });
  await without.close();
});

describe("without a network", () => {
  test("home opens with what it last showed, says so, and comes back by itself", async () => {
    const tiles = await offlineAt("sunhao");
    await killWorker(context, page);
    await page.reload();
    await homeShown(page);
    await page.getByText("现在没有网络，只能看上次看过的内容").waitFor();
    await expect.poll(() => page.locator("main section li").allInnerTexts()).toEqual(tiles);
    await page.waitForFunction(() => document.body.classList.contains("is-teacher"));
    expect(await seriousFaults(page)).toEqual([]);
    for (const [name, size] of Object.entries({
      ...SCREENS,
      narrow: { width: 320, height: 640 },
    })) {
      await page.setViewportSize(size);
      await takePicture(page, `offline-home-${name}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, name).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize(SCREENS.classroom);

    await page.locator("main section li").getByRole("button").first().click();
    await page.getByText(/^现在没有网络，“.+”打不开$/).waitFor();
    expect(context.pages()).toHaveLength(1);

    await page.evaluate(() => (location.hash = "#/feedback"));
    await page.getByRole("button", { name: "重试" }).first().waitFor();
    await page.evaluate(() => (location.hash = "#/home/index"));
    await homeShown(page);

    const asked = page.waitForResponse((answer) => answer.url().includes("/user/user/detail"));
    await context.setOffline(false);
    expect((await asked).status()).toBe(200);
    await bar().waitFor({ state: "hidden" });
    expect(faults).toEqual([]);
  });

  test("the pictures that came before the worker are there as well", async () => {
    await signIn("sunhao");
    await homeShown(page);
    await workerReady(page);
    await forgetWorker(page);
    // home is now the first page that there is, as for who comes with a link that signs in
    await page.reload();
    const tiles = await offlineAtHome();
    await page.reload();
    await homeShown(page);
    await page.getByText("现在没有网络，只能看上次看过的内容").waitFor();
    await expect.poll(() => page.locator("main section li").allInnerTexts()).toEqual(tiles);
  });

  test("sign-in opens too, and says that it waits for the network", async () => {
    await page.goto(node.page);
    await workerReady(page);
    await context.setOffline(true);
    await page.reload();
    await page.getByText("现在没有网络，恢复后才能登录").waitFor();
    await takePicture(page, "offline-login");
    await context.setOffline(false);
    await page.getByText("恢复后才能登录").waitFor({ state: "hidden" });
  });
});

describe("a server that is away is not called a missing network", () => {
  const answering = (server: Server | null) =>
    new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve())));

  test("a gateway's 503, and nothing at all", async () => {
    await signIn("sunhao");
    await homeShown(page);
    await workerReady(page);
    await homeKept(page);
    await node.stop();
    const { port } = new URL(node.origin);
    const gateway = createServer((_request, response) => {
      response
        .writeHead(503, { "content-type": "text/html", connection: "close" })
        .end("<h1>503</h1>");
    });
    await new Promise<void>((resolve) => gateway.listen(Number(port), "127.0.0.1", resolve));
    await page.reload();
    await homeShown(page);
    await page.getByText("平台暂时不能使用，只能看上次看过的内容").waitFor();
    gateway.closeAllConnections();
    await answering(gateway);
    await page.getByRole("button", { name: "重试" }).click();
    await page.getByText("现在连不上平台，只能看上次看过的内容").waitFor();
    await node.start();
    await page.getByRole("button", { name: "重试" }).click();
    await bar().waitFor({ state: "hidden" });
    await homeShown(page);
    expect(faults).toEqual([]);
  });
});

test("a sign-in that meets no server says so calmly, and goes on by itself when it is back", async () => {
  await page.goto(node.page);
  await page.getByLabel("账号", { exact: true }).fill("sunhao");
  await page.getByLabel("密码", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("checkbox", { name: /我已阅读并同意/ }).check();
  await node.stop();
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByRole("button", { name: /秒后自动重试/ }).waitFor();
  // what is typed now is another sign-in, for the person to begin
  await page.getByLabel("账号", { exact: true }).fill("sunhao ");
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.getByRole("button", { name: /秒后自动重试/ }).waitFor();
  await node.start();
  await homeShown(page);
  expect(faults).toEqual([]);
});

describe("what is kept", () => {
  test("is the shell, and of the person nothing but what home showed: no token, no query", async () => {
    await signIn("sunhao");
    await homeShown(page);
    await workerReady(page);
    await homeKept(page);
    const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
    const addresses = await cachedAddresses(page);
    expect(addresses.length).toBeGreaterThan(20);
    for (const address of addresses) {
      expect(address).toMatch(/\/platformEntry\/((assets|brand|icons|themes)\/[\w./-]+)?$/);
    }
    expect(token.length).toBeGreaterThan(20);
    const kept = await keptText(page);
    expect(kept.includes("孙浩")).toBe(true);
    // once, where SE-01 puts it
    expect(kept.split(token).length - 1).toBe(1);

    await signOutOnPage(page);
    await page.waitForFunction(() => localStorage.getItem("token") === null);
    const after = await keptText(page);
    for (const gone of ["last-seen:person", "孙浩", token])
      expect(after.includes(gone)).toBe(false);
  });

  test("another person on the same computer sees nothing of the former, not even without a network", async () => {
    await offlineAt("sunhao");
    await context.setOffline(false);
    // the session ends without a sign-out, as when it is taken over elsewhere
    await page.evaluate(() => {
      localStorage.removeItem("token");
      localStorage.removeItem("auth_data");
    });
    await page.reload();
    await page.getByLabel("账号", { exact: true }).waitFor();
    await page.waitForFunction(() =>
      Object.keys(localStorage).every((key) => !key.startsWith("last-seen:")),
    );
    await offlineAt("chenjing");
    await page.reload();
    await homeShown(page);
    expect((await keptText(page)).includes("孙浩")).toBe(false);
    expect(await page.locator("body").innerText()).not.toContain("孙浩");
  });

  test("a broken script that was kept is fetched anew when the page finds it broken (ER-06)", async () => {
    await signIn("sunhao");
    await homeShown(page);
    await workerReady(page);
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) {
          if (!url.includes("/assets/further-routes-")) continue;
          const headers = { "content-type": "text/javascript" };
          await cache.put(url, new Response("export const x = (", { headers }));
        }
      }
    });
    await page.goto(`${node.page}?fresh#/feedback`);
    const feedback = page.getByRole("heading", { name: "意见反馈" }).first();
    // who asks for it once more at once gets it at another address
    await page.getByText("页面没有加载成功").or(feedback).first().waitFor();
    await page.goto(`${node.page}#/feedback`);
    await feedback.waitFor();
  });
});
